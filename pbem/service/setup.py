"""Lays what the service stands on: the signing key and the database."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from pbem.service.config import Config, database_url
from pbem.store.database import Database

KEY_BYTES = 32
OWNER_ONLY = 0o600


def lay_foundations(config: Config, base: Path) -> tuple[str, ...]:
    """Make the key file and bring the database up to date; says what was done.

    What is there already is kept: a new key would void every reply address sent.
    """
    done = []
    key = base / config.service.key_file
    if not config.service.key_env and not key.exists():
        handle = os.open(key, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
        done.append(f"made {key}, which signs reply addresses")
    database = Database(database_url(config, base))
    try:
        database.migrate()
    finally:
        database.close()
    done.append(f"brought {database_url(config, base)} up to date")
    return tuple(done)
