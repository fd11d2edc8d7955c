"""A faction's orders for a turn (AM-14): what each kind is and how it is written."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.rulesets.asylamba_mini.holdings import (
    SHIPS,
    Facility,
    Fleets,
    Resource,
    Sector,
    Ship,
    Technology,
)

AttackKind = Literal["colonise", "conquer"]
SendKind = Literal["colonise", "conquer", "reinforce"]

PASS = "PASS"

ADMINISTRATION = "extended administration"
"""Some names of the source are more than one word; the rest are written as they are keyed."""

_WRITTEN: dict[str, str] = {
    "hub": "commercial hub",
    "school": "military school",
    "administration": ADMINISTRATION,
    "engineering": "spatial engineering",
}


def written(name: str) -> str:
    """A facility, technology or ship in an order line."""
    return _WRITTEN.get(name, name)


class Order(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """One line of a faction's orders; ``str()`` writes it."""


class Exchange(Order, frozen=True):
    """AM-11. ``amount`` is of what is given, or of what is got, as ``named`` says."""

    give: Resource
    get: Resource
    amount: int
    named: Literal["give", "get"] = "give"

    def __str__(self) -> str:
        if self.named == "give":
            return f"EXCHANGE {self.amount} {self.give} FOR {self.get}"
        return f"EXCHANGE {self.give} FOR {self.amount} {self.get}"


class Research(Order, frozen=True):
    """AM-8: so many ``levels``, or up to level ``to``; with ``free`` by a token (AM-13)."""

    technology: Technology
    levels: int = 1
    to: int | None = None
    free: bool = False

    def __str__(self) -> str:
        free = " FREE" if self.free else ""
        return f"RESEARCH {written(self.technology)}{_extent(self.levels, self.to)}{free}"


class Upgrade(Order, frozen=True):
    """AM-7: so many ``levels``, or up to level ``to``."""

    facility: Facility
    levels: int = 1
    to: int | None = None

    def __str__(self) -> str:
        return f"UPGRADE {written(self.facility)}{_extent(self.levels, self.to)}"


class Build(Order, frozen=True):
    """AM-10: fleets in the capital; the Ligue may pay them ``with_credits``."""

    ship: Ship
    count: int
    with_credits: bool = False

    def __str__(self) -> str:
        credits = " WITH credits" if self.with_credits else ""
        return f"BUILD {self.count} {self.ship}{credits}"


class Wonder(Order, frozen=True):
    """AM-12: a megastructure in the capital."""

    megastructure: str

    def __str__(self) -> str:
        return f"WONDER {self.megastructure}"


class Send(Order, frozen=True):
    """AM-16 to AM-18: a mission; with ``free`` a token pays for it (AM-13)."""

    kind: SendKind
    fleets: Fleets
    source: Sector
    target: Sector
    free: bool = False

    def __str__(self) -> str:
        fleets = " ".join(f"{self.fleets.of(s)} {s}" for s in reversed(SHIPS) if self.fleets.of(s))
        free = " FREE" if self.free else ""
        return f"SEND {fleets} FROM {self.source} TO {self.target} {self.kind.upper()}{free}"


class Autobuild(Order, frozen=True):
    """AM-9: the type that a sector builds from now on."""

    sector: Sector
    ship: Ship

    def __str__(self) -> str:
        return f"AUTOBUILD {self.sector} {self.ship}"


AnyOrder = Exchange | Research | Upgrade | Build | Wonder | Send | Autobuild


class Orders(msgspec.Struct, frozen=True):
    """All that a faction orders in one turn, carried out in this order (AM-14)."""

    orders: tuple[AnyOrder, ...] = ()


IDLE = Orders()


def write(orders: Orders) -> tuple[str, ...]:
    """One line an order, or PASS."""
    return tuple(str(order) for order in orders.orders) or (PASS,)


def _extent(levels: int, to: int | None) -> str:
    if to is not None:
        return f" TO {to}"
    return f" BY {levels}" if levels != 1 else ""
