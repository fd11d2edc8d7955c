"""`pbem key`: the keys that sign reply addresses, and a new one in their place."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from pbem.cli.main import Settings
from pbem.service.config import MAIN, load_config
from pbem.service.keys import load_keys, mark_of
from pbem.service.schedule import ScheduleError, duration
from pbem.service.setup import rotate_key


@click.group()
def key() -> None:
    """The keys that sign reply addresses: list them, begin to sign with a new one."""


@key.command("list")
@click.pass_obj
def list_keys(settings: Settings) -> None:
    """Tell which key of each mailbox signs, and until when those before it count.

    Keys are told apart by the first digits of their SHA-256, never shown.

    \b
    Example:
      pbem key list
    """
    config = load_config(settings.config)
    for mailbox in config.mailboxes:
        keys = load_keys(config, settings.config.parent, mailbox)
        click.echo(f"{mailbox}: {mark_of(keys.signing)} signs")
        for one in keys.older:
            click.echo(f"{mailbox}: {mark_of(one.key)} counts until {one.until:%F}")


@key.command("rotate")
@click.option("--mailbox", metavar="NAME", default=MAIN, show_default=True, help="Whose key.")
@click.option(
    "--keep",
    metavar="SPAN",
    default="60d",
    show_default=True,
    help="How long addresses count that the key so far has signed; 0d: no more at all.",
)
@click.pass_obj
def rotate(settings: Settings, mailbox: str, keep: str) -> None:
    """Sign reply addresses with a new key from the next start on.

    What was signed with the one before counts as long as --keep says: long enough for every
    game to send a report or two. Where a key has got into strange hands, --keep 0d voids all
    that it has signed; 'pbem resend GAME' then sends players an address that counts.

    \b
    Examples:
      pbem key rotate
      pbem key rotate --mailbox club --keep 0d
    """
    try:
        span = duration(keep, "--keep")
    except ScheduleError as error:
        said = str(error).removeprefix("--keep: ")
        raise click.BadParameter(said, param_hint="'--keep'") from error
    config = load_config(settings.config)
    today = datetime.now(UTC).date()
    keys = rotate_key(config, settings.config.parent, mailbox, today, span)
    click.echo(f"{mark_of(keys.signing)} signs for {mailbox} from the next start on.")
    for one in keys.older:
        click.echo(f"{mark_of(one.key)} counts until {one.until:%F}.")
    if not keys.older:
        click.echo("No address that was sent so far counts then: 'pbem resend' sends new ones.")
    click.echo("Next: copy the key file to every machine that serves, and start the service again.")
