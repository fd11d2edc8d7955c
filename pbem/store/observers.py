"""Queries about those who watch games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.observing import ObserverRow
from pbem.store.records import OVER, GameRow
from pbem.store.tables import HAS_PERSON, games, observers, seats

_CONFIRMED = observers.c.until.is_(None)

# Built once, as in pbem.store.games: every poll needs them.
_TO_TELL = (
    sa.select(observers.c.game)
    .join_from(observers, games, games.c.id == observers.c.game)
    .where(
        sa.not_(observers.c.knows_end),
        _CONFIRMED,
        sa.or_(
            games.c.status.in_(OVER),
            sa.and_(
                games.c.turn > 0,
                observers.c.told < games.c.turn - 1,
                sa.or_(
                    observers.c.each_turn,
                    observers.c.told_at.is_(None),
                    observers.c.told_at <= sa.bindparam("before"),
                ),
            ),
        ),
    )
    .distinct()
    .order_by(observers.c.game)
)


def observers_of(connection: Connection, game: str) -> tuple[ObserverRow, ...]:
    """Who watches a game or is asked to, by number."""
    return _found(connection, observers.c.game == game)


def observer_at(connection: Connection, game: str, address: str) -> ObserverRow | None:
    """Who watches a game from an address, or is asked to."""
    here = sa.and_(observers.c.game == game, observers.c.address == address)
    return next(iter(_found(connection, here)), None)


def asked_at(connection: Connection, address: str) -> tuple[ObserverRow, ...]:
    """What somebody at this address was asked to watch and has not confirmed."""
    here = sa.and_(observers.c.address == address, observers.c.until.is_not(None))
    return _found(connection, here)


def observer_numbered(connection: Connection, game: str, number: int) -> ObserverRow | None:
    here = sa.and_(observers.c.game == game, observers.c.number == number)
    return next(iter(_found(connection, here)), None)


def watched_from(connection: Connection, address: str) -> tuple[tuple[GameRow, ObserverRow], ...]:
    """What is watched from an address, the newest game first."""
    query = (
        sa.select(games, observers)
        .join_from(games, observers, games.c.id == observers.c.game)
        .where(observers.c.address == address, _CONFIRMED)
        .order_by(games.c.created.desc(), games.c.id)
    )
    width = len(games.c)
    found = connection.execute(query)
    return tuple((GameRow(*row[:width]), ObserverRow(*row[width:])) for row in found)


def count_observers(connection: Connection, game: str) -> int:
    """How many watch a game, those left out who have yet to confirm it."""
    query = sa.select(sa.func.count()).where(observers.c.game == game, _CONFIRMED)
    return int(connection.execute(query).scalar_one())


def next_number(connection: Connection, game: str) -> int:
    query = sa.select(sa.func.max(observers.c.number)).where(observers.c.game == game)
    return int(connection.execute(query).scalar() or 0) + 1


def add_observer(connection: Connection, row: ObserverRow) -> None:
    connection.execute(observers.insert().values(**vars(row)))


def change_observer(connection: Connection, row: ObserverRow, **values: Any) -> None:
    connection.execute(observers.update().where(_is(row)).values(**values))


def drop_observer(connection: Connection, row: ObserverRow) -> None:
    connection.execute(observers.delete().where(_is(row)))


def drop_observer_at(connection: Connection, game: str, address: str) -> None:
    """Nobody watches a game from this address any more, or is asked whether they want to."""
    here = sa.and_(observers.c.game == game, observers.c.address == address)
    connection.execute(observers.delete().where(here))


def drop_at(connection: Connection, address: str) -> int:
    """Nobody watches anything from an address any more; returns how many games they did."""
    return connection.execute(observers.delete().where(observers.c.address == address)).rowcount


def drop_players(connection: Connection, game: str) -> None:
    """Whoever has a seat in a game that goes on is told of it by that."""
    over = sa.select(games.c.id).where(games.c.status.in_(OVER))
    playing = sa.select(seats.c.address).where(
        seats.c.game == game, HAS_PERSON, seats.c.game.not_in(over)
    )
    twice = sa.and_(observers.c.game == game, observers.c.address.in_(playing))
    connection.execute(observers.delete().where(twice))


def games_to_tell(connection: Connection, before: datetime) -> tuple[str, ...]:
    """The games with news for somebody who watches them: who wants each turn, of games that are
    over, of which all are told once, or who was not told of any since `before`."""
    found = connection.execute(_TO_TELL, {"before": before})
    return tuple(found.scalars())


def note_end(connection: Connection, game: str) -> None:
    """Whoever watches a game that is over was told of all of it."""
    here = sa.and_(observers.c.game == game, _CONFIRMED)
    connection.execute(observers.update().where(here).values(knows_end=True))


def take_back(connection: Connection, game: str, last: int) -> None:
    """No turn after `last` has been told to anybody: they are played once more."""
    later = sa.and_(observers.c.game == game, observers.c.told > last)
    connection.execute(observers.update().where(later).values(told=last))


def _is(row: ObserverRow) -> sa.ColumnElement[bool]:
    return sa.and_(observers.c.game == row.game, observers.c.number == row.number)


def _found(connection: Connection, where: sa.ColumnElement[bool]) -> tuple[ObserverRow, ...]:
    query = sa.select(observers).where(where).order_by(observers.c.game, observers.c.number)
    return tuple(ObserverRow(*row) for row in connection.execute(query))
