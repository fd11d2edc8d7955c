"""Squares, their names and the source's metric (GU-5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.maps.board import (
    LAND,
    ROCK,
    SEA,
    Board,
    Square,
    board_of,
    distance,
    in_signs,
    read_square,
    square_name,
)

squares = st.tuples(st.integers(0, 239), st.integers(0, 239))


@pytest.mark.parametrize(
    ("dx", "dy", "halves"),
    [(0, 0, 0), (1, 0, 2), (0, 1, 2), (1, 1, 3), (2, 1, 5), (3, 1, 7), (3, 3, 9), (7, 0, 14)],
)
def test_gu5_distance_is_the_longer_side_and_half_the_shorter(
    dx: int, dy: int, halves: int
) -> None:
    assert distance((10, 10), (10 + dx, 10 - dy)) == halves


@given(squares, squares)
def test_gu5_distance_is_the_same_there_and_back_and_nothing_only_at_home(
    one: Square, other: Square
) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)


@given(squares, squares, squares)
def test_gu5_a_detour_is_never_shorter(one: Square, via: Square, other: Square) -> None:
    assert distance(one, other) <= distance(one, via) + distance(via, other)


@given(squares, squares, squares)
def test_gu5_distance_does_not_depend_on_where_one_is(
    one: Square, other: Square, shift: Square
) -> None:
    moved = [(x + shift[0], y + shift[1]) for x, y in (one, other)]
    assert distance(moved[0], moved[1]) == distance(one, other)


@pytest.mark.parametrize(
    ("square", "name"),
    [((0, 0), "a1"), ((2, 6), "c7"), ((25, 0), "z1"), ((26, 0), "aa1"), ((27, 11), "ab12"),
     ((51, 51), "az52"), ((52, 0), "ba1"), ((239, 239), "if240")],
)  # fmt: skip
def test_squares_are_named_by_letters_and_rows_beyond_26_columns_too(
    square: Square, name: str
) -> None:
    assert square_name(square) == name
    assert read_square(name.upper()) == read_square(f" {name} ") == square


@given(squares)
def test_every_name_is_read_back(square: Square) -> None:
    assert read_square(square_name(square)) == square


@given(st.lists(squares, unique=True, max_size=40))
def test_no_two_squares_share_a_name(found: list[Square]) -> None:
    assert len({square_name(square) for square in found}) == len(found)


@pytest.mark.parametrize("text", ["", "c", "7", "c0", "c07", "7c", "c 7", "aaa1", "c7x", "é1"])
def test_what_is_no_square_has_no_square(text: str) -> None:
    assert read_square(text) is None


def test_a_board_knows_its_squares() -> None:
    board = board_of(3, 2, land=[(0, 0), (1, 0)], rock=[(2, 1)])
    assert board == Board(("..~", "~~^"))
    assert (board.width, board.height) == (3, 2)
    assert list(board.squares(LAND)) == [(0, 0), (1, 0)]
    assert list(board.squares(ROCK)) == [(2, 1)]
    assert len(list(board.squares(SEA))) == 3 and len(list(board.squares())) == 6
    assert board.is_land((1, 0)) and not board.is_land((2, 0)) and not board.is_land((2, 1))


@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (3, 0), (0, 2)])
def test_beyond_the_edge_there_is_nothing(square: Square) -> None:
    board = Board(("...", "..."))
    assert square not in board
    assert not board.is_land(square)


def test_in_signs_a_board_or_a_part_of_it_is_lines_that_stand_below_each_other() -> None:
    board = Board(("..~", ".^~"))
    assert in_signs((0, 0), (2, 1), lambda at: board.rows[at[1]][at[0]]) == (
        "   a b c",
        "1  . . ~",
        "2  . ^ ~",
    )
    several = {(25, 8): "1A", (26, 8): "2", (25, 9): "~", (26, 9): "."}
    assert in_signs((25, 8), (26, 9), several.__getitem__) == (
        "    z  aa",
        " 9  1A 2",
        "10  ~  .",
    )
    assert in_signs((0, 0), (47, 47), lambda _at: ".") == ()
