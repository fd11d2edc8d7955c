"""Opens the database and hands out transactions.

SQLite runs in WAL mode with synchronous=FULL: what is committed survives a power
cut. Writers say BEGIN IMMEDIATE, so that two of them queue at the door instead
of failing half-way.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, make_url

from pbem.store.errors import StoreError
from pbem.store.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig
    from sqlalchemy.dialects import postgresql, sqlite

BUSY_MILLISECONDS = 30_000
LOG_PAGES = 4_000
"""Pages (16 MB) that SQLite's log grows to before they are carried over into the database. A
hundred mails are more than the usual thousand: every commit would write them twice, and wait."""
OWNER_ONLY = 0o600
_MIGRATIONS = Path(__file__).parent / "migrations"

_KEEPALIVES = {"tcp_keepalives_idle": 10, "tcp_keepalives_interval": 5, "tcp_keepalives_count": 3}
"""What PostgreSQL's own end of a connection is told, in seconds and times: a machine that was cut
off holds its locks for half a minute at the most."""

_COLUMNS = {
    "sqlite": "SELECT tables.name, columns.name"
    " FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
    " WHERE tables.type = 'table'",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE table_schema = current_schema()",
}
"""What tells tables and columns, for which SQLAlchemy would ask each table thrice."""


class Database:
    """One database, for as long as the process lives. Safe to share between threads."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            parsed = make_url(url)
        except sa.exc.ArgumentError as error:
            raise StoreError(f"service.database: {url!r} is no database URL") from error
        if parsed.get_backend_name() == "sqlite":
            if parsed.database in (None, "", ":memory:"):
                raise StoreError("service.database: a game needs a database that outlives it")
            _guard_file(Path(str(parsed.database)))
        # Parameters hold orders and tokens, which no log may show.
        self.engine = sa.create_engine(parsed, hide_parameters=True)
        self._is_sqlite = parsed.get_backend_name() == "sqlite"
        self._snapshots = self.engine
        if self._is_sqlite:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        else:
            sa.event.listen(self.engine, "connect", _prepare_postgresql)
            # Others look anew at each statement unless they are told not to.
            self._snapshots = self.engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A look at the database as it is at one moment."""
        with self._snapshots.connect() as connection, connection.begin():
            self._begin(connection, "BEGIN")
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction: everything inside happens, or nothing does."""
        with self.engine.connect() as connection, connection.begin():
            self._begin(connection, "BEGIN IMMEDIATE")
            yield connection

    @property
    def is_shared(self) -> bool:
        """Whether several processes of the service may work at once: on PostgreSQL."""
        return not self._is_sqlite

    def now(self) -> datetime:
        """The time by the clock of a PostgreSQL server."""
        with self.engine.connect() as connection:
            found: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
        return found.astimezone(UTC)

    @contextmanager
    def alone(self, name: str = "") -> Iterator[Connection]:
        """A connection outside of any transaction, of which others may see the name; it ends
        with this block."""
        settings = {"isolation_level": "AUTOCOMMIT"}
        with self.engine.connect().execution_options(**settings) as connection:
            connection.detach()
            if name:
                named = sa.text("SELECT set_config('application_name', :name, false)")
                connection.execute(named, {"name": name})
            yield connection

    def _begin(self, connection: Connection, statement: str) -> None:
        # Not by an event: an engine with one asks for listeners at every statement.
        if self._is_sqlite:
            connection.exec_driver_sql(statement)

    def close(self) -> None:
        self.engine.dispose()

    @property
    def shown_url(self) -> str:
        """The URL without its password, for people to read."""
        return self.engine.url.render_as_string(hide_password=True)

    def revision(self) -> str | None:
        """The schema's revision; None for an empty database. Raises :class:`StoreError`."""
        try:
            with self.read() as connection:
                return _revision(connection, _columns(connection))
        except sa.exc.DBAPIError as error:
            raise self._unreadable(error) from error

    def migrate(self) -> None:
        """Bring the schema to today's revision, from nothing or from any earlier one."""
        from alembic import command

        config = _alembic()
        with self.write() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def check(self) -> None:
        """Raise :class:`StoreError` where the schema is not today's, or not all there."""
        wanted = max(known_revisions())
        try:
            with self.read() as connection:
                there = _columns(connection)
                found = _revision(connection, there)
        except sa.exc.DBAPIError as error:
            raise self._unreadable(error) from error
        if found != wanted:
            state = f"is at revision {found}" if found else "is empty"
            raise StoreError(
                f"the database {self.shown_url} {state}; run 'pbem init' to bring it up to date"
            )
        if lacking := _lacking(there):
            raise StoreError(
                f"the database {self.shown_url} lacks {', '.join(lacking)} of its schema: another "
                "pbem has made it, or somebody has changed it; go on with that pbem, go back to a "
                "backup ('pbem restore'), or let 'pbem init' make a new one in another folder"
            )

    def _unreadable(self, error: sa.exc.DBAPIError) -> StoreError:
        return StoreError(f"the database {self.shown_url} cannot be read: {error.orig}")


