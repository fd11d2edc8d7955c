"""How long mail could not be read, and the deadlines that are pushed by as long."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.service.context import Context, Session
from pbem.service.play.notices import push_deadline
from pbem.service.play.table import schedule_of
from pbem.service.schedule import duration
from pbem.store import facts, games, mail
from pbem.store.records import GameRow, GameStatus

log = logging.getLogger(__name__)

POLLED = "polled"
"""The fact of a mailbox under which the beginning of its newest completed poll is kept."""
ANSWERED = "answered"
"""That under which the end of it is kept: until then the mailbox answered, however long it took to
read what lay in it."""
RESUMED = "resumed"
"""That under which is kept until when its games' deadlines have been pushed for a silence."""
INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True)
class Read:
    """How far mail has been read: all that arrived until ``until``, and whether that is
    ``everything`` that the newest completed poll found, or a mail that failed waits to be tried
    again."""

    until: datetime
    everything: bool


def mail_read(connection: Connection, game: GameRow) -> Read | None:
    """How far all mail has been read that may be for a game; None before the first completed poll
    of its mailbox.

    A mail that failed is tried a bounded number of times and then set aside, so
    that it holds turns up for some polls at the most.
    """
    return _read(connection, game.mailbox, game.id)


def mailbox_read(connection: Connection, mailbox: str) -> Read | None:
    """The same of all mail that came to one of the service's mailboxes."""
    return _read(connection, mailbox, "")


def _read(connection: Connection, mailbox: str, game: str) -> Read | None:
    polled = facts.read_moment(connection, facts.of_mailbox(POLLED, mailbox))
    if polled is None:
        return None
    oldest = mail.oldest_unread(connection, mailbox, game)
    if oldest is None or oldest > polled:
        return Read(polled, everything=True)
    return Read(oldest - INSTANT, everything=False)


def each_read(context: Context) -> Iterator[tuple[Context, datetime]]:
    """The context as seen from each mailbox that was ever read, with the moment until which all of
    its mail has been, but no later than now."""
    now = context.clock.now()
    for mailbox in context.mailboxes:
        with context.database.read() as connection:
            read = mailbox_read(connection, mailbox)
        if read is not None:
            yield context.at(mailbox), min(now, read.until)


def end_silence(context: Context, began: datetime) -> int:
    """The context's mailbox answered a poll that began at `began`: where it had been silent for
    long, push the deadlines of its games by that long.

    This comes before any mail is looked at, for those that came during the silence
    are judged by the deadline as pushed. A deadline that had passed before the
    silence began stays: it was due, and is closed. Returns how many games were
    pushed.
    """
    pushed = 0
    outage = duration(context.config.service.outage, "service.outage")
    with context.write() as session:
        answered, resumed = (
            facts.read_moment(session.connection, facts.of_mailbox(fact, context.mailbox))
            for fact in (ANSWERED, RESUMED)
        )
        # What lies ahead was written by a clock that has been set back since: where that is the
        # newest answer, nobody can say how long there was none.
        last = min(answered or began, began)
        if resumed is not None and last < resumed <= began:
            last = resumed
        silence = began - last
        if silence > outage:
            log.warning("%s: no mail could be read for %s", context.mailbox, silence)
            fact = facts.of_mailbox(RESUMED, context.mailbox)
            facts.write_fact(session.connection, fact, began.isoformat())
            for row in games.all_games(session.connection, GameStatus.RUNNING):
                if row.mailbox == context.mailbox:
                    pushed += _push(session, row.id, last, began)
    return pushed


def _push(session: Session, game: str, last: datetime, began: datetime) -> bool:
    """Give a game the time back that its open turn has lost between `last` and `began`."""
    row = games.find_game(session.connection, game, lock=True)  # its turn may have closed meanwhile
    if row is None or row.status != GameStatus.RUNNING:
        return False
    lost = began - max(last, row.opened or last)
    due = row.deadline if row.releases is None else row.releases
    if due is None or due <= last or lost <= timedelta(0):
        return False
    if row.results_wait:  # the game master's word could not be read; the players wait for no date
        games.change_game(session.connection, row.id, releases=due + lost)
        return True
    push_deadline(session, row, schedule_of(row).no_holiday(due + lost))
    return True
