"""Queries about people: what somebody wishes in all games that they play from an address."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import OVER, GameRow, NoticeWish, Omission
from pbem.store.tables import games, observers, people, seats, seconds, standbys, substitutions


@dataclass(frozen=True)
class PersonRow:
    """What somebody wishes in all games that they play from an address; None where they never
    said. The columns are those of :class:`SeatRow`, and ``rated``: the name under which others may
    see their ratings."""

    address: str
    zone: str | None = None
    language: str | None = None
    quiet: str | None = None
    omits: tuple[Omission, ...] | None = None
    notices: NoticeWish | None = None
    rated: str | None = None


_FIND_PERSON = sa.select(people).where(people.c.address == sa.bindparam("address"))


def find_person(connection: Connection, address: str) -> PersonRow:
    """What is known of an address; a row that says nothing where that is nothing."""
    row = connection.execute(_FIND_PERSON, {"address": address}).first()
    return PersonRow(address) if row is None else PersonRow(*row)


def wishes_of(connection: Connection, address: str) -> dict[str, Any]:
    """What somebody wished, by columns of a seat; nothing of what they never spoke of."""
    told = vars(find_person(connection, address))
    return {k: v for k, v in told.items() if k not in ("address", "rated") and v is not None}


def wish(connection: Connection, address: str, **wishes: Any) -> None:
    """Note what somebody wishes, by columns, and let it count in all their games that are not
    over. No game's revision goes up: a turn that closes just now goes out as was wished before."""
    insert = inserting(connection, people).values(**(vars(PersonRow(address)) | wishes))
    connection.execute(insert.on_conflict_do_update(index_elements=["address"], set_=wishes))
    open_games = sa.select(games.c.id).where(games.c.status.not_in(OVER))
    theirs = sa.and_(seats.c.address == address, seats.c.game.in_(open_games))
    connection.execute(seats.update().where(theirs).values(**wishes))


def have_played(connection: Connection, game: GameRow, found: Iterable[str]) -> frozenset[str]:
    """Those of these addresses who have a seat in an older game of the same rules that has
    begun."""
    query = (
        sa.select(seats.c.address)
        .join_from(seats, games, games.c.id == seats.c.game)
        .where(
            seats.c.address.in_([*found]),
            games.c.ruleset == game.ruleset,
            games.c.id != game.id,
            games.c.created < game.created,
            games.c.opened.is_not(None),
        )
    )
    return frozenset(connection.execute(query).scalars())


def forget_people(connection: Connection) -> None:
    """Drop what those wished who have no seat in any game, over or not, get none back and stand by
    for none, and watch none."""
    has_seat = sa.exists().where(seats.c.address == people.c.address)
    watches = sa.exists().where(observers.c.address == people.c.address)
    lends = sa.exists().where(substitutions.c.address == people.c.address)
    waits = sa.exists().where(standbys.c.address == people.c.address)
    connection.execute(people.delete().where(sa.not_(sa.or_(has_seat, watches, lends, waits))))
    plays = sa.exists().where(seats.c.address == seconds.c.first)
    lends = sa.exists().where(substitutions.c.address == seconds.c.first)
    connection.execute(seconds.delete().where(sa.not_(sa.or_(plays, lends))))
