"""Lets go of the bytes of mails that are not needed any more; their rows and hashes stay."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import Act, GameStatus, InboxStatus, OutboxStatus
from pbem.store.tables import (
    games,
    inbox,
    inbox_bytes,
    orders,
    outbox,
    outbox_bytes,
    seats,
    undone_orders,
)

BATCH = 200
"""Mails that one transaction lets go of: nobody else has to wait long."""

WITNESSES = ("report", "receipt", Act.RETURN)
"""Kinds of mail that say what a player was told to hold: while a game is played it is verified by
them."""
_GONE = (OutboxStatus.SENT, OutboxStatus.FAILED, OutboxStatus.DIGESTED, OutboxStatus.OVERTAKEN)


def forget_incoming(connection: Connection, before: datetime, strangers: datetime) -> int:
    """Drop the bytes of some mails that came before these moments; returns of how many.

    What brought orders or confirmed a seat stays until its game has been over since `before`,
    whatever was not read yet stays too. `strangers` goes for mails that belong to no seat and were
    done with.
    """
    brought_orders = sa.or_(
        *(
            sa.exists().where(
                held.c.mail == inbox.c.id, held.c.game == games.c.id, _not_over_since(before)
            )
            for held in (orders, undone_orders)
        )
    )
    confirmations = (
        sa.select(seats.c.confirmation)
        .join(games, seats.c.game == games.c.id)
        .where(seats.c.confirmation.is_not(None), _not_over_since(before))
    )
    confirmed = inbox.c.digest.in_(confirmations)
    done = inbox.c.status.not_in((InboxStatus.HELD, InboxStatus.QUARANTINED))
    old = sa.or_(
        inbox.c.received < before,
        sa.and_(inbox.c.received < strangers, inbox.c.seat.is_(None), done),
    )
    query = (
        sa.select(inbox_bytes.c.mail)
        .join(inbox, inbox.c.id == inbox_bytes.c.mail)
        .where(inbox.c.status != InboxStatus.NEW, old, sa.not_(sa.or_(brought_orders, confirmed)))
        .limit(BATCH)
    )
    return _drop(connection, inbox_bytes, query)


def forget_outgoing(connection: Connection, before: datetime) -> int:
    """Drop the bytes of some mails that were written before this moment and have gone out, save
    the witnesses of games that have not been over since then; returns of how many."""
    needed = sa.exists().where(
        outbox.c.kind.in_(WITNESSES), outbox.c.game == games.c.id, _not_over_since(before)
    )
    query = (
        sa.select(outbox_bytes.c.mail)
        .join(outbox, outbox.c.id == outbox_bytes.c.mail)
        .where(outbox.c.status.in_(_GONE), outbox.c.created < before, sa.not_(needed))
        .limit(BATCH)
    )
    return _drop(connection, outbox_bytes, query)


def _not_over_since(moment: datetime) -> sa.ColumnElement[bool]:
    return sa.or_(
        games.c.status != GameStatus.FINISHED,
        games.c.finished.is_(None),
        games.c.finished >= moment,
    )


def _drop(connection: Connection, table: sa.Table, query: sa.Select[Any]) -> int:
    numbers = list(connection.execute(query).scalars())
    if numbers:
        connection.execute(table.delete().where(table.c.mail.in_(numbers)))
    return len(numbers)
