"""The tables in which procrastinate keeps jobs: a PostgreSQL schema of their own, beside the
service's.

Jobs are hints and lose nothing, so the tables of another version are not lifted but made anew.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.claims import one_at_a_time
from pbem.store.database import Database
from pbem.store.errors import StoreError

ENGINE = SCHEMA = "procrastinate"
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


def _made_by(connection: Connection) -> str | None:
    found = connection.execute(_MADE_BY, {"schema": SCHEMA}).scalar()
    return None if found is None else str(found)
