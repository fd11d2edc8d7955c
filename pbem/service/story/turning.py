"""The turning points of a game, found in its standings: who took the lead, who gained or lost
most, who fell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise, zip_longest
from statistics import median
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.engine.chronicle import Course

MOST = 9
"""So many turning points are told: who fell, then who led, then the greatest gains and losses."""
MOST_LEADS = 5
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
    """What a turn brought.

    Of LEAD, ``seats`` lead from then on, all of them level, with ``figures``, one a measure;
    ``before`` led until turn ``until``: the one before this, unless nobody led for a while or what
    lay between is not told. Of a gain or loss, ``measure`` tells what changed by ``figures``; of
    OUT these are what was lost with that turn, one a measure.
    """

    turn: int
    kind: Kind
    seats: tuple[Seat, ...]
    figures: tuple[float, ...] = ()
    measure: int = 0
    before: tuple[Seat, ...] = ()
    until: int = 0


def turning_points(course: Course) -> tuple[TurningPoint, ...]:
    """The turning points, by turn and then as in :class:`Kind`. The leap by which somebody came to
    lead is told as that alone."""
    kinds = list(Kind)
    found = [*_falls(course)][: MOST - 1]
    found += _leads(course.after, min(MOST_LEADS, MOST - len(found)))
    known = {(point.turn, seat) for point in found for seat in point.seats}
    leaps = (leap for leap in _leaps(course) if (leap.turn, *leap.seats) not in known)
    found += [*leaps][: MOST - len(found)]
    found.sort(key=lambda point: (point.turn, kinds.index(point.kind), point.seats))
    return tuple(found)


def changes_of_lead(course: Course) -> int:
    """How often the lead went from some to others."""
    return max(0, len([*_joined([*_reigns(course.after)])]) - 1)


# The lead -----------------------------------------------------------------------------


class _Reign(NamedTuple):
    """Who led from a turn to another, both included."""

    seats: tuple[Seat, ...]
    first: int
    last: int

    @property
    def lasted(self) -> int:
        return self.last - self.first


def _leads(after: Sequence[Sequence[tuple[float, ...]]], most: int) -> Iterator[TurningPoint]:
    """So many changes of the lead. While all are level nobody leads."""
    reigns = [*_joined([*_reigns(after)])]
    while len(reigns) > most:
        shortest = min(reigns[:-1], key=lambda reign: reign.lasted)  # how it ends is always told
        reigns = [*_joined([reign for reign in reigns if reign is not shortest])]
    before = _Reign((), 0, 0)
    for reign in reigns:
        figures = after[reign.first][reign.seats[0] - 1]
        told = reign.first, Kind.LEAD, reign.seats, figures
        yield TurningPoint(*told, before=before.seats, until=before.last)
        before = reign


def _reigns(after: Sequence[Sequence[tuple[float, ...]]]) -> Iterator[_Reign]:
    ahead = enumerate(map(_ahead, after))
    for seats, alike in groupby(ahead, key=lambda one: one[1]):
        turns = [turn for turn, _seats in alike]
        if seats:
            yield _Reign(seats, turns[0], turns[-1])


def _ahead(figures: Sequence[tuple[float, ...]]) -> tuple[Seat, ...]:
    best = max(figures, default=())
    ahead = tuple(seat for seat, own in enumerate(figures, start=1) if own == best)
    return () if len(ahead) == len(figures) else ahead


def _joined(reigns: Sequence[_Reign]) -> Iterator[_Reign]:
    """Reigns of the same seats one after the other are one."""
    for seats, alike in groupby(reigns, key=lambda reign: reign.seats):
        one = [*alike]
        yield _Reign(seats, one[0].first, one[-1].last)


# Gains, losses, falls -----------------------------------------------------------------


def _leaps(course: Course) -> Iterator[TurningPoint]:
    """The greatest gains and losses by turns, each beside the most that anybody has of its measure
    at the end."""
    gains: list[tuple[float, TurningPoint]] = []
    losses: list[tuple[float, TurningPoint]] = []
    for measure in range(len(course.measures)):
        after = [[figures[measure] for figures in turn] for turn in course.after]
        most = max((*after[-1], 0.0)) if after else 0.0
        for turn, (earlier, later) in enumerate(pairwise(after), start=1):
            changes = [now - before for before, now in zip(earlier, later, strict=True)]
            usual = median(changes)
            for seat, by in enumerate(changes, start=1):
                size = abs(by - usual) / most if most else 0.0
                is_loss = by < 0
                if size >= GREAT and by and is_loss == (by < usual):
                    kind = Kind.LOSS if is_loss else Kind.GAIN
                    point = TurningPoint(turn, kind, (seat,), (abs(by),), measure)
                    (losses if is_loss else gains).append((size, point))
    for leaps in (gains, losses):
        leaps.sort(key=lambda leap: (-leap[0], leap[1].turn, leap[1].seats))
    for pair in zip_longest(gains[:MOST_LEAPS], losses[:MOST_LEAPS]):
        yield from (leap[1] for leap in pair if leap is not None)


def _falls(course: Course) -> Iterator[TurningPoint]:
    for seat, turn in course.out.items():
        before, after = (
            course.after[n][seat - 1] if n < len(course.after) else () for n in (turn - 1, turn)
        )
        lost = tuple(max(0.0, had - has) for had, has in zip(before, after, strict=False))
        yield TurningPoint(turn, Kind.OUT, (seat,), lost if any(lost) else ())
