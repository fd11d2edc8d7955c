"""Dice that put players in order (GU-7, GU-10)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Seat
from pbem.engine.rng import Stream

Rolled = tuple[tuple[Seat, tuple[int, ...]], ...]
"""Seats in their order, each with its dice."""


def roll_order(stream: Stream, seats: Sequence[Seat]) -> Rolled:
    """A die each, the highest first; those who tie roll again among themselves."""
    dice: dict[Seat, tuple[int, ...]] = dict.fromkeys(seats, ())
    tied = list(seats)
    while tied:
        for seat in tied:
            dice[seat] = (*dice[seat], stream.die())
        rolls = list(dice.values())
        tied = [seat for seat in seats if rolls.count(dice[seat]) > 1]
    return tuple(sorted(dice.items(), key=lambda item: item[1], reverse=True))
