"""Queries about the service's mailboxes: what each has."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.mail import NO_MAILBOX, next_uid
from pbem.store.records import InboxStatus, OutboxStatus
from pbem.store.tables import games, inbox, outbox

_WAITS = outbox.c.status.in_((OutboxStatus.QUEUED, OutboxStatus.HELD, OutboxStatus.GATHERED))
_UNREAD = inbox.c.status == InboxStatus.NEW
_COUNTS = (
    sa.select(games.c.mailbox, sa.func.count()).group_by(games.c.mailbox),
    sa.select(inbox.c.mailbox, sa.func.count()).where(_UNREAD).group_by(inbox.c.mailbox),
    sa.select(outbox.c.relay, sa.func.count()).where(_WAITS).group_by(outbox.c.relay),
)


class Holding(NamedTuple):
    """How many games a mailbox has, those that are over, too, how many mails that are on record and
    yet to be read, and how many that have yet to go out."""

    games: int = 0
    unread: int = 0
    waiting: int = 0


def holdings(connection: Connection) -> dict[str, Holding]:
    """What each mailbox has that has anything, by name."""
    counts = [{row[0]: row[1] for row in connection.execute(query)} for query in _COUNTS]
    names = sorted({name for count in counts for name in count})
    return {name: Holding(*(count.get(name, 0) for count in counts)) for name in names}


def move_holdings(connection: Connection, old: str, new: str) -> int:
    """Let another mailbox have all games of one, with the mail that it has yet to read and to send;
    returns how many games there are. Their revisions go up."""
    connection.execute(outbox.update().where(outbox.c.relay == old, _WAITS).values(relay=new))
    # The other mailbox may have a message of the same number.
    uid = next_uid(connection, NO_MAILBOX) + inbox.c.id
    moved_mail = {"mailbox": new, "uidvalidity": NO_MAILBOX, "uid": uid}
    connection.execute(inbox.update().where(inbox.c.mailbox == old, _UNREAD).values(moved_mail))
    change = games.update().where(games.c.mailbox == old)
    moved = connection.execute(change.values(mailbox=new, revision=games.c.revision + 1))
    return moved.rowcount
