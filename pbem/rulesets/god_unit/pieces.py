"""What stands on the board: units and factories. All of it is public but a factory's work."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square, column_name
from pbem.rulesets.god_unit.designs import FACTORY, FOLDED, UNFOLDING, Design
from pbem.rulesets.god_unit.figures import BANNERS

Phase = Literal["ready", "undeployed", "deploying"]


class Name(msgspec.Struct, frozen=True, order=True):
    """Which piece: ``name`` is a unit's number or a factory's letter, as the seat counts them.

    ``str()`` is what everyone calls it, as ``Red 7`` or ``Red B``.
    """

    seat: Seat
    name: str

    def __str__(self) -> str:
        return f"{banner(self.seat)} {self.name}"

    @property
    def is_factory(self) -> bool:
        """Whether it is a deployed factory; one on its way is a unit."""
        return self.name.isalpha()


def banner(seat: Seat) -> str:
    """The colour that a seat's pieces are called by."""
    return BANNERS[seat - 1]


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
        match self.phase:
            case "undeployed":
                return FOLDED
            case "deploying":
                return UNFOLDING
            case "ready":
                return self.design


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


Piece = Unit | Site


class Thing(msgspec.Struct, frozen=True):
    """A relic or an outpost and who holds it (SZ-10)."""

    kind: Literal["relic", "outpost"]
    square: Square
    holder: Seat | None = None
