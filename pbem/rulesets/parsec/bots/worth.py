"""What a position at the end of the own turn is worth: what is gained, what can be earned from
here, and what others can do about it. In resources all around: one more of each is 1."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.rulesets.parsec.bots.dangers import dangers
from pbem.rulesets.parsec.bots.glance import Glance, glance, harvests, market, reach
from pbem.rulesets.parsec.bots.line import Line
from pbem.rulesets.parsec.bots.outlook import Outlook
from pbem.rulesets.parsec.bots.survey import Area, Survey
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS

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


def worth(outlook: Outlook, line: Line) -> float:
    """Of the position that a line of orders leads to, with the harvest that comes next."""
    at = glance(outlook, line)
    temper, survey = outlook.temper, at.survey
    taken = harvests(survey, outlook.seat)
    fade = min(1.0, outlook.left / _SOON)
    soon = min(1.0, outlook.left)
    prospect = temper.foresight * sum(at.earned[kind] * at.needs[kind] for kind in KINDS)
    prospect += _SCIENTIST * at.hand.of("science")
    prospect += _artifacts(survey, outlook.seat, int(taken))
    for rival in outlook.rivals:
        prospect -= outlook.share * len(KINDS) * _rival(outlook, survey, rival)
    if temper.caution or temper.daring:
        prospect += dangers(at)
    return (
        outlook.utility(line.amounts, line.artifacts + taken)
        - outlook.share * line.harm
        + temper.readiness * soon * _next_turn(at)
        + fade * prospect
    )


def _next_turn(at: Glance) -> float:
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
    return outlook.temper.foresight * earned + _artifacts(survey, seat, 0)


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
