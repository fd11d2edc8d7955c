"""A faction's orders for a turn (AM-14): what each kind is."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.rulesets.asylamba_mini.figures import (
    Facility,
    Fleets,
    Resource,
    Sector,
    Ship,
    Technology,
)

AttackKind = Literal["colonise", "conquer"]
SendKind = Literal["colonise", "conquer", "reinforce"]


class Extent(msgspec.Struct, frozen=True):
    """How far something is raised: by so many levels, to one, to the highest; ``bare`` is a figure
    of which a line leaves open what it tells."""

    levels: int = 1
    to: int | None = None
    highest: bool = False
    bare: int | None = None


class Sum(msgspec.Struct, frozen=True):
    """Of a resource so much, all of it, or as much as follows from something else (None)."""

    resource: Resource
    amount: int | None = None
    everything: bool = False


class Order(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """One line of a faction's orders."""


class Exchange(Order, frozen=True):
    """AM-11. ``amount`` is of what is given, or of what is got, as ``named`` says."""

    give: Resource
    get: Resource
    amount: int
    named: Literal["give", "get"] = "give"

    @property
    def given(self) -> Sum:
        return Sum(self.give, self.amount if self.named == "give" else None)

    @property
    def got(self) -> Sum:
        return Sum(self.get, self.amount if self.named == "get" else None)


class Research(Order, frozen=True):
    """AM-8: so many ``levels``, or up to level ``to``; with ``free`` by a token (AM-13)."""

    technology: Technology
    levels: int = 1
    to: int | None = None
    free: bool = False

    @property
    def extent(self) -> Extent:
        return Extent(self.levels, self.to)


class Upgrade(Order, frozen=True):
    """AM-7: so many ``levels``, or up to level ``to``."""

    facility: Facility
    levels: int = 1
    to: int | None = None

    @property
    def extent(self) -> Extent:
        return Extent(self.levels, self.to)


class Build(Order, frozen=True):
    """AM-10: fleets in the capital; the Ligue may pay them ``with_credits``."""

    ship: Ship
    count: int
    with_credits: bool = False

    @property
    def fleets(self) -> Fleets:
        return Fleets.just(self.ship, self.count)

    @property
    def payment(self) -> Resource | None:
        return Resource.C if self.with_credits else None


class Wonder(Order, frozen=True):
    """AM-12: a megastructure in the capital."""

    megastructure: str


class Send(Order, frozen=True):
    """AM-16 to AM-18: a mission; with ``free`` a token pays for it (AM-13)."""

    kind: SendKind
    fleets: Fleets
    source: Sector
    target: Sector
    free: bool = False


class Autobuild(Order, frozen=True):
    """AM-9: the type that a sector builds from now on."""

    sector: Sector
    ship: Ship


class Pass(Order, frozen=True):
    """Nothing is ordered; it stands alone."""


AnyOrder = Exchange | Research | Upgrade | Build | Wonder | Send | Autobuild


class Orders(msgspec.Struct, frozen=True):
    """All that a faction orders in one turn, carried out in this order (AM-14)."""

    orders: tuple[AnyOrder, ...] = ()


IDLE = Orders()
