"""Who would take a seat that falls free: of one game, or of any game of a ruleset; and who gets
none of a game, for its master has put them out of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.joining import Joining
from pbem.store.observing import Watching
from pbem.store.records import LEFT, OVER, Act, GameRow, GameStatus
from pbem.store.tables import (
    HAS_PERSON,
    games,
    masters,
    pending,
    put_out,
    seats,
    standbys,
    substitutions,
)

AWAITED = (Act.OFFER, Act.RETURN)
"""What is pending for somebody who may yet have a seat, in a game that has begun."""

# Built once, as in pbem.store.games: every poll needs them.
# Who stands by is looked for first, then their games: of those that are over there are ever more.
_VOID = sa.or_(
    standbys.c.until <= sa.bindparam("moment"),
    sa.exists().where(games.c.id == standbys.c.game, games.c.status.in_(OVER)),
)
_ONE_VOID = sa.select(standbys.c.id).where(_VOID).limit(1)
_MASTERS = sa.select(masters.c.address).where(masters.c.game == games.c.id).correlate(games)
_CONCERNED = (
    sa.select(seats.c.address).where(seats.c.game == games.c.id, HAS_PERSON),
    sa.select(substitutions.c.address).where(substitutions.c.game == games.c.id),
    sa.select(put_out.c.address).where(put_out.c.game == games.c.id),
    sa.select(pending.c.address).where(pending.c.game == games.c.id, pending.c.act.in_(AWAITED)),
    _MASTERS,
)
_WANTED = sa.exists().where(
    sa.or_(
        standbys.c.game == games.c.id,
        sa.and_(standbys.c.ruleset == games.c.ruleset, games.c.observers == Watching.ALL),
    ),
    standbys.c.until.is_(None),
    *(standbys.c.address.not_in(found.correlate(games)) for found in _CONCERNED),
    sa.or_(standbys.c.address != sa.bindparam("operator"), _MASTERS.exists()),
)
_OFFERED = sa.exists().where(pending.c.game == seats.c.game, pending.c.seat == seats.c.seat)
# By the index of status alone: what has no address, or no results that wait, is found in ever more
# games that are over.
_IS_NOBODYS = sa.func.coalesce(seats.c.address, "") == ""
_FREE_PLACES = (
    sa.select(games, seats.c.seat)
    .join_from(games, seats, games.c.id == seats.c.game)
    .where(
        games.c.status.in_((GameStatus.RUNNING, GameStatus.PAUSED)),
        games.c.joining == Joining.OPEN,
        seats.c.kind.in_(LEFT),
        _IS_NOBODYS,
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


def waiting_for(connection: Connection, game: GameRow) -> tuple[StandbyRow, ...]:
    """Who could be offered a seat of a game: who stands by for it, then, where anyone may know of
    it, who does for its rules."""
    here = standbys.c.game == game.id
    if game.observers is Watching.ALL:
        here = sa.or_(here, standbys.c.ruleset == game.ruleset)
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


def free_places(connection: Connection, operator: str) -> tuple[tuple[GameRow, int], ...]:
    """The games, and seats of them, that a bot plays since somebody left for good, of which none
    is offered to anybody, and for which somebody stands by who has nothing to do with the game.
    The `operator` of the service runs those that name nobody else."""
    found = connection.execute(_FREE_PLACES, {"operator": operator})
    return tuple((GameRow(*row[:-1]), row[-1]) for row in found)


def readdress(connection: Connection, old: str, new: str) -> None:
    """Somebody has another address: it stands by for what the old one did, and gets no seat where
    that gets none."""
    for row in standbys_at(connection, old):
        known = any(one.about == row.about for one in standbys_at(connection, new))
        here = standbys.c.id == row.id
        change = standbys.delete() if known else standbys.update().values(address=new)
        connection.execute(change.where(here))
    for game in connection.execute(sa.select(put_out.c.game).where(put_out.c.address == old)):
        note_put_out(connection, game.game, new)


# Put out ------------------------------------------------------------------------------


def put_out_of(connection: Connection, game: str) -> tuple[str, ...]:
    """From whom a game master has taken a seat of a game, and not given one since."""
    query = sa.select(put_out.c.address).where(put_out.c.game == game)
    return tuple(connection.execute(query.order_by(put_out.c.address)).scalars())


def note_put_out(connection: Connection, game: str, address: str) -> None:
    values = {"game": game, "address": address}
    insert = inserting(connection, put_out).values(**values)
    connection.execute(insert.on_conflict_do_nothing(index_elements=["game", "address"]))


def let_back(connection: Connection, game: str, address: str) -> None:
    """A game master has given somebody a seat."""
    here = sa.and_(put_out.c.game == game, put_out.c.address == address)
    connection.execute(put_out.delete().where(here))


def _found(connection: Connection, where: sa.ColumnElement[bool]) -> tuple[StandbyRow, ...]:
    query = sa.select(standbys).where(where).order_by(standbys.c.id)
    return tuple(StandbyRow(*row) for row in connection.execute(query))
