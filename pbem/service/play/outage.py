"""How long mail could not be read, and the deadlines that are pushed by as long."""

from __future__ import annotations

import logging
from datetime import datetime

from sqlalchemy.engine import Connection

from pbem.service.house import House
from pbem.service.play.notices import push_deadline
from pbem.service.schedule import duration
from pbem.store import games, mail
from pbem.store.records import GameStatus

log = logging.getLogger(__name__)

POLLED = "polled"
"""The fact under which the beginning of the newest completed poll is kept."""
RESUMED = "resumed"
"""The fact under which is kept until when deadlines have been pushed for a silence."""


def last_poll(connection: Connection) -> datetime | None:
    """When the newest completed poll began."""
    return _moment(connection, POLLED)


def end_silence(house: House, began: datetime) -> int:
    """The mailbox answered a poll that began at `began`: where it had been silent for long, push
    deadlines by that long.

    This comes before any mail is looked at, for those that came during the silence
    are judged by the deadline as pushed. A deadline that had passed before the
    silence began stays: it was due, and is closed. Returns how many games were
    pushed.
    """
    pushed = 0
    outage = duration(house.config.service.outage, "service.outage")
    with house.database.write() as connection:
        known = [m for m in (_moment(connection, f) for f in (POLLED, RESUMED)) if m is not None]
        last = max(known, default=began)
        silence = began - last
        if silence > outage:
            log.warning("no mail could be read for %s; deadlines are pushed", silence)
            mail.write_fact(connection, RESUMED, began.isoformat())
            for row in games.all_games(connection, GameStatus.RUNNING):
                if row.deadline is not None and row.deadline > last:
                    push_deadline(house, connection, row, row.deadline + silence)
                    pushed += 1
    return pushed


def _moment(connection: Connection, fact: str) -> datetime | None:
    found = mail.read_fact(connection, fact)
    return datetime.fromisoformat(found) if found else None
