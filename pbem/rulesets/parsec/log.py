"""What everyone saw happen: the entries of the log, in everyone's view."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import Cause, Kind


class LogEntry(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that happened."""


class LeaderPlaced(LogEntry, frozen=True):
    """A leader came to the board, or moved from ``origin`` (PA-6)."""

    seat: Seat
    kind: Kind
    square: Square
    origin: Square | None = None


class LeaderRecalled(LogEntry, frozen=True):
    """A leader went home by its owner's order."""

    seat: Seat
    kind: Kind
    square: Square


class SystemSettled(LogEntry, frozen=True):
    """PA-7: ``gains`` is who got a resource of this kind; with ``is_union`` nobody did because
    two regions with leaders were joined. ``first`` are the conflicts that the settling player
    wanted first, where there were several (PA-11)."""

    seat: Seat
    kind: Kind
    square: Square
    gains: Seat | None
    is_union: bool = False
    first: tuple[Kind, ...] = ()


class SystemDestroyed(LogEntry, frozen=True):
    """PA-8, with what was there."""

    seat: Seat
    square: Square
    settlement: Kind | None = None
    leader: tuple[Seat, Kind] | None = None
    artifact: bool = False


class ShipsSwapped(LogEntry, frozen=True):
    """PA-9: how many, not which."""

    seat: Seat
    count: int


class Passed(LogEntry, frozen=True):
    """So many of the turn's orders were not used."""

    seat: Seat
    count: int


class Force(msgspec.Struct, frozen=True):
    """One side of a conflict: visible strength, ships that were sent, and the ``square`` of its
    leader."""

    seat: Seat
    strength: int
    ships: int
    square: Square

    @property
    def total(self) -> int:
        return self.strength + self.ships


class ConflictFought(LogEntry, frozen=True):
    """PA-10, PA-11: ``square`` is where the attacking leader came to, or the settlement that
    joined two regions. The loser's ``vacated`` systems, and what the winner got."""

    cause: Cause
    kind: Kind
    square: Square
    attacker: Force
    defender: Force
    winner: Seat
    vacated: tuple[Square, ...]
    resource: Kind
    gain: int

    @property
    def beaten(self) -> Force:
        """Whose leader went home, and from where."""
        return self.defender if self.winner == self.attacker.seat else self.attacker

    @property
    def loser(self) -> Seat:
        return self.beaten.seat


class ConflictFellAway(LogEntry, frozen=True):
    """A conflict that an earlier one had settled (PA-11)."""

    kind: Kind
    seats: tuple[Seat, Seat]


class LeaderHomeless(LogEntry, frozen=True):
    """A leader went home for want of scientists beside it (PA-6)."""

    seat: Seat
    kind: Kind
    square: Square


class ArtifactHarvested(LogEntry, frozen=True):
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
    """A player's turn, the ``number``-th of the game; the last one may still go on. ``turns`` are
    the resolutions in which its entries were noted, one each."""

    number: int
    seat: Seat
    entries: tuple[AnyEntry, ...] = ()
    turns: tuple[int, ...] = ()

    def noting(self, entries: tuple[AnyEntry, ...], turn: int) -> Chapter:
        """With more that happened, in this resolution."""
        return msgspec.structs.replace(
            self,
            entries=(*self.entries, *entries),
            turns=(*self.turns, *(turn for _entry in entries)),
        )

    def after(self, turn: int) -> Chapter:
        """What of it was noted after that resolution."""
        new = [n for n, noted in enumerate(self.turns) if noted > turn]
        return msgspec.structs.replace(
            self,
            entries=tuple(self.entries[n] for n in new),
            turns=tuple(self.turns[n] for n in new),
        )
