"""What others could do to the own leaders before the next turn, and the own ones to theirs in it
(PA-10, PA-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from pbem.rulesets.parsec.bots.glance import Glance
from pbem.rulesets.parsec.bots.outlook import BEATEN_LEADER
from pbem.rulesets.parsec.bots.survey import Area, Survey
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.galaxy import Leader
from pbem.rulesets.parsec.kinds import KINDS, Kind

_WILL_DO = 0.6
"""How often others do what they could."""


def dangers(at: Glance) -> float:
    """The best of the own chances, less all that is at risk. Of several conflicts that could
    come to one leader the worst counts."""
    temper, hand, best = at.outlook.temper, _refilled(at), 0.0
    risks: dict[Kind, float] = {}
    for area in at.survey.led():
        for leader in area.leaders.values():
            if at.is_own(leader):
                risks[leader.kind] = _internal(at, area, leader, hand["science"])
    for own, other in _joints(at.survey):
        for kind, leader in own.leaders.items():
            rival = other.leaders.get(kind)
            if rival is None or not at.is_own(leader) or at.is_own(rival):
                continue
            lead = own.counts[kind] + hand[kind] - other.counts[kind]
            risks[kind] = max(risks.get(kind, 0.0), _external(at, own, kind, lead))
            best = max(best, _chance(at, other, kind, lead))
    return temper.daring * best - temper.caution * _WILL_DO * sum(risks.values())


def _internal(at: Glance, area: Area, leader: Leader, scientists: int) -> float:
    """What an own leader stands to lose to one put beside it."""
    if not area.land:
        return 0.0
    holds = at.survey.scientists_beside(leader.square) + scientists
    beaten = at.outlook.odds.at_least("science", holds - area.foothold + 1)
    return beaten * (BEATEN_LEADER + at.outlook.share)


def _external(at: Glance, own: Area, kind: Kind, lead: int) -> float:
    """What a union could cost, with so much more strength and ships of its own."""
    lost = BEATEN_LEADER + at.outlook.share * (own.counts[kind] + 1)
    return at.outlook.odds.at_least(kind, lead + 1) * lost


def _chance(at: Glance, other: Area, kind: Kind, lead: int) -> float:
    """What a union could bring."""
    gain = at.needs[kind] * (other.counts[kind] + 1) + at.outlook.share
    return (1 - at.outlook.odds.at_least(kind, lead)) * gain


def _refilled(at: Glance) -> Mapping[Kind, int]:
    """What the hand will hold, most likely, when others move."""
    drawn, share = FIGURES.hand - at.hand.total, at.outlook.odds.share
    return {kind: at.hand.of(kind) + int(drawn * share[kind]) for kind in KINDS}


def _joints(survey: Survey) -> Iterator[tuple[Area, Area]]:
    """Regions with leaders that one settlement could join, each pair both ways round."""
    for one, other in combinations(survey.led(), 2):
        if one.shore & other.shore & survey.joints:
            yield one, other
            yield other, one
