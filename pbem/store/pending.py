"""Queries about what is pending: asked for, and to be confirmed by another mail."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import Act, PendingRow
from pbem.store.tables import confirmations, observers, pending, played_by, readdressings

# Built once, as in pbem.store.games: every poll needs them.
_RUN_OUT = (
    sa.select(pending)
    .where(pending.c.until <= sa.bindparam("now"), played_by(pending.c.game))
    .order_by(pending.c.game, pending.c.seat)
)
# What others than players are asked to confirm is void when nobody has; nothing follows from it.
_VOID = {
    table: sa.and_(table.c.until <= sa.bindparam("now"), played_by(table.c.game))
    for table in (confirmations, observers, readdressings)
}
_ANY_VOID = sa.select(sa.or_(*(sa.exists().where(late) for late in _VOID.values())))
_OF_SORT = (
    sa.select(pending)
    .where(pending.c.act == sa.bindparam("sort"))
    .order_by(pending.c.game, pending.c.seat)
)


def put_pending(connection: Connection, row: PendingRow) -> None:
    """Note what is pending for a seat, in the place of what was before."""
    values = structs.asdict(row)
    insert = inserting(connection, pending).values(**values)
    changed = {name: value for name, value in values.items() if name not in ("game", "seat")}
    connection.execute(insert.on_conflict_do_update(index_elements=["game", "seat"], set_=changed))


def find_pending(connection: Connection, game: str, seat: int) -> PendingRow | None:
    query = sa.select(pending).where(pending.c.game == game, pending.c.seat == seat)
    row = connection.execute(query).first()
    return None if row is None else PendingRow(*row)


def pending_of(connection: Connection, game: str) -> tuple[PendingRow, ...]:
    """All that is pending in a game, by seat."""
    query = sa.select(pending).where(pending.c.game == game).order_by(pending.c.seat)
    return tuple(PendingRow(*row) for row in connection.execute(query))


def pending_at(connection: Connection, address: str) -> tuple[PendingRow, ...]:
    """All that waits for somebody at this address, in any game."""
    query = sa.select(pending).where(pending.c.address == address)
    query = query.order_by(pending.c.game, pending.c.seat)
    return tuple(PendingRow(*row) for row in connection.execute(query))


def all_pending(connection: Connection, act: Act) -> tuple[PendingRow, ...]:
    """What of this sort is pending, in any game."""
    return tuple(PendingRow(*row) for row in connection.execute(_OF_SORT, {"sort": act}))


def run_out(connection: Connection, mailbox: str, now: datetime) -> tuple[PendingRow, ...]:
    """What nobody has confirmed or taken back in time in the games of one of the service's
    mailboxes."""
    found = connection.execute(_RUN_OUT, {"of_mailbox": mailbox, "now": now})
    return tuple(PendingRow(*row) for row in found)


def any_void(connection: Connection, mailbox: str, now: datetime) -> bool:
    """Whether in the games of one of the service's mailboxes a game master has not confirmed an
    act in time, or an observer an invitation, or a change of address can no longer be confirmed or
    undone."""
    return bool(connection.execute(_ANY_VOID, {"of_mailbox": mailbox, "now": now}).scalar())


def drop_void(connection: Connection, mailbox: str, now: datetime) -> None:
    for table, late in _VOID.items():
        connection.execute(table.delete().where(late), {"of_mailbox": mailbox, "now": now})


def drop_pending(connection: Connection, game: str, seat: int) -> None:
    """Nothing is pending for this seat any more."""
    connection.execute(pending.delete().where(pending.c.game == game, pending.c.seat == seat))
