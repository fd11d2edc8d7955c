"""The outbox as a queue: mails are leased for sending, and what became of them is noted.

A lease says who has a mail and until when that one is believed to live. It is prolonged while
they do, and runs out by itself where they died: then the mail is queued again, at the place that
it had. Until then other mails to its mailbox wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.mail import OUTGOING
from pbem.store.records import NOT_BY_ITSELF, OutboxRow, OutboxStatus
from pbem.store.tables import outbox

_RUN_OUT = (
    outbox.update()
    .where(
        outbox.c.status == OutboxStatus.SENDING,
        outbox.c.leased_until <= sa.bindparam("now"),
        outbox.c.leased_by != sa.bindparam("by"),
    )
    .values(status=OutboxStatus.QUEUED, leased_by="")
)
_WITH_OTHERS = outbox.alias("with_others")
_DUE = (
    OUTGOING.where(outbox.c.status == OutboxStatus.QUEUED, outbox.c.due <= sa.bindparam("now"))
    .where(outbox.c.relay == sa.bindparam("of_relay"))
    .where(
        outbox.c.mailbox.not_in(
            sa.select(_WITH_OTHERS.c.mailbox).where(
                _WITH_OTHERS.c.status == OutboxStatus.SENDING,
                _WITH_OTHERS.c.relay == sa.bindparam("of_relay"),
                _WITH_OTHERS.c.leased_by != sa.bindparam("by"),
            )
        )
    )
    .order_by(outbox.c.unproven, outbox.c.due, outbox.c.id)
    .limit(sa.bindparam("most"))
    .with_for_update(skip_locked=True, of=outbox)
)
_LEASE = (
    outbox.update()
    .where(outbox.c.id == sa.bindparam("mail"))
    .values(
        status=OutboxStatus.SENDING,
        leased_by=sa.bindparam("new_by"),
        leased_until=sa.bindparam("until"),
    )
)
_SENT = (
    outbox.update()
    .where(outbox.c.id == sa.bindparam("mail"))
    .values(status=OutboxStatus.SENT, leased_by="", sent=sa.bindparam("at"), error="")
)


_ON_THEIR_WAY = outbox.c.status.in_((OutboxStatus.QUEUED, OutboxStatus.SENDING))


@dataclass(frozen=True)
class Queue:
    """How many mails have yet to go out, and the ``due`` of the oldest whose time has come."""

    waiting: int
    oldest_due: datetime | None


def queue_at(connection: Connection, now: datetime, relay: str | None = None) -> Queue:
    """The outbox as a queue, or what one of the service's relays is to take of it. What somebody is
    sending is not due until its lease has run out."""
    leased = outbox.c.status == OutboxStatus.SENDING
    since = sa.case((leased, outbox.c.leased_until), else_=outbox.c.due)
    due = sa.func.min(sa.case((since <= now, since)), type_=outbox.c.due.type)
    query = sa.select(sa.func.count(), due).where(_ON_THEIR_WAY)
    if relay is not None:
        query = query.where(outbox.c.relay == relay)
    return Queue(*connection.execute(query).one())


_OVERTAKEN = (
    outbox.update()
    .where(
        outbox.c.game == sa.bindparam("of_game"),
        outbox.c.kind == sa.bindparam("of_kind"),
        # Not by in_(), whose list is put into the statement anew for every mail with orders.
        sa.or_(outbox.c.status == OutboxStatus.QUEUED, outbox.c.status == OutboxStatus.HELD),
    )
    .values(status=OutboxStatus.OVERTAKEN)
)
_OVERTAKEN_BY_SEAT = _OVERTAKEN.where(outbox.c.seat == sa.bindparam("of_seat"))


def lease_mails(
    connection: Connection, now: datetime, limit: int, *, relay: str, by: str, until: datetime
) -> tuple[OutboxRow, ...]:
    """Take queued mails for a relay whose time has come, oldest first, for somebody to send;
    answers to mail that proves nothing when there are no others, and none to a mailbox to which
    others are sending by it.

    They are `by`'s until then, or until a later :func:`prolong_leases`. What was leased by
    others and has run out is taken as queued: whoever had it is gone.
    """
    connection.execute(_RUN_OUT, {"now": now, "by": by})
    wanted = {"now": now, "by": by, "most": limit, "of_relay": relay}
    rows = tuple(OutboxRow(*row) for row in connection.execute(_DUE, wanted))
    if rows:
        values = {"new_by": by, "until": until}
        connection.execute(_LEASE, [values | {"mail": row.id} for row in rows])
    return rows


def prolong_leases(connection: Connection, by: str, until: datetime) -> frozenset[int]:
    """Keep what is still leased by somebody for longer; returns which mails that are."""
    change = outbox.update().where(*_leased(by)).values(leased_until=until).returning(outbox.c.id)
    return frozenset(connection.execute(change).scalars())


def return_leases(connection: Connection, by: str) -> None:
    """Queue again what is still leased by somebody, at the place that it had."""
    change = outbox.update().where(*_leased(by))
    connection.execute(change.values(status=OutboxStatus.QUEUED, leased_by=""))


def _leased(by: str) -> tuple[sa.ColumnElement[bool], ...]:
    return outbox.c.status == OutboxStatus.SENDING, outbox.c.leased_by == by


def put_off(connection: Connection, row: OutboxRow, by: str, due: datetime, error: str) -> None:
    """Queue a mail that `by` could not send for a further try."""
    change = outbox.update().where(outbox.c.id == row.id, *_leased(by))
    connection.execute(
        change.values(
            status=OutboxStatus.QUEUED,
            leased_by="",
            due=due,
            attempts=row.attempts + 1,
            error=error,
        )
    )


def give_up(connection: Connection, mail: int, by: str, error: str) -> bool:
    """Note that a mail which `by` has leased was refused for good; False where that is on
    record already."""
    change = outbox.update().where(outbox.c.id == mail, *_leased(by))
    found = connection.execute(change.values(status=OutboxStatus.FAILED, leased_by="", error=error))
    return found.rowcount > 0


def overtake(connection: Connection, game: str, kind: str, seat: int | None = None) -> None:
    """Send no mail of this kind that still waits, or is held, in a game or to one seat of it."""
    values = {"of_game": game, "of_kind": kind}
    if seat is None:
        connection.execute(_OVERTAKEN, values)
    else:
        connection.execute(_OVERTAKEN_BY_SEAT, values | {"of_seat": seat})


def last_of_kind(connection: Connection, game: str, seat: int, kind: str) -> datetime | None:
    """When the newest mail of a kind to a seat went out, or was queued to."""
    query = sa.select(sa.func.max(outbox.c.created, type_=outbox.c.created.type)).where(
        outbox.c.game == game,
        outbox.c.seat == seat,
        outbox.c.kind == kind,
        outbox.c.status.not_in(NOT_BY_ITSELF),
    )
    found: datetime | None = connection.execute(query).scalar()
    return found


def mark_sent(connection: Connection, ids: Sequence[int], at: datetime) -> None:
    """These mails have gone out, whoever may have leased them since."""
    if ids:
        connection.execute(_SENT, [{"mail": mail, "at": at} for mail in ids])
