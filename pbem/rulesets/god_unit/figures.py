"""The tables of the game, read once from ``data/``, and what they make: designs (GU-1 to GU-4),
and the units and factories on the board."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from pbem.engine.api import Seat
from pbem.engine.i18n import N_, _
from pbem.engine.tables import TableEntry, read
from pbem.maps.board import Square, column_name

Characteristic = Literal["A", "D", "M", "N", "R"]
CHARACTERISTICS: tuple[Characteristic, ...] = ("A", "D", "M", "N", "R")
ARMAMENT: tuple[Characteristic, ...] = ("A", "N", "R")

GRUNT_NAME, FACTORY_NAME = "grunt", "factory"


class Design(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Levels of attack, defence, movement, number of attacks and range; a grunt has 1 each.

    A factory is ordered like a design and is one, with ``is_factory`` (GU-4).
    ``str()`` is the source's notation: only levels that differ from 1, as ``D2 R3``.
    """

    a: int = 1
    d: int = 1
    m: int = 1
    n: int = 1
    r: int = 1
    is_factory: bool = False

    def __str__(self) -> str:
        if self.is_factory:
            return FACTORY_NAME
        return " ".join(f"{c}{v}" for c, v in self.levels.items() if v != 1) or GRUNT_NAME

    @property
    def levels(self) -> dict[Characteristic, int]:
        """All five, by letter."""
        return {"A": self.a, "D": self.d, "M": self.m, "N": self.n, "R": self.r}

    def having(self, characteristic: Characteristic, level: int) -> Design:
        """The same with another level."""
        return msgspec.structs.replace(self, **{characteristic.lower(): level})

    @property
    def cost(self) -> int:
        """In turns (GU-1)."""
        if self.is_factory:
            return FIGURES.factory.cost
        together = 2 if self.a == self.n == self.r == 0 else 0  # nothing of ARMAMENT
        return 1 + self.a + self.d + self.m + self.n + self.r - len(CHARACTERISTICS) + together

    @property
    def armament(self) -> int:
        """What those of A, N and R that are raised above 1 add up to (GU-2)."""
        return sum(level for level in (self.a, self.n, self.r) if level > 1)

    @property
    def is_armed(self) -> bool:
        return self.n > 0

    @property
    def unfolds(self) -> bool:
        """Whether it comes out undeployed (GU-12)."""
        return self.m == 0

    @property
    def walk(self) -> int:
        """How far it moves in a turn, in half squares."""
        return FIGURES.reach(self.m)

    @property
    def range(self) -> int:
        """How far it attacks, in half squares."""
        return FIGURES.reach(self.r)

    @property
    def attacks(self) -> int:
        """How many attacks it has in a turn."""
        return FIGURES.strength[self.n]

    @property
    def attack(self) -> int:
        """What its die is multiplied by when it attacks."""
        return FIGURES.strength[self.a]

    @property
    def defence(self) -> int:
        """What its die is multiplied by when it is attacked."""
        return FIGURES.strength[self.d]


class FactoryFigures(TableEntry, frozen=True):
    """GU-4, GU-12: turns that it takes to make one, and its level of defence."""

    cost: int
    d: int


class Figures(TableEntry, frozen=True):
    """``levels`` are the lowest and the highest; ``strength`` (A, D, N) and ``distance`` (M, R,
    in squares) are by level from 0. ``armament`` is the most that A, N and R may add up to,
    ``truce`` the turns without an attack and ``relic_turns`` the reign that wins (Syzygy), where
    ``starters`` are what each of the map's units is (SZ-7). ``banners`` are what a seat's units are
    called by, as in ``Red 7``: seat s at index s - 1."""

    levels: tuple[int, int]
    strength: tuple[int, ...]
    distance: tuple[float, ...]
    armament: int
    truce: int
    relic_turns: int
    factory: FactoryFigures
    starters: dict[str, Design]
    banners: tuple[str, ...]

    def reach(self, level: int) -> int:
        """How far a level of M or R goes, in half squares (see ``pbem.maps.board``)."""
        return round(2 * self.distance[level])


FIGURES = read("pbem.rulesets.god_unit", "figures.toml", Figures)
BANNERS = FIGURES.banners
"""As orders are written; readers are told :func:`banner`."""
_TOLD = (
    N_("Red"),
    N_("Blue"),
    N_("Green"),
    N_("Orange"),
    N_("Violet"),
    N_("Teal"),
    N_("White"),
    N_("Yellow"),
)
assert _TOLD == BANNERS


