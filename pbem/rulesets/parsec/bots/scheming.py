"""Swaps and weapons: orders that cost one of the two and earn nothing themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.rulesets.parsec.bots.glance import Glance
from pbem.rulesets.parsec.bots.idea import Idea
from pbem.rulesets.parsec.bots.survey import Area
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.orders import Destroy, Swap

_EACH = 0.05
"""What a useless ship less promises, and each settlement that a weapon's blow is about."""
_KEPT = 2
"""So many ships of a useful kind stay."""
_USEFUL = 0.05
"""A kind is useful from this need on."""


def schemes(at: Glance) -> Iterator[Idea]:
    """Other ships, and what may be destroyed."""
    if not at.line.position.means.swapped:
        yield from _swaps(at)
    if at.line.position.means.weapons:
        yield from _leaders(at)
        yield from _bridges(at)


def _swaps(at: Glance) -> Iterator[Idea]:
    """Ships of kinds that cannot be earned, with those of too many alike; or the whole hand."""
    useless: list[Kind] = []
    for kind in KINDS:
        is_useful = kind == "science" or at.earned[kind] * at.needs[kind] > _USEFUL
        useless += [kind] * max(0, at.hand.of(kind) - _KEPT * is_useful)
    if useless:
        yield Idea(_EACH * len(useless), Swap(ships=tuple(useless)))
    if len(useless) < at.hand.total:
        yield Idea(_EACH, Swap(ships=tuple(at.hand.each())))


def _leaders(at: Glance) -> Iterator[Idea]:
    """Rivals' leaders, the more so where they are strong or harvest."""
    for area in at.survey.led():
        for kind, leader in area.leaders.items():
            if not at.is_own(leader):
                weight = 1 + area.counts[kind] / 4 + (area.live > 1)
                yield Idea(_EACH * weight, Destroy(at=leader.square))


def _bridges(at: Glance) -> Iterator[Idea]:
    """Systems by which a rival could join regions to the own harm."""
    for one, other in combinations(at.survey.led(), 2):
        between = one.shore & other.shore & at.survey.joints
        at_stake = _at_stake(at, one, other) + _at_stake(at, other, one) if between else 0
        if at_stake:
            for square in at.survey.grid.each(between):
                yield Idea(_EACH * at_stake, Destroy(at=square))


def _at_stake(at: Glance, own: Area, other: Area) -> int:
    """What would be lost in conflicts in which the other side is as strong, or stronger."""
    return sum(
        own.counts[kind] + 1
        for kind, leader in own.leaders.items()
        if at.is_own(leader) and kind in other.leaders and other.counts[kind] >= own.counts[kind]
    )
