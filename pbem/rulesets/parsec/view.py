"""What one seat, or a spectator, may know of a game (PA-15): what a player holds in secret, what
everyone saw happen, and how the game ended."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.api import Player, Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import KINDS, Cause, Counts, Dispute, Galaxy, Kind, Stances
from pbem.rulesets.parsec.options import Options


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


Score = tuple[int, int, int, int]
"""The four resources with artifacts laid where they help most, the least first."""


EndCause = Literal["artifacts", "pool", "idle"]


class Ending(msgspec.Struct, frozen=True):
    """How a game ended (PA-14): few artifacts left, an empty pool, or nothing moved any more."""

    winners: tuple[Seat, ...]
    cause: EndCause
    scores: tuple[Score, ...]


def laid(resources: Counts, artifacts: int) -> list[int]:
    """Resources by kind with artifacts laid where they help most (PA-14)."""
    amounts = [resources.of(kind) for kind in KINDS]
    for _artifact in range(artifacts):
        amounts[amounts.index(min(amounts))] += 1
    return amounts


def score(resources: Counts, artifacts: int) -> Score:
    """The score; the first number decides, the others break ties."""
    least, second, third, most = sorted(laid(resources, artifacts))
    return least, second, third, most


class Holdings(msgspec.Struct, frozen=True):
    """What a player holds in secret. ``swapped`` ships have left the game; ``course`` has
    resources by kind and artifacts after each of the game's turns, from the beginning."""

    hand: Counts
    resources: Counts = Counts()
    artifacts: int = 0
    stances: Stances = Stances()
    swapped: Counts = Counts()
    course: tuple[tuple[int, int, int, int, int], ...] = ()

    @property
    def score(self) -> Score:
        return score(self.resources, self.artifacts)


class SeenPlayer(msgspec.Struct, frozen=True):
    """A player: ``ships`` of its hand and ``swapped`` ones in number; ``holdings`` are its own
    knowledge only, until the end."""

    seat: Seat
    weapons: int
    ships: int
    swapped: int
    holdings: Holdings | None


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone knows of a game between two resolutions.

    ``turn`` counts the resolutions, ``played`` the players' turns that are over. ``mover`` is whose
    turn it is, or, at the pace of rounds, who is first in this round. ``dispute`` holds up what
    comes next and waits for those involved. ``gone`` are ships known to have left the game: sent,
    vacated and destroyed; ``idle`` counts the turns in a row in which none moved. ``log`` has the
    latest chapters.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    played: int
    mover: Seat
    galaxy: Galaxy
    gone: Counts = Counts()
    dispute: Dispute | None = None
    idle: int = 0
    log: tuple[Chapter, ...] = ()
    ending: Ending | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in turn order."""
        return tuple(player.seat for player in self.players)


class View(Public, frozen=True, kw_only=True):
    """A game as `seat` sees it; a spectator has no seat. ``pool`` is its number of ships."""

    seat: Seat | None
    people: tuple[SeenPlayer, ...]
    pool: int

    def name(self, seat: Seat) -> str:
        return self.players[seat - 1].name

    def of(self, seat: Seat) -> SeenPlayer:
        return self.people[seat - 1]

    @property
    def me(self) -> SeenPlayer | None:
        """The viewing seat's own entry."""
        return None if self.seat is None else self.people[self.seat - 1]

    @property
    def own(self) -> Holdings | None:
        """What the viewing seat holds; a spectator holds nothing."""
        return None if self.me is None else self.me.holdings

    @property
    def is_moving(self) -> bool:
        """Whether the viewing seat is to send the orders of a turn now."""
        if self.seat is None or self.ending is not None or self.dispute is not None:
            return False
        return self.options.pace == "round" or self.mover == self.seat

    @property
    def is_asked(self) -> bool:
        """Whether the viewing seat is to name ships for a conflict now (PA-12)."""
        return self.dispute is not None and self.seat in self.dispute.waits_for


def public(view: View) -> View:
    """What everyone knows of a game that goes on: the view of a spectator."""
    people = tuple(msgspec.structs.replace(person, holdings=None) for person in view.people)
    return msgspec.structs.replace(view, seat=None, people=people)
