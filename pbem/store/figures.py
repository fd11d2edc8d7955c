"""Counts over all that is on record, each of one game or, without one, of every game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import InboxStatus, OutboxStatus, SeatRow, Source
from pbem.store.tables import answers, games, inbox, lapses, outbox, outbox_bytes, seats, turns


def count_games(connection: Connection) -> dict[str, int]:
    """How many games there are, by status."""
    query = sa.select(games.c.status, sa.func.count()).group_by(games.c.status)
    return {row[0]: row[1] for row in connection.execute(query)}


def all_seats(connection: Connection) -> dict[str, tuple[SeatRow, ...]]:
    """The seats of every game, in the order of their numbers."""
    found: dict[str, list[SeatRow]] = {}
    for row in connection.execute(sa.select(seats).order_by(seats.c.game, seats.c.seat)):
        found.setdefault(row.game, []).append(SeatRow(*row))
    return {game: tuple(rows) for game, rows in found.items()}


class Closing(NamedTuple):
    """When a turn of a game was closed."""

    game: str
    closed: datetime


class Played(NamedTuple):
    """Of how many turns a seat's orders came from where."""

    game: str
    seat: int
    source: Source
    turns: int


class TooLate(NamedTuple):
    """For how many turns a seat's orders came after the deadline."""

    game: str
    seat: int
    turns: int


class Received(NamedTuple):
    """How many mails came in, of a game or of none, and what became of them."""

    game: str | None
    status: InboxStatus
    mails: int
    octets: int


class Written(NamedTuple):
    """How many mails of a kind were written, in a game or in none; ``octets`` are those of what
    is still kept."""

    game: str | None
    kind: str
    status: OutboxStatus
    mails: int
    octets: int


def closings(connection: Connection, game: str | None) -> tuple[Closing, ...]:
    """Every turn that was closed, in order; the first of a game is its set-up."""
    query = sa.select(turns.c.game, turns.c.closed).order_by(turns.c.game, turns.c.turn)
    return tuple(Closing(*row) for row in _found(connection, query, turns, game))


def played(connection: Connection, game: str | None) -> tuple[Played, ...]:
    """Where all orders that were played came from."""
    by = (answers.c.game, answers.c.seat, answers.c.source)
    query = sa.select(*by, sa.func.count()).group_by(*by)
    return tuple(Played(*row) for row in _found(connection, query, answers, game))


def too_late(connection: Connection, game: str | None) -> tuple[TooLate, ...]:
    """Whose orders came after a deadline."""
    by = (lapses.c.game, lapses.c.seat)
    query = sa.select(*by, sa.func.count()).where(lapses.c.arrived.is_not(None)).group_by(*by)
    return tuple(TooLate(*row) for row in _found(connection, query, lapses, game))


def received(connection: Connection, game: str | None) -> tuple[Received, ...]:
    """All mails that came in."""
    by = (inbox.c.game, inbox.c.status)
    query = sa.select(*by, sa.func.count(), sa.func.sum(inbox.c.size)).group_by(*by).order_by(*by)
    return tuple(Received(*row) for row in _found(connection, query, inbox, game))


def written(connection: Connection, game: str | None) -> tuple[Written, ...]:
    """All mails that were to go out."""
    by = (outbox.c.game, outbox.c.kind, outbox.c.status)
    octets = sa.func.coalesce(sa.func.sum(sa.func.length(outbox_bytes.c.data)), 0)
    query = sa.select(*by, sa.func.count(), octets).join_from(outbox, outbox_bytes, isouter=True)
    query = query.group_by(*by).order_by(*by)
    return tuple(Written(*row) for row in _found(connection, query, outbox, game))


def noted(connection: Connection, game: str | None, note: str) -> dict[str | None, int]:
    """By game (None: in none): of how many outgoing mails a note was made that begins so."""
    query = sa.select(outbox.c.game, sa.func.count()).group_by(outbox.c.game)
    query = query.where(outbox.c.error.startswith(note, autoescape=True))
    return dict(_found(connection, query, outbox, game))


def _found(
    connection: Connection, query: sa.Select[Any], table: sa.Table, game: str | None
) -> Sequence[Any]:
    return connection.execute(query if game is None else query.where(table.c.game == game)).all()
