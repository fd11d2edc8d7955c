"""What a faction can do at home: facilities, megastructures, technologies."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rulesets.asylamba_mini.bots.outlook import Outlook
from pbem.rulesets.asylamba_mini.bots.project import Project, lessons, project
from pbem.rulesets.asylamba_mini.figures import FIGURES, MEGASTRUCTURES, MegastructureFigures
from pbem.rulesets.asylamba_mini.holdings import Cost, Facilities, Facility, Resource, Technology
from pbem.rulesets.asylamba_mini.orders import Research, Upgrade, Wonder
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm

_UPGRADABLE: tuple[Facility, ...] = ("refinery", "hub")


def works(outlook: Outlook, realm: Realm) -> Iterator[Project]:
    """Everything that can be built or learned, affordable or not."""
    yield from _upgrades(outlook, realm)
    yield from _wonders(outlook, realm)
    yield from _studies(outlook, realm)


def _upgrades(outlook: Outlook, realm: Realm) -> Iterator[Project]:
    for facility in _UPGRADABLE:
        level = realm.home.facilities.of(facility)
        cost = prices.upgrade(facility, level + 1)
        if cost is not None and level < FIGURES.facilities[facility].maximum:
            value = yields(outlook, Facilities().having(facility, 1))
            yield project(outlook, value, cost, Upgrade(facility=facility))


def yields(outlook: Outlook, levels: Facilities) -> float:
    """What so many levels more give until the end, as C."""
    made = Cost(
        *(
            FIGURES.facilities[name].output * levels.of(name)
            for name in ("refinery", "hub", "technosphere", "school")
        )
    )
    return outlook.worth(made) * max(0.0, outlook.remaining - 1)


def _wonders(outlook: Outlook, realm: Realm) -> Iterator[Project]:
    for name, figures in MEGASTRUCTURES.items():
        if name in realm.built or name in realm.wonders or figures.level > outlook.temper.deepest:
            continue
        study = lessons(realm, "engineering", figures.level)
        cost = study.cost + prices.megastructure(realm.faction, name)
        value = outlook.points_value(1) + _effects(outlook, realm, figures)
        saved = -(1 - outlook.temper.shared) * study.cost.C
        yield project(outlook, value, cost, *study.orders, Wonder(megastructure=name), risk=saved)


def _effects(outlook: Outlook, realm: Realm, figures: MegastructureFigures) -> float:
    grant, home = figures.grant, realm.home
    value = yields(outlook, grant.facilities)
    if figures.to_maximum is not None:
        left = FIGURES.facilities[figures.to_maximum].maximum - home.facilities.of(
            figures.to_maximum
        )
        value += yields(outlook, Facilities().having(figures.to_maximum, left)) * outlook.temper.maxed
    if figures.doubles_fleets:
        value += outlook.worth(prices.fleets(home.fleets.total)) * 0.5
    if grant.tokens:
        # A token saves about what the next sector costs.
        value += prices.colonisation(realm.faction, len(realm.sectors)).C
    if figures.attack_strength or figures.defence_strength:
        fleets = sum(inside.fleets.total for inside in realm.sectors.values())
        value += 0.2 * outlook.worth(prices.fleets(fleets))
    return value


def _studies(outlook: Outlook, realm: Realm) -> Iterator[Project]:
    """What S is for: better ships first, then strength in turn."""
    for technology in _strategic(realm):
        level = realm.technologies.of(technology)
        if level < FIGURES.technologies[technology].maximum:
            cost = prices.research(realm.faction, technology, level + 1)
            fleets = sum(inside.fleets.total for inside in realm.sectors.values())
            gain = 0.25 if technology == "frame" else 0.06
            value = outlook.temper.fighting * gain * outlook.worth(Cost(R=FIGURES.fleets.cost * (20 + fleets)))
            yield project(outlook, value, cost, Research(technology=technology))


def _strategic(realm: Realm) -> tuple[Technology, ...]:
    """Heavy ships lose to the light ones that most fleets are made of: one frame is enough."""
    known = realm.technologies
    return ("attack", "defence") if known.frame else ("frame", "attack", "defence")


def surplus(realm: Realm) -> tuple[Resource, ...]:
    """In which order resources are given away in an exchange."""
    return (Resource.X, Resource.S, Resource.R, Resource.C)
