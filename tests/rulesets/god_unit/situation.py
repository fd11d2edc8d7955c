"""Games of God Unit as tests put them together, and what comes of their turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Event, Player, Seat
from pbem.engine.rng import Chance
from pbem.maps.board import LAND, SEA, Board, board_of, square_name
from pbem.rulesets.god_unit.events import LineDone, LineLeft
from pbem.rulesets.god_unit.figures import (
    BANNERS,
    Factory,
    Phase,
    Piece,
    Site,
    Thing,
    Unit,
    Work,
    factory_letter,
)
from pbem.rulesets.god_unit.mechanics import Field, errors
from pbem.rulesets.god_unit.mechanics.plans import Plan, plan, refusal
from pbem.rulesets.god_unit.mechanics.position import is_truce
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AnyOrder,
    Orders,
    Pass,
)
from pbem.rulesets.god_unit.rules import GodUnitRules, count
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.turn import site_order, unit_order
from pbem.rulesets.god_unit.view import (
    Appeared,
    Attacked,
    Built,
    Home,
    LogEntry,
    Moved,
    Roll,
    Side,
    View,
)
from tests.rulesets.god_unit.dice import SECRET, Loaded
from tests.rulesets.god_unit.notation import design, piece_name, square

NAMES = ("Anna", "Bruno", "Carla", "Dora", "Emil", "Fay", "Gus", "Hana")


TURN = 20
"""The turn that was played last, unless a test says otherwise; the next is 21."""


_FAR = 8
"""Rows of sea between the board and the factories that nobody reaches."""


PASS = Pass()


T = TypeVar("T")


E = TypeVar("E", bound=LogEntry)


rules = GodUnitRules()


def players(count: int) -> tuple[Player, ...]:
    return tuple(Player(seat, NAMES[seat - 1]) for seat in range(1, count + 1))


def drawn(count: int = 3, secret: bytes = SECRET, **options: Any) -> State:
    """A game as it is really set up."""
    return rules.setup(Options(**options), players(count), Chance(secret, 0))


# Boards -------------------------------------------------------------------------------


def board(*rows: str) -> Board:
    return Board(rows)


def new_game(
    *rows: str,
    seats: int = 2,
    turn: int = TURN,
    reserve: bool = True,
    things: Sequence[Thing] = (),
    **options: Any,
) -> Game:
    """A board with nothing on it but, with `reserve`, the factories in the far south."""
    state = State(
        options=Options(**options),
        players=players(seats),
        turn=turn,
        board=_with_far_south(rows, seats) if reserve else Board(rows),
        homes=(Home((), 0, 0),) * seats,
        evenness=100,
        sides=(Side(),) * seats,
        things=tuple(things),
    )
    game = Game(state)
    if reserve:
        for seat in range(1, seats + 1):
            game = game.with_factory(seat, square_name((2 * seat - 2, len(rows) + _FAR)))
    return game


def _with_far_south(rows: Sequence[str], seats: int) -> Board:
    width = max(2 * seats, len(rows[0]))
    land = [
        (x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == LAND
    ] + [(2 * seat, len(rows) + _FAR) for seat in range(seats)]
    rock = [(x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == "^"]
    return board_of(width, len(rows) + _FAR + 1, land, rock)


def open_land(width: int, height: int) -> tuple[str, ...]:
    return (LAND * width,) * height


def sea(width: int) -> str:
    return SEA * width


@dataclass(frozen=True)
class Declined:
    """The rule that an order breaks, and whether that may pass."""

    why: str
    is_for_now: bool
    fields: Mapping[str, str | int]


@dataclass(frozen=True)
class Game:
    """A truth, and others made from it; every method leaves this one as it is."""

    state: State

    # What is there

    def find(self, name: str) -> Piece | None:
        """``Red 7`` or ``Blue B``; None where it is gone or was never there."""
        return self.field.get(piece_name(name))

    def unit(self, name: str) -> Unit:
        found = self.find(name)
        assert isinstance(found, Unit), f"{name} is no unit here"
        return found

    def factory(self, name: str) -> Factory:
        wanted = piece_name(name)
        return next(factory for factory in self.state.factories if factory.site.name == wanted)

    def where(self, name: str) -> str:
        found = self.find(name)
        assert found is not None, f"{name} is gone"
        return square_name(found.square)

    def names(self, seat: Seat) -> list[str]:
        """The units of a seat."""
        return [str(unit.name) for unit in self.state.units if unit.seat == seat]

    @property
    def field(self) -> Field:
        """The board as it stands, for plans."""
        pieces: list[Piece] = [*(f.site for f in self.state.factories), *self.state.units]
        turn = self.state.turn + 1
        return Field(self.state.board, turn, pieces, truce=is_truce(self.state.options, turn))

    def plan(self, name: str, line: Act) -> Plan:
        """What a line's first choice comes to for that unit now."""
        return plan(self.field, self.unit(name), line.choice)

    def declined(self, name: str, line: Act) -> Declined:
        """Why it cannot be done."""
        refused = refusal(self.field, self.unit(name), line.choice)
        assert refused is not None
        told = refused.refusal
        return Declined(told.message, isinstance(refused, errors.NotYet), dict(told.fields))

    def view(self, seat: Seat | None) -> View:
        return rules.view(self.state, seat)

    # What may be put there

    def with_unit(
        self, seat: Seat, at: str, levels: str = "grunt", phase: Phase = "ready", many: int = 1
    ) -> Game:
        """One unit of a seat or `many`, with the next numbers."""
        game = self
        for _one in range(many):
            side = game.state.sides[seat - 1]
            unit = Unit(seat, side.units + 1, design(levels), square(at), phase)
            units = sorted((*game.state.units, unit), key=unit_order)
            game = game.with_side(seat, units=side.units + 1)._with(units=tuple(units))._shown(unit)
        return game

    def with_factory(
        self,
        seat: Seat,
        at: str,
        making: str | None = None,
        since: int = TURN,
        *,
        repeat: bool = False,
    ) -> Game:
        """A factory with the seat's next letter; it idles or makes something."""
        side = self.state.sides[seat - 1]
        letter = factory_letter(side.factories)
        factory = Factory(Site(seat, letter, square(at)))
        game = self.with_side(seat, factories=side.factories + 1)._with_factory(factory)
        if making is None:
            return game
        name = f"{BANNERS[seat - 1]} {letter}"
        return game.with_work(name, making, since, repeat=repeat)

    def with_work(self, name: str, making: str, since: int = TURN, *, repeat: bool = False) -> Game:
        """What a factory makes, and since when."""
        site = msgspec.structs.replace(self.factory(name).site, since=since)
        work = Work(design(making), repeat)
        assert since + work.product.cost > self.state.turn, f"{making} would have been finished"
        return self._with_factory(Factory(site, work))

    def without(self, name: str) -> Game:
        """A piece is not there any more."""
        gone = piece_name(name)
        return self._with(
            units=tuple(u for u in self.state.units if u.name != gone),
            factories=tuple(f for f in self.state.factories if f.site.name != gone),
        )

    def with_side(self, seat: Seat, **changes: Any) -> Game:
        sides = list(self.state.sides)
        sides[seat - 1] = msgspec.structs.replace(sides[seat - 1], **changes)
        return self._with(sides=tuple(sides))

    def _with_factory(self, factory: Factory) -> Game:
        others = (f for f in self.state.factories if f.site.name != factory.site.name)
        factories = sorted((*others, factory), key=lambda f: site_order(f.site))
        return self._with(factories=tuple(factories))

    def _shown(self, unit: Unit) -> Game:
        kept = {(one.seat, one.design): one for one in self.state.built}
        key = unit.seat, unit.design
        shown = kept.get(key, Built(unit.seat, unit.design, self.state.turn, 0))
        kept[key] = msgspec.structs.replace(shown, count=shown.count + 1)
        return self._with(built=tuple(kept.values()))

    def _with(self, **changes: Any) -> Game:
        made = msgspec.structs.replace(self.state, **changes)
        return Game(msgspec.structs.replace(made, history=(count(made),)))

    # What comes of it

    def play(
        self,
        orders: Mapping[Seat, Iterable[AnyOrder]] | None = None,
        chance: Chance | None = None,
    ) -> Played:
        """One turn. Dice that a test has scripted must all be rolled."""
        answers = {seat: Orders(tuple(given)) for seat, given in (orders or {}).items()}
        drawing = chance or Chance(SECRET, self.state.turn + 1)
        played = Played(*rules.resolve(self.state, answers, drawing))
        if isinstance(drawing, Loaded):
            assert drawing.left == {}, "dice that nobody rolled"
        return played

    def play_turns(
        self, turns: int, orders: Mapping[Seat, Iterable[AnyOrder]] | None = None
    ) -> Played:
        """Several turns, orders for the first only."""
        played = self.play(orders)
        for _turn in range(turns - 1):
            played = played.play()
        return played


