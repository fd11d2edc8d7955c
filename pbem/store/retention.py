"""Lets go of the bytes of mails that are not needed any more; their rows and hashes stay."""

from __future__ import annotations

from dataclasses import dataclass
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

BATCH = 500
"""Mails that one transaction looks at: nobody else has to wait long."""

WITNESSES = ("report", "receipt", Act.RETURN)
"""Kinds of mail that say what a player was told to hold: while a game is played it is verified by
them."""
_GONE = (OutboxStatus.SENT, OutboxStatus.FAILED, OutboxStatus.DIGESTED, OutboxStatus.OVERTAKEN)


@dataclass(frozen=True)
class Walked:
    """Of how many mails the bytes were dropped, and up to which number all were looked at; None
    where there are none behind that."""

    dropped: int
    until: int | None


def forget_incoming(
    connection: Connection, before: datetime, strangers: datetime, *, after: int
) -> Walked:
    """Drop the bytes of those mails that came before these moments, of the next few behind the
    number `after`: each is looked at once, however many there are to be kept.

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
    confirmed = sa.exists().where(
        seats.c.confirmation == inbox.c.digest, seats.c.game == games.c.id, _not_over_since(before)
    )
    done = inbox.c.status.not_in((InboxStatus.HELD, InboxStatus.QUARANTINED))
    old = sa.or_(
        inbox.c.received < before,
        sa.and_(inbox.c.received < strangers, inbox.c.seat.is_(None), done),
    )
    query = sa.select(inbox.c.id).where(
        inbox.c.status != InboxStatus.NEW, old, sa.not_(sa.or_(brought_orders, confirmed))
    )
    return _walk(connection, inbox_bytes, inbox.c.id, query, after)


def forget_outgoing(connection: Connection, before: datetime, *, after: int) -> Walked:
    """As :func:`forget_incoming`, of mails that were written before this moment and have gone out,
    save the witnesses of games that have not been over since then."""
    needed = sa.exists().where(
        outbox.c.kind.in_(WITNESSES), outbox.c.game == games.c.id, _not_over_since(before)
    )
    # By number, not by the index of status: of what is gone there is ever more.
    gone = sa.case((outbox.c.status.in_(_GONE), 1), else_=0) == 1
    query = sa.select(outbox.c.id).where(gone, outbox.c.created < before, sa.not_(needed))
    return _walk(connection, outbox_bytes, outbox.c.id, query, after)


def _not_over_since(moment: datetime) -> sa.ColumnElement[bool]:
    return sa.or_(
        games.c.status != GameStatus.FINISHED,
        games.c.finished.is_(None),
        games.c.finished >= moment,
    )


def _walk(
    connection: Connection,
    table: sa.Table,
    number: sa.Column[int],
    forgettable: sa.Select[Any],
    after: int,
) -> Walked:
    """Go by the bytes that are kept: of the rows of mails there is ever more without any."""
    kept = sa.select(table.c.mail).where(table.c.mail > after).order_by(table.c.mail).limit(BATCH)
    looked_at = list(connection.execute(kept).scalars())
    if not looked_at:
        return Walked(0, None)
    found = connection.execute(forgettable.where(number.in_(looked_at))).scalars()
    numbers = list(found)
    if numbers:
        connection.execute(table.delete().where(table.c.mail.in_(numbers)))
    return Walked(len(numbers), looked_at[-1] if len(looked_at) == BATCH else None)
