"""Commands about what is hidden from the operator otherwise: preview and release of a turn's
results, orders for a seat, views."""

from __future__ import annotations

import click

from pbem.cli.completing import game_ids
from pbem.cli.main import Settings
from pbem.cli.words import when
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.layout_text import lay_out
from pbem.mailer.outbound.receipts import verdict_in_short
from pbem.service.context import open_context
from pbem.service.mastering import acting, releasing
from pbem.service.mastering.acts import by_operator
from pbem.service.play.masters import operator_of
from pbem.service.play.releasing import release_turn
from pbem.service.play.table import game_named
from pbem.store.records import GameStatus


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def preview(settings: Settings, game: str) -> None:
    """Show what each player will read of the turn whose results wait, or would read if the open
    turn were closed now. Nothing of it is saved; the log of the game tells players of it.

    \b
    Example:
      pbem preview hegemon-1
    """
    with open_context(settings.config) as context, context.write() as session:
        row = game_named(session.connection, game, lock=True)
        master = operator_of(context, session.connection, game)
        say(releasing.preview(session, row, master, pictures=False))


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def release(settings: Settings, game: str) -> None:
    """Send the reports of a turn whose results wait, and open the next.

    \b
    Example:
      pbem release hegemon-1
    """
    with open_context(settings.config) as context:
        closed = by_operator(context, game, releasing.let_out).turn
        row = release_turn(context, game)
        if row.status is GameStatus.FINISHED:
            click.echo(f"The reports of turn {closed} are in the outbox; {row.title} is over.")
            return
        until = f", until {when(context, row.deadline)}" if row.deadline else ""
        click.echo(
            f"The reports of turn {closed} are in the outbox; turn {row.turn} is open{until}."
        )


@click.command("for")
@click.argument("game", shell_complete=game_ids)
@click.argument("seat", type=click.IntRange(min=1))
@click.argument("lines", metavar="LINE...", nargs=-1, required=True)
@click.pass_obj
def order_for(settings: Settings, game: str, seat: int, lines: tuple[str, ...]) -> None:
    """Give orders for a seat, which its player is told. Lines are those that the player would
    write, PREVIEW, DONE, WAIT and WITHDRAW among them. With PREVIEW nothing is saved.

    \b
    Examples:
      pbem for hegemon-1 3 "Economy 60% comp 100" DONE
      pbem for hegemon-1 3 PREVIEW "Economy 60% comp 100"
    """
    with open_context(settings.config) as context, context.write() as session:
        row = game_named(session.connection, game, lock=True)
        master = operator_of(context, session.connection, game)
        given = acting.Given(seat, lines, context.clock.now())
        receipt = acting.order_for(session, row, master, given)
        click.echo(receipt.foreword)
        click.echo(verdict_in_short(receipt))
        for verdict in receipt.verdicts:
            why = f": {verdict.message}" if verdict.message else ""
            click.echo(f"  {verdict.level} {verdict.text}{why}")
        for said in receipt.notices:
            click.echo(said)


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("what", metavar="SEAT|truth")
@click.pass_obj
def view(settings: Settings, game: str, what: str) -> None:
    """Show the report of a seat as it is now, or everything there is. The log of the game tells
    the players of it.

    \b
    Examples:
      pbem view hegemon-1 3
      pbem view hegemon-1 truth
    """
    if not (what.isdecimal() or what.lower() == "truth"):
        raise click.UsageError("write the number of a seat, or 'truth'")
    with open_context(settings.config) as context, context.write() as session:
        row = game_named(session.connection, game, lock=True)
        master = operator_of(context, session.connection, game)
        if what.isdecimal():
            say(acting.look_at(session, row, master, int(what), pictures=False))
            return
        told = acting.look_at_all(session, row, master)
        say(told)
        for file in told.files:
            click.echo(file.data.decode())


def say(notice: Notice) -> None:
    """What is told by mail, as text."""
    click.echo(notice.title)
    for block in (*notice.opening, *notice.body):
        click.echo(lay_out(block))
    for chapter in notice.chapters:
        click.echo(f"\n{chapter.heading}" if chapter.heading else "")
        for part in chapter.blocks:
            click.echo(lay_out(part))
