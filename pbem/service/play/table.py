"""A running game as the service works with it: its row, ruleset, state and open asks."""

from __future__ import annotations

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


@lru_cache(maxsize=256)
def _state(ruleset: str, data: bytes) -> Any:
    return load(ruleset).codec.load_state(data)


def schedule_of(row: GameRow) -> Schedule:
    return _schedule(row.schedule)


def options_of(row: GameRow) -> Any:
    return read_options(load(row.ruleset), msgspec.json.decode(row.options))


def open_table(connection: Connection, row: GameRow) -> Table:
    """The open turn of a game that has been started."""
    data = games.state_after(connection, row.id, row.turn - 1)
    return Table(row, load(row.ruleset), schedule_of(row), _state(row.ruleset, data))


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
