"""What everyone saw of the last turn, and what one seat, or a spectator, may know (GU-14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

import msgspec

from pbem.engine.api import Player, Seat
from pbem.maps.board import Board, Square
from pbem.rulesets.god_unit.figures import Design, Factory, Name, Thing, Unit, banner
from pbem.rulesets.god_unit.options import Options


class LogEntry(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that everyone saw happen: no secrets, all dice."""


class OfUnit(LogEntry, frozen=True):
    """Something that happened to a unit, or that it did, in that square."""

    unit: Name
    design: Design
    square: Square


class Placed(LogEntry, frozen=True):
    """A factory was set up (GU-7)."""

    factory: Name
    square: Square


class Completed(OfUnit, frozen=True):
    """A deployment was completed (GU-12); a factory has its letter now, as ``factory``."""

    factory: Name | None = None


class Wasted(OfUnit, frozen=True):
    """A unit was lost for want of a factory (GU-13)."""


class Appeared(OfUnit, frozen=True):
    """A factory finished a unit (GU-9)."""

    factory: Name


class Initiative(LogEntry, frozen=True):
    """The seats in their order, each with its dice: more than one where it was tied (GU-10)."""

    order: tuple[tuple[Seat, tuple[int, ...]], ...]


class Moved(LogEntry, frozen=True):
    """``path`` begins where it stood and ends where it stands."""

    unit: Name
    design: Design
    path: tuple[Square, ...]


class Deploying(OfUnit, frozen=True):
    """A unit began to deploy (GU-12)."""


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """One attack of a unit (GU-11): what it was drawn for, and the dice.

    ``attack`` and ``defence`` are the die and the strength that it was multiplied by. No
    ``defence``: a D0 target falls without a roll, and ``attack`` is none either. ``tie`` is the
    third die, where it came to that: even for the attacker.
    """

    square: Square
    target: Name
    design: Design
    attack: tuple[int, int] | None = None
    defence: tuple[int, int] | None = None
    tie: int | None = None
    hit: bool


class Attacked(OfUnit, frozen=True):
    """A unit's attacks, one roll each, as long as there was anything to attack."""

    rolls: tuple[Roll, ...]

    @property
    def attacked(self) -> frozenset[Seat]:
        """Whose pieces they were for."""
        return frozenset(roll.target.seat for roll in self.rolls)


class Taken(LogEntry, frozen=True):
    """A relic or outpost came to hold with another seat (SZ-10)."""

    square: Square
    seat: Seat
    before: Seat | None


class Fallen(LogEntry, frozen=True):
    """A seat has neither units nor factories left (GU-13)."""

    seat: Seat


