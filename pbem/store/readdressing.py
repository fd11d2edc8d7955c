"""Changes of the address that somebody plays from: asked for, carried out, and for a while to be
undone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import Place
from pbem.store.strangers import mailbox_of
from pbem.store.tables import HAS_PERSON, readdressings, seats

# Built once, as in pbem.store.games: every poll needs them.
_PLACES = sa.select(readdressings.c.game, readdressings.c.seat)


@dataclass(frozen=True)
class ReaddressRow:
    """Somebody who plays from ``old`` wants to play from ``new``, and wrote so in the name of a
    seat. ``nonce`` is in the token of the mail that the new address has to answer, ``undo`` in
    that of the mails by which the old one stops it, or, once it is ``done``, takes it back:
    ``until`` then. ``places`` are the seats whose address was changed.
    Where it ``adds``, ``new`` is to be a second address, from which mail counts, too."""

    nonce: str
    undo: str
    game: str
    seat: int
    old: str
    new: str
    until: datetime
    done: datetime | None = None
    places: tuple[Place, ...] = ()
    adds: bool = False


def add_change(connection: Connection, row: ReaddressRow) -> None:
    """Note what somebody asks for, in the place of what they asked for before."""
    asked = sa.and_(
        readdressings.c.old == row.old,
        readdressings.c.done.is_(None),
        readdressings.c.adds == row.adds,
    )
    connection.execute(readdressings.delete().where(asked))
    connection.execute(readdressings.insert().values(**vars(row)))


def places_changing(connection: Connection) -> frozenset[Place]:
    """The seats in whose name a change was asked for that nobody has dropped."""
    return frozenset((game, seat) for game, seat in connection.execute(_PLACES))


def changes_asked_in(connection: Connection, game: str, seat: int) -> tuple[ReaddressRow, ...]:
    """What was asked for in the name of a seat."""
    here = sa.and_(readdressings.c.game == game, readdressings.c.seat == seat)
    return _found(connection, here)


def changes_in(connection: Connection, game: str) -> tuple[ReaddressRow, ...]:
    """What was asked for, or can be undone, in the name of any seat of a game."""
    return _found(connection, readdressings.c.game == game)


def change_to(connection: Connection, address: str) -> ReaddressRow | None:
    """The change that brought somebody to an address, while it can be undone."""
    done = sa.and_(
        readdressings.c.new == address,
        readdressings.c.done.is_not(None),
        readdressings.c.adds.is_(False),
    )
    return next(iter(_found(connection, done)), None)


def changes_done(connection: Connection) -> tuple[ReaddressRow, ...]:
    """All that were carried out and can be undone."""
    return _found(connection, readdressings.c.done.is_not(None))


def note_done(connection: Connection, nonce: str, **values: Any) -> None:
    where = readdressings.c.nonce == nonce
    connection.execute(readdressings.update().where(where).values(**values))


def drop_change(connection: Connection, nonce: str) -> None:
    connection.execute(readdressings.delete().where(readdressings.c.nonce == nonce))


def drop_changes_asked(connection: Connection, mailbox: str) -> None:
    """Nobody confirms any more what was asked of a mailbox, however its address is spelt."""
    for row in _found(connection, readdressings.c.done.is_(None)):
        if mailbox_of(row.new) == mailbox:
            drop_change(connection, row.nonce)


def places_at(connection: Connection, address: str) -> tuple[Place, ...]:
    """All seats that somebody has at an address, in games that are over, too."""
    query = sa.select(seats.c.game, seats.c.seat).where(seats.c.address == address, HAS_PERSON)
    found = connection.execute(query.order_by(seats.c.game, seats.c.seat))
    return tuple((row.game, row.seat) for row in found)


def _found(connection: Connection, where: sa.ColumnElement[bool]) -> tuple[ReaddressRow, ...]:
    query = sa.select(readdressings).where(where).order_by(readdressings.c.until)
    return tuple(ReaddressRow(*row) for row in connection.execute(query))
