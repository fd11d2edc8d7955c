"""The turning points of a game, found in its standings: who took the lead, who gained or lost
most, who fell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from statistics import median

from pbem.engine.api import Seat
from pbem.engine.chronicle import Course

MOST_LEADS = 8
"""Changes of the lead that a story tells: those after which it was held longest."""
MOST_LEAPS = 3
"""Gains, and losses, that it tells."""
GREAT = 0.1
"""A leap is by so much of the best figure at the end more than what the turn brought to all."""


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
        ahead = [seat for seat, figure in enumerate(figures, start=1) if figure == best]
        if len(ahead) == 1 and ahead[0] != leader:
            changes.append(TurningPoint(turn, Kind.LEAD, ahead[0], best, leader))
            leader = ahead[0]
        elif leader not in ahead:
            leader = None
    ends = [point.turn for point in changes[1:]] + [len(after)]
    lasted = {point: end - point.turn for point, end in zip(changes, ends, strict=False)}
    yield from sorted(changes, key=lambda point: (-lasted[point], point.turn))[:MOST_LEADS]


def _leaps(after: Sequence[Sequence[float]]) -> Iterator[TurningPoint]:
    great = GREAT * max((*after[-1], 0.0)) if after else 0.0
    gains, losses = [], []
    for turn, (earlier, later) in enumerate(pairwise(after), start=1):
        changes = [now - before for before, now in zip(earlier, later, strict=True)]
        usual = median(changes)
        for seat, by in enumerate(changes, start=1):
            if by > 0 and by - usual >= great:
                gains.append((usual - by, turn, seat, by))
            if by < 0 and usual - by >= great:
                losses.append((by - usual, turn, seat, -by))
    for kind, leaps in ((Kind.GAIN, gains), (Kind.LOSS, losses)):
        for _rank, turn, seat, by in sorted(leaps)[:MOST_LEAPS]:
            yield TurningPoint(turn, kind, seat, by)


def _falls(course: Course) -> Iterator[TurningPoint]:
    yield from (TurningPoint(turn, Kind.OUT, seat) for seat, turn in course.out.items())
