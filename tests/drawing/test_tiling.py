"""Many tiles become few shapes, and the same tiles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing.svg import to_svg
from pbem.drawing.tiling import Edge, boxes, dots_path, edges_path, joined, tiles_path
from pbem.engine.scene import Scene, Style
from pbem.maps.board import Square

some_squares = st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)))


@given(some_squares)
def test_boxes_cover_every_square_once_and_no_other(squares: set[Square]) -> None:
    covered = [
        (x + dx, y + dy)
        for x, y, wide, high in boxes(squares)
        for dx in range(wide)
        for dy in range(high)
    ]
    assert sorted(covered) == sorted(squares)


def test_a_full_board_is_one_box_and_stripes_are_one_each() -> None:
    assert boxes((x, y) for x in range(40) for y in range(30)) == [(0, 0, 40, 30)]
    assert len(boxes((x, y) for x in range(40) for y in range(0, 30, 2))) == 15


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9), st.booleans())))
def test_joined_lines_run_over_the_same_edges(sides: set[tuple[int, int, bool]]) -> None:
    edges: list[Edge] = [((x, y), (x + 1, y) if level else (x, y + 1)) for x, y, level in sides]
    covered = [
        ((x, y), (x + 1, y)) if y0 == y1 else ((x, y), (x, y + 1))
        for (x0, y0), (x1, y1) in joined(edges)
        for x, y in ([(n, y0) for n in range(x0, x1)] or [(x0, n) for n in range(y0, y1)])
    ]
    assert sorted(covered) == sorted(edges)


def test_the_shapes_are_valid_svg() -> None:
    line, fill = Style(stroke="#000000"), Style(fill="#123456")
    scene = Scene(
        width=50,
        height=50,
        items=(
            tiles_path([(0, 0), (1, 0), (3, 4)], (1.5, 2), 6, fill),
            dots_path([(0.5, 0.5)], (0, 0), 6, 2, fill),
            edges_path([((0, 0), (1, 0)), ((1, 0), (2, 0))], (0, 0), 6, line),
            tiles_path([], (0, 0), 6, fill),
        ),
    )
    svg = to_svg(scene)
    assert "M1.5 2h12v6h-12z" in svg and "M0 0L12 0" in svg
