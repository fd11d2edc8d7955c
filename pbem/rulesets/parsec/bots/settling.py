"""Settlements that come to mind: what they earn, and the conflicts of unions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.maps.board import Square
from pbem.rulesets.parsec.bots.glance import Glance
from pbem.rulesets.parsec.bots.grid import Squares
from pbem.rulesets.parsec.bots.idea import Idea, best
from pbem.rulesets.parsec.bots.survey import Area, Survey
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.orders import Settle

_ALIKE = 3
"""So many settlements of a kind beside the same regions are looked at closely."""
_JOINS = 0.15
"""What it promises to join regions without a fight."""
_SHELTER = 0.05
"""A scientist beside an own leader."""
_ROCK = 0.02
"""A system for miners within reach."""
_FAR, _NEARING = 6, 0.01
"""A step less than so many from another artifact, where the own merchant leader is."""


def settlements(at: Glance) -> Iterator[Idea]:
    """For each kind in the hand, the best places beside each region and between each two."""
    kinds = [kind for kind in KINDS if at.hand.of(kind)]
    rock = at.survey.grid.rock
    for areas, squares in _places(at.survey):
        for kind in kinds:
            fitting = squares & (rock if kind == "mining" else ~rock)
            if fitting:
                promise = _promise(at, kind, areas)
                found = (
                    Idea(promise + _lie(at, kind, square, areas[0]), Settle(kind=kind, at=square))
                    for square in at.survey.grid.each(fitting)
                )
                yield from best(found, _ALIKE)


def _places(survey: Survey) -> Iterator[tuple[Sequence[Area], Squares]]:
    """Free systems beside a single region, and between two."""
    for area in survey.areas:
        yield [area], area.land | area.rock
    for one, other in combinations(survey.areas, 2):
        between = one.shore & other.shore & survey.joints
        if between:
            yield [one, other], between


def _promise(at: Glance, kind: Kind, areas: Sequence[Area]) -> float:
    """The resource that a settlement brings, or the conflicts."""
    led = [area for area in areas if area.leaders]
    if len(led) > 1:
        return _union(at, *led)
    value = _JOINS if len(areas) > 1 else 0.0
    earner = led[0].earner(kind) if led else None
    if earner is None:
        return value
    return value + (at.needs[kind] if at.is_own(earner) else -at.outlook.share)


def _union(at: Glance, one: Area, other: Area) -> float:
    """What conflicts promise when each is fought by itself (PA-11)."""
    value = 0.0
    for kind in KINDS:
        a, b = one.leaders.get(kind), other.leaders.get(kind)
        if a is None or b is None or not (at.is_own(a) or at.is_own(b)):
            continue
        own, theirs = (one, other) if at.is_own(a) else (other, one)
        lead = own.counts[kind] + at.hand.of(kind) - theirs.counts[kind]
        chance = 1 - at.outlook.odds.at_least(kind, lead)
        gain = (theirs.counts[kind] + 1) * at.needs[kind]
        loss = (own.counts[kind] + 1) * at.outlook.share
        value += chance * gain - (1 - chance) * loss
    return value


def _lie(at: Glance, kind: Kind, square: Square, area: Area) -> float:
    """How well a place lies: scientists beside own leaders, rock for miners within reach, the
    way to the next artifact."""
    space = at.survey.space
    near = space.neighbours(square)
    value = _ROCK * sum(not space.is_inhabitable(s) and space.is_free(s) for s in near)
    if kind == "science":
        value += _SHELTER * sum(at.is_own(space.leaders.get(s)) for s in near)
    if at.is_own(area.leaders.get("merchant")):
        value += _NEARING * max(0, _FAR - _to_next(at.survey, area, square))
    return value


def _to_next(survey: Survey, area: Area, square: Square) -> int:
    """Steps to the nearest artifact of another region."""
    others = survey.grid.each(survey.live & ~area.squares)
    x, y = square
    return min((abs(x - a) + abs(y - b) for a, b in others), default=_FAR)
