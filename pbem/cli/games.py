"""Commands that move one game: start, close, pause, resume, deadline, resend."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import click

from pbem.cli.completing import game_ids
from pbem.cli.main import Settings
from pbem.cli.new import what_next
from pbem.cli.words import count, when
from pbem.service.context import Context, open_context
from pbem.service.intake.resend import resend as send_again
from pbem.service.mastering import acts
from pbem.service.mastering.acts import by_operator
from pbem.service.play.close import close_turn
from pbem.service.play.table import game_named, waits_for
from pbem.service.schedule import ScheduleError, duration
from pbem.service.tools.overview import one_game
from pbem.store import games
from pbem.store.records import GameStatus


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def start(settings: Settings, game: str) -> None:
    """Start a game now. Bots take the seats that are still free.

    \b
    Example:
      pbem start hegemon-1
    """
    with open_context(settings.config) as context:
        click.echo(what_next(context, by_operator(context, game, acts.start)))


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.option("--yes", is_flag=True, help="Do not ask, although people owe orders.")
@click.pass_obj
def close(settings: Settings, game: str, yes: bool) -> None:
    """Close the open turn now, deadline or not. Those without orders get what the game plays;
    while people owe some it asks first.

    \b
    Example:
      pbem close hegemon-1
    """
    with open_context(settings.config) as context:
        if not yes:
            _ask_whether_it_closes(context, game)
        turn = by_operator(context, game, acts.close_now).turn
        row = close_turn(context, game, turn)
        closed = turn
        if row.releases is not None:
            click.echo(
                f"Turn {closed} is closed, and its results wait: 'pbem preview {game}' shows them, "
                f"'pbem release {game}' sends them, 'pbem rollback {game} {closed}' takes the turn "
                f"back. They go out by themselves {when(context, row.releases)}."
            )
            return
        if row.status == GameStatus.FINISHED:
            click.echo(f"Turn {closed} is closed, and {row.title} is over.")
            click.echo(f"It was {one_game(context, game).result}.")
            return
        until = f", until {when(context, row.deadline)}" if row.deadline else ""
        click.echo(f"Turn {closed} is closed; turn {row.turn} is open{until}.")
        click.echo("The reports are in the outbox; 'pbem serve' sends them.")


def _ask_whether_it_closes(context: Context, game: str) -> None:
    """Ask while people owe orders."""
    with context.read() as session:
        row = game_named(session.connection, game)
        late = set(waits_for(session.connection, row))
        names = [s.name for s in games.seats_of(session.connection, game) if s.seat in late]
    if names:
        said = f"Turn {row.turn} of {row.title} waits for {', '.join(names)}."
        click.confirm(f"{said} Close it without their orders?", abort=True)


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def pause(settings: Settings, game: str) -> None:
    """Stop a game's clock and tell its players. Orders still count.

    \b
    Example:
      pbem pause hegemon-1
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, acts.pause)
        click.echo(f"{row.title} is paused; 'pbem resume {game}' lets it go on.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def resume(settings: Settings, game: str) -> None:
    """Let a paused game go on. Its deadline moves by as long as it stood still.

    \b
    Example:
      pbem resume hegemon-1
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, acts.resume)
        until = f", until {when(context, row.deadline)}" if row.deadline else ""
        click.echo(f"{row.title} goes on: turn {row.turn} is open{until}.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("moment", metavar="WHEN")
@click.pass_obj
def deadline(settings: Settings, game: str, moment: str) -> None:
    """Move the open turn's deadline, and tell the players.

    WHEN is a moment in the service's time zone, or a span to add to the deadline
    that there is.

    \b
    Examples:
      pbem deadline hegemon-1 2026-03-06T20:00
      pbem deadline hegemon-1 +12h
    """
    with open_context(settings.config) as context:
        now = one_game(context, game).deadline or context.clock.now()
        row = by_operator(context, game, acts.set_deadline, read_moment(context, moment, now))
        click.echo(f"Turn {row.turn} of {row.title} ends {when(context, row.deadline)}.")


def read_moment(context: Context, text: str, after: datetime) -> datetime:
    """An ISO moment, local where it names no zone, or ``+12h`` after a given one."""
    try:
        if text.startswith("+"):
            return after + duration(text[1:], "WHEN")
        found = datetime.fromisoformat(text)
    except (ScheduleError, ValueError):
        raise click.BadParameter(
            f"{text!r}: write it as 2026-03-06T20:00 or +12h", param_hint="'WHEN'"
        ) from None
    return found if found.tzinfo else found.replace(tzinfo=ZoneInfo(context.config.service.zone))


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("seat", type=click.IntRange(min=1), required=False)
@click.option("--turn", type=click.IntRange(min=0), help="The report of this turn.  [the newest]")
@click.pass_obj
def resend(settings: Settings, game: str, seat: int | None, turn: int | None) -> None:
    """Send a report again, to SEAT or to everyone, and with it all mail that was held back.

    Mail to an address is held back after several bounces. Resending forgets them.

    \b
    Examples:
      pbem resend hegemon-1
      pbem resend hegemon-1 2 --turn 5
    """
    with open_context(settings.config) as context:
        for sent in send_again(context, game, seat, turn):
            held = ""
            if sent.released:
                held = f", with {count(sent.released, 'mail')} held back until now"
            about = f"the report of turn {sent.turn}" if sent.turn else "the first report"
            click.echo(f"Seat {sent.seat.seat}, {sent.seat.address}: {about} goes out again{held}.")
    click.echo("'pbem serve' sends it.")
