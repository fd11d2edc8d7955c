"""How alike the seats of a map are placed (GU-5, SZ-9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pbem.maps.board import Board, Square, distance
from pbem.maps.paths import reach

NEAR = 14
"""Land counts as a start's own within a walk of 7 squares; this is 7 in half squares."""


class Worth(msgspec.Struct, frozen=True):
    """What a seat's starts are worth: ``land`` squares within 7 of any of them, on foot, and
    the distance from each to the nearest rival's start, added up, in half squares."""

    land: int
    rival: int


def worths(board: Board, starts: Mapping[int, Sequence[Square]]) -> dict[int, Worth]:
    """The worth of every seat's starts."""
    near = {square: near_land(board, square) for squares in starts.values() for square in squares}
    return {seat: worth_of(seat, starts, near) for seat in starts}


def near_land(board: Board, square: Square) -> frozenset[Square]:
    """The land within 7 of a square."""
    return frozenset(reach(board, square, NEAR))


def worth_of(
    seat: int,
    starts: Mapping[int, Sequence[Square]],
    near: Mapping[Square, frozenset[Square]],
) -> Worth:
    """The worth of one seat, with what is near each square already known."""
    rivals = [square for other, squares in starts.items() if other != seat for square in squares]
    land = frozenset[Square]().union(*(near[square] for square in starts[seat]))
    return Worth(
        len(land), sum(min(distance(mine, rival) for rival in rivals) for mine in starts[seat])
    )


def evenness(found: Mapping[int, Worth]) -> int:
    """The worst seat's share of the best one's, in percent rounded down, in land or in distance,
    whichever is less even."""
    lands = [worth.land for worth in found.values()]
    rivals = [worth.rival for worth in found.values()]
    return min(100 * min(lands) // max(lands), 100 * min(rivals) // max(rivals))