GRUNT = Design()
FACTORY = Design(a=0, d=FIGURES.factory.d, m=0, n=0, r=0, is_factory=True)
FOLDED = Design(a=0, d=0, m=1, n=0, r=0)
"""What an undeployed unit is in play, whatever it will be (GU-12)."""
UNFOLDING = Design(a=0, d=0, m=0, n=0, r=0)
"""What it is in the turn in which it deploys (GU-12)."""


class Rule(StrEnum):
    """A rule that a design can break (GU-2), as what its author is told."""

    LEVEL = N_("levels go from {low} to {high}, not {wrong}")
    ARMS_TOGETHER = N_("A, N and R are all 0 or none of them is")
    TOO_CHEAP = N_("it would take {cost} turns, and 1 is the least")
    TOO_DEAR = N_("it would take {cost} turns, {most} at most")
    ARMAMENT = N_("{names} add up to {total}, {most} at most")


def broken_rules(design: Design, max_cost: int) -> tuple[Rule, ...]:
    """Every rule of GU-2 that `design` breaks; none: it is valid."""
    if design.is_factory:
        return () if design == FACTORY else (Rule.LEVEL,)
    low, high = FIGURES.levels
    levels = design.levels
    zeros = sum(1 for c in ARMAMENT if levels[c] == 0)
    found = (
        (Rule.LEVEL, not all(low <= level <= high for level in levels.values())),
        (Rule.ARMS_TOGETHER, 0 < zeros < len(ARMAMENT)),
        (Rule.TOO_CHEAP, design.cost < 1),
        (Rule.TOO_DEAR, design.cost > max_cost),
        (Rule.ARMAMENT, design.armament > FIGURES.armament),
    )
    return tuple(rule for rule, breaks in found if breaks)


def is_valid(design: Design, max_cost: int) -> bool:
    """GU-2."""
    return not broken_rules(design, max_cost)


Phase = Literal["ready", "undeployed", "deploying"]


class Name(msgspec.Struct, frozen=True, order=True):
    """Which piece: ``name`` is a unit's number or a factory's letter, as the seat counts them.

    ``str()`` is what its reader calls it, as ``Red 7`` or ``Red B``; ``ordered`` what orders do, in
    every language.
    """

    seat: Seat
    name: str

    def __str__(self) -> str:
        return f"{banner(self.seat)} {self.name}"

    @property
    def ordered(self) -> str:
        return f"{BANNERS[self.seat - 1]} {self.name}"

    @property
    def is_factory(self) -> bool:
        """Whether it is a deployed factory; one on its way is a unit."""
        return self.name.isalpha()


def banner(seat: Seat) -> str:
    """The colour that a seat's pieces are called by, in the reader's language."""
    return _(BANNERS[seat - 1])


def unit_name(seat: Seat, number: int) -> Name:
    return Name(seat, str(number))


def factory_letter(made: int) -> str:
    """The letter of a seat's factory after so many others: A to Z, then AA, AB and so on."""
    return column_name(made).upper()


class Unit(msgspec.Struct, frozen=True):
    """A unit; numbers count per seat, from 1 (GU-4). A factory that is on its way is one too."""

    seat: Seat
    number: int
    design: Design
    square: Square
    phase: Phase = "ready"

    @property
    def name(self) -> Name:
        return unit_name(self.seat, self.number)

    @property
    def levels(self) -> Design:
        """What it is in play now (GU-12)."""
        if self.phase == "ready":
            return self.design
        return FOLDED if self.phase == "undeployed" else UNFOLDING


class Site(msgspec.Struct, frozen=True):
    """What everyone knows of a deployed factory (GU-14).

    It has worked on its present product ``since`` that turn; None: it idles.
    """

    seat: Seat
    letter: str
    square: Square
    since: int | None = None

    @property
    def name(self) -> Name:
        return Name(self.seat, self.letter)

    @property
    def levels(self) -> Design:
        return FACTORY


class Work(msgspec.Struct, frozen=True):
    """What a factory makes, which is its owner's knowledge only (GU-14)."""

    product: Design
    repeat: bool = False


class Factory(msgspec.Struct, frozen=True):
    """A deployed factory; no ``work`` where it idles, and for who may not know it."""

    site: Site
    work: Work | None = None


Piece = Unit | Site


class Thing(msgspec.Struct, frozen=True):
    """A relic or an outpost and who holds it (SZ-10)."""

    kind: Literal["relic", "outpost"]
    square: Square
    holder: Seat | None = None
