"""A copy of all that a service is made of, and the way back to it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from pbem.engine.errors import Trouble
from pbem.service.config import MAIN, Config, database_url, load_config
from pbem.service.lock import sole_server
from pbem.store.database import known_revisions

CONFIG, DATABASE, KEY = "config.toml", "games.db", "pbem.key"
OWNER_ONLY, OWNER_ONLY_FOLDER = 0o600, 0o700


class BackupProblem(Trouble):
    """A backup cannot be made or gone back to; the message says why, and what would do."""


def back_up(config_path: Path, target: Path) -> tuple[str, ...]:
    """Copy configuration, key and database into a new folder; returns what is in it.

    The database is copied as it stands at one moment, whoever writes to it meanwhile. The
    folder appears under its name when it is whole. Raises :class:`BackupProblem`.
    """
    config = load_config(config_path)
    database = _sqlite_file(config, config_path.parent)
    if target.exists():
        raise BackupProblem(f"{target} is there already; name a new folder")
    unfinished = target.with_name(f"{target.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=OWNER_ONLY_FOLDER, parents=True)
    _copy(config_path, unfinished / CONFIG)
    for kept, place in _keys(config, config_path.parent):
        _copy(place, unfinished / kept)
    _copy_database(database, unfinished / DATABASE)
    unfinished.rename(target)
    return tuple(sorted(file.name for file in target.iterdir()))


def restore(source: Path, config_path: Path, *, force: bool = False) -> tuple[str, ...]:
    """Put a backup in the place of configuration, key and database; returns what was written.

    Nothing that is there is replaced without `force`, nor anything at all while the service
    runs. Raises :class:`BackupProblem` and AlreadyRunning.
    """
    if not (source / CONFIG).is_file() or not (source / DATABASE).is_file():
        raise BackupProblem(f"{source} is no backup: it needs {CONFIG} and {DATABASE}")
    _check_schema(source / DATABASE)
    config, base = load_config(source / CONFIG), config_path.parent
    base.mkdir(parents=True, exist_ok=True)
    with sole_server(base):
        places = {source / CONFIG: config_path, source / DATABASE: _sqlite_file(config, base)}
        keys = ((source / name, key) for name, key in _keys(config, base))
        places |= {kept: key for kept, key in keys if kept.is_file()}
        there = [str(place) for place in places.values() if place.exists()]
        if there and not force:
            raise BackupProblem(f"{', '.join(there)}: there already; --force replaces them")
        for kept, place in places.items():
            staged = place.with_name(f"{place.name}.restored")
            staged.unlink(missing_ok=True)
            _copy(kept, staged)
            if place == places[source / DATABASE]:
                for trace in ("-wal", "-shm"):
                    place.with_name(place.name + trace).unlink(missing_ok=True)
            staged.rename(place)
    return tuple(str(place) for place in places.values())


def _keys(config: Config, base: Path) -> Iterator[tuple[str, Path]]:
    """What the key file of each mailbox that has one is called in a backup, and where it is."""
    for mailbox in config.mailboxes:
        file, variable = config.key_source(mailbox)
        if not variable:
            yield KEY if mailbox == MAIN else f"{mailbox}.{KEY}", base / file


def _sqlite_file(config: Config, base: Path) -> Path:
    url = make_url(database_url(config, base))
    if url.get_backend_name() != "sqlite":
        raise BackupProblem(
            "the database is a PostgreSQL server's: back it up with pg_dump and go back with "
            f"pg_restore; {CONFIG} and the key are files to be copied"
        )
    return Path(str(url.database))


def _copy(source: Path, target: Path) -> None:
    """A copy that only its owner can read, from its first byte on."""
    target.touch(mode=OWNER_ONLY, exist_ok=False)
    target.write_bytes(source.read_bytes())


def _copy_database(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BackupProblem(f"{source} does not exist; 'pbem init' makes it")
    target.touch(mode=OWNER_ONLY, exist_ok=False)
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
        other.execute("PRAGMA journal_mode=DELETE")  # one file, that can be carried anywhere


def _check_schema(file: Path) -> None:
    try:
        # Read-only, and without the files beside it that SQLite else makes.
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as found:
            (revision,) = found.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.DatabaseError, TypeError) as error:
        raise BackupProblem(f"{file} is no database of pbem: {error}") from error
    if revision not in known_revisions():
        raise BackupProblem(
            f"{file} has schema {revision}, which this pbem does not know; restore it with the "
            "pbem that made it, or a newer one"
        )
