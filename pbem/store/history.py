"""Queries about what one seat did in the turns that are over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import OrdersRow, Source
from pbem.store.tables import answers, orders, turns


def turns_closed(connection: Connection, game: str, last: int, limit: int) -> dict[int, datetime]:
    """When the newest turns up to `last` were closed, the oldest first; the set-up is none."""
    query = (
        sa.select(turns.c.turn, turns.c.closed)
        .where(turns.c.game == game, turns.c.turn > 0, turns.c.turn <= last)
        .order_by(turns.c.turn.desc())
        .limit(limit)
    )
    found = [(turn, closed) for turn, closed in connection.execute(query)]
    return dict(reversed(found))


def played_by(connection: Connection, game: str, seat: int, first: int) -> Mapping[int, Source]:
    """Where what was played for a seat came from, by turn from `first` on; turns in which nothing
    was asked of it are left out."""
    query = sa.select(answers.c.turn, answers.c.source).where(
        answers.c.game == game, answers.c.seat == seat, answers.c.turn >= first
    )
    return {row.turn: row.source for row in connection.execute(query)}


def last_sets(connection: Connection, game: str, seat: int, first: int) -> dict[int, OrdersRow]:
    """The set that a seat held last for each turn from `first` on, withdrawn ones included."""
    newest = (
        sa.select(sa.func.max(orders.c.id))
        .where(orders.c.game == game, orders.c.seat == seat, orders.c.turn >= first)
        .group_by(orders.c.turn)
    )
    found = connection.execute(sa.select(orders).where(orders.c.id.in_(newest)))
    return {row.turn: row for row in (OrdersRow(*one) for one in found)}
