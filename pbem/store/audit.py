"""Queries about what game masters did."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.mastering import AuditRow, Deed
from pbem.store.tables import audit


def next_number(connection: Connection, game: str) -> int:
    """The number of the next act in a game, from 1; its caller has locked the game."""
    query = sa.select(sa.func.max(audit.c.number)).where(audit.c.game == game)
    return (connection.execute(query).scalar() or 0) + 1


def last_master(connection: Connection, game: str) -> int:
    """The highest number of a game master of whom an act is on record; 0 without any."""
    query = sa.select(sa.func.max(audit.c.master)).where(audit.c.game == game)
    return connection.execute(query).scalar() or 0


def count_letters(
    connection: Connection, game: str, master: int, since: datetime, *, to_all: bool
) -> int:
    """How often a game master wrote to a player since a moment, or to all at once."""
    query = sa.select(sa.func.count()).where(
        audit.c.game == game,
        audit.c.master == master,
        audit.c.deed == Deed.MESSAGE,
        audit.c.at > since,
    )
    query = query.where(audit.c.seat.is_(None)) if to_all else query
    return connection.execute(query).scalar_one()


def add_acts(connection: Connection, rows: Iterable[AuditRow]) -> None:
    values = [vars(row) for row in rows]
    if values:
        connection.execute(audit.insert(), values)


def acts_of(connection: Connection, game: str) -> tuple[AuditRow, ...]:
    """All that was done in a game, the oldest first."""
    query = sa.select(audit).where(audit.c.game == game).order_by(audit.c.number)
    return tuple(AuditRow(*row) for row in connection.execute(query))


def unlinked_acts(connection: Connection, game: str) -> tuple[AuditRow, ...]:
    """What no link of the chain has yet."""
    query = sa.select(audit).where(audit.c.game == game, audit.c.link.is_(None))
    return tuple(AuditRow(*row) for row in connection.execute(query.order_by(audit.c.number)))


def link_acts(connection: Connection, game: str, numbers: Iterable[int], turn: int) -> None:
    """Note in which turn's link these acts stand."""
    where = sa.and_(audit.c.game == game, audit.c.number.in_(list(numbers)))
    connection.execute(audit.update().where(where).values(link=turn))
