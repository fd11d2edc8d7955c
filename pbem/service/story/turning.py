"""The turning points of a game, found in its standings: who took the lead, who gained or lost
most, who fell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from pbem.engine.api import Seat
from pbem.engine.chronicle import Course

MOST_LEADS = 8
"""Changes of the lead that a story tells: those after which it was held longest."""
MOST_LEAPS = 3
"""Gains, and losses, that it tells."""


class Kind(StrEnum):
    LEAD = "lead"
    GAIN = "gain"
    LOSS = "loss"
    OUT = "out"


@dataclass(frozen=True)
class TurningPoint:
    """What a turn brought to a seat. ``amount`` is what it then had (LEAD), or by how much that
    changed; ``before`` is who led before, None where nobody did alone."""

    turn: int
    kind: Kind
    seat: Seat
    amount: float = 0.0
    before: Seat | None = None


def turning_points(course: Course) -> tuple[TurningPoint, ...]:
    """All turning points, by turn and then as in :class:`Kind`."""
    kinds = list(Kind)
    found = [*_leads(course.after), *_leaps(course.after), *_falls(course)]
    return tuple(sorted(found, key=lambda point: (point.turn, kinds.index(point.kind), point.seat)))


def _leads(after: Sequence[Sequence[float]]) -> Iterator[TurningPoint]:
    changes: list[TurningPoint] = []
    leader: Seat | None = None
    for turn, figures in enumerate(after):
        best = max(figures, default=0.0)
        if list(figures).count(best) == 1 and (first := list(figures).index(best) + 1) != leader:
            changes.append(TurningPoint(turn, Kind.LEAD, first, best, leader))
            leader = first
    ends = [point.turn for point in changes[1:]] + [len(after)]
    lasted = {point: end - point.turn for point, end in zip(changes, ends, strict=False)}
    yield from sorted(changes, key=lambda point: (-lasted[point], point.turn))[:MOST_LEADS]


def _leaps(after: Sequence[Sequence[float]]) -> Iterator[TurningPoint]:
    changes = [
        (now - before, turn, seat)
        for turn, (earlier, later) in enumerate(pairwise(after), start=1)
        for seat, (before, now) in enumerate(zip(earlier, later, strict=True), start=1)
    ]
    gains = sorted((one for one in changes if one[0] > 0), key=lambda c: (-c[0], c[1], c[2]))
    losses = sorted(one for one in changes if one[0] < 0)
    yield from (TurningPoint(t, Kind.GAIN, seat, by) for by, t, seat in gains[:MOST_LEAPS])
    yield from (TurningPoint(t, Kind.LOSS, seat, -by) for by, t, seat in losses[:MOST_LEAPS])


def _falls(course: Course) -> Iterator[TurningPoint]:
    yield from (TurningPoint(turn, Kind.OUT, seat) for seat, turn in course.out.items())
