"""What the Tab key offers for arguments, beyond what click knows by itself."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pbem.cli.main import CONFIG_ENV
from pbem.engine.errors import Trouble

MOST_OFFERED = 200
"""Games of which the key shows the ids."""


def game_ids(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The games of the configuration that the command line names; none where it cannot be read."""
    from sqlalchemy.exc import DBAPIError

    from pbem.service.config import load_config
    from pbem.service.context import database_of
    from pbem.store import games

    given = context.find_root().params.get("config") or os.environ.get(CONFIG_ENV)
    path = Path(given or "config.toml")
    try:
        config = load_config(path)
        with database_of(config, path.parent) as database, database.read() as connection:
            return [*games.ids_beginning(connection, incomplete, MOST_OFFERED)]
    except (Trouble, OSError, DBAPIError):
        return []  # there is no place to say why: the command itself will
