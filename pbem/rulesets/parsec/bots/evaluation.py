"""What a position at the end of the own turn is worth, and why: what is gained, what can be earned
from here, and what others can do about it. In resources all around: one more of each is 1."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.api import Seat
from pbem.engine.planner import Reasons
from pbem.rulesets.parsec.bots.features import (
    BEATEN_LEADER,
    Features,
    Outlook,
    harvests,
    market,
    reach,
)
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Kind, Leader
from pbem.rulesets.parsec.mechanics import Area, Survey

INCOME: Mapping[Kind, str] = {kind: f"income {kind}" for kind in KINDS}
"""The reason of being able to earn each kind."""

_SOON = 4.0
"""Own turns before the end from which on it is less and less worth to be able to earn."""
_AGAIN = 0.9
"""What a second settlement of a kind brings in the same turn, of the first."""
_SCIENTIST = 0.02
"""What a scientist in the hand is worth for conflicts."""
_LATER_ARTIFACT = 0.4
"""What an artifact is worth that could be harvested later on."""
_FAR, _NEARING = 8, 0.03
"""From so many settlements on, and for each one less on the way, another artifact is something
to build for."""
_WILL_DO = 0.6
"""How often others do what they could."""


def evaluate(at: Features) -> Reasons:
    """Of the position that a draft leads to, with the harvest that comes next."""
    outlook, draft, survey = at.outlook, at.draft, at.survey
    params, taken = outlook.params, harvests(survey, outlook.seat)
    fade, soon = min(1.0, outlook.left / _SOON), min(1.0, outlook.left)
    held = outlook.utility(draft.resources, draft.artifacts)
    rivals = sum(_rival(outlook, survey, rival) for rival in outlook.rivals)
    reasons = {
        "resources": held,
        "harvest": outlook.utility(draft.resources, draft.artifacts + 1) - held if taken else 0.0,
        "artifacts": fade * _artifacts(survey, outlook.seat, int(taken)),
        "hand": fade * _SCIENTIST * at.hand.of("science")
        + params.readiness * soon * _next_turn(at),
        "rivals": -outlook.share * (draft.harm + fade * len(KINDS) * rivals),
    }
    for kind in KINDS:
        reasons[INCOME[kind]] = fade * params.foresight * at.earned[kind] * at.needs[kind]
    if params.caution or params.daring:
        chance, risk = _conflicts(at)
        reasons["chances"] = fade * params.daring * chance
        reasons["dangers"] = -fade * params.caution * _WILL_DO * risk
    return reasons


# Income -------------------------------------------------------------------------------


def _next_turn(at: Features) -> float:
    """What the best two settlements of the next turn will bring, with the ships that are kept
    and those that will be drawn."""
    drawn, chances = FIGURES.hand - at.hand.total, []
    for kind in KINDS:
        value, have = at.earned[kind] * at.needs[kind], at.hand.of(kind)
        comes = 1 - (1 - at.outlook.odds.share[kind]) ** drawn
        first = 1.0 if have else comes
        second = 1.0 if have > 1 else comes * (1.0 if have else comes / 2)
        chances += [(value, first), (value * _AGAIN, second)]
    none, one, gain = 1.0, 0.0, 0.0
    for value, chance in sorted(chances, reverse=True):
        gain += value * chance * (none + one)
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return gain


def _rival(outlook: Outlook, survey: Survey, seat: Seat) -> float:
    """What a rival could earn; what it needs most nobody knows (PA-15)."""
    earned = sum(reach(survey, seat).values()) / len(KINDS)
    return outlook.params.foresight * earned + _artifacts(survey, seat, 0)


def _artifacts(survey: Survey, seat: Seat, taken: int) -> float:
    """Those that a merchant leader could take later on, and the way to the next one."""
    area = market(survey, seat)
    live = 0 if area is None else area.live - taken
    if area is None or not live:
        return 0.0
    ready = max(0, live - FIGURES.artifacts_to_harvest + 1)
    return _LATER_ARTIFACT * ready + _NEARING * (_FAR - _to_next(survey, area))


def _to_next(survey: Survey, area: Area) -> int:
    """Settlements that are missing on the way to the nearest artifact of another region."""
    others = survey.live & ~area.squares
    passable = survey.free | others
    found = area.squares
    for missing in range(_FAR):
        found |= survey.grid.spread(found) & passable
        if found & others:
            return missing
    return _FAR


# Conflicts ----------------------------------------------------------------------------


def _conflicts(at: Features) -> tuple[float, float]:
    """The best of the own chances, and all that is at risk before the next turn. Of several
    conflicts that could come to one leader the worst counts (PA-10, PA-11)."""
    drawn, likely = FIGURES.hand - at.hand.total, at.outlook.odds.share
    hand = {kind: at.hand.of(kind) + int(drawn * likely[kind]) for kind in KINDS}  # once refilled
    best = 0.0
    risks: dict[Kind, float] = {}
    for area in at.survey.led():
        for leader in area.leaders.values():
            if at.is_own(leader):
                risks[leader.kind] = _internal(at, area, leader, hand["science"])
    pairs = [(one, other) for one, other, _between in at.survey.bridges()]
    for own, other in (*pairs, *((other, one) for one, other in pairs)):
        for kind, leader in own.leaders.items():
            rival = other.leaders.get(kind)
            if rival is None or not at.is_own(leader) or at.is_own(rival):
                continue
            lead = own.counts[kind] + hand[kind] - other.counts[kind]
            odds, share = at.outlook.odds, at.outlook.share
            lost = BEATEN_LEADER + share * (own.counts[kind] + 1)
            risks[kind] = max(risks.get(kind, 0.0), odds.at_least(kind, lead + 1) * lost)
            gain = at.needs[kind] * (other.counts[kind] + 1) + share
            best = max(best, (1 - odds.at_least(kind, lead)) * gain)
    return best, sum(risks.values())


def _internal(at: Features, area: Area, leader: Leader, scientists: int) -> float:
    """What an own leader stands to lose to one put beside it."""
    if not area.land:
        return 0.0
    holds = at.survey.scientists_beside(leader.square) + scientists
    beaten = at.outlook.odds.at_least("science", holds - at.survey.foothold(area) + 1)
    return beaten * (BEATEN_LEADER + at.outlook.share)
