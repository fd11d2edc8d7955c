"""Addresses that were written to although nobody there had asked for it, and from whose mailboxes
nobody has written since. No game is named, so that nothing that becomes of one forgets them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import OutboxStatus
from pbem.store.strangers import mailbox_of
from pbem.store.tables import outbox, unheard


def note_unheard(connection: Connection, address: str, now: datetime) -> None:
    values = {"address": address, "mailbox": mailbox_of(address), "since": now}
    connection.execute(inserting(connection, unheard).values(values).on_conflict_do_nothing())


def forget_unheard(connection: Connection, address: str) -> None:
    """Somebody there has written: no spelling of their address is unheard any more."""
    connection.execute(unheard.delete().where(unheard.c.mailbox == mailbox_of(address)))


def unheard_of(connection: Connection, addresses: Collection[str]) -> frozenset[str]:
    """Which of these addresses lead to a mailbox from which nobody has written."""
    silent = frozenset(spellings(connection, addresses).values())
    return frozenset(one for one in addresses if mailbox_of(one) in silent)


def spellings(connection: Connection, addresses: Collection[str]) -> Mapping[str, str]:
    """Every address noted for the mailboxes of these, with that mailbox."""
    mailboxes = set(map(mailbox_of, addresses))
    query = sa.select(unheard.c.address, unheard.c.mailbox)
    found = connection.execute(query.where(unheard.c.mailbox.in_(mailboxes)))
    return {row[0]: row[1] for row in found}


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
