"""What everyone saw happen in a turn, in its order (GU-14): no secrets, all dice."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.god_unit.designs import Design
from pbem.rulesets.god_unit.pieces import Name


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that happened."""


class Placed(Entry, frozen=True):
    """A factory was set up (GU-7)."""

    factory: Name
    square: Square


class Completed(Entry, frozen=True):
    """A deployment was completed (GU-12); a factory has its letter now, as ``factory``."""

    unit: Name
    design: Design
    square: Square
    factory: Name | None = None


class Wasted(Entry, frozen=True):
    """A unit was lost for want of a factory (GU-13)."""

    unit: Name
    design: Design
    square: Square


class Appeared(Entry, frozen=True):
    """A factory finished a unit (GU-9)."""

    unit: Name
    design: Design
    square: Square
    factory: Name


class Initiative(Entry, frozen=True):
    """The seats in their order, each with its dice: more than one where it was tied (GU-10)."""

    order: tuple[tuple[Seat, tuple[int, ...]], ...]


class Moved(Entry, frozen=True):
    """``path`` begins where it stood and ends where it stands."""

    unit: Name
    design: Design
    path: tuple[Square, ...]


class Deploying(Entry, frozen=True):
    """A unit began to deploy (GU-12)."""

    unit: Name
    design: Design
    square: Square


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """One attack of a unit (GU-11): what it was drawn for, and the dice.

    ``attack`` and ``defence`` are the die and the strength that it was multiplied by. No
    ``defence``: a D0 target falls without a roll, and ``attack`` is none either. ``tie`` is the
    third die, where it came to that: even for the attacker.
    """

    square: Square
    target: Name
    design: Design
    attack: tuple[int, int] | None
    defence: tuple[int, int] | None
    tie: int | None = None
    hit: bool


class Attacked(Entry, frozen=True):
    """A unit's attacks, one roll each, as long as there was anything to attack."""

    unit: Name
    design: Design
    square: Square
    rolls: tuple[Roll, ...]


class Taken(Entry, frozen=True):
    """A relic or outpost came to hold with another seat (SZ-10)."""

    square: Square
    seat: Seat
    before: Seat | None


class Fallen(Entry, frozen=True):
    """A seat has neither units nor factories left (GU-13)."""

    seat: Seat


AnyEntry = (
    Placed
    | Completed
    | Wasted
    | Appeared
    | Initiative
    | Moved
    | Deploying
    | Attacked
    | Taken
    | Fallen
)
