"""Queries about the service's mailboxes: what each has."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import OutboxStatus
from pbem.store.tables import games, outbox

_WAITS = outbox.c.status.in_((OutboxStatus.QUEUED, OutboxStatus.HELD, OutboxStatus.GATHERED))
_GAMES = sa.select(games.c.mailbox, sa.func.count()).group_by(games.c.mailbox)
_MAILS = sa.select(outbox.c.relay, sa.func.count()).where(_WAITS).group_by(outbox.c.relay)


def holdings(connection: Connection) -> dict[str, tuple[int, int]]:
    """Of each mailbox that has any, by name: how many games, and mails that have yet to go out."""
    played, waiting = (
        {row[0]: row[1] for row in connection.execute(query)} for query in (_GAMES, _MAILS)
    )
    names = sorted(played.keys() | waiting.keys())
    return {name: (played.get(name, 0), waiting.get(name, 0)) for name in names}


def move_holdings(connection: Connection, old: str, new: str) -> int:
    """Let another mailbox have all games of one, with what they have yet to send; returns how many
    games there are. Their revisions go up."""
    connection.execute(outbox.update().where(outbox.c.relay == old, _WAITS).values(relay=new))
    change = games.update().where(games.c.mailbox == old)
    moved = connection.execute(change.values(mailbox=new, revision=games.c.revision + 1))
    return moved.rowcount
