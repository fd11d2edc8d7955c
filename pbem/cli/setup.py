"""`pbem init`: everything that a service needs before its first start."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from zoneinfo import available_timezones

import click

from pbem.cli.main import Settings
from pbem.service.config import load_config
from pbem.service.setup import lay_foundations, write_private

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
        click.echo(f"{path} is there already and stays as it is.")
    else:
        write_private(path, default_config(local_zone()))
        click.echo(f"{path} is written; every key in it is explained.")
    for said in lay_foundations(load_config(path), path.parent):
        click.echo(said)
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
