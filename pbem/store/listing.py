"""Queries for lists of games: the same few however many games there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.joining import Joining
from pbem.store.records import OVER, GameRow, GameStatus, SeatKind, SeatRow
from pbem.store.tables import HAS_PERSON, asks, games, lapses, seats
from pbem.store.tenures import are_of_holder


class Joinable(NamedTuple):
    """A game that has not begun, with how many of its seats anybody may ask for."""

    game: GameRow
    free: int


class Played(NamedTuple):
    """A game that somebody plays in, their seat, and whether the open turn waits for them."""

    game: GameRow
    seat: SeatRow
    owes: bool


def joinable_games(connection: Connection, limit: int, *, but: str = "") -> tuple[Joinable, ...]:
    """The newest forming games with free seats, the oldest of them first, without those in which
    the address `but` has one."""
    free = sa.func.count()
    theirs = sa.select(seats.c.game).where(seats.c.address == but)
    query = (
        sa.select(games, free)
        .join_from(games, seats, games.c.id == seats.c.game)
        .where(games.c.status == GameStatus.FORMING, seats.c.kind == SeatKind.OPEN)
        .where(games.c.joining != Joining.INVITED)
        .group_by(games.c.id)
        .order_by(games.c.created.desc(), games.c.id.desc())
        .limit(limit)
    )
    if but:
        query = query.where(games.c.id.not_in(theirs))
    found = [Joinable(GameRow(*row[:-1]), row[-1]) for row in connection.execute(query)]
    return tuple(reversed(found))


def games_played(connection: Connection, address: str, limit: int) -> tuple[Played, ...]:
    """The games that people of this address play in and that are not over, the newest ones, the
    oldest of them first."""
    owes = sa.func.coalesce(sa.and_(asks.c.required, sa.not_(asks.c.answered)), sa.false())
    query = (
        sa.select(games, seats, owes)
        .join_from(games, seats, games.c.id == seats.c.game)
        .outerjoin(asks, sa.and_(asks.c.game == seats.c.game, asks.c.seat == seats.c.seat))
        .where(seats.c.address == address, HAS_PERSON, games.c.status.not_in(OVER))
        .order_by(games.c.created.desc(), games.c.id.desc(), seats.c.seat.desc())
        .limit(limit)
    )
    width = len(games.c)
    found = [
        Played(GameRow(*row[:width]), SeatRow(*row[width:-1]), bool(row[-1]))
        for row in connection.execute(query)
    ]
    return tuple(reversed(found))


def missed_from(connection: Connection, address: str) -> Mapping[tuple[str, int], int]:
    """For how many turns of theirs something was played in the place of orders, by game and seat,
    of all seats that people of this address hold; those without any are left out."""
    query = (
        sa.select(lapses.c.game, lapses.c.seat, sa.func.count())
        .join_from(
            lapses, seats, sa.and_(lapses.c.game == seats.c.game, lapses.c.seat == seats.c.seat)
        )
        .where(seats.c.address == address, HAS_PERSON, lapses.c.played.is_not(None))
        .where(are_of_holder(lapses))
        .group_by(lapses.c.game, lapses.c.seat)
    )
    return {(game, seat): count for game, seat, count in connection.execute(query)}
