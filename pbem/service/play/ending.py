"""When the open turn closes early: everybody's orders are in, and nobody has second thoughts.

The moment stands in the game's row (``closes``). It is worked out here, and here alone, in the
transaction that changes what it hangs on: orders, WITHDRAW, DONE, a seat given up, a game that
goes on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.registry import load
from pbem.service.context import Session
from pbem.service.play.table import humans, schedule_of
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import AskRow, GameRow, GameStatus, OrdersRow, SeatKind, SeatRow


@dataclass(frozen=True)
class Stand:
    """How the open turn stands: who plays, what is asked of whom, and by which game's rules."""

    seats: tuple[SeatRow, ...]
    asks: tuple[AskRow, ...]
    ruleset: str

    @property
    def asked(self) -> tuple[AskRow, ...]:
        """What people owe, or owed until they sent it."""
        people = {seat.seat for seat in humans(self.seats)}
        return tuple(ask for ask in self.asks if ask.required and ask.seat in people)

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats of people for whom the turn waits."""
        return tuple(ask.seat for ask in self.asked if not ask.answered)

    @property
    def is_waited_for(self) -> bool:
        """Whether anybody minds when it closes: a person plays, or somebody's resignation is what
        the rules want of this turn."""
        if humans(self.seats):
            return True
        gone = {seat.seat for seat in self.seats if seat.kind is SeatKind.RESIGNED}
        asked = any(ask.required and ask.seat in gone for ask in self.asks)
        return asked and load(self.ruleset).resign is not None

    @property
    def is_solitary(self) -> bool:
        """Whether one person plays alone."""
        return len(humans(self.seats)) == 1

    def ask_of(self, seat: int) -> AskRow | None:
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def marked(self, seat: int, *, answered: bool, sure: bool) -> Stand:
        """The stand once a seat's ask is changed."""
        asks = (
            structs.replace(ask, answered=answered, sure=sure) if ask.seat == seat else ask
            for ask in self.asks
        )
        return replace(self, asks=tuple(asks))


def stand_of(connection: Connection, game: GameRow) -> Stand:
    return Stand(*games.stand_of(connection, game.id), game.ruleset)


@dataclass
class _Left:
    """A game as of a revision, as far as anybody has asked."""

    revision: int
    stand: Stand | None = None
    held: dict[int, OrdersRow] | None = None
    later: dict[int, dict[int, tuple[str, ...]]] | None = None


class Stands:
    """How open turns stand and what is held for them, for mails that share a transaction: what one
    of them has left is told the next as long as the revision of its game is the same, which rises
    with whatever changes any of it. What else a player wishes may be older there than in the seat's
    row. Where a mail's changes are taken back all is forgotten: revisions go back with them.

    A game is given as its row is in this transaction."""

    def __init__(self) -> None:
        self._left: dict[str, _Left] = {}

    def find(self, connection: Connection, game: GameRow) -> Stand:
        """The stand of a game."""
        left = self._of(game)
        if left.stand is None:
            left.stand = stand_of(connection, game)
        return left.stand

    def held_for(self, connection: Connection, game: GameRow, seat: int) -> OrdersRow | None:
        """The set that a seat holds for the open turn."""
        left = self._of(game)
        if left.held is None:
            left.held = games.held_orders(connection, game.id, game.turn)
        return left.held.get(seat)

    def later_lines(
        self, connection: Connection, game: GameRow, seat: int
    ) -> dict[int, tuple[str, ...]]:
        """What a seat has kept for turns to come."""
        left = self._of(game)
        if left.later is None:
            left.later = games.later_lines(connection, game.id)
        return left.later.get(seat, {})

    def keep(self, game: GameRow, stand: Stand, held: OrdersRow | None = None) -> None:
        """A mail has left the game and its stand so, and this set `held` (None: the one before)."""
        left = self._left.setdefault(game.id, _Left(game.revision))
        left.revision, left.stand = game.revision, stand
        if held is not None and left.held is not None:
            left.held[held.seat] = held

    def forget(self) -> None:
        self._left.clear()

    def _of(self, game: GameRow) -> _Left:
        left = self._left.get(game.id)
        if left is None or left.revision != game.revision:
            left = self._left[game.id] = _Left(game.revision)
        return left


def early_end(
    schedule: Schedule,
    stand: Stand,
    *,
    opened: datetime,
    arrived: datetime,
    now: datetime,
    stood: datetime | None = None,
    changed: bool = True,
) -> datetime | None:
    """When the turn closes early; None while it waits for somebody, or for its deadline.

    It closes once nothing has changed for the schedule's span of second thoughts, which
    begins at `now`; where nothing was `changed`, what `stood` before goes on. Where all are
    sure, it may close as soon as the mailbox was looked into after `arrived`. It closes in no
    pause, and no sooner than the schedule has turns follow each other; `opened` is when it began.
    """
    if not schedule.early_close or stand.owing or not stand.is_waited_for:
        return None
    span = schedule.second_thoughts_span
    if not span or all(ask.sure for ask in stand.asked):
        closes = arrived
    else:
        closes = now + span if changed or stood is None else stood
    return schedule.awake(max(closes, schedule.soonest(opened)))


def reckon(
    session: Session,
    game: GameRow,
    stand: Stand,
    *,
    arrived: datetime,
    changed: bool = True,
) -> GameRow:
    """Write down anew when the open turn closes early, and raise the game's revision; returns
    the game as it then stands. One whose results wait is closed already."""
    now = session.context.clock.now()
    closes = (
        early_end(
            schedule_of(game),
            stand,
            opened=game.opened or now,
            arrived=arrived,
            now=now,
            stood=game.closes,
            changed=changed,
        )
        if not game.results_wait
        else None
    )
    changes = {} if closes == game.closes else {"closes": closes}
    games.change_game(session.connection, game.id, **changes)
    reckoned = structs.replace(game, closes=closes, revision=game.revision + 1)
    if closes is not None and closes <= now:
        session.context.on_due(session.connection, [reckoned])
    return reckoned


def is_hurried_by_done(game: GameRow, now: datetime) -> bool:
    """Whether the open turn, which closes early, would close sooner if all were sure."""
    schedule = schedule_of(game)
    soonest = schedule.awake(max(now, schedule.soonest(game.opened or now)))
    return game.closes is not None and soonest < game.closes


def ends_early(game: GameRow) -> bool:
    """Whether the open turn closes before its deadline unless somebody changes something."""
    if game.closes is None or game.status != GameStatus.RUNNING:
        return False
    return game.deadline is None or game.closes < game.deadline + schedule_of(game).grace_span
