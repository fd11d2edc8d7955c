"""What time brings: turns fall due, late news, reminders."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import TypeVar

from sqlalchemy.engine import Connection

from pbem.engine.errors import Trouble
from pbem.service.context import Context
from pbem.service.counters import Count
from pbem.service.dispatch.alerts import begin_unless_open, end_if_open
from pbem.service.play.absence import Next, absent, back_at, follows, go_on, may_last
from pbem.service.play.close import (
    Begun,
    Changed,
    begin_closing,
    close_turn,
    closing_alert,
    may_close,
)
from pbem.service.play.news import BETWEEN_REPORTS, send_late_news
from pbem.service.play.notices import remind
from pbem.service.play.outage import ANSWERED, POLLED, each_read, mail_read
from pbem.service.play.releasing import release_turn
from pbem.service.play.table import open_table, schedule_of
from pbem.service.play.watching import note_read
from pbem.store import facts, games
from pbem.store.concerns import Concern, Matter
from pbem.store.records import GameRow, GameStatus
from pbem.store.releasing import to_release

GAMES_AHEAD = 2
"""Games begun before the first of them is written, for each process that works them out."""
MOST_RELEASED = 20
"""Games whose results one round lets out."""

log = logging.getLogger(__name__)

_T = TypeVar("_T")


def note_poll(context: Context, began: datetime) -> None:
    """Record a completed poll of the context's mailbox: its games' deadlines that passed before it
    began may now be adjudicated."""
    with context.database.write() as connection:
        for fact, moment in ((POLLED, began), (ANSWERED, context.clock.now())):
            name = facts.of_mailbox(fact, context.mailbox)
            facts.write_fact(connection, name, moment.isoformat())
        context.on_due(connection, _due_by_poll(context, connection, began))
    note_read(context)


def _due_by_poll(context: Context, connection: Connection, began: datetime) -> Iterator[GameRow]:
    """Games of the context's mailbox whose turn may be over now that mail has been read; looked for
    once they are wanted."""
    now = context.clock.now()
    yield from worth_closing(games.maybe_due(connection, now), now, {context.mailbox: began})


def close_due(context: Context) -> list[GameRow]:
    """Close every turn that is over; one game that cannot be closed does not stop the others.

    Where there are processes for it they work out some games while others are written.
    """
    now = context.clock.now()
    with context.database.read() as connection:
        candidates = games.maybe_due(connection, now)
    over = (row for row in candidates if _is_over(context, row, now))
    begun = ((row, context.closers.begin(row.id, now)) for row in over)
    tried = (
        _close(context, row, outcome())
        for row, outcome in _ahead(begun, context.config.service.workers * GAMES_AHEAD)
    )
    return [row for row in tried if row is not None]


def _ahead(items: Iterable[_T], count: int) -> Iterator[_T]:
    """The same in their order, so many of them taken before they are wanted."""
    taken: deque[_T] = deque()
    for item in items:
        taken.append(item)
        if len(taken) > count:
            yield taken.popleft()
    yield from taken


def worth_closing(
    rows: Iterable[GameRow], now: datetime, polled: Mapping[str, datetime]
) -> Iterator[GameRow]:
    """Of games whose time has come those that could be closed by what has been read: where a
    deadline has passed since the newest poll of their mailbox began (`polled`, of those that have
    been read at all) mail may have come in time."""
    for row in rows:
        early = row.closing is not None or (row.closes is not None and row.closes <= now)
        read = polled.get(row.mailbox)
        if read is not None and (early or row.deadline is None or row.deadline <= read):
            yield row


def close_if_over(context: Context, row: GameRow, now: datetime) -> GameRow | None:
    """Close a game's turn if it is over and all mail has been read that may be for it. None where
    it stays open, be it that it cannot be closed, of which somebody is told."""
    return _close(context, row, None) if _is_over(context, row, now) else None


def _is_over(context: Context, row: GameRow, now: datetime) -> bool:
    with _in_trouble(context, row):
        with context.database.read() as connection:
            read = mail_read(connection, row)
            table = open_table(connection, row)
            due = read is not None and may_close(connection, table, now, read)
        if due and not _goes_on(context, row):
            return True
        context.troubles.over(f"closing {row.id}")
    return False


def _close(context: Context, row: GameRow, begun: Begun | None) -> GameRow | None:
    """Close a turn that is over; one that no process has begun is worked out here."""
    with _in_trouble(context, row):
        begun = begun or begin_closing(context, row.id)
        if begun.row.revision != row.revision:
            return None  # as below
        try:
            closed = close_turn(context, row.id, row.turn, begun)
        except Changed:
            return None  # its deadline may have moved: the next round asks whether it is over
        context.counters.add(Count.CLOSED)
        log.info("%s: turn %d closed", row.id, row.turn)
        context.troubles.over(f"closing {row.id}")
        return closed
    return None


@contextmanager
def _in_trouble(context: Context, row: GameRow) -> Iterator[None]:
    """Whatever goes wrong with closing a game is told, and its alone."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  (one game must not stop the others)
        context.troubles.begins(f"closing {row.id}", error)
        what = f"{row.id}: turn {row.turn} cannot be closed"
        fault = Concern(game=row.id, matter=Matter.UNCLOSED, turn=row.turn)
        _alert(context, closing_alert(row.id), what, error, fault)


