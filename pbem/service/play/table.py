"""A running game as the service works with it: its row, ruleset, state and open asks."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.api import AnyRuleset, Ask, Player
from pbem.engine.registry import load, read_options
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import GameRow, SeatKind, SeatRow


@dataclass(frozen=True)
class Table:
    """The open turn of a game: ``state`` is what the last resolution left."""

    row: GameRow
    ruleset: AnyRuleset
    schedule: Schedule
    state: Any

    @cached_property
    def asks(self) -> dict[int, Ask]:
        return {ask.seat: ask for ask in self.ruleset.rules.asks(self.state)}

    @cached_property
    def _views(self) -> dict[int | None, Any]:
        return {}

    def view(self, seat: int | None) -> Any:
        """What a seat (None: a spectator) may know, made once for each."""
        if seat not in self._views:
            self._views[seat] = self.ruleset.rules.view(self.state, seat)
        return self._views[seat]


@lru_cache(maxsize=256)
def _schedule(text: str) -> Schedule:
    return msgspec.json.decode(text, type=Schedule)


class _States:
    """States by the head of the chain that ends in them, which no other state shares; the longest
    unused are dropped. Reading one costs as much as all else that a mail needs of its game."""

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._known: OrderedDict[str, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, head: str, load: Callable[[], Any]) -> Any:
        with self._lock:
            if head in self._known:
                self._known.move_to_end(head)
                return self._known[head]
        state = load()
        with self._lock:
            self._known[head] = state
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return state


_STATES = _States()


def schedule_of(row: GameRow) -> Schedule:
    return _schedule(row.schedule)


def options_of(row: GameRow) -> Any:
    return read_options(load(row.ruleset), msgspec.json.decode(row.options))


def open_table(connection: Connection, row: GameRow) -> Table:
    """The open turn of a game that has been started."""
    ruleset = load(row.ruleset)

    def stored() -> Any:
        return ruleset.codec.load_state(games.state_after(connection, row.id, row.turn - 1))

    state = _STATES.get(f"{row.ruleset} {row.head}", stored)
    return Table(row, ruleset, schedule_of(row), state)


def players_of(seats: tuple[SeatRow, ...]) -> tuple[Player, ...]:
    """The seats as the rules may know them."""
    return tuple(Player(seat.seat, seat.name) for seat in seats)


def humans(seats: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    """Those seats whose people get mail."""
    return tuple(seat for seat in seats if seat.kind == SeatKind.HUMAN and seat.address)


def waits_for(connection: Connection, row: GameRow) -> tuple[int, ...]:
    """Seats of people for whom the open turn waits: they owe orders, and have sent none, not
    all that is asked, or lines of which some were refused."""
    return games.owing_seats(connection, row.id)
