"""Games that are over, by the thousand, and what a look at the database costs beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import sleep
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import Database
from pbem.store.tables import games, metadata

GAMES_OF_ONE = 100
"""In so many finished games each of their players has been."""
STEPS = 10
"""So many instructions of SQLite's machine are counted at once."""
_ROWS = "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
_ADDRESSES = ("address", "recipient", "mailbox", "sender")


def copy_finished(connection: Connection, game: str, copies: int) -> None:
    """Let a game that is over have been played so many times more, by other people: all rows that
    name it, without the bytes of its turns and mails, which nobody looks at again. Each copy gets a
    number and a name with it, `game` and "-1" and so on."""
    one = sa.select(sa.literal(1).label("n")).cte("numbers", recursive=True)
    numbers = one.union_all(sa.select(one.c.n + 1).where(one.c.n < copies))
    for table in metadata.sorted_tables:
        of_game = table.c.id if table is games else table.c.get("game")
        if of_game is None:
            continue
        values = {
            column.name: _copied(column, of_game, numbers.c.n, copies)
            for column in table.c
            if not (column.name == "id" and isinstance(column.type, sa.Integer))
        }
        rows = sa.select(*values.values()).select_from(table.join(numbers, sa.true()))
        connection.execute(table.insert().from_select([*values], rows.where(of_game == game)))
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ANALYZE")  # as its autovacuum does within a minute


def _copied(
    column: sa.Column[Any], of_game: sa.Column[Any], number: sa.ColumnElement[int], copies: int
) -> sa.ColumnElement[Any]:
    """What a column has in one of the copies."""
    text = sa.cast(number, sa.String)
    if column is of_game or column.unique or (column.primary_key and column.name == "nonce"):
        return column + "-" + text
    if column.name in _ADDRESSES:
        people = max(1, copies // GAMES_OF_ONE)
        return sa.cast(number % people, sa.String) + "-" + column
    if column.name == "uid":
        return column + number * 1_000_000
    if isinstance(column.type, sa.LargeBinary):
        return sa.literal(b"", sa.LargeBinary)
    return column


@dataclass
class Cost:
    """What was spent since the last :meth:`spent`: on SQLite steps of its machine, on PostgreSQL
    rows that were looked at. Neither depends on the time of day or on who else is at work."""

    database: Database
    _spent: int = 0

    def spent(self) -> int:
        spent, self._spent = self._spent, 0
        if self.database.engine.dialect.name == "sqlite":
            return spent
        self.database.engine.dispose()  # whoever leaves hands in what they counted
        while self._read(_OTHERS):
            sleep(0.01)
        total = self._read(_ROWS)
        self._spent = -total
        return total + spent

    def _read(self, query: str) -> int:
        with self.database.read() as connection:
            return int(connection.exec_driver_sql(query).scalar_one())

    def step(self) -> int:
        self._spent += STEPS
        return 0


@contextmanager
def counting(database: Database) -> Iterator[Cost]:
    """Within this block what the database does is counted."""
    cost = Cost(database)

    def watch(connection: Any, _record: Any) -> None:
        connection.set_progress_handler(cost.step, STEPS)

    if database.engine.dialect.name == "sqlite":
        sa.event.listen(database.engine, "connect", watch)
    else:
        # A thousand rows are read whole sooner than by an index; a hundred thousand are not.
        with database.write() as connection:
            name = database.engine.url.database
            connection.exec_driver_sql(f'ALTER DATABASE "{name}" SET enable_seqscan TO off')
    database.engine.dispose()
    cost.spent()
    try:
        yield cost
    finally:
        if database.engine.dialect.name == "sqlite":
            sa.event.remove(database.engine, "connect", watch)
            database.engine.dispose()


def each_cost(database: Database, works: dict[str, Callable[[], object]]) -> dict[str, int]:
    """What each of these things costs that are done one after the other."""
    costs = {}
    with counting(database) as cost:
        for name, work in works.items():
            work()
            costs[name] = cost.spent()
    return costs
