"""Seats that somebody else plays for a while: for each, in a stack, to whom it goes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import NewsWish, NoticeWish, Omission
from pbem.store.tables import HAS_PERSON, played_by, seats, substitutions

# Built once, as in pbem.store.games: every poll needs it.
_OVER = (
    sa.select(substitutions.c.game, substitutions.c.seat)
    .where(substitutions.c.until <= sa.bindparam("moment"), played_by(substitutions.c.game))
    .group_by(substitutions.c.game, substitutions.c.seat)
    .order_by(sa.func.min(substitutions.c.until), substitutions.c.game, substitutions.c.seat)
    .limit(sa.bindparam("most"))
)


@dataclass(frozen=True)
class SubstitutionRow:
    """Somebody else plays a seat from ``began`` ``until`` then; all other columns are of whoever it
    goes back to: those of :class:`~pbem.store.records.SeatRow` and
    :class:`~pbem.store.talk.PressWishRow`, with ``lent`` until when they play it for another
    themselves. ``level`` 0 is its owner; a higher one plays it for the one below. ``person`` is
    their number among the seat's people (:mod:`pbem.store.tenures`)."""

    game: str
    seat: int
    level: int
    began: datetime
    until: datetime
    lent: datetime | None
    address: str
    nonce: str
    zone: str
    language: str
    quiet: str
    news: NewsWish
    notices: NoticeWish
    omits: tuple[Omission, ...]
    told_from: int
    told: int
    told_at: datetime | None
    with_report: bool
    blocked: tuple[int, ...]
    person: int


def add_substitution(connection: Connection, row: SubstitutionRow) -> None:
    connection.execute(substitutions.insert().values(**vars(row)))


def stack_of(connection: Connection, game: str, seat: int) -> tuple[SubstitutionRow, ...]:
    """To whom a seat goes back, its owner first; nobody where they play it themselves."""
    here = sa.and_(substitutions.c.game == game, substitutions.c.seat == seat)
    return _found(connection, here)


def substitutions_of(connection: Connection, game: str) -> tuple[SubstitutionRow, ...]:
    """All of a game, by seat, the owner of each first."""
    return _found(connection, substitutions.c.game == game)


def owners_of(connection: Connection, game: str) -> dict[int, str]:
    """Whose a seat is that somebody else plays, by seat: an address."""
    return {row.seat: row.address for row in reversed(substitutions_of(connection, game))}


def substitutions_over(
    connection: Connection, mailbox: str, moment: datetime, most: int
) -> tuple[tuple[str, int], ...]:
    """Some games of one of the service's mailboxes, and seats of which somebody has played one for
    as long as they were to, those first that wait the longest."""
    values = {"of_mailbox": mailbox, "moment": moment, "most": most}
    found = connection.execute(_OVER, values)
    return tuple((row.game, row.seat) for row in found)


def drop_substitutions(connection: Connection, game: str, seat: int, level: int = 0) -> None:
    """Forget the stack of a seat from a level on."""
    here = sa.and_(substitutions.c.game == game, substitutions.c.seat == seat)
    connection.execute(substitutions.delete().where(here, substitutions.c.level >= level))


def lent_places(connection: Connection, address: str) -> tuple[tuple[str, int], ...]:
    """The games and seats that go back to somebody of this address."""
    query = sa.select(substitutions.c.game, substitutions.c.seat).distinct()
    found = connection.execute(query.where(substitutions.c.address == address))
    return tuple(sorted((row.game, row.seat) for row in found))


def readdress(connection: Connection, game: str, seat: int, old: str, new: str, nonce: str) -> bool:
    """Let a seat go back to another address of the same person, whose reply addresses for it have
    another nonce; whether it was to go to the old one."""
    mine = sa.and_(
        substitutions.c.game == game,
        substitutions.c.seat == seat,
        substitutions.c.address == old,
    )
    change = substitutions.update().where(mine).values(address=new, nonce=nonce)
    return connection.execute(change).rowcount > 0


def renew_key(connection: Connection, game: str, seat: int, address: str, nonce: str) -> bool:
    """Make the reply addresses void of somebody to whom a seat goes back; whether it does."""
    mine = sa.and_(
        substitutions.c.game == game,
        substitutions.c.seat == seat,
        substitutions.c.address == address,
    )
    return connection.execute(substitutions.update().where(mine).values(nonce=nonce)).rowcount > 0


def addresses_in(connection: Connection, game: str) -> Mapping[str, int]:
    """Who has to do with a seat of a game, by address: plays it, or gets it back."""
    query = sa.union_all(
        sa.select(seats.c.address, seats.c.seat).where(seats.c.game == game, HAS_PERSON),
        sa.select(substitutions.c.address, substitutions.c.seat).where(
            substitutions.c.game == game
        ),
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def _found(connection: Connection, where: sa.ColumnElement[bool]) -> tuple[SubstitutionRow, ...]:
    order = (substitutions.c.game, substitutions.c.seat, substitutions.c.level)
    query = sa.select(substitutions).where(where).order_by(*order)
    return tuple(SubstitutionRow(*row) for row in connection.execute(query))