def _goes_on(context: Context, row: GameRow) -> bool:
    """Whether a turn that could be closed lasts longer for the sake of those who missed it."""
    if row.closing is not None or not may_last(row):
        return False
    with context.database.read() as connection:
        missing = absent(connection, row)
        step = follows(schedule_of(row), row, missing, back_at(connection, row, missing))
    if step is Next.CLOSE or (step is Next.STALL and row.stalled is not None):
        return step is Next.STALL
    with context.write() as session:
        fresh = games.find_game(session.connection, row.id, lock=True)
        if fresh is None or (fresh.turn, fresh.revision) != (row.turn, row.revision):
            return True  # the next tick looks at it as it now is
        return go_on(session, fresh) is not None


def _alert(context: Context, key: str, what: str, error: Exception, fault: Concern) -> None:
    """Alert the operator of trouble with a game, and of what is behind it where that is known
    trouble: the message of anything else may hold orders. Its masters hear that there is some."""
    why = f"{error}." if isinstance(error, Trouble) else "The log says why."
    said = f"{why} Orders still count; the service tries again at every tick."
    begin_unless_open(context, key, what, said, fault)


def send_news(context: Context) -> int:
    """Send the news that have waited a day for those of whom nothing was asked meanwhile; one
    game whose reports cannot be written does not stop the others. Returns how many were sent."""
    with context.database.read() as connection:
        waiting = games.games_with_late_news(connection, context.clock.now() - BETWEEN_REPORTS)
    sent = 0
    for row in waiting:
        try:
            sent += send_late_news(context, row.id)
            end_if_open(context, f"news.{row.id}")
            context.troubles.over(f"news of {row.id}")
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            context.troubles.begins(f"news of {row.id}", error)
            what = f"{row.id}: reports of turn {row.turn - 1} cannot be written"
            fault = Concern(game=row.id, matter=Matter.UNTOLD, turn=row.turn - 1)
            _alert(context, f"news.{row.id}", what, error, fault)
    return sent


def release_due(context: Context) -> int:
    """Let the results out whose time has come, once all mail that came until then has been read:
    their game master may have taken the turn back in time. A game whose reports cannot be written
    does not stop the others. Returns how many went out."""
    return sum(_release_of_mailbox(seen, until) for seen, until in each_read(context))


def _release_of_mailbox(context: Context, looked: datetime) -> int:
    released = 0
    with context.database.read() as connection:
        waiting = to_release(connection, context.mailbox, looked, MOST_RELEASED)
    for row in waiting:
        try:
            released += release_turn(context, row.id, due_by=looked).releases is None
            end_if_open(context, f"news.{row.id}")
            context.troubles.over(f"results of {row.id}")
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            context.troubles.begins(f"results of {row.id}", error)
            what = f"{row.id}: reports of turn {row.turn} cannot be written"
            fault = Concern(game=row.id, matter=Matter.UNTOLD, turn=row.turn)
            _alert(context, f"news.{row.id}", what, error, fault)
    return released


def send_reminders(context: Context) -> int:
    """Remind those who owe orders, once for every reminder whose time has come."""
    now, sent = context.clock.now(), 0
    with context.database.read() as connection:
        running = games.all_games(connection, GameStatus.RUNNING)
    for row in running:
        if row.deadline is None or row.opened is None or row.deadline <= now:
            continue
        schedule = schedule_of(row)
        if schedule.awake(now) != now:
            continue
        due = [span for span in schedule.reminder_spans if row.deadline - span <= now]
        if len(due) <= row.reminded:
            continue
        worth = [s for s in due[row.reminded :] if row.deadline - s > row.opened]
        with context.write() as session:
            fresh = games.find_game(session.connection, row.id, lock=True)
            if fresh is None or (fresh.turn, fresh.reminded) != (row.turn, row.reminded):
                continue
            remind(session, fresh, len(due), really=bool(worth))
            sent += bool(worth)
    return sent


def awaits_poll(context: Context, began: datetime) -> bool:
    """Whether a turn is over but for one more look into the context's mailbox than that which began
    then."""
    with context.database.read() as connection:
        due = games.maybe_due(connection, context.clock.now())
    here = (row.closes for row in due if row.mailbox == context.mailbox)
    return any(closes is not None and closes > began for closes in here)
