"""What a faction can do at home: facilities, megastructures, technologies."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rulesets.asylamba_mini.bots.outlook import Outlook, worth
from pbem.rulesets.asylamba_mini.bots.project import Project, lessons, project
from pbem.rulesets.asylamba_mini.figures import (
    FIGURES,
    MEGASTRUCTURES,
    Facilities,
    Facility,
    MegastructureFigures,
    Technology,
)
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.orders import Research, Upgrade, Wonder

_UPGRADABLE: tuple[Facility, ...] = ("refinery", "hub")
_OWN_SHARE = 0.6
"""How much of its engineering a megastructure has to pay for; the rest serves the next ones."""
_TO_MAXIMUM = 0.8
"""What levels at one blow count, since the last would never have been bought singly."""
_DOUBLED = 0.5
_GENERAL_STRENGTH = 0.2
"""What a megastructure that strengthens all fleets is worth, as a part of them."""
_GAIN: dict[Technology, float] = {"frame": 0.25, "attack": 0.06, "defence": 0.06}
"""What a level is worth, as a part of all fleets."""
_FLEETS_TO_COME = 20


def works(outlook: Outlook, realm: Realm) -> Iterator[Project]:
    """Everything that can be built or learned for its own sake, affordable or not."""
    yield from _upgrades(outlook, realm)
    yield from _wonders(outlook, realm)
    yield from _studies(realm)


def _upgrades(outlook: Outlook, realm: Realm) -> Iterator[Project]:
    for facility in _UPGRADABLE:
        level = realm.home.facilities.of(facility)
        cost = prices.upgrade(facility, level + 1)
        if cost is not None and level < FIGURES.facilities[facility].maximum:
            value = outlook.worth_of_output(Facilities().having(facility, 1))
            yield project(value, cost, Upgrade(facility=facility))


def _wonders(outlook: Outlook, realm: Realm) -> Iterator[Project]:
    for name, figures in MEGASTRUCTURES.items():
        if name in realm.built or name in realm.wonders or figures.level > outlook.temper.deepest:
            continue
        study = lessons(realm, "engineering", figures.level)
        cost = study.cost + prices.megastructure(realm.faction, name)
        yield project(
            outlook.worth_of_points(FIGURES.points_per_megastructure)
            + _effects(outlook, realm, figures),
            cost,
            *study.orders,
            Wonder(megastructure=name),
            beside=(_OWN_SHARE - 1) * worth(study.cost),
        )


def _effects(outlook: Outlook, realm: Realm, figures: MegastructureFigures) -> float:
    """What a megastructure is worth beside its point, in C."""
    value = outlook.worth_of_output(figures.grant.facilities)
    if figures.to_maximum is not None:
        facility = figures.to_maximum
        left = FIGURES.facilities[facility].maximum - realm.home.facilities.of(facility)
        gained = outlook.worth_of_output(Facilities().having(facility, left))
        value += _TO_MAXIMUM * gained
    if figures.doubles_fleets:
        value += _DOUBLED * worth(prices.fleets(realm.home.fleets.total))
    if figures.grant.tokens:
        value += worth(prices.colonisation(realm.faction, len(realm.sectors)))
    if figures.attack_strength or figures.defence_strength:
        value += _GENERAL_STRENGTH * worth(prices.fleets(_all_fleets(realm)))
    return value


def _studies(realm: Realm) -> Iterator[Project]:
    """What S is for. Heavy ships lose to light ones, so that one level of frame is enough."""
    known = realm.technologies
    for technology, gain in _GAIN.items():
        level = known.of(technology)
        most = 1 if technology == "frame" else FIGURES.technologies[technology].maximum
        if level < most and (known.frame or technology == "frame"):
            value = gain * worth(prices.fleets(_FLEETS_TO_COME + _all_fleets(realm)))
            cost = prices.research(realm.faction, technology, level + 1)
            yield project(value, cost, Research(technology=technology))


def _all_fleets(realm: Realm) -> int:
    return sum(inside.fleets.total for inside in realm.sectors.values())
