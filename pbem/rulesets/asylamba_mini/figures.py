"""The tables of the game, read once from ``data/``: what the source and the rulings give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

from pbem.engine.tables import Entry, read
from pbem.rulesets.asylamba_mini.holdings import (
    SHIPS,
    Facilities,
    Facility,
    Fleets,
    Grant,
    Purse,
    Resource,
    Ship,
    Technologies,
    Technology,
)

GAME = "pbem.rulesets.asylamba_mini"
"""The package whose ``data/`` has the tables."""

Zone = Literal["peripheral", "bridge", "ring", "central"]
Reading = Literal["3.5", "3.6"]
"""Which section of the source is followed where the two differ (AM-22)."""


class FacilityFigures(Entry, frozen=True):
    """Table 2. ``resource`` is what it gives and what upgrades are paid with: ``upgrade_cost``
    times the level; None: cannot be upgraded."""

    output: int
    maximum: int
    resource: Resource
    upgrade_cost: int | None = None


class TechnologyFigures(Entry, frozen=True):
    """Table 3. Level n costs n times ``cost``, in the resource that ``pays``."""

    maximum: int
    cost: int
    pays: Resource


class ShipFigures(Entry, frozen=True):
    """3.6: the frame level that unlocks the type, and the type that it beats."""

    frame: int
    beats: Ship


class FleetFigures(Entry, frozen=True):
    """AM-5, AM-9, AM-10, AM-20, AM-21. ``advantage`` is the factor as (numerator, denominator)."""

    cost: int
    squadrons: int
    strength_per_level: int
    advantage: tuple[int, int]
    experience: int
    rebel_limit: int


class MissionFigures(Entry, frozen=True):
    """AM-16 and AM-17, each times the sectors owned."""

    per_sector: int
    cost: int


class ExchangeFigures(Entry, frozen=True):
    """AM-11: how many are given for one."""

    rate: int


class Stocks(Entry, frozen=True):
    """What a faction begins with: R in its capital, and its purse (AM-2)."""

    resources: int
    purse: Purse


class StartFigures(Entry, frozen=True):
    """AM-2 and table 2: a capital at the start."""

    facilities: Facilities
    fleets: Fleets
    resources: int
    purse: Purse


class GarrisonFigures(Entry, frozen=True):
    """AM-4: fleets of rebels by zone, lowest and highest, and what a military bonus adds."""

    peripheral: tuple[int, int]
    bridge: tuple[int, int]
    ring: tuple[int, int]
    central: tuple[int, int]
    military: int

    def of(self, zone: Zone) -> tuple[int, int]:
        """The lowest and the highest number in that zone."""
        span: tuple[int, int] = getattr(self, zone)
        return span


class Figures(Entry, frozen=True):
    """``data/figures.toml`` whole."""

    points_to_win: int
    points_by_zone: dict[Zone, int]
    points_per_megastructure: int
    bonus_copies: int
    facilities: dict[Facility, FacilityFigures]
    technologies: dict[Technology, TechnologyFigures]
    ships: dict[Ship, ShipFigures]
    fleets: FleetFigures
    missions: MissionFigures
    exchange: ExchangeFigures
    start: StartFigures
    garrisons: GarrisonFigures


class HeadStart(Entry, frozen=True):
    """What a faction begins with beyond the others' start."""

    facilities: Facilities = Facilities()
    technologies: Technologies = Technologies()


class FactionFigures(Entry, frozen=True):
    """Where a faction departs from the common figures (3.5). Discounts and strengths are percents.

    ``captures_every`` n: one of n fleets that the loser lost is taken over (AM-22).
    """

    name: str
    points_per_capital: int = 0
    defence_strength: int = 0
    colonisation_strength: int = 0
    exchange_rate: int | None = None
    technology_discount: int = 0
    megastructure_discount: int = 0
    colonisation_discount: int = 0
    swift: bool = False
    builds_with_credits: bool = False
    experience_per_fleet: int | None = None
    captures_every: Mapping[Reading, int] = {}
    when_defended: Mapping[Reading, Grant] = {}
    when_conquered: Mapping[Reading, Grant] = {}
    start: HeadStart = HeadStart()


class BonusFigures(Entry, frozen=True):
    """A sector bonus (3.3): ``facilities`` from the start, ``grant`` at the first capture (AM-3).

    ``garrison`` says whether more or better fleets guard it (AM-4).
    """

    name: str
    facilities: Facilities = Facilities()
    grant: Grant = Grant()
    points: int = 0
    garrison: Literal["common", "military", "science"] = "common"


class MegastructureFigures(Entry, frozen=True):
    """A megastructure (3.7). Strengths, in percent, are those of its sector's owner (AM-12)."""

    name: str
    level: int
    cost: int
    grant: Grant = Grant()
    defence_strength: int = 0
    attack_strength: int = 0
    doubles_fleets: bool = False
    to_maximum: Facility | None = None


N = TypeVar("N", FactionFigures, BonusFigures, MegastructureFigures)


def _named(entries: tuple[N, ...]) -> dict[str, N]:
    return {entry.name: entry for entry in entries}


FIGURES = read(GAME, "figures.toml", Figures)
FACTIONS = _named(read(GAME, "factions.toml", dict[str, tuple[FactionFigures, ...]])["faction"])
BONUSES = _named(read(GAME, "bonuses.toml", dict[str, tuple[BonusFigures, ...]])["bonus"])
MEGASTRUCTURES = _named(
    read(GAME, "megastructures.toml", dict[str, tuple[MegastructureFigures, ...]])["megastructure"]
)
EVEN_STOCKS = read(GAME, "balance.toml", dict[str, dict[str, Stocks]])["even"]
"""Starting stocks by faction with ``balance = "even"``; others have the common ones."""


def heaviest_unlocked(frame: int) -> Ship:
    """The heaviest type that this level of the frame technology unlocks (3.6)."""
    return [ship for ship in SHIPS if FIGURES.ships[ship].frame <= frame][-1]


def discounted(price: int, percent: int) -> int:
    """The price less a discount, to the nearest whole unit, halves up (AM-8)."""
    return (price * (100 - percent) * 2 + 100) // 200
