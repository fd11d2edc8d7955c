"""What everything costs a faction, discounts included, and what it brings: output (AM-6) and
victory points (AM-25)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACILITIES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    Cost,
    Facilities,
    Facility,
    Inside,
    Resource,
    Sector,
    Technology,
    discounted,
)


def upgrade(facility: Facility, level: int) -> Cost | None:
    """Raising a facility to `level` (AM-7); None where it cannot be upgraded."""
    table = FIGURES.facilities[facility]
    if table.upgrade_cost is None:
        return None
    return Cost.just(table.resource, table.upgrade_cost * level)


def research(faction: str, technology: Technology, level: int) -> Cost:
    """Raising a technology to `level` (AM-8)."""
    table = FIGURES.technologies[technology]
    price = discounted(table.cost * level, FACTIONS[faction].technology_discount)
    return Cost.just(table.pays, price)


def megastructure(faction: str, name: str) -> Cost:
    """A megastructure, in R of the capital (AM-12)."""
    price = discounted(MEGASTRUCTURES[name].cost, FACTIONS[faction].megastructure_discount)
    return Cost.just(Resource.R, price)


def fleets(count: int, *, with_credits: bool = False) -> Cost:
    """Fleets of any type (AM-10)."""
    resource = Resource.C if with_credits else Resource.R
    return Cost.just(resource, FIGURES.fleets.cost * count)


def colonisation(faction: str, owned: int) -> Cost:
    """A colonisation for who owns so many sectors, the capital counted (AM-17)."""
    price = FIGURES.missions.cost * owned
    return Cost.just(Resource.C, discounted(price, FACTIONS[faction].colonisation_discount))


def conquest(owned: int) -> Cost:
    """A conquest for who owns so many sectors, the capital counted (AM-17)."""
    return Cost.just(Resource.X, FIGURES.missions.cost * owned)


def exchange_rate(faction: str) -> int:
    """How many units are given for one (AM-11)."""
    own = FACTIONS[faction].exchange_rate
    return FIGURES.exchange.rate if own is None else own


def output(facilities: Facilities) -> Cost:
    """What a sector with these facilities gives a turn; R stays in it."""
    tables = ((facility, FIGURES.facilities[facility]) for facility in FACILITIES)
    return Cost(**{t.resource: t.output * facilities.of(facility) for facility, t in tables})


def sector_points(
    sector: Sector,
    bonus: str | None,
    megastructures: Iterable[str],
    faction: str,
    capitals: Collection[Sector],
) -> int:
    """What a sector is worth to `faction`; `capitals` are where factions began (AM-24)."""
    points = FIGURES.points_by_zone[galaxy.zone(sector)]
    points += 0 if bonus is None else BONUSES[bonus].points
    points += FIGURES.points_per_megastructure * len(tuple(megastructures))
    if sector in capitals:
        points += FACTIONS[faction].points_per_capital
    return points


def fleets_a_turn(inside: Inside) -> int:
    """What the refinery's output becomes every turn outside a capital (AM-9)."""
    return output(inside.facilities).R // FIGURES.fleets.cost