AnyLogEntry = (
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


class Loss(msgspec.Struct, frozen=True):
    """A piece that is gone: ``by`` whose unit, None where it was for want of a factory (GU-13)."""

    piece: Name
    design: Design
    square: Square
    by: Seat | None


def losses(log: Iterable[AnyLogEntry]) -> Iterator[Loss]:
    """All that a turn cost, in its order."""
    for entry in log:
        if isinstance(entry, Wasted):
            yield Loss(entry.unit, entry.design, entry.square, None)
        elif isinstance(entry, Attacked):
            for roll in entry.rolls:
                if roll.hit:
                    yield Loss(roll.target, roll.design, roll.square, entry.unit.seat)


class Home(msgspec.Struct, frozen=True):
    """A seat's home zone, nearest squares first, and what it is worth (GU-5): ``land`` squares
    within 7, and the distance to the nearest ``rival``, in half squares. On a Syzygy map both are
    of all its starts together, and there is no zone (SZ-9)."""

    zone: tuple[Square, ...]
    land: int
    rival: int


class Side(msgspec.Struct, frozen=True):
    """A seat's public counts: ``units`` and ``factories`` ever numbered and lettered, turns in
    a row with most relics (SZ-10), and the turn in which it was eliminated, if it was."""

    units: int = 0
    factories: int = 0
    reign: int = 0
    out: int | None = None


class Standing(msgspec.Struct, frozen=True):
    """What a seat had after a turn: deployed factories, units (undeployed factories among them)
    and what all its units cost together (GU-13)."""

    factories: int
    units: int
    cost: int


class Built(msgspec.Struct, frozen=True):
    """A design that a seat has shown: the turn of the first one, and how many there were."""

    seat: Seat
    design: Design
    first: int
    count: int


class Ending(msgspec.Struct, frozen=True):
    """How a game ended (GU-13, SZ-10); no winners: nobody was left.

    ``cause``: the last one left, nobody left, the last turn, or the relics. ``decided_by``
    tells what made the difference among the best.
    """

    winners: tuple[Seat, ...]
    cause: Literal["last", "nobody", "turns", "relics"]
    decided_by: Literal["", "factories", "cost", "outposts", "shared"] = ""


def wastes_away(factories: Collection[object], units: Collection[Unit]) -> bool:
    """Whether who has these loses units for want of a factory, even an undeployed one (GU-13)."""
    return bool(units) and not factories and not any(unit.design.is_factory for unit in units)


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two turns, as far as whoever holds this knows it.

    ``turn`` counts the turns played; before the first one factories are placed, if there are no
    units (GU-7). ``homes``, ``sides`` and each entry of ``history``, which begins with turn 0, are
    by seat; ``evenness`` tells how alike the homes are, in percent. ``units`` and ``factories`` are
    in ascending order of seat and number or letter; ``log`` is the last turn's.

    ``passing`` is by seat: the turn until which it passes (GU-10), 0 where it does not; empty where
    nobody does. Others know that somebody passes, for nobody waits for them, but not until when:
    theirs is the next turn.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    board: Board
    homes: tuple[Home, ...]
    evenness: int
    sides: tuple[Side, ...]
    units: tuple[Unit, ...] = ()
    factories: tuple[Factory, ...] = ()
    things: tuple[Thing, ...] = ()
    built: tuple[Built, ...] = ()
    log: tuple[AnyLogEntry, ...] = ()
    history: tuple[tuple[Standing, ...], ...] = ()
    passing: tuple[int, ...] = ()
    ending: Ending | None = None

    @property
    def open_turn(self) -> int:
        """The turn that orders are wanted for."""
        return self.turn + 1

    @property
    def is_placing(self) -> bool:
        """Whether factories are still to be placed (GU-7)."""
        return self.turn == 0 and not self.units

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.players)

    def player(self, seat: Seat) -> str:
        """The player's own name."""
        return self.players[seat - 1].name

    def name(self, seat: Seat) -> str:
        """Colour and player, as ``Red (Ada)``."""
        return f"{banner(seat)} ({self.player(seat)})"

    def side(self, seat: Seat) -> Side:
        return self.sides[seat - 1]

    def is_alive(self, seat: Seat) -> bool:
        return self.side(seat).out is None

    def units_of(self, seat: Seat | None) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.seat == seat)

    def passes_until(self, seat: Seat | None) -> int:
        """The turn until which a seat passes; 0 where it does not."""
        return self.passing[seat - 1] if self.passing and seat is not None else 0

    def known_passing(self, seat: Seat | None) -> tuple[int, ...]:
        """What a seat knows of who passes."""
        later = self.open_turn + 1
        passing = enumerate(self.passing, start=1)
        return tuple(turn if one == seat else turn and later for one, turn in passing)

    def factories_of(self, seat: Seat | None) -> tuple[Factory, ...]:
        return tuple(factory for factory in self.factories if factory.site.seat == seat)

    def is_wasting(self, seat: Seat) -> bool:
        """GU-13."""
        return wastes_away(self.factories_of(seat), self.units_of(seat))

    def is_doomed(self, seat: Seat) -> bool:
        """Whether all that it has is a unit that it loses before orders are carried out (GU-13)."""
        return self.is_wasting(seat) and len(self.units_of(seat)) == 1

    def holds(self, seat: Seat, kind: str) -> int:
        """How many relics or outposts a seat holds (SZ-10)."""
        return sum(thing.kind == kind and thing.holder == seat for thing in self.things)

    def standing(self, seat: Seat) -> Standing:
        """What a seat has now."""
        return self.history[-1][seat - 1]


class View(Known, frozen=True, kw_only=True):
    """A game as `seat` sees it, with the work of its own factories; a spectator has no seat."""

    seat: Seat | None

    @property
    def is_playing(self) -> bool:
        """Whether this seat has anything left to give orders to."""
        return self.seat is not None and self.is_alive(self.seat) and self.ending is None


def public(view: View) -> View:
    """What everyone knows of it: the view of a spectator."""
    factories = tuple(Factory(factory.site) for factory in view.factories)
    passing = view.known_passing(None)
    return msgspec.structs.replace(view, seat=None, factories=factories, passing=passing)
