"""What a foreign sector is worth to who takes it, in C."""

from __future__ import annotations

from pbem.rulesets.asylamba_mini.bots.outlook import Outlook, worth
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
)
from pbem.rulesets.asylamba_mini.holdings import Cost, Facilities
from pbem.rulesets.asylamba_mini.view import SeenSector

_UNKNOWN_BONUS = 60.0
"""What is found is worth so much on the average."""
_CAPITAL = Facilities(refinery=7, hub=7)
"""What a capital that was a while in use has at least."""
_SAFE = 6
"""With so many points nobody is a danger to the others yet."""


def value_of(outlook: Outlook, seen: SeenSector, garrison: float) -> float:
    """Of owning it, and of winning the fight against its garrison."""
    figures = FACTIONS[outlook.faction]
    each = FIGURES.fleets.experience
    if figures.experience_per_fleet is not None:
        each = figures.experience_per_fleet
    value = outlook.worth_of_points(outlook.points_in(seen, outlook.faction))
    value += _holdings(outlook, seen) + worth(Cost(X=each)) * garrison
    if seen.owner is not None:
        value += _harm(outlook, seen, seen.owner) + _reward(outlook)
    return value


def _holdings(outlook: Outlook, seen: SeenSector) -> float:
    if seen.number in outlook.capitals:
        return outlook.worth_of_output(_capital(seen))
    if seen.inside is not None:
        return outlook.worth_of_output(seen.inside.facilities)
    if seen.bonus is not None:
        return outlook.worth_of_output(BONUSES[seen.bonus].facilities)
    return _UNKNOWN_BONUS


def _capital(seen: SeenSector) -> Facilities:
    """What its megastructures tell of a capital."""
    levels = _CAPITAL
    for name in seen.megastructures:
        figures = MEGASTRUCTURES[name]
        levels += figures.grant.facilities
        if figures.to_maximum is not None:
            most = FIGURES.facilities[figures.to_maximum].maximum
            levels = levels.having(figures.to_maximum, most)
    return levels


def _reward(outlook: Outlook) -> float:
    """What the own faction gets for a conquest (AM-22)."""
    reward = FACTIONS[outlook.faction].when_conquered.get(outlook.view.options.faction_bonuses)
    if reward is None:
        return 0.0
    return outlook.worth_of_output(reward.facilities) + reward.purse.credits


def _harm(outlook: Outlook, seen: SeenSector, owner: int) -> float:
    """That its owner loses it: the more, the nearer that one is to victory. With the capital
    everything is lost (AM-24)."""
    points = outlook.view.standing(owner).points
    rival = outlook.view.faction(owner)
    lost = points if seen.number == rival.capital else outlook.points_in(seen, rival.name)
    danger = max(0, points - _SAFE) / FIGURES.points_to_win
    return outlook.temper.point * lost * (0.5 / len(outlook.rivals) + danger)
