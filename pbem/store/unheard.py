"""Addresses that were given a seat which nobody there had asked for, and from which nobody has
written since. No game is named, so that nothing that becomes of one forgets them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import OutboxStatus
from pbem.store.tables import outbox, unheard


def note_unheard(connection: Connection, address: str, now: datetime) -> None:
    insert = inserting(connection, unheard).values(address=address, since=now)
    connection.execute(insert.on_conflict_do_nothing())


def forget_unheard(connection: Connection, address: str) -> None:
    """Somebody there has written."""
    connection.execute(unheard.delete().where(unheard.c.address == address))


def unheard_of(connection: Connection, addresses: Collection[str]) -> frozenset[str]:
    """From which of these addresses nobody has written."""
    query = sa.select(unheard.c.address).where(unheard.c.address.in_(addresses))
    return frozenset(connection.execute(query).scalars())


def sent_since(
    connection: Connection, addresses: Collection[str], since: datetime
) -> Mapping[str, int]:
    """How many mails have gone to each of these addresses since then."""
    query = sa.select(outbox.c.recipient, sa.func.count()).where(
        outbox.c.recipient.in_(addresses),
        outbox.c.status == OutboxStatus.SENT,
        outbox.c.sent > since,
    )
    found = connection.execute(query.group_by(outbox.c.recipient))
    return {row[0]: row[1] for row in found}
