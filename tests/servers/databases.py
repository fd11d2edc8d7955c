"""Which database the tests of the service use: SQLite, or PostgreSQL where they are told to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.servers import postgresql

SERVER = postgresql.PostgresqlServer()
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
    return SERVER.new() if _chosen == "postgresql" else "sqlite:///games.db"


def copy_database(url: str, source: Path, target: Path) -> str:
    """The URL of another database with the same rows. The folders are the configurations'."""
    if url.startswith("postgresql"):
        return SERVER.new(url)
    shutil.copy(source / "games.db", target)
    return url
