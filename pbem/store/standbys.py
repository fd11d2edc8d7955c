"""Who would take a seat that falls free: of one game, or of any game of a ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import OVER, GameStatus, SeatKind
from pbem.store.tables import games, pending, seats, standbys

# Built once, as in pbem.store.games: every poll needs them.
_VOID = sa.or_(
    standbys.c.until <= sa.bindparam("moment"),
    standbys.c.game.in_(sa.select(games.c.id).where(games.c.status.in_(OVER))),
)
_ONE_VOID = sa.select(standbys.c.id).where(_VOID).limit(1)
_WANTED = sa.exists().where(
    sa.or_(standbys.c.game == games.c.id, standbys.c.ruleset == games.c.ruleset),
    standbys.c.until.is_(None),
)
_OFFERED = sa.exists().where(pending.c.game == seats.c.game, pending.c.seat == seats.c.seat)
_FREE_PLACES = (
    sa.select(seats.c.game, seats.c.seat)
    .join_from(games, seats, games.c.id == seats.c.game)
    .where(
        games.c.status.in_((GameStatus.RUNNING, GameStatus.PAUSED)),
        seats.c.kind == SeatKind.RESIGNED,
        seats.c.address.is_(None),
        _WANTED,
        sa.not_(_OFFERED),
    )
    .order_by(seats.c.game, seats.c.seat)
)


@dataclass(frozen=True)
class StandbyRow:
    """Somebody stands by for a ``game``, or for a ``ruleset``: one of them is None. Whoever asked
    before has the lower ``id``. ``until`` is by when they have to confirm it; None once they
    have."""

    id: int
    game: str | None
    ruleset: str | None
    address: str
    nonce: str
    until: datetime | None = None

    @property
    def about(self) -> str:
        """The game, or the ruleset."""
        return self.game or self.ruleset or ""


def add_standby(connection: Connection, **values: Any) -> StandbyRow:
    number = connection.execute(standbys.insert().values(**values)).inserted_primary_key
    assert number is not None, "a row has a number"
    return StandbyRow(id=number[0], **values)


def standbys_at(connection: Connection, address: str) -> tuple[StandbyRow, ...]:
    """What somebody stands by for, or is to confirm that they do."""
    return _found(connection, standbys.c.address == address)


def standbys_about(connection: Connection, about: str) -> tuple[StandbyRow, ...]:
    """Who stands by for a game, or for a ruleset, or is to confirm it, in their order."""
    return _found(connection, sa.or_(standbys.c.game == about, standbys.c.ruleset == about))


def waiting_for(connection: Connection, game: str, ruleset: str) -> tuple[StandbyRow, ...]:
    """Who could be offered a seat of a game: who stands by for it, then who does for its rules."""
    here = sa.or_(standbys.c.game == game, standbys.c.ruleset == ruleset)
    found = _found(connection, sa.and_(here, standbys.c.until.is_(None)))
    return tuple(sorted(found, key=lambda row: (row.game is None, row.id)))


def confirm_standby(connection: Connection, number: int) -> None:
    connection.execute(standbys.update().where(standbys.c.id == number).values(until=None))


def drop_standbys(connection: Connection, *numbers: int) -> None:
    connection.execute(standbys.delete().where(standbys.c.id.in_(numbers)))


def drop_void_standbys(connection: Connection, moment: datetime) -> None:
    """Forget what nobody has confirmed in time, and what is about games that are over."""
    connection.execute(standbys.delete().where(_VOID), {"moment": moment})


def are_void(connection: Connection, moment: datetime) -> bool:
    """Whether there is anything to forget."""
    return connection.execute(_ONE_VOID, {"moment": moment}).first() is not None


def free_places(connection: Connection) -> tuple[tuple[str, int], ...]:
    """The games and seats that a bot plays since somebody left for good, of which none is offered
    to anybody, where somebody stands by for them."""
    return tuple((row.game, row.seat) for row in connection.execute(_FREE_PLACES))


def _found(connection: Connection, where: sa.ColumnElement[bool]) -> tuple[StandbyRow, ...]:
    query = sa.select(standbys).where(where).order_by(standbys.c.id)
    return tuple(StandbyRow(*row) for row in connection.execute(query))
