"""How long mail could not be read, and the deadlines that are pushed by as long."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.service.context import Context, Session
from pbem.service.play.notices import push_deadline
from pbem.service.play.table import schedule_of
from pbem.service.schedule import duration
from pbem.store import facts, games, mail
from pbem.store.records import GameStatus

log = logging.getLogger(__name__)

POLLED = "polled"
"""The fact under which the beginning of the newest completed poll is kept."""
ANSWERED = "answered"
"""The fact under which the end of the newest completed poll is kept: until then the mailbox
answered, however long it took to read what lay in it."""
RESUMED = "resumed"
"""The fact under which is kept until when deadlines have been pushed for a silence."""
INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True)
class Read:
    """How far mail has been read: all that arrived until ``until``, and whether that is
    ``everything`` that the newest completed poll found, or a mail that failed waits to be tried
    again."""

    until: datetime
    everything: bool


def mail_read(connection: Connection, game: str | None = None) -> Read | None:
    """How far all mail has been read, or all that may be for a game; None before the first
    completed poll.

    A mail that failed is tried a bounded number of times and then set aside, so
    that it holds turns up for some polls at the most.
    """
    polled = _moment(connection, POLLED)
    if polled is None:
        return None
    oldest = mail.oldest_unread(connection, game)
    if oldest is None or oldest > polled:
        return Read(polled, everything=True)
    return Read(oldest - INSTANT, everything=False)


def end_silence(context: Context, began: datetime) -> int:
    """The mailbox answered a poll that began at `began`: where it had been silent for long, push
    deadlines by that long.

    This comes before any mail is looked at, for those that came during the silence
    are judged by the deadline as pushed. A deadline that had passed before the
    silence began stays: it was due, and is closed. Returns how many games were
    pushed.
    """
    pushed = 0
    outage = duration(context.config.service.outage, "service.outage")
    with context.write() as session:
        answered, resumed = (_moment(session.connection, fact) for fact in (ANSWERED, RESUMED))
        # What lies ahead was written by a clock that has been set back since: where that is the
        # newest answer, nobody can say how long there was none.
        last = min(answered or began, began)
        if resumed is not None and last < resumed <= began:
            last = resumed
        silence = began - last
        if silence > outage:
            log.warning("no mail could be read for %s; deadlines are pushed", silence)
            facts.write_fact(session.connection, RESUMED, began.isoformat())
            for row in games.all_games(session.connection, GameStatus.RUNNING):
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


def _moment(connection: Connection, fact: str) -> datetime | None:
    found = facts.read_fact(connection, fact)
    return datetime.fromisoformat(found) if found else None
