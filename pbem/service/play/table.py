"""A running game as the service works with it: its row, ruleset, state and open asks."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.api import AnyRuleset, Ask, Player
from pbem.engine.chain import EVENTS, STATE, Link, salt_for, seal
from pbem.engine.codec import look_at
from pbem.engine.errors import Trouble
from pbem.engine.registry import load, read_options
from pbem.engine.rng import chance_key
from pbem.service.recent import Recent
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.errors import StoreError
from pbem.store.records import NOT_TAKEN, GameRow, GameStatus, SeatRow, TurnRow


class DamagedRecord(StoreError):
    """What is stored of a turn is not what was stored when it closed."""


class GameProblem(Trouble):
    """A game cannot do what was asked of it; the message says why and what could be done."""


def game_named(connection: Connection, game_id: str, *, lock: bool = False) -> GameRow:
    """The game of that id. Raises :class:`GameProblem` where there is none."""
    row = games.find_game(connection, game_id, lock=lock)
    if row is None:
        raise GameProblem(f"there is no game {game_id!r}; see 'pbem list'")
    return row


look_at(Schedule, Link)


class Position:
    """A state with what its game asks and lets see, each made once. All of it is frozen, so that
    every mail for the turn goes by the same."""

    def __init__(self, ruleset: AnyRuleset, state: Any) -> None:
        self.ruleset = ruleset
        self.state = state
        self._views: dict[int | None, Any] = {}

    def __reduce__(self) -> tuple[object, tuple[str, Any]]:
        """To another process goes the state, with the name of its rules."""
        return _position, (self.ruleset.name, self.state)

    @cached_property
    def asks(self) -> Mapping[int, Ask]:
        return {ask.seat: ask for ask in self.ruleset.rules.asks(self.state)}

    def view(self, seat: int | None) -> Any:
        if seat not in self._views:
            self._views[seat] = self.ruleset.rules.view(self.state, seat)
        return self._views[seat]


def _position(ruleset: str, state: Any) -> Position:
    return Position(load(ruleset), state)


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


def schedule_of(row: GameRow) -> Schedule:
    return _schedule(msgspec.json.encode(row.schedule))


@lru_cache(maxsize=256)
def _schedule(text: bytes) -> Schedule:
    return msgspec.json.decode(text, type=Schedule)


def options_of(row: GameRow) -> Any:
    return read_options(load(row.ruleset), row.options)


def open_table(connection: Connection, row: GameRow) -> Table:
    """The open turn of a game that has been started. Raises as :func:`closed_turn`."""
    ruleset = load(row.ruleset)

    key = f"{row.ruleset} {row.head}"
    position = _POSITIONS.get(key)
    if position is None:
        last = closed_turn(connection, row.id, row.turn - 1)
        if last.hash != row.head:
            raise _damaged(last, "is not the turn that the game's head stands for")
        position = _POSITIONS.keep(key, Position(ruleset, ruleset.codec.load_state(last.state)))
    return Table(row, schedule_of(row), position)


def closed_turn(connection: Connection, game: str, turn: int) -> TurnRow:
    """The record of a closed turn (0: the set-up). Raises LookupError where there is none and
    :class:`DamagedRecord` where its state or events are not those that its link has sealed."""
    row = games.find_turn(connection, game, turn)
    if row is None:
        raise LookupError(f"game {game} has no record of turn {turn}")
    return undamaged(row)


def undamaged(row: TurnRow) -> TurnRow:
    """The same row. Raises as :func:`closed_turn`."""
    try:
        link = msgspec.json.decode(row.link, type=Link)
    except msgspec.MsgspecError:
        raise _damaged(row, "has a link that cannot be read") from None
    if hashlib.sha256(row.link).hexdigest() != row.hash:
        raise _damaged(row, "does not have the link that it was closed with")
    for part, data, sealed in ((STATE, row.state, link.state), (EVENTS, row.events, link.events)):
        if seal(salt_for(row.salt, part), data) != sealed:
            raise _damaged(row, f"does not have the {part} that it was closed with")
    return row


def _damaged(row: TurnRow, how: str) -> DamagedRecord:
    return DamagedRecord(
        f"{row.game}: turn {row.turn} on record {how}; 'pbem verify {row.game}' tells more, "
        "and 'pbem restore' goes back to a backup"
    )


def key_of(row: GameRow) -> bytes:
    """The key of a game's chance: its secret, and the confirmations that it began with."""
    return chance_key(row.secret, row.confirmations)


def players_of(seats: tuple[SeatRow, ...]) -> tuple[Player, ...]:
    """The seats as the rules may know them."""
    return tuple(Player(seat.seat, seat.name) for seat in seats)


def humans(seats: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    """Those seats whose people get mail."""
    return tuple(seat for seat in seats if seat.has_person)


def free_seats(chairs: Sequence[SeatRow]) -> int:
    """How many seats are not taken; some of them may be kept for somebody."""
    return sum(1 for seat in chairs if seat.kind in NOT_TAKEN)


def is_to_begin(game: GameRow, chairs: Sequence[SeatRow]) -> bool:
    """Whether a game begins by itself, now that all its seats are taken."""
    return game.status is GameStatus.FORMING and game.start_when_full and not free_seats(chairs)


def waits_for(connection: Connection, row: GameRow) -> tuple[int, ...]:
    """Seats of people for whom the open turn waits: they owe orders, and have sent none, not
    all that is asked, or lines of which some were refused."""
    return games.owing_seats(connection, row.id)
