"""Which database the tests of the service use: SQLite, or PostgreSQL where they are told to."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pbem.store.database import Database
from tests.servers import postgresql

SQLITE = "sqlite:///games.db"
SERVER = postgresql.PostgresqlServer()
_COMPILED: dict[Any, Any] = {}
_chosen = "sqlite"


def choose(name: str) -> None:
    """From now on :func:`new_database` makes databases of this kind."""
    global _chosen
    reason = postgresql.why_not() if name == "postgresql" else None
    if reason is not None:
        raise pytest.UsageError(f"--database postgresql: {reason}")
    _chosen = name


def new_database() -> str:
    """The URL of an empty database; SQLite's is relative to the configuration's folder."""
    return SERVER.new() if _chosen == "postgresql" else SQLITE


def migrated_database(folder: Path) -> str:
    """As :func:`new_database`, with today's tables. The folder is the configuration's."""
    return SERVER.new() if _chosen == "postgresql" else migrated_file(folder)


def migrated_file(folder: Path) -> str:
    """The same, SQLite's whatever was chosen; one that is there already stays as it is."""
    path = folder / "games.db"
    if not path.exists():
        Database(f"sqlite:///{path}").close()  # makes the file for its owner alone
        path.write_bytes(_migrated())
    return SQLITE


@cache
def _migrated() -> bytes:
    """SQLite's file after all migrations, which cost more than most tests."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        database = Database(f"sqlite:///{path}")
        database.migrate()
        database.close()
        return path.read_bytes()


def hurry(database: Database) -> None:
    """From now on commits do not wait for the disk: what a machine that loses its power would
    need, few tests do. And what was compiled for one database is not compiled again for the next:
    the dialect is part of a statement's key."""
    if database.engine.dialect.name == "sqlite":
        database.engine.dialect = _dialect()
        database.engine.update_execution_options(compiled_cache=_COMPILED)
        sa.event.listen(database.engine, "connect", _do_not_wait)
        database.engine.dispose()  # of connections that would wait


@cache
def _dialect() -> sa.Dialect:
    """One that has met its database."""
    engine = sa.create_engine("sqlite://")
    engine.connect().close()
    engine.dispose()
    return engine.dialect


def _do_not_wait(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA synchronous=OFF")


def is_untouched(database: Database) -> bool:
    """Whether nobody has opened a file of SQLite's since :func:`hurry`: then there is no log of
    changes beside it."""
    return database.engine.dialect.name == "sqlite" and not _path(database, "-wal").exists()


def contents(database: Database) -> bytes:
    """All that SQLite's file holds."""
    database.engine.dispose()  # whoever closes it last writes the log of changes into it
    return _path(database).read_bytes()


def restore(database: Database, data: bytes) -> None:
    """Make it hold what another one did (:func:`contents`); it must be untouched."""
    _path(database).write_bytes(data)


def _path(database: Database, suffix: str = "") -> Path:
    return Path(f"{database.engine.url.database}{suffix}")


def copy_database(url: str, source: Path, target: Path) -> str:
    """The URL of another database with the same rows. The folders are the configurations'."""
    if url.startswith("postgresql"):
        return SERVER.new(url)
    shutil.copy(source / "games.db", target)
    return url
