"""Turns that a game master has taken back. They stay on record, apart from those that count.

How often a game was taken back makes a *line* of it: what was played before the first time is line
0, what was played before the second line 1, and what now counts the newest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.store.records import AnswerRow, OrdersRow, TurnRow
from pbem.store.tables import (
    answers,
    audit,
    lapses,
    orders,
    outbox,
    turns,
    undone_answers,
    undone_orders,
    undone_turns,
)
from pbem.store.tenures import take_tenures_back

_KEPT = ((turns, undone_turns), (answers, undone_answers), (orders, undone_orders))


def take_back(connection: Connection, game: str, line: int, turn: int) -> None:
    """Put all that was played from `turn` on into a line of its own, and whatever is held for the
    open turn. The next link records once more what the links of those turns did of mails and
    acts; deadlines that somebody missed in them count no more."""
    for table, kept in _KEPT:
        gone = sa.and_(table.c.game == game, table.c.turn >= turn)
        rows = sa.select(sa.literal(line), *table.c).where(gone)
        connection.execute(kept.insert().from_select(["line", *table.c.keys()], rows))
        connection.execute(table.delete().where(gone))
    for linked in (outbox, audit):
        again = linked.update().where(linked.c.game == game, linked.c.link >= turn)
        connection.execute(again.values(link=None))
    connection.execute(lapses.delete().where(lapses.c.game == game, lapses.c.turn >= turn))
    take_tenures_back(connection, game, turn)


def turns_of(connection: Connection, game: str) -> tuple[tuple[TurnRow, ...], ...]:
    """What was taken back, line by line, in order of turns."""
    query = sa.select(undone_turns).where(undone_turns.c.game == game)
    found: dict[int, list[TurnRow]] = {}
    for line, *row in connection.execute(query.order_by(undone_turns.c.line, undone_turns.c.turn)):
        found.setdefault(line, []).append(TurnRow(*row))
    return tuple(tuple(rows) for rows in found.values())


def answers_of(connection: Connection, game: str, line: int, turn: int) -> tuple[AnswerRow, ...]:
    """What was played in a turn that was taken back."""
    query = sa.select(*(undone_answers.c[one.name] for one in answers.c)).where(
        undone_answers.c.game == game, undone_answers.c.line == line, undone_answers.c.turn == turn
    )
    return tuple(AnswerRow(*row) for row in connection.execute(query.order_by("seat")))


def orders_of(connection: Connection, game: str, line: int) -> tuple[OrdersRow, ...]:
    """Every set that was held in a line for turns that were taken back, in the order in which
    they came."""
    query = sa.select(*(undone_orders.c[one.name] for one in orders.c)).where(
        undone_orders.c.game == game, undone_orders.c.line == line
    )
    return tuple(OrdersRow(*row) for row in connection.execute(query.order_by("id")))


def first_undone(connection: Connection, game: str, line: int) -> int | None:
    """The first turn of those that somebody who knows of a line takes for played, and that were
    taken back since; None where none was."""
    query = sa.select(sa.func.min(undone_turns.c.turn)).where(
        undone_turns.c.game == game, undone_turns.c.line >= line
    )
    found: int | None = connection.execute(query).scalar()
    return found


def heads_taken_back_to(connection: Connection, game: str, turn: int) -> tuple[str, ...]:
    """The last heads of all lines that were taken back to a turn, the oldest first."""
    found = turns_of(connection, game)
    return tuple(rows[-1].hash for rows in found if rows[0].turn == turn)


def add_undone(
    connection: Connection,
    line: int,
    closed: Mapping[TurnRow, Sequence[AnswerRow]],
    held: Iterable[OrdersRow],
) -> None:
    """Put a line on record that comes from another service."""
    for table, rows in (
        (undone_turns, [*closed]),
        (undone_answers, [one for given in closed.values() for one in given]),
        (undone_orders, [*held]),
    ):
        if rows:
            connection.execute(
                table.insert(), [{"line": line, **structs.asdict(one)} for one in rows]
            )
