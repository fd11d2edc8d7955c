"""A running game as the service works with it: its row, ruleset, state and open asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.api import AnyRuleset, Ask, Player
from pbem.engine.registry import load, read_options
from pbem.service.recent import Recent
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import GameRow, SeatKind, SeatRow


class Position:
    """A state with what its game asks and lets see, each made once. All of it is frozen, so that
    every mail for the turn goes by the same."""

    def __init__(self, ruleset: AnyRuleset, state: Any) -> None:
        self.ruleset = ruleset
        self.state = state
        self._views: dict[int | None, Any] = {}

    @cached_property
    def asks(self) -> Mapping[int, Ask]:
        return {ask.seat: ask for ask in self.ruleset.rules.asks(self.state)}

    def view(self, seat: int | None) -> Any:
        if seat not in self._views:
            self._views[seat] = self.ruleset.rules.view(self.state, seat)
        return self._views[seat]


@dataclass(frozen=True)
class Table:
    """The open turn of a game."""

    row: GameRow
    schedule: Schedule
    position: Position

    @property
    def ruleset(self) -> AnyRuleset:
        return self.position.ruleset

    @property
    def state(self) -> Any:
        """What the last resolution left."""
        return self.position.state

    @property
    def asks(self) -> Mapping[int, Ask]:
        return self.position.asks

    def view(self, seat: int | None) -> Any:
        """What a seat (None: a spectator) may know."""
        return self.position.view(seat)


_POSITIONS: Recent[str, Position] = Recent(256)
"""By the head of the chain that ends in them, which no other state shares: reading one costs as
much as all else that a mail needs of its game."""


@lru_cache(maxsize=256)
def _schedule(text: str) -> Schedule:
    return msgspec.json.decode(text, type=Schedule)


def schedule_of(row: GameRow) -> Schedule:
    return _schedule(row.schedule)


def options_of(row: GameRow) -> Any:
    return read_options(load(row.ruleset), msgspec.json.decode(row.options))


def open_table(connection: Connection, row: GameRow) -> Table:
    """The open turn of a game that has been started."""
    ruleset = load(row.ruleset)

    key = f"{row.ruleset} {row.head}"
    position = _POSITIONS.get(key)
    if position is None:
        stored = games.state_after(connection, row.id, row.turn - 1)
        position = _POSITIONS.keep(key, Position(ruleset, ruleset.codec.load_state(stored)))
    return Table(row, schedule_of(row), position)


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
