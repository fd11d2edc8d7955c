"""The lines around areas: what they enclose, and how far within it they keep."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing.areas import border, contour, is_inside, outline, path, square_cells
from pbem.drawing.grid import Frame, Square

FRAME = Frame((0.0, 0.0), 10.0, 8, 8)
SQUARES = st.frozensets(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=30)

LEFT = ((0.0, 0.0), (10.0, 0.0), (12.0, 10.0), (0.0, 10.0))
RIGHT = ((10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (12.0, 10.0))
"""Two cells that share a slanting edge."""


def area(loop: tuple[tuple[float, float], ...]) -> float:
    """Of what lies to the right of the way around."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*loop, loop[0]))) / 2


@given(SQUARES)
def test_outlines_enclose_exactly_their_squares(inside: frozenset[Square]) -> None:
    loops = outline(square_cells(inside, FRAME))
    assert sum(map(area, loops)) == pytest.approx(100 * len(inside))


@given(SQUARES)
def test_outlines_that_are_drawn_in_lie_within_their_squares(inside: frozenset[Square]) -> None:
    for loop in outline(square_cells(inside, FRAME), 1.0):
        for x, y in loop:
            assert min(x % 10, 10 - x % 10) == pytest.approx(1.0)
            assert min(y % 10, 10 - y % 10) == pytest.approx(1.0)
            assert (int(x // 10), int(y // 10)) in inside


def test_squares_that_touch_at_a_corner_have_outlines_of_their_own() -> None:
    assert len(outline(square_cells({(0, 0), (1, 1)}, FRAME), 1.0)) == 2


def test_an_area_with_a_hole_has_a_line_around_the_hole() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    areas = sorted(map(area, outline(square_cells(ring, FRAME))))
    assert areas == [-100, 900]


def test_one_square_and_nothing_at_all() -> None:
    assert outline(square_cells({(2, 1)}, FRAME)) == [((20, 10), (30, 10), (30, 20), (20, 20))]
    assert contour((), FRAME) == ""


def test_corners_are_rounded_over_as_many_pixels_as_asked() -> None:
    data = contour({(0, 0)}, FRAME, 0.0, 2.0)
    assert data.startswith("M0.0 2.0Q0.0 0.0 2.0 0.0L8.0 0.0Q10.0 0.0 10.0 2.0")
    assert len(re.findall("Q", data)) == 4 and data.endswith("Z")


def test_cells_of_any_shape_share_borders_that_outlines_leave_out() -> None:
    assert border(LEFT, RIGHT) == border(RIGHT, LEFT) == ((10.0, 0.0), (12.0, 10.0))
    (whole,) = outline([LEFT, RIGHT])
    assert area(whole) == pytest.approx(200)
    assert (10.0, 0.0) not in whole and (12.0, 10.0) not in whole
    assert path([LEFT]).startswith("M0.0 0.0L10.0 0.0L12.0 10.0")


def test_a_point_is_inside_of_one_of_two_neighbours() -> None:
    for x in (1.0, 10.5, 11.9, 15.0):
        assert is_inside((x, 5.0), LEFT) != is_inside((x, 5.0), RIGHT)
