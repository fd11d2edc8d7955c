"""`pbem publish`: the public pages of the service."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.main import Failure, Settings
from pbem.service.context import open_context
from pbem.service.languages import languages
from pbem.service.publishing.site import publish as publish_site


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--language",
    type=click.Choice(languages()),
    help="The language of the pages.  [default: that of the service]",
)
@click.option("--anew", is_flag=True, help="Make every page anew, not only what has changed.")
@click.pass_obj
def publish(settings: Settings, folder: Path, language: str | None, anew: bool) -> None:
    """Write the public pages of this service into DIR, for any web server.

    Games stand there whose masters want it ('pbem public GAME', PUBLIC ON by mail), with what a
    spectator sees of them, and without anybody's address. Only what has changed is written; the
    pages of games that are shown no more are removed. DIR must hold nothing else.

    'pbem serve' does it after every turn where config.toml has publish = "DIR".

    \b
    Examples:
      pbem publish /var/www/games
      pbem publish /var/www/games-de --language de
    """
    with open_context(settings.config) as context:
        try:
            done = publish_site(context, folder, language or "", anew=anew)
        except OSError as error:
            raise Failure(f"{folder}: cannot be written: {error}") from error
    for game, why in done.failed.items():
        click.echo(f"{game}: its pages stay as they were: {why}", err=True)
    games = "1 game" if len(done.games) == 1 else f"{len(done.games)} games"
    click.echo(f"{folder}: {games}, {done.written} files written, {done.removed} removed.")
    if done.failed:
        raise Failure(f"not all games could be told: {', '.join(done.failed)}")
