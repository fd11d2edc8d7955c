"""The tables in which procrastinate keeps jobs: a PostgreSQL schema of their own, beside the
service's.

Jobs are hints and lose nothing, so the tables of another version are not lifted but made anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.claims import one_at_a_time
from pbem.store.database import Database
from pbem.store.errors import StoreError
from pbem.store.records import GameRow

ENGINE = SCHEMA = "procrastinate"
_FIND_TABLES = sa.text(
    "SELECT set_config('search_path',"
    f" replace(current_setting('search_path'), ', {SCHEMA}', '') || ', {SCHEMA}', true)"
)
"""What the tables do of themselves where a row is added looks for others of them by their names."""
_PUT_CLOSINGS = sa.text(
    f"INSERT INTO {SCHEMA}.procrastinate_jobs (queue_name, task_name, queueing_lock, args)"
    " SELECT 'close', 'close', concat_ws(' ', 'close', game, turn),"
    " jsonb_build_object('game', game, 'turn', turn)"
    " FROM unnest(CAST(:games AS text[]), CAST(:turns AS integer[])) AS due (game, turn)"
    " ON CONFLICT DO NOTHING"
)
_MADE_BY = sa.text(
    "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = :schema"
)


def engine() -> str | None:
    """The engine that is installed, such as ``procrastinate 3.10.0``; None where none is."""
    try:
        return f"{ENGINE} {version(ENGINE)}"
    except PackageNotFoundError:
        return None


def lay_tables(database: Database) -> None:
    """Make the tables of jobs on PostgreSQL, where the engine is installed and has not made them
    yet."""
    wanted = engine()
    if wanted is None or not database.is_shared:
        return
    with database.write() as connection:
        one_at_a_time(connection, SCHEMA)
        if _made_by(connection) == wanted:
            return
        from procrastinate.schema import SchemaManager

        # The driver's own connection: the script is many statements, with signs of its own.
        driver: Any = connection.connection.driver_connection
        driver.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        driver.execute(f"CREATE SCHEMA {SCHEMA}")
        driver.execute(f"SET LOCAL search_path = {SCHEMA}")
        driver.execute(SchemaManager.get_schema())
        driver.execute(f"COMMENT ON SCHEMA {SCHEMA} IS '{wanted}'")


def check_tables(database: Database) -> None:
    """Raise StoreError where no worker can work at this database, with what would help."""
    if not database.is_shared:
        raise StoreError(
            f"{database.shown_url} is one process's alone: 'pbem serve' does all of it; workers "
            "need PostgreSQL (docs/scaling.md)"
        )
    wanted = engine()
    if wanted is None:
        raise StoreError("workers need procrastinate: pip install 'pbem[postgresql]'")
    with database.read() as connection:
        made_by = _made_by(connection)
    if made_by != wanted:
        found = f"were made by {made_by}" if made_by else "are not there"
        raise StoreError(
            f"{database.shown_url}: the tables of jobs {found}, and {wanted} is installed; stop "
            "all workers, then run 'pbem init'"
        )


def put_closings(connection: Connection, due: Iterable[GameRow]) -> None:
    """Put a job that closes the open turn of each of these games, unless it waits already, as a
    part of a transaction: it is there for the others once that is committed, and not otherwise.

    The engine itself puts jobs by connections of its own, in transactions of their own.
    """
    rows = [*due]
    if not rows:
        return
    connection.execute(_FIND_TABLES)
    given = {"games": [row.id for row in rows], "turns": [row.turn for row in rows]}
    connection.execute(_PUT_CLOSINGS, given)


def _made_by(connection: Connection) -> str | None:
    found = connection.execute(_MADE_BY, {"schema": SCHEMA}).scalar()
    return None if found is None else str(found)
