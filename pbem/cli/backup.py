"""Commands that keep a copy of the service, and go back to it."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.main import Settings
from pbem.service.tools.backup import back_up
from pbem.service.tools.backup import restore as put_back


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.pass_obj
def backup(settings: Settings, folder: Path) -> None:
    """Copy configuration, key and database into DIR, a new folder that only you can read.

    The service may go on meanwhile: the copy is of one moment. With PostgreSQL use
    pg_dump, and copy config.toml and the key.

    \b
    Example:
      pbem backup backups/2026-11-22
    """
    files = back_up(settings.config, folder)
    click.echo(f"{folder} holds {', '.join(files)}. Keep it as safe as the service itself.")
    click.echo("Files with passwords and templates of your own are not in it.")


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, path_type=Path))
@click.option("--force", is_flag=True, help="Replace what is there.")
@click.pass_obj
def restore(settings: Settings, folder: Path, force: bool) -> None:
    """Put the backup in DIR in the place of configuration, key and database.

    Stop 'pbem serve' first. Then move the mails that have come since the backup from
    Processed back to the inbox, so that they are read again.

    \b
    Examples:
      pbem restore backups/2026-11-22
      pbem restore backups/2026-11-22 --force
    """
    for path in put_back(folder, settings.config, force=force):
        click.echo(f"{path} is as it was.")
    click.echo("Next: 'pbem init', which brings an older database up to date, and 'pbem doctor'.")
