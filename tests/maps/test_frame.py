"""Where squares lie in a picture, and what stands at its edges."""

from __future__ import annotations

from pbem.engine.scene import Text
from pbem.maps.frame import Frame, edge_names, grid_lines, tile_size


def test_tiles_are_even_and_at_least_four_pixels() -> None:
    for size in range(8, 241):
        tile = tile_size(size, size, 840)
        assert tile % 2 == 0 and tile >= 4
        assert tile == 4 or tile * size <= 840


def named(frame: Frame) -> list[str]:
    return [shape.text for shape in edge_names(frame, "#000000") if isinstance(shape, Text)]


def test_a_small_board_names_every_line_on_both_sides() -> None:
    names = named(Frame((30, 30), 36, 8, 8))
    assert sorted(names) == sorted([*"abcdefgh", *"12345678"] * 2)


def test_a_large_board_names_the_first_line_and_round_ones() -> None:
    names = named(Frame((30, 30), 6, 120, 120))
    assert {"a", "j", "1", "10", "120", "dp"} <= set(names)
    assert not {"b", "2", "11"} & set(names)


def test_large_boards_have_no_grid_that_would_drown_them() -> None:
    assert grid_lines(Frame((0, 0), 24, 8, 8), "#000000")
    assert not grid_lines(Frame((0, 0), 6, 120, 120), "#000000")


def test_squares_have_middles() -> None:
    frame = Frame((10, 20), 6, 3, 2)
    assert frame.middle((0, 0)) == (13, 23)
    assert frame.middle((2, 1)) == (25, 29)
    assert (frame.right, frame.bottom) == (28, 32)


def test_a_part_of_a_board_knows_its_squares_and_their_names() -> None:
    part = Frame((10, 20), 30, 3, 2, first=(5, 8))
    assert (5, 8) in part and (7, 9) in part
    assert (4, 8) not in part and (8, 9) not in part and (5, 10) not in part
    assert part.middle((5, 8)) == (25, 35)
    assert sorted(named(part)) == sorted([*"fgh", "9", "10"] * 2)
