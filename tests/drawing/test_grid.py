"""Where squares lie in a picture, what stands at its edges, and which parts are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing.grid import (
    SIDE,
    WIDTH,
    Frame,
    Square,
    crops,
    edge_names,
    fitted,
    grid_lines,
    tile_size,
)
from pbem.engine.scene import Text
from pbem.maps.board import column_name


def test_tiles_are_even_and_at_least_four_pixels() -> None:
    for size in range(8, 241):
        tile = tile_size(size, size, 840)
        assert tile % 2 == 0 and tile >= 4
        assert tile == 4 or tile * size <= 840


def named(frame: Frame) -> list[str]:
    shapes = edge_names(frame, column_name, "#000000")
    return [shape.text for shape in shapes if isinstance(shape, Text)]


def test_a_small_board_names_every_line_on_both_sides() -> None:
    names = named(Frame((30, 30), 36, 8, 8))
    assert sorted(names) == sorted([*"abcdefgh", *"12345678"] * 2)


def test_a_board_whose_first_row_is_below_names_its_rows_otherwise() -> None:
    files, ranks = "abcdefgh", "87654321"
    frame = Frame((30, 30), 36, 8, 8)
    shapes = edge_names(frame, files.__getitem__, "#000000", row_name=ranks.__getitem__)
    words = [shape for shape in shapes if isinstance(shape, Text)]
    assert min(words, key=lambda one: one.at[0]).text in "12345678"
    left = sorted((one.at[1], one.text) for one in words if one.anchor == "end")
    assert "".join(text for _y, text in left) == ranks


def test_a_large_board_names_the_first_line_and_round_ones() -> None:
    names = named(Frame((30, 30), 6, 120, 120))
    assert {"a", "j", "1", "10", "120", "dp"} <= set(names)
    assert not {"b", "2", "11"} & set(names)


def test_a_board_of_one_square_is_named_too() -> None:
    assert sorted(named(fitted(1, 1, 76))) == ["1", "1", "a", "a"]


def test_large_boards_have_no_grid_that_would_drown_them() -> None:
    assert grid_lines(Frame((0, 0), 24, 8, 8), "#000000")
    assert not grid_lines(Frame((0, 0), 6, 120, 120), "#000000")


def test_squares_have_middles() -> None:
    frame = Frame((10, 20), 6, 3, 2)
    assert frame.middle((0, 0)) == (13, 23)
    assert frame.middle((2, 1)) == (25, 29)
    assert frame.middle((2, 1), aside=(0.5, -0.5)) == (28, 26)
    assert (frame.right, frame.bottom) == (28, 32)


def test_a_part_of_a_board_knows_its_squares_and_their_names() -> None:
    part = Frame((10, 20), 30, 3, 2, first=(5, 8))
    assert (5, 8) in part and (7, 9) in part
    assert (4, 8) not in part and (8, 9) not in part and (5, 10) not in part
    assert part.last == (7, 9)
    assert part.middle((5, 8)) == (25, 35)
    assert sorted(named(part)) == sorted([*"fgh", "9", "10"] * 2)


# Crops ------------------------------------------------------------------------------------

places = st.sets(st.tuples(st.integers(0, 59), st.integers(0, 59)), max_size=40)


@given(places)
def test_crops_are_legible_and_show_every_square_that_matters(matters: set[Square]) -> None:
    frames = crops(60, 60, matters, 76)
    assert all(frame.is_legible for frame in frames)
    assert all(any(square in frame for frame in frames) for square in matters)
    assert all(any(square in frame for square in matters) for frame in frames)


@given(places)
def test_crops_lie_on_the_board_and_fit_into_a_sheet(matters: set[Square]) -> None:
    for frame in crops(60, 60, matters, 76):
        assert min(frame.first) >= 0 and max(frame.last) < 60
        assert frame.corner[0] >= SIDE and frame.right <= WIDTH - SIDE


@given(places.filter(bool))
def test_a_crop_shows_what_is_around_what_matters(matters: set[Square]) -> None:
    """Two squares in every direction, as far as the board goes, in one crop or its neighbour."""
    frames = crops(60, 60, matters, 76)
    for x, y in matters:
        for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if min(near) >= 0 and max(near) < 60:
                assert any(near in frame for frame in frames)


@pytest.mark.parametrize("span", range(1, 241, 7))
def test_crops_are_legible_however_far_pieces_are_spread(span: int) -> None:
    frames = crops(240, 1, [(x, 0) for x in range(span)], 76)
    assert all(frame.is_legible for frame in frames)


def test_an_empty_map_has_no_crops() -> None:
    assert crops(60, 60, (), 76) == ()
