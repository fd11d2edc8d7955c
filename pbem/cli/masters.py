"""`pbem master`: who runs a game; and whom it invites, approves of and refuses."""

from __future__ import annotations

from email.utils import parseaddr

import click

from pbem.cli.completing import game_ids
from pbem.cli.main import Settings
from pbem.mailer.inbound.commands.forms import Person
from pbem.mailer.settings import check_address
from pbem.service.context import open_context
from pbem.service.mastering import acts
from pbem.service.mastering import people as inviting
from pbem.service.mastering.acts import by_operator
from pbem.service.play.masters import masters_of
from pbem.service.play.table import game_named
from pbem.store.mastering import MasterRow, Role


@click.group()
def master() -> None:
    """Who runs a game: list, add, remove. Without anyone named it is the operator (mail.admin)."""


@master.command("list")
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def list_masters(settings: Settings, game: str) -> None:
    """Tell who runs a game.

    \b
    Example:
      pbem master list hegemon-1
    """
    with open_context(settings.config) as context, context.read() as session:
        game_named(session.connection, game)
        for one in masters_of(context, session.connection, game):
            name = f"{one.name} <{one.address}>" if one.name else one.address
            click.echo(f"{name}: {one.role if one.number else 'the operator'}")


@master.command("add")
@click.argument("game", shell_complete=game_ids)
@click.argument("who", metavar="'EVE <EVE@HOST>'")
@click.option("--assistant", is_flag=True, help="May run turns and time, and nothing else.")
@click.option("--language", default="", help="The language of mails to them.")
@click.option("--zone", default="", help="Their time zone.")
@click.pass_obj
def add_master(
    settings: Settings, game: str, who: str, assistant: bool, language: str, zone: str
) -> None:
    """Let somebody run a game, by mail.

    \b
    Example:
      pbem master add hegemon-1 'Eve <eve@example.org>'
    """
    name, address = parseaddr(who)
    try:
        check_address("WHO", address)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    role = Role.ASSISTANT if assistant else Role.OWNER
    given = MasterRow(game, 0, name, address.lower(), language, zone, role)
    with open_context(settings.config) as context:
        row = by_operator(context, game, acts.appoint, given)
        click.echo(f"{name or address} runs {row.title} from now on, and is told by mail.")


@master.command("remove")
@click.argument("game", shell_complete=game_ids)
@click.argument("address")
@click.pass_obj
def remove_master(settings: Settings, game: str, address: str) -> None:
    """Let somebody run a game no more.

    \b
    Example:
      pbem master remove hegemon-1 eve@example.org
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, acts.dismiss, address.lower())
        click.echo(f"{address} does not run {row.title} any more.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("people", metavar="ADDRESS...", nargs=-1, required=True)
@click.pass_obj
def invite(settings: Settings, game: str, people: tuple[str, ...]) -> None:
    """Keep free seats for people, and ask them to take these.

    \b
    Example:
      pbem invite hegemon-1 boris@example.org 'Chiara <chiara@example.org>'
    """
    named = [Person(name, address.lower()) for name, address in map(parseaddr, people)]
    with open_context(settings.config) as context:
        row = by_operator(context, game, inviting.invite, named)
        click.echo(f"{len(named)} seats of {row.title} are kept; whom you invite is asked by mail.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("who", metavar="SEAT")
@click.pass_obj
def approve(settings: Settings, game: str, who: str) -> None:
    """Give a seat to whoever has asked for it, where the game's file says join = "approve".

    \b
    Example:
      pbem approve hegemon-1 3
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, inviting.approve, who)
        click.echo(f"They have the seat of {row.title}, and are told.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("who", metavar="SEAT")
@click.pass_obj
def refuse(settings: Settings, game: str, who: str) -> None:
    """Do not give a seat to whoever has asked for it.

    \b
    Example:
      pbem refuse hegemon-1 3
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, inviting.refuse, who)
        click.echo(f"The seat of {row.title} is free again, and they are told.")