@dataclass(frozen=True)
class Played(Game):
    """A game after a turn, and what happened in it."""

    events: tuple[Event, ...]

    def heard(self, seat: Seat | None, kind: type[T]) -> list[T]:
        return [event for event in news_for(seat, self.events) if isinstance(event, kind)]

    def entries(self, kind: type[E]) -> list[E]:
        """What the log has of one kind."""
        return [entry for entry in self.state.log if isinstance(entry, kind)]

    @property
    def rolls(self) -> list[Roll]:
        """Every attack of the turn."""
        return [roll for attacked in self.entries(Attacked) for roll in attacked.rolls]

    @property
    def struck(self) -> list[str]:
        """Who was drawn as a target, in order."""
        return [str(roll.target) for roll in self.rolls]

    @property
    def actors(self) -> list[str]:
        """Who moved, attacked or deployed, in order."""
        acts = (entry for entry in self.state.log if not isinstance(entry, Appeared))
        return [str(entry.unit) for entry in acts if hasattr(entry, "unit")]

    def way(self, name: str) -> list[str]:
        """The squares that a unit went through; none if it did not move."""
        wanted = piece_name(name)
        found = [entry.path for entry in self.entries(Moved) if entry.unit == wanted]
        return [square_name(one) for path in found for one in path]

    def done(self, seat: Seat) -> list[tuple[int, AnyChoice]]:
        """Which units did what, as their owner was told."""
        return [
            (event.order.unit, _choices(event.order)[event.choice])
            for event in self.heard(seat, LineDone)
        ]

    def left(self, seat: Seat) -> dict[int, str]:
        """Whose line was left over, and why."""
        return {event.order.unit: event.refusal.message for event in self.heard(seat, LineLeft)}


def _choices(line: Act) -> tuple[AnyChoice, ...]:
    return (line.choice, *(other.choice for other in line.others))
