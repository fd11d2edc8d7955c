"""Queries about deadlines that people missed: how late their orders were, what was played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import Source
from pbem.store.tables import lapses
from pbem.store.tenures import are_of_holder

_NOTE_ARRIVED = (
    lapses.update()
    .where(
        lapses.c.game == sa.bindparam("of_game"),
        lapses.c.turn == sa.bindparam("of_turn"),
        lapses.c.seat == sa.bindparam("of_seat"),
        lapses.c.arrived.is_(None),
    )
    .values(arrived=sa.bindparam("at"))
)


@dataclass(frozen=True)
class LapseRow:
    """Somebody had sent nothing by the deadline of a turn, which was ``due`` then. ``arrived`` is
    when their first orders came after it, be it too late; ``played`` what was played in the place
    of orders, None where theirs still counted or the turn is open."""

    game: str
    turn: int
    seat: int
    due: datetime
    arrived: datetime | None = None
    played: Source | None = None


def note_missed(
    connection: Connection, game: str, turn: int, seats: Iterable[int], due: datetime
) -> None:
    """These seats sent nothing by the deadline of a turn; the first deadline that one missed
    counts."""
    rows = [{"game": game, "turn": turn, "seat": seat, "due": due} for seat in seats]
    if rows:
        connection.execute(inserting(connection, lapses).on_conflict_do_nothing(), rows)


def note_arrived(connection: Connection, game: str, turn: int, seat: int, at: datetime) -> None:
    """Orders of a seat came then; nothing happens where it had missed no deadline of the turn, or
    where others came before."""
    values = {"of_game": game, "of_turn": turn, "of_seat": seat, "at": at}
    connection.execute(_NOTE_ARRIVED, values)


def note_played(connection: Connection, game: str, turn: int, seat: int, played: Source) -> None:
    """This was played in the place of orders that a seat owed and did not send in time."""
    connection.execute(
        lapses.update()
        .where(lapses.c.game == game, lapses.c.turn == turn, lapses.c.seat == seat)
        .values(played=played)
    )


def add_lapses(connection: Connection, rows: Iterable[LapseRow]) -> None:
    values = [vars(row) for row in rows]
    if values:
        connection.execute(lapses.insert(), values)


def lapses_of(connection: Connection, game: str, seat: int | None = None) -> tuple[LapseRow, ...]:
    """All of a game, or of one seat of it, the oldest first."""
    query = sa.select(lapses).where(lapses.c.game == game)
    if seat is not None:
        query = query.where(lapses.c.seat == seat)
    found = connection.execute(query.order_by(lapses.c.turn, lapses.c.seat))
    return tuple(LapseRow(*row) for row in found)


def lapses_of_holders(connection: Connection, game: str) -> tuple[LapseRow, ...]:
    """Those of a game that are of whoever has the seat now, the oldest first."""
    query = sa.select(lapses).where(lapses.c.game == game, are_of_holder(lapses))
    found = connection.execute(query.order_by(lapses.c.turn, lapses.c.seat))
    return tuple(LapseRow(*row) for row in found)
