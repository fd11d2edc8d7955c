"""Queries about who is still to be told the story of a game that is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.observing import ObserverRow
from pbem.store.records import GameRow, GameStatus, OutboxStatus, SeatRow
from pbem.store.tables import HAS_PERSON, games, observers, outbox, seats

KIND = "story"
"""The kind of mail in the outbox."""


def want_story(connection: Connection, game: str, due: datetime, seat: int | None = None) -> None:
    """Tell the story to all people of a game, or to one seat, from this moment on."""
    here = sa.and_(seats.c.game == game, HAS_PERSON)
    if seat is not None:
        here = sa.and_(here, seats.c.seat == seat)
    connection.execute(seats.update().where(here).values(story=due))


def stories_due(connection: Connection, now: datetime, limit: int) -> tuple[str, ...]:
    """Some games whose story is to be told to somebody, those first that have waited longest."""
    waiting = sa.union_all(
        sa.select(seats.c.game, seats.c.story).where(seats.c.story <= now, HAS_PERSON),
        sa.select(observers.c.game, observers.c.story).where(observers.c.story <= now),
    ).subquery()
    query = (
        sa.select(waiting.c.game)
        .group_by(waiting.c.game)
        .order_by(sa.func.min(waiting.c.story), waiting.c.game)
        .limit(limit)
    )
    return tuple(connection.execute(query).scalars())


def readers_of(connection: Connection, game: str, now: datetime) -> tuple[SeatRow, ...]:
    """Who is to be told the story of a game."""
    query = sa.select(seats).where(seats.c.game == game, seats.c.story <= now, HAS_PERSON)
    return tuple(SeatRow(*row) for row in connection.execute(query.order_by(seats.c.seat)))


def observing_readers(connection: Connection, game: str, now: datetime) -> tuple[ObserverRow, ...]:
    """Who watched a game and is to be told its story."""
    query = sa.select(observers).where(observers.c.game == game, observers.c.story <= now)
    found = connection.execute(query.order_by(observers.c.number))
    return tuple(ObserverRow(*row) for row in found)


def put_off(connection: Connection, game: str, until: datetime) -> None:
    """Try to tell a game's story again then, to whoever waits for it."""
    for table in (seats, observers):
        waiting = sa.and_(table.c.game == game, table.c.story.is_not(None))
        connection.execute(table.update().where(waiting).values(story=until))


def told(connection: Connection, game: str, readers: Sequence[int]) -> None:
    """These seats' stories go out; the caller queues them."""
    theirs = sa.and_(seats.c.game == game, seats.c.seat.in_(readers))
    connection.execute(seats.update().where(theirs).values(story=None))


def last_told(connection: Connection, game: str, seat: int) -> datetime | None:
    """When the newest story was written to whoever has a seat."""
    query = sa.select(sa.func.max(outbox.c.created)).where(
        outbox.c.game == game,
        outbox.c.seat == seat,
        outbox.c.kind == KIND,
        outbox.c.status != OutboxStatus.FAILED,
    )
    found: datetime | None = connection.execute(query).scalar()
    return found


def wrote_to(connection: Connection, game: str, address: str, now: datetime) -> bool:
    """Whether somebody who watches was sent the story of a game within a day."""
    query = sa.select(outbox.c.id).where(
        outbox.c.game == game,
        outbox.c.recipient == address,
        outbox.c.seat.is_(None),
        outbox.c.kind == KIND,
        outbox.c.created > now - timedelta(days=1),
        outbox.c.status != OutboxStatus.FAILED,
    )
    return connection.execute(query.limit(1)).first() is not None


def games_over(connection: Connection, address: str) -> tuple[tuple[GameRow, int], ...]:
    """The finished games in which people of this address have a seat, the newest first, and which
    seat."""
    query = (
        sa.select(games, seats.c.seat)
        .join_from(games, seats, games.c.id == seats.c.game)
        .where(seats.c.address == address, HAS_PERSON, games.c.status == GameStatus.FINISHED)
        .order_by(games.c.finished.desc(), games.c.id, seats.c.seat)
    )
    return tuple((GameRow(*row[:-1]), row[-1]) for row in connection.execute(query))
