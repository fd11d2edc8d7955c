"""Who stands where, told alike in all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.api import Seat

S = TypeVar("S")
"""A game's figures of one seat after a turn."""


class Rank(msgspec.Struct, Generic[S], frozen=True):
    """A seat's place, from 1; those that are level share it. ``before`` is a turn ago."""

    place: int
    seat: Seat
    now: S
    before: S


def ranking(history: Sequence[Sequence[S]], worth: Callable[[Seat], Any]) -> tuple[Rank[S], ...]:
    """All seats, the best first by their `worth`. `history` has everyone's figures after each turn,
    by seat."""
    now, before = history[-1], history[-2:][0]
    worths = {seat: worth(seat) for seat in range(1, len(now) + 1)}
    return tuple(
        Rank(
            place=1 + sum(other > worths[seat] for other in worths.values()),
            seat=seat,
            now=now[seat - 1],
            before=before[seat - 1],
        )
        for seat in sorted(worths, key=lambda seat: worths[seat], reverse=True)
    )
