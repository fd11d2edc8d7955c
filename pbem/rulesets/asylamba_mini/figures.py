"""What a faction holds (fleets, facilities, technologies, stocks and tokens), and the tables of the
game, read once from ``data/``: what the source and the rulings give.

Holdings are plain frozen data with the little arithmetic that belongs to it, used by the truth and
by views alike. Resources are whole units: R lies in a sector, C, S and X with the faction.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, TypeVar

import msgspec

from pbem.engine.amounts import Amounts
from pbem.engine.i18n import N_
from pbem.engine.tables import TableEntry, read

Sector = int
"""A sector's number, 1 to 36 (AM-1)."""

Ship = Literal["light", "medium", "heavy"]
Facility = Literal["refinery", "hub", "technosphere", "school"]
Technology = Literal["administration", "engineering", "conquest", "defence", "attack", "frame"]

FACILITY_NAMES: dict[Facility, str] = {
    "refinery": N_("refinery"),
    "hub": N_("commercial hub"),
    "technosphere": N_("technosphere"),
    "school": N_("military school"),
}
"""By key, to be translated, as all names here."""
FACILITIES: tuple[Facility, ...] = tuple(FACILITY_NAMES)

TECHNOLOGY_NAMES: dict[Technology, str] = {
    "administration": N_("extended administration"),
    "engineering": N_("spatial engineering"),
    "conquest": N_("conquest"),
    "defence": N_("defence"),
    "attack": N_("attack"),
    "frame": N_("frame"),
}
TECHNOLOGIES: tuple[Technology, ...] = tuple(TECHNOLOGY_NAMES)

SHIP_NAMES: dict[Ship, str] = {"light": N_("light"), "medium": N_("medium"), "heavy": N_("heavy")}
SHIPS: tuple[Ship, ...] = tuple(SHIP_NAMES)
"""From the lightest to the heaviest."""

TOKEN_NAMES: dict[str, str] = {
    "technology": N_("free technology"),
    "colonisation": N_("free colonisation"),
    "conquest": N_("free conquest"),
    "either": N_("free colonisation or conquest"),
}


class Resource(StrEnum):
    """The source's letters: ressources, credits, science, experience (3.3)."""

    R = "R"
    C = "C"
    S = "S"
    X = "X"


class Fleets(Amounts, frozen=True):
    """Numbers of fleets by type of ship."""

    light: int = 0
    medium: int = 0
    heavy: int = 0

    def holds(self, other: Fleets) -> bool:
        """Whether `other` could be taken from these."""
        return all(a >= b for a, b in zip(self.values(), other.values(), strict=True))


class Facilities(Amounts, frozen=True):
    """Levels of the four facilities of a sector (3.3, table 2)."""

    refinery: int = 0
    hub: int = 0
    technosphere: int = 0
    school: int = 0


class Technologies(Amounts, frozen=True):
    """Levels of the six technologies of a faction (3.4, table 3)."""

    administration: int = 0
    engineering: int = 0
    conquest: int = 0
    defence: int = 0
    attack: int = 0
    frame: int = 0


class Purse(Amounts, frozen=True):
    """A faction's global stocks: C, S and X."""

    credits: int = 0
    science: int = 0
    experience: int = 0


class Tokens(Amounts, frozen=True):
    """Free things not yet used (AM-13); ``either`` is a colonisation or a conquest."""

    technology: int = 0
    colonisation: int = 0
    conquest: int = 0
    either: int = 0


