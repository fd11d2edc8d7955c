"""What all the world may know of a game's course (HG-11): points, ranks and how it ended."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import msgspec

from pbem.engine.api import Seat


class Standings(msgspec.Struct, frozen=True):
    """The points after one turn, as printed. Seat s is at index s - 1.

    ``scores`` are rounded from the exact sums, so that they may differ by a
    hundredth or two from the sum of the rounded ``points``.
    """

    points: tuple[tuple[Decimal, ...], ...]
    scores: tuple[Decimal, ...]

    def of(self, seat: Seat, item: int) -> Decimal:
        return self.points[seat - 1][item]

    def score(self, seat: Seat) -> Decimal:
        return self.scores[seat - 1]


class Ending(msgspec.Struct, frozen=True):
    """How a game ended (HG-10).

    ``decided_by`` tells what made the difference: the score, the number of
    items led, or nothing, so that the victory is shared. ``leads`` are the
    items led by each seat, at index seat - 1; joint leads count.
    """

    winners: tuple[Seat, ...]
    decided_by: Literal["score", "leads", "shared"]
    leads: tuple[int, ...]
