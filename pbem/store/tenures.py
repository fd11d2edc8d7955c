"""Whose the turns of a seat are, as it changes hands: to be late is a person's, and no seat's.

The people of a seat are numbered, 0 for whoever had it first. A row says from which turn on its
turns are somebody's; one that changes hands amid a turn is whose it is in the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import GameRow
from pbem.store.tables import lapses, substitutions, tenures


@dataclass(frozen=True)
class TenureRow:
    """From this turn on those of a seat are those of its person of this number."""

    game: str
    seat: int
    turn: int
    person: int


_NUMBERED = (tenures, substitutions)
"""Tables with numbers of people of a seat: whoever lends it is to get it back by theirs."""


def holder(connection: Connection, game: str, seat: int) -> int:
    """The number of whoever has a seat."""
    found: int | None = connection.execute(_holder(_here(tenures, game, seat))).scalar()
    return found or 0


def begin_tenure(
    connection: Connection, game: GameRow, seat: int, person: int | None = None
) -> None:
    """From the first turn on that is not closed a seat is that of one of its former people, or
    without a number of somebody new. Deadlines of that turn which were missed before count for
    nobody."""
    turn = game.turn + game.results_wait
    if person is None:
        person = 1 + max(_newest(connection, table, game.id, seat) for table in _NUMBERED)
    _put(connection, TenureRow(game.id, seat, turn, person))
    connection.execute(lapses.delete().where(_here(lapses, game.id, seat), lapses.c.turn >= turn))


def are_of_holder(table: sa.Table) -> sa.ColumnElement[bool]:
    """That the turn of a row is one of whoever has its seat now; for tables with game, turn and
    seat."""
    here = tenures.c.game == table.c.game, tenures.c.seat == table.c.seat
    now, then = _holder(*here), _holder(*here, tenures.c.turn <= table.c.turn)
    return sa.func.coalesce(then.scalar_subquery(), 0) == sa.func.coalesce(now.scalar_subquery(), 0)


def take_tenures_back(connection: Connection, game: str, turn: int) -> None:
    """A turn is opened once more: from it on a seat is that of whoever has it now."""
    later = {row.seat: row for row in tenures_of(connection, game) if row.turn > turn}
    connection.execute(tenures.delete().where(tenures.c.game == game, tenures.c.turn > turn))
    for row in later.values():
        _put(connection, replace(row, turn=turn))


def tenures_of(connection: Connection, game: str) -> tuple[TenureRow, ...]:
    """All of a game, by seat, the first of each first."""
    query = sa.select(tenures).where(tenures.c.game == game)
    found = connection.execute(query.order_by(tenures.c.seat, tenures.c.turn))
    return tuple(TenureRow(*row) for row in found)


def add_tenures(connection: Connection, game: str, rows: Iterable[Mapping[str, int]]) -> None:
    values = [{"game": game, **row} for row in rows]
    if values:
        connection.execute(tenures.insert(), values)


def _put(connection: Connection, row: TenureRow) -> None:
    insert = inserting(connection, tenures).values(**vars(row))
    changed = insert.on_conflict_do_update(
        index_elements=["game", "seat", "turn"], set_={"person": row.person}
    )
    connection.execute(changed)


def _here(table: sa.Table, game: str, seat: int) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.game == game, table.c.seat == seat)


def _newest(connection: Connection, table: sa.Table, game: str, seat: int) -> int:
    query = sa.select(sa.func.max(table.c.person)).where(_here(table, game, seat))
    return connection.execute(query).scalar() or 0


def _holder(*where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    newest = sa.select(tenures.c.person).where(*where)
    return newest.order_by(tenures.c.turn.desc()).limit(1)
