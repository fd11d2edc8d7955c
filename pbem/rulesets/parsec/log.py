"""What everyone saw happen, one player's turn a chapter (PA-15): no secrets."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.disputes import Cause
from pbem.rulesets.parsec.kinds import Kind


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that happened."""


class LeaderPlaced(Entry, frozen=True):
    """A leader came to the board, or moved from ``origin`` (PA-6)."""

    seat: Seat
    kind: Kind
    square: Square
    origin: Square | None = None


class LeaderRecalled(Entry, frozen=True):
    """A leader went home by its owner's order."""

    seat: Seat
    kind: Kind
    square: Square


class SystemSettled(Entry, frozen=True):
    """PA-7: ``gains`` is who got a resource of this kind; with ``is_union`` nobody did because
    two regions with leaders were joined."""

    seat: Seat
    kind: Kind
    square: Square
    gains: Seat | None
    is_union: bool = False


class SystemDestroyed(Entry, frozen=True):
    """PA-8, with what was there."""

    seat: Seat
    square: Square
    settlement: Kind | None = None
    leader: tuple[Seat, Kind] | None = None
    artifact: bool = False


class ShipsSwapped(Entry, frozen=True):
    """PA-9: how many, not which."""

    seat: Seat
    count: int


class Passed(Entry, frozen=True):
    """So many of the turn's orders were not used."""

    seat: Seat
    count: int


class Force(msgspec.Struct, frozen=True):
    """One side of a conflict: visible strength, and ships that were sent."""

    seat: Seat
    strength: int
    ships: int

    @property
    def total(self) -> int:
        return self.strength + self.ships


class ConflictFought(Entry, frozen=True):
    """PA-10, PA-11: where the ``beaten`` leader stood, the ``vacated`` systems of its side, and
    what the winner got."""

    cause: Cause
    kind: Kind
    square: Square
    attacker: Force
    defender: Force
    winner: Seat
    beaten: Square
    vacated: tuple[Square, ...]
    resource: Kind
    gain: int

    @property
    def loser(self) -> Seat:
        """Whose leader went home."""
        return self.defender.seat if self.winner == self.attacker.seat else self.attacker.seat


class ConflictFellAway(Entry, frozen=True):
    """A conflict that an earlier one had settled (PA-11)."""

    kind: Kind
    seats: tuple[Seat, Seat]


class LeaderHomeless(Entry, frozen=True):
    """A leader went home for want of scientists beside it (PA-6)."""

    seat: Seat
    kind: Kind
    square: Square


class ArtifactHarvested(Entry, frozen=True):
    """PA-13."""

    seat: Seat
    square: Square


AnyEntry = (
    LeaderPlaced
    | LeaderRecalled
    | SystemSettled
    | SystemDestroyed
    | ShipsSwapped
    | Passed
    | ConflictFought
    | ConflictFellAway
    | LeaderHomeless
    | ArtifactHarvested
)


class Chapter(msgspec.Struct, frozen=True):
    """A player's turn, the ``number``-th of the game; the last one may still go on."""

    number: int
    seat: Seat
    entries: tuple[AnyEntry, ...] = ()
