"""Commands about what came of a turn before its players are told: preview, release."""

from __future__ import annotations

import click

from pbem.cli.completing import game_ids
from pbem.cli.main import Settings
from pbem.cli.words import when
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import open_context
from pbem.service.mastering import releasing
from pbem.service.mastering.acts import by_operator
from pbem.service.play.games import game_named
from pbem.service.play.masters import operator_of
from pbem.service.play.releasing import release_turn
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
        say(releasing.preview(session, row, master))


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


def say(notice: Notice) -> None:
    """What is told by mail, as text."""
    click.echo(notice.title)
    for line in (*notice.paragraphs, *notice.bullets, *notice.lines):
        click.echo(line)
    for excerpt in notice.excerpts:
        click.echo(excerpt.caption)
        for line in excerpt.lines:
            click.echo(f"  {line}")