def known_revisions() -> frozenset[str]:
    """All revisions of the schema, today's and those that :meth:`Database.migrate` lifts: their
    files begin with their numbers."""
    files = (_MIGRATIONS / "versions").glob("[0-9]*.py")
    return frozenset(file.name.partition("_")[0] for file in files)


def _columns(connection: Connection) -> frozenset[str]:
    """All columns of all tables, as ``table.column``."""
    found = connection.exec_driver_sql(_COLUMNS[connection.dialect.name])
    return frozenset(f"{table}.{column}" for table, column in found)


def _revision(connection: Connection, columns: frozenset[str]) -> str | None:
    if "alembic_version.version_num" not in columns:
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return None if found is None else str(found)


def _lacking(columns: frozenset[str]) -> tuple[str, ...]:
    """Columns of the schema that are not there, although its revision is today's."""
    return tuple(column for column in _wanted() if column not in columns)


@cache
def _wanted() -> tuple[str, ...]:
    return tuple(f"{one.name}.{c.name}" for one in metadata.sorted_tables for c in one.columns)


@contextmanager
def savepoint(connection: Connection) -> Iterator[None]:
    """Within a transaction: everything inside happens, or nothing of it does.

    As Connection.begin_nested, which costs as much as three statements. What ends the process
    ends the whole transaction.
    """
    connection.exec_driver_sql("SAVEPOINT one_mail")
    try:
        yield
        connection.exec_driver_sql("RELEASE SAVEPOINT one_mail")
    except Exception:
        _take_back(connection)
        raise


def _take_back(connection: Connection) -> None:
    try:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT one_mail")
        connection.exec_driver_sql("RELEASE SAVEPOINT one_mail")
    except Exception:
        connection.invalidate()  # nobody knows what it holds: nothing of it may be committed
        raise


def inserting(connection: Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that may become an update; each database has its own way of saying so."""
    return inserting_in(connection.dialect.name, table)


def inserting_in(dialect: str, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """As :func:`inserting`. Only the dialect of the database that is there is imported."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table)


def _alembic() -> AlembicConfig:
    # Imported where it is needed: to look at a game takes less long than that.
    from alembic.config import Config as AlembicConfig

    config = AlembicConfig()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def _guard_file(path: Path) -> None:
    """Make the file before SQLite does, so that nobody but its owner can ever read it."""
    if not path.parent.is_dir():
        raise StoreError(f"service.database: the folder {path.parent} does not exist")
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun by Database, not by the driver
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"wal_autocheckpoint={LOG_PAGES}",
        f"busy_timeout={BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _prepare_postgresql(connection: Any, _record: Any) -> None:
    with connection.cursor() as cursor:
        for name, value in _KEEPALIVES.items():
            cursor.execute(f"SET {name} = {value}")
    connection.commit()
