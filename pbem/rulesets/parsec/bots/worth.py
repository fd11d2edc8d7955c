"""What a position at the end of the own turn is worth: what is gained, what can be earned from
here, and what others can do about it. In resources all around: one more of each is 1."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from pbem.engine.api import Seat
from pbem.rulesets.parsec.bots.line import Line
from pbem.rulesets.parsec.bots.outlook import Outlook
from pbem.rulesets.parsec.bots.survey import Area, Survey
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.galaxy import Leader
from pbem.rulesets.parsec.kinds import KINDS, Counts, Kind

_SOON = 4.0
"""Own turns before the end from which on it is less and less worth to be able to earn."""
_STAND_IN = 0.8
"""What a government leader is worth to a kind whose leader is not there."""
_AGAIN = 0.9
"""What a second settlement of a kind brings in the same turn, of the first."""
_SCIENTIST = 0.02
"""What a scientist in the hand is worth for conflicts."""
_LEADER = 0.3
_LATER_ARTIFACT = 0.4
"""What an artifact is worth that could be harvested later on, of one harvested now."""
_NEAR, _NEARING = 8, 0.03
"""From so many steps on, and for each step less, another artifact is something to build for."""
_WILL_DO = 0.6
"""How often others do what they could."""


def worth(outlook: Outlook, line: Line) -> float:
    """Of the position that a line of orders leads to, with the harvest that comes next."""
    survey = Survey(line.position.space)
    artifacts, live = line.artifacts, 0
    if _harvests(survey, outlook.seat):
        artifacts, live = artifacts + 1, 1
    needs = outlook.needs(line.amounts, artifacts)
    hand = line.position.means.hand
    temper = outlook.temper
    share = temper.rivalry / len(outlook.rivals) / len(KINDS)
    fade = min(1.0, outlook.left / _SOON)
    earned = reach(survey, outlook.seat)
    value = outlook.utility(line.amounts, artifacts)
    value -= line.harm * share
    value += temper.foresight * fade * sum(earned[kind] * needs[kind] for kind in KINDS)
    value += temper.readiness * min(1.0, outlook.left) * _next_turn(outlook, earned, needs, hand)
    value += fade * _SCIENTIST * hand.of("science")
    value += fade * _artifacts(survey, outlook.seat, live)
    for rival in outlook.rivals:
        theirs = sum(reach(survey, rival).values()) / len(KINDS)
        value -= fade * share * len(KINDS) * temper.foresight * theirs
        value -= fade * share * len(KINDS) * _artifacts(survey, rival, 0)
    if temper.caution or temper.daring:
        value += fade * _dangers(outlook, survey, needs, _refilled(outlook, hand))
    return value


def _refilled(outlook: Outlook, hand: Counts) -> Mapping[Kind, int]:
    """What the hand will hold at least, most likely, when others move."""
    drawn = FIGURES.hand - hand.total
    return {kind: hand.of(kind) + int(drawn * outlook.odds.share[kind]) for kind in KINDS}


def reach(survey: Survey, seat: Seat) -> Mapping[Kind, float]:
    """How well a seat can earn each kind: by its leader, or its government leader where no
    other is, in a region with room."""
    found = dict.fromkeys(KINDS, 0.0)
    for area in survey.areas:
        for leader in area.leaders.values():
            if leader.seat != seat:
                continue
            if area.room(leader.kind):
                found[leader.kind] = 1.0
            if leader.kind == "government":
                for kind in KINDS:
                    if not found[kind] and area.room(kind) and area.earner(kind) is leader:
                        found[kind] = _STAND_IN
    return found


def _next_turn(
    outlook: Outlook, earned: Mapping[Kind, float], needs: Mapping[Kind, float], hand: Counts
) -> float:
    """What the best two settlements of the next turn will bring, with the ships that are kept
    and those that will be drawn."""
    drawn = FIGURES.hand - hand.total
    items = []
    for kind in KINDS:
        value, have = earned[kind] * needs[kind], hand.of(kind)
        comes = 1 - (1 - outlook.odds.share[kind]) ** drawn
        first = 1.0 if have else comes
        second = 1.0 if have > 1 else comes * (1.0 if have else comes / 2)
        items += [(value, first), (value * _AGAIN, second)]
    none, one, gain = 1.0, 0.0, 0.0
    for value, chance in sorted(items, reverse=True):
        gain += value * chance * (none + one)
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return gain


def _harvests(survey: Survey, seat: Seat) -> bool:
    """Whether an artifact will be taken at the end of the turn (PA-13)."""
    leader = survey.space.leader(seat, "merchant")
    if leader is None:
        return False
    return survey.area(leader.square).live >= FIGURES.artifacts_to_harvest


def _artifacts(survey: Survey, seat: Seat, taken: int) -> float:
    """Those that a merchant leader could take later on, and the way to the next one."""
    leader = survey.space.leader(seat, "merchant")
    if leader is None:
        return 0.0
    area = survey.area(leader.square)
    live = area.live - taken
    value = _LATER_ARTIFACT * max(0, live - FIGURES.artifacts_to_harvest + 1)
    if live:
        value += _NEARING * (_NEAR - _to_next(survey, area))
    return value


def _to_next(survey: Survey, area: Area) -> int:
    """Settlements that are missing on the way to the nearest artifact of another region."""
    others = survey.live & ~area.squares
    passable = survey.free | others
    found = area.squares
    for steps in range(_NEAR):
        found |= survey.grid.spread(found) & passable
        if found & others:
            return steps
    return _NEAR


# Dangers ------------------------------------------------------------------------------


def _dangers(
    outlook: Outlook, survey: Survey, needs: Mapping[Kind, float], hand: Mapping[Kind, int]
) -> float:
    """Less what others could do to the own leaders; more for what the own could do next."""
    temper = outlook.temper
    risks: dict[Kind, float] = {}
    chances: dict[Kind, float] = {}
    for area in survey.areas:
        for leader in area.leaders.values():
            if leader.seat == outlook.seat:
                risks[leader.kind] = _internal(outlook, survey, area, leader, hand)
    for one, other in _joints(survey):
        for mine in one.leaders.values():
            if mine.seat != outlook.seat:
                continue
            theirs = other.leaders.get(mine.kind)
            if theirs is None or theirs.seat == outlook.seat:
                continue
            kind = mine.kind
            lead = one.counts[kind] + hand[kind] - other.counts[kind]
            share = temper.rivalry / len(outlook.rivals) / len(KINDS)
            loss = _LEADER + share * (one.counts[kind] + 1)
            risk = outlook.odds.at_least(kind, lead + 1) * loss
            risks[kind] = max(risks.get(kind, 0.0), risk)
            gain = needs[kind] * (other.counts[kind] + 1) + share
            chance = (1 - outlook.odds.at_least(kind, lead)) * gain
            chances[kind] = max(chances.get(kind, 0.0), chance)
    best = max(chances.values(), default=0.0)
    return temper.daring * best - temper.caution * _WILL_DO * sum(risks.values())


def _internal(
    outlook: Outlook, survey: Survey, area: Area, leader: Leader, hand: Mapping[Kind, int]
) -> float:
    """What an own leader stands to lose to one put beside it (PA-10)."""
    if not area.land:
        return 0.0
    holds = survey.scientists_beside(leader.square) + hand["science"]
    share = outlook.temper.rivalry / len(outlook.rivals) / len(KINDS)
    return outlook.odds.at_least("science", holds - area.foothold + 1) * (_LEADER + share)


def _joints(survey: Survey) -> list[tuple[Area, Area]]:
    """Regions with leaders that one settlement could join, each pair both ways round."""
    led, found = survey.led(), []
    for one, other in combinations(led, 2):
        if one.shore & other.shore & survey.joints:
            found += [(one, other), (other, one)]
    return found
