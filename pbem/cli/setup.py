"""`pbem init`: everything that a service needs before its first start."""

from __future__ import annotations

import os
import secrets
from importlib.resources import files
from pathlib import Path
from zoneinfo import available_timezones

import click

from pbem.cli.main import Settings
from pbem.engine.rng import SECRET_BYTES
from pbem.service.config import ConfigError, database_url, load_config, load_key
from pbem.store.database import Database

OWNER_ONLY = 0o600
LOCALTIME = Path("/etc/localtime")
ZONE_LINE = 'zone = "UTC"'


@click.command()
@click.pass_obj
def init(settings: Settings) -> None:
    """Write config.toml, the key file and games.db, ready for 'pbem serve --embedded'.

    What is there already is left as it is, but for an older games.db, which is
    brought up to date. So it does no harm to run it again.

    \b
    Examples:
      pbem init
      pbem --config /srv/games/config.toml init
    """
    path = settings.config
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        _say(path, "is there already and stays as it is")
    else:
        _write(path, default_config(local_zone()))
        _say(path, "is written; every key in it is explained")
    config = load_config(path)
    if config.service.key_env:
        load_key(config, path.parent)
        click.echo(f"The key comes from the environment variable {config.service.key_env}.")
    else:
        _make_key(path.parent / config.service.key_file)
        load_key(config, path.parent)
    _make_database(database_url(config, path.parent))
    click.echo("Next: 'pbem new --help' to make a game, 'pbem serve --embedded' to try it here.")


def default_config(zone: str) -> str:
    """The text of a new config.toml, with the game master's time zone."""
    text = (files("pbem.cli") / "config.toml").read_text(encoding="utf-8")
    return text.replace(ZONE_LINE, f'zone = "{zone}"', 1)


def local_zone() -> str:
    """This machine's time zone by name; UTC where it cannot be told."""
    linked = str(LOCALTIME.resolve()).partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        if name in available_timezones():
            return name
    return "UTC"


def _make_key(path: Path) -> None:
    if path.exists():
        _say(path, "is there already and stays as it is")
        return
    _write(path, secrets.token_hex(SECRET_BYTES) + "\n")
    _say(path, "is written; whoever has it can write valid reply addresses")


def _make_database(url: str) -> None:
    database = Database(url)
    try:
        before = database.revision()
        database.migrate()
        after = database.revision()
    finally:
        database.close()
    where = database.shown_url
    if before is None:
        click.echo(f"{where} is made.")
    elif before != after:
        click.echo(f"{where} is brought up to date, from revision {before} to {after}.")
    else:
        click.echo(f"{where} is up to date.")


def _write(path: Path, text: str) -> None:
    """A new file that only its owner may read; one that appeared meanwhile is left alone."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from error
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)


def _say(path: Path, what: str) -> None:
    click.echo(f"{path} {what}.")
