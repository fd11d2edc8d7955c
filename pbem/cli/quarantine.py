"""`pbem quarantine`: mails that need the game master's eye."""

from __future__ import annotations

import click

from pbem.cli.main import Settings
from pbem.cli.words import plain, when
from pbem.service.context import open_context
from pbem.service.intake import quarantine as desk

SHOWN_BYTES = 20_000
"""How much of a mail is shown; --raw gives all of it."""


@click.group()
def quarantine() -> None:
    """Mails that need your eye: those that failed, and those from unknown senders.

    A mail with a player's token from another address is held: it may be the
    player at work, or somebody who got hold of a report. You decide.
    """


@quarantine.command("list")
@click.pass_obj
def list_mails(settings: Settings) -> None:
    """List the mails that wait for you.

    \b
    Example:
      pbem quarantine list
    """
    from pbem.cli.tables import Table, show_table

    with open_context(settings.config) as context:
        rows = desk.waiting_mails(context)
        if not rows:
            click.echo("No mail waits for you.")
            return
        table = Table("Mail", "Status", "Game", "Seat", "From", "Subject", "Received", "Note")
        for row in rows:
            table.add_row(
                str(row.id),
                row.status,
                row.game or "",
                str(row.seat or ""),
                row.sender,
                row.subject,
                when(context, row.received),
                row.note,
            )
        show_table(table)


@quarantine.command()
@click.argument("number", type=click.IntRange(min=1))
@click.option("--raw", is_flag=True, help="The mail's bytes as they came, for a file or a pipe.")
@click.pass_obj
def show(settings: Settings, number: int, raw: bool) -> None:
    """Show one such mail. It may hold a player's orders.

    \b
    Examples:
      pbem quarantine show 17
      pbem quarantine show 17 --raw > 17.eml
    """
    with open_context(settings.config) as context:
        row = desk.waiting_mail(context, number)
        if raw:
            click.echo(row.raw, nl=False)
            return
        click.echo(f"Mail {row.id}, {row.status}: {plain(row.note)}")
        if row.game:
            click.echo(f"For seat {row.seat} of {row.game}")
        click.echo(f"Received {when(context, row.received)}, {row.size} bytes\n")
        click.echo(plain(row.raw[:SHOWN_BYTES].decode("utf-8", "replace").replace("\r\n", "\n")))
        if row.size > SHOWN_BYTES:
            click.echo(f"... cut after {SHOWN_BYTES} bytes; --raw gives all that is kept")


@quarantine.command()
@click.argument("number", type=click.IntRange(min=1))
@click.option("--accept", is_flag=True, help="Take a held mail as the seat's own.")
@click.pass_obj
def retry(settings: Settings, number: int, accept: bool) -> None:
    """Process a mail once more, or take a held one as the seat's own.

    \b
    Examples:
      pbem quarantine retry 17
      pbem quarantine retry 18 --accept
    """
    with open_context(settings.config) as context:
        if accept:
            note = desk.accept(context, number)
            click.echo(f"Mail {number} is taken: {note}. Its answer goes to the seat's address.")
        else:
            desk.retry(context, number)
            click.echo(f"Mail {number} is processed anew at the next poll of 'pbem serve'.")
