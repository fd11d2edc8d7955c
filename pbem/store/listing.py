"""Queries for lists of games: the same few however many games there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.joining import Joining
from pbem.store.records import NOT_TAKEN, OVER, GameRow, GameStatus, SeatKind, SeatRow
from pbem.store.tables import HAS_PERSON, asks, games, lapses, seats
from pbem.store.tenures import are_of_holder

MOST_ASKED = 500
"""Of so many games one statement asks."""
_GO_ON = [status for status in GameStatus if status not in OVER]


@dataclass(frozen=True)
class Counts:
    """Of one game: how many ``seats`` it has, and how many of them are ``free``; how many people
    owe orders; for how many turns of all seats something was played in the place of orders."""

    seats: int
    free: int
    owing: int
    missed: int


class Joinable(NamedTuple):
    """A game that has not begun, with how many of its seats anybody may ask for."""

    game: GameRow
    free: int


class Played(NamedTuple):
    """A game that somebody plays in, their seat, and whether the open turn waits for them."""

    game: GameRow
    seat: SeatRow
    owes: bool


def games_ended(connection: Connection, address: str, most: int) -> tuple[GameRow, ...]:
    """Of the games that are over and had a seat of a person of this address, the `most` newest."""
    query = (
        sa.select(games)
        .join(seats, games.c.id == seats.c.game)
        .where(seats.c.address == address, HAS_PERSON, games.c.status == GameStatus.FINISHED)
        .order_by(games.c.finished.desc(), games.c.id)
        .limit(most)
    )
    return tuple(GameRow(*row) for row in connection.execute(query))


def listed_games(connection: Connection, over: int) -> tuple[GameRow, ...]:
    """The games that lists show, by age: all that go on or are about to begin, and of those that
    are over and not archived the newest, `over` of them."""
    wanted = [sa.select(games).where(games.c.status.in_(_GO_ON))]
    for status in OVER:
        those = sa.select(games).where(games.c.status == status, games.c.archived.is_(None))
        wanted.append(those.order_by(games.c.created.desc(), games.c.id.desc()).limit(over))
    found = [GameRow(*row) for query in wanted for row in connection.execute(query)]
    ended = sorted((one for one in found if one.status in OVER), key=_age)
    going = (one for one in found if one.status not in OVER)
    return tuple(sorted((*going, *ended[-over:]), key=_age))


def _age(game: GameRow) -> tuple[datetime, str]:
    return game.created, game.id


def counts_of(connection: Connection, chosen: Sequence[GameRow]) -> dict[str, Counts]:
    """What lists tell of these games, by their ids."""
    found: dict[str, Counts] = {}
    for start in range(0, len(chosen), MOST_ASKED):
        ids = [game.id for game in chosen[start : start + MOST_ASKED]]
        free = sa.func.sum(sa.case((seats.c.kind.in_(NOT_TAKEN), 1), else_=0))
        owed = sa.and_(HAS_PERSON, asks.c.required, sa.not_(asks.c.answered))
        query = (
            sa.select(
                seats.c.game,
                sa.func.count(),
                free,
                sa.func.coalesce(sa.func.sum(sa.case((owed, 1), else_=0)), 0),
            )
            .outerjoin_from(
                seats, asks, sa.and_(asks.c.game == seats.c.game, asks.c.seat == seats.c.seat)
            )
            .where(seats.c.game.in_(ids))
            .group_by(seats.c.game)
        )
        absent = (
            sa.select(lapses.c.game, sa.func.count())
            .where(lapses.c.game.in_(ids), lapses.c.played.is_not(None))
            .group_by(lapses.c.game)
        )
        missed = {row[0]: row[1] for row in connection.execute(absent)}
        for game, all_seats, untaken, owing in connection.execute(query):
            found[game] = Counts(all_seats, untaken, owing, missed.get(game, 0))
    return found


def joinable_games(
    connection: Connection, limit: int, *, mailbox: str | None = None, but: str = ""
) -> tuple[Joinable, ...]:
    """The newest forming games with free seats, of one of the service's mailboxes or of all, the
    oldest of them first, without those in which the address `but` has one."""
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
    if mailbox is not None:
        query = query.where(games.c.mailbox == mailbox)
    if but:
        query = query.where(games.c.id.not_in(theirs))
    found = [Joinable(GameRow(*row[:-1]), row[-1]) for row in connection.execute(query)]
    return tuple(reversed(found))


def games_played(
    connection: Connection, address: str, limit: int, *, mailbox: str | None = None
) -> tuple[Played, ...]:
    """The games that people of this address play in and that are not over, of one of the service's
    mailboxes or of all, the newest ones, the oldest of them first."""
    owes = sa.func.coalesce(sa.and_(asks.c.required, sa.not_(asks.c.answered)), sa.false())
    query = (
        sa.select(games, seats, owes)
        .join_from(games, seats, games.c.id == seats.c.game)
        .outerjoin(asks, sa.and_(asks.c.game == seats.c.game, asks.c.seat == seats.c.seat))
        .where(seats.c.address == address, HAS_PERSON, games.c.status.not_in(OVER))
        .order_by(games.c.created.desc(), games.c.id.desc(), seats.c.seat.desc())
        .limit(limit)
    )
    if mailbox is not None:
        query = query.where(games.c.mailbox == mailbox)
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