class Grant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is given at once to a sector and its owner."""

    facilities: Facilities = Facilities()
    technologies: Technologies = Technologies()
    purse: Purse = Purse()
    tokens: Tokens = Tokens()
    fleets: Fleets = Fleets()


class Cost(Amounts, frozen=True):
    """What something costs, or brings, in each resource; ``R`` is that of one sector."""

    R: int = 0
    C: int = 0
    S: int = 0
    X: int = 0

    @property
    def purse(self) -> Purse:
        """The part that the faction pays, whatever the sector."""
        return Purse(self.C, self.S, self.X)


class Inside(msgspec.Struct, frozen=True):
    """What only its owner sees of a sector (AM-27).

    ``resources`` are its R; ``autobuild`` is the type last named for it (AM-9), None where
    the heaviest unlocked is built.
    """

    facilities: Facilities = Facilities()
    fleets: Fleets = Fleets()
    resources: int = 0
    autobuild: Ship | None = None


class Means(msgspec.Struct, frozen=True):
    """What only a faction itself knows of its means (AM-27)."""

    technologies: Technologies = Technologies()
    purse: Purse = Purse()
    tokens: Tokens = Tokens()


GAME = "pbem.rulesets.asylamba_mini"
"""The package whose ``data/`` has the tables."""

Zone = Literal["peripheral", "bridge", "ring", "central"]
SourceSection = Literal["3.5", "3.6"]
"""Which section of the source is followed where the two differ (AM-22)."""


class FacilityFigures(TableEntry, frozen=True):
    """Table 2. ``resource`` is what it gives and what upgrades are paid with: ``upgrade_cost``
    times the level; None: cannot be upgraded."""

    output: int
    maximum: int
    resource: Resource
    upgrade_cost: int | None = None


class TechnologyFigures(TableEntry, frozen=True):
    """Table 3. Level n costs n times ``cost``, in the resource that ``pays``."""

    maximum: int
    cost: int
    pays: Resource


class ShipFigures(TableEntry, frozen=True):
    """3.6: the frame level that unlocks the type, and the type that it beats."""

    frame: int
    beats: Ship


class FleetFigures(TableEntry, frozen=True):
    """AM-5, AM-9, AM-10, AM-20, AM-21. ``advantage`` is the factor as (numerator, denominator)."""

    cost: int
    squadrons: int
    strength_per_level: int
    advantage: tuple[int, int]
    experience: int
    rebel_limit: int


class MissionFigures(TableEntry, frozen=True):
    """AM-16 and AM-17, each times the sectors owned."""

    per_sector: int
    cost: int


class ExchangeFigures(TableEntry, frozen=True):
    """AM-11: how many are given for one."""

    rate: int


class Stocks(TableEntry, frozen=True):
    """What a faction begins with: R in its capital, and its purse (AM-2)."""

    resources: int
    purse: Purse


class StartFigures(TableEntry, frozen=True):
    """AM-2 and table 2: a capital at the start."""

    facilities: Facilities
    fleets: Fleets
    resources: int
    purse: Purse


class GarrisonFigures(TableEntry, frozen=True):
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


class Figures(TableEntry, frozen=True):
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


class HeadStart(TableEntry, frozen=True):
    """What a faction begins with beyond the others' start."""

    facilities: Facilities = Facilities()
    technologies: Technologies = Technologies()


class FactionFigures(TableEntry, frozen=True):
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
    captures_every: Mapping[SourceSection, int] = {}
    when_defended: Mapping[SourceSection, Grant] = {}
    when_conquered: Mapping[SourceSection, Grant] = {}
    start: HeadStart = HeadStart()


class BonusFigures(TableEntry, frozen=True):
    """A sector bonus (3.3): ``facilities`` from the start, ``grant`` at the first capture (AM-3).

    ``garrison`` says whether more or better fleets guard it (AM-4).
    """

    name: str
    facilities: Facilities = Facilities()
    grant: Grant = Grant()
    points: int = 0
    garrison: Literal["common", "military", "science"] = "common"


class MegastructureFigures(TableEntry, frozen=True):
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


L = TypeVar("L", Facilities, Technologies)


def within_maxima(levels: L) -> L:
    """AM-23: what goes beyond a maximum is lost."""
    tables: Mapping[Any, FacilityFigures | TechnologyFigures] = (
        FIGURES.facilities if isinstance(levels, Facilities) else FIGURES.technologies
    )
    return type(levels)(**{n: min(levels.of(n), table.maximum) for n, table in tables.items()})


def stocks_of(faction: str, balance: Literal["source", "even"]) -> Stocks:
    """What a faction begins with (AM-2)."""
    common = Stocks(resources=FIGURES.start.resources, purse=FIGURES.start.purse)
    return EVEN_STOCKS.get(faction, common) if balance == "even" else common


def heaviest_unlocked(frame: int) -> Ship:
    """The heaviest type that this level of the frame technology unlocks (3.6)."""
    return [ship for ship in SHIPS if FIGURES.ships[ship].frame <= frame][-1]


def discounted(price: int, percent: int) -> int:
    """The price less a discount, to the nearest whole unit, halves up (AM-8)."""
    return (price * (100 - percent) * 2 + 100) // 200
