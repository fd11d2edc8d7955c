"""Lays what the service stands on: the signing key and the database."""

from __future__ import annotations

import os
import secrets
from datetime import date, timedelta
from pathlib import Path

from pbem.service.config import Config, ConfigError, database_url
from pbem.service.keys import Keys, load_keys
from pbem.service.workers.tables import lay_tables
from pbem.store.database import Database

KEY_BYTES = 32
OWNER_ONLY = 0o600


def lay_foundations(config: Config, base: Path) -> tuple[str, ...]:
    """Make the key file of every mailbox and bring the database up to date; says what was done and
    what was left.

    What is there already is kept: a new key would void every reply address sent.
    Raises :class:`ConfigError` and StoreError.
    """
    keys = tuple(_lay_key(config, base, mailbox) for mailbox in config.mailboxes)
    return *keys, _lay_database(config, base)


def write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner may read. Raises :class:`ConfigError`."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be made: {error.strerror}") from error
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)


def rotate_key(config: Config, base: Path, mailbox: str, today: date, keep: timedelta) -> Keys:
    """Let a new key sign the reply addresses of a mailbox, and that which did so far count for as
    long as it is to be kept; returns the keys as they are now.

    The file is the new one or the old one, however this ends. Raises :class:`ConfigError`.
    """
    file, variable = config.key_source(mailbox)
    if variable:
        raise ConfigError(
            f"the keys of {mailbox} come from the environment variable {variable}: put a new one "
            "of 64 hex digits before them there, a comma behind it, and behind each older one its "
            "last day, such as 'until 2026-12-24'"
        )
    keys = load_keys(config, base, mailbox).rotated(secrets.token_bytes(KEY_BYTES), today, keep)
    path = base / file
    staged = path.with_name(f"{path.name}.new")
    staged.unlink(missing_ok=True)
    write_private(staged, str(keys))
    staged.replace(path)
    return keys


def _lay_key(config: Config, base: Path, mailbox: str) -> str:
    file, variable = config.key_source(mailbox)
    path = base / file
    if variable:
        said = f"The key comes from the environment variable {variable}."
    elif path.exists():
        said = f"{path} is there already and stays as it is."
    else:
        write_private(path, secrets.token_hex(KEY_BYTES) + "\n")
        said = f"{path} is written. Keep it secret and keep it safe: it signs reply addresses."
    load_keys(config, base, mailbox)
    return said


def _lay_database(config: Config, base: Path) -> str:
    database = Database(database_url(config, base))
    try:
        before = database.revision()
        database.migrate()
        database.check()
        lay_tables(database)
        after = database.revision()
    finally:
        database.close()
    if before is None:
        return f"{database.shown_url} is made."
    if before != after:
        return f"{database.shown_url} is brought up to date, from revision {before} to {after}."
    return f"{database.shown_url} is up to date."
