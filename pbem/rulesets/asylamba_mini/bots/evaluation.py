"""What holding and having something is worth, in C, and why."""

from __future__ import annotations

from pbem.engine.planner import Reasons
from pbem.rulesets.asylamba_mini.bots.features import Outlook
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    Cost,
    Facilities,
    MegastructureFigures,
    Sector,
    Technology,
)
from pbem.rulesets.asylamba_mini.mechanics import Realm, prices
from pbem.rulesets.asylamba_mini.mechanics.prices import output, sector_points
from pbem.rulesets.asylamba_mini.view import SeenSector

_WORTH_OF_R = 0.8
_WORTH_OF_S = 0.4
_WORTH_OF_X = 0.25
_RIPE = 20.0
"""The turn from which on points count full. Before, they can wait and output cannot."""
_WINNING = 3.0
"""How many times its worth a point has that wins the game."""


def worth(outlook: Outlook, cost: Cost) -> float:
    """So much of every resource, in C of the middle of the game. C is scarcest, since it buys the
    right to every sector; nobody needs S and X every turn."""
    total = cost.C + _WORTH_OF_R * cost.R + _WORTH_OF_S * cost.S + _WORTH_OF_X * cost.X
    return outlook.thrift * total


def of_fleets(outlook: Outlook, number: float) -> float:
    """By their price."""
    return outlook.thrift * _WORTH_OF_R * FIGURES.fleets.cost * number


def of_points(outlook: Outlook, points: int, before: int = 0) -> float:
    """So many points more, `before` others that the turn brings already."""
    wins = outlook.points + before + points >= FIGURES.points_to_win
    ripe = min(1.0, outlook.view.open_turn / min(_RIPE, outlook.last))
    return outlook.params.point * ripe * points * (_WINNING if wins else 1.0)


def of_output(outlook: Outlook, levels: Facilities, later: float = 0.0) -> float:
    """What facilities of these levels give until the end, from so many turns on."""
    return worth(outlook, output(levels)) * max(0.0, outlook.remaining - 1 - later)


# Sectors --------------------------------------------------------------------------------

_FOUND = 60.0
_FOUND_OUTPUT = 3.0
"""What an unknown bonus is worth on the average, at once and in every turn."""
_CAPITAL = Facilities(refinery=7, hub=7)
"""What a capital that was a while in use has at least."""
_SAFE = 6
"""With so many points nobody is a danger to the others yet."""
_DELAY = 0.96
"""What is left of a gain that comes a turn later."""


def points_in(outlook: Outlook, seen: SeenSector, faction: str) -> int:
    """What a sector counts for a faction (AM-25)."""
    return sector_points(seen.number, seen.bonus, seen.megastructures, faction, outlook.capitals)


def of_sector(
    outlook: Outlook, seen: SeenSector, garrison: float, turns: int, before: int
) -> Reasons:
    """Of owning it in so many turns, and of winning the fight against its garrison."""
    figures = FACTIONS[outlook.faction]
    each = FIGURES.fleets.experience
    if figures.experience_per_fleet is not None:
        each = figures.experience_per_fleet
    late = _DELAY**turns
    gains = {
        "points": late * of_points(outlook, points_in(outlook, seen, outlook.faction), before),
        "income": late * _holdings(outlook, seen),
        "spoils": late * worth(outlook, Cost(X=each)) * garrison,
    }
    if seen.owner is not None:
        gains["harm"] = late * _harm(outlook, seen, seen.owner)
        gains["spoils"] += late * _reward(outlook)
    return gains


def _holdings(outlook: Outlook, seen: SeenSector) -> float:
    if seen.number in outlook.capitals:
        return of_output(outlook, _capital(seen))
    if seen.inside is not None:
        return of_output(outlook, seen.inside.facilities)
    if seen.bonus is not None:
        return of_output(outlook, BONUSES[seen.bonus].facilities)
    return outlook.thrift * (_FOUND + _FOUND_OUTPUT * max(0.0, outlook.remaining - 1))


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
    return of_output(outlook, reward.facilities) + worth(outlook, Cost(C=reward.purse.credits))


def _harm(outlook: Outlook, seen: SeenSector, owner: int) -> float:
    """That its owner loses it: the more, the nearer that one is to victory. With the capital
    everything is lost (AM-24), and with the last rival's the game is won."""
    points = outlook.view.standing(owner).points
    rival = outlook.view.faction(owner)
    lost = points if seen.number == rival.capital else points_in(outlook, seen, rival.name)
    if seen.number == rival.capital and len(outlook.rivals) == 1:
        return _WINNING * outlook.params.point * FIGURES.points_to_win
    danger = max(0, points - _SAFE) / FIGURES.points_to_win
    return outlook.params.point * lost * (0.5 / len(outlook.rivals) + danger)


def danger(sector: Sector) -> str:
    """The reason of losing it."""
    return f"danger {sector}"


def of_loss(outlook: Outlook, realm: Realm, seen: SeenSector) -> float:
    """What goes with an own sector; with the capital all goes (AM-24)."""
    if seen.number == realm.capital:
        points = max(1, outlook.points)
        return 2 * of_points(outlook, points) + of_output(outlook, realm.home.facilities)
    held = points_in(outlook, seen, outlook.faction)
    levels = realm.sectors[seen.number].facilities
    return of_points(outlook, held) + of_output(outlook, levels)


# At home --------------------------------------------------------------------------------

_TO_MAXIMUM = 0.8
"""What levels at one blow count, since the last would never have been bought singly."""
_DOUBLED = 0.5
_GENERAL_STRENGTH = 0.2
"""What a megastructure that strengthens all fleets is worth, as a part of them."""
_GAIN: dict[Technology, float] = {"frame": 0.25, "attack": 0.06, "defence": 0.06}
"""What a level is worth, as a part of all fleets."""
_FLEETS_TO_COME = 20


def of_megastructure(
    outlook: Outlook, realm: Realm, figures: MegastructureFigures, before: int
) -> Reasons:
    income = of_output(outlook, figures.grant.facilities)
    if figures.to_maximum is not None:
        facility = figures.to_maximum
        left = FIGURES.facilities[facility].maximum - realm.home.facilities.of(facility)
        income += _TO_MAXIMUM * of_output(outlook, Facilities().having(facility, left))
    if figures.grant.tokens:
        right = prices.colonisation(realm.faction, len(realm.sectors))
        income += worth(outlook, right)
    fleets = 0.0
    if figures.doubles_fleets:
        fleets += _DOUBLED * of_fleets(outlook, realm.home.fleets.total)
    if figures.attack_strength or figures.defence_strength:
        fleets += _GENERAL_STRENGTH * of_fleets(outlook, _all_fleets(realm))
    points = of_points(outlook, FIGURES.points_per_megastructure, before)
    return {"points": points, "income": income, "fleets": fleets}


def of_study(outlook: Outlook, realm: Realm, technology: Technology) -> float:
    """A level of what makes fleets stronger."""
    return _GAIN[technology] * of_fleets(outlook, _FLEETS_TO_COME + _all_fleets(realm))


def _all_fleets(realm: Realm) -> int:
    return sum(inside.fleets.total for inside in realm.sectors.values())
