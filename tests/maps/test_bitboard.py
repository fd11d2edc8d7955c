"""Sets of squares as whole numbers hold what sets of squares do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.maps.bitboard import bitboard
from pbem.maps.grid import Square

WIDTH, HEIGHT = 5, 4
SQUARES = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
SETS = st.sets(st.sampled_from(SQUARES))
BOARD = bitboard(WIDTH, HEIGHT)


def beside(squares: set[Square]) -> set[Square]:
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {(x + dx, y + dy) for x, y in squares for dx, dy in steps} & set(SQUARES)


@given(SETS)
def test_the_squares_of_a_set_come_back_row_by_row(squares: set[Square]) -> None:
    assert list(BOARD.each(BOARD.of(squares))) == [one for one in SQUARES if one in squares]


@given(SETS)
def test_a_set_spreads_to_what_is_beside_it_and_never_over_the_edge(squares: set[Square]) -> None:
    found = BOARD.of(squares)
    moved = {square for way in BOARD.moved(found) for square in BOARD.each(way)}
    assert moved == beside(squares)
    assert set(BOARD.each(BOARD.spread(found))) == squares | beside(squares)


@given(SETS, st.sampled_from(SQUARES))
def test_a_flood_finds_all_that_hangs_together(within: set[Square], start: Square) -> None:
    found, before = {start}, set[Square]()
    while found != before:
        before, found = found, (found | beside(found)) & (within | {start})
    flood = BOARD.flood(BOARD.of([start]), BOARD.of(within | {start}))
    assert set(BOARD.each(flood)) == found
