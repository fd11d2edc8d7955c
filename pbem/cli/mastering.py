"""Commands that a game master may give by mail as well: extend, schedule, seat, eject, cancel,
archive, delete, observer, public, note, log, trouble."""

from __future__ import annotations

from collections.abc import Callable

import click

from pbem.cli.completing import game_ids
from pbem.cli.main import Settings
from pbem.cli.results import say
from pbem.cli.words import when
from pbem.service.context import Context, open_context
from pbem.service.mastering import acts, ending, logbook, observing, seats, troubles
from pbem.service.mastering import rollback as taking_back
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.moments import read_span
from pbem.service.play.masters import operator_of
from pbem.service.play.table import game_named
from pbem.store.records import GameRow

_YES = click.option("--yes", is_flag=True, help="Do not ask whether it is meant.")


def _sure(what: str, yes: bool) -> None:
    if not yes:
        click.confirm(f"{what} This cannot be taken back. Go on?", abort=True)


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("by", metavar="HOURS")
@click.pass_obj
def extend(settings: Settings, game: str, by: str) -> None:
    """Give everybody more time for the open turn, and tell them.

    \b
    Examples:
      pbem extend hegemon-1 24
      pbem extend hegemon-1 "2 days"
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, acts.extend, read_span(by))
        click.echo(f"Turn {row.turn} of {row.title} ends {when(context, row.deadline)}.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("turn", type=int)
@_YES
@click.pass_obj
def rollback(settings: Settings, game: str, turn: int, yes: bool) -> None:
    """Open a turn that is over once more, as it was, and tell the players.

    Shows first what would change in whose report. What was played since stays on
    record and counts no more.

    \b
    Example:
      pbem rollback hegemon-1 5
    """
    with open_context(settings.config) as context:
        with context.read() as session:
            row = game_named(session.connection, game)
            master = operator_of(context, session.connection, game)
            found = taking_back.preview(session, row, master, turn)
        excerpts = [line for one in found.excerpts for line in (one.caption, *one.lines)]
        for line in (found.title, *found.paragraphs, *found.bullets, *excerpts):
            click.echo(line)
        _sure(f"{row.title} goes back to turn {turn}.", yes)
        by_operator(context, game, taking_back.roll_back, turn)
        click.echo(f"Turn {turn} of {row.title} is open again; the players are told.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("lines", metavar="KEY=VALUE...", nargs=-1, required=True)
@click.pass_obj
def schedule(settings: Settings, game: str, lines: tuple[str, ...]) -> None:
    """Change lines of a game's schedule, from the next turn on, and tell the players.

    \b
    Example:
      pbem schedule hegemon-1 grace=2h 'weekdays=tue,fri'
    """
    given = []
    for line in lines:
        key, sign, text = line.partition("=")
        if not sign:
            raise click.UsageError(f"{line!r}: write it as key=value")
        given.append((key.strip(), text.strip()))
    with open_context(settings.config) as context:
        row = by_operator(context, game, ending.change_schedule_and_tell, given)
        click.echo(f"{row.title} goes by another schedule from the next turn on.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("seat", type=click.IntRange(min=1))
@_YES
@click.pass_obj
def eject(settings: Settings, game: str, seat: int, yes: bool) -> None:
    """Take a seat from its player: the house bot plays it; before the start it falls free.

    \b
    Example:
      pbem eject hegemon-1 3
    """
    _sure(f"Seat {seat} of {game} is taken from its player.", yes)
    with open_context(settings.config) as context:
        row = by_operator(context, game, seats.eject, seat)
        click.echo(f"Seat {seat} of {row.title} is its player's no more, who is told.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("number", metavar="N", type=click.IntRange(min=1))
@click.option("--address", metavar="ADDRESS", help="Give it to whoever has this address.")
@click.option("--bot", metavar="LEVEL", help="Let this bot play it.")
@click.option("--name", help="Call it so; before the start alone.")
@click.option("--language", help="The language of mails to it.")
@click.option("--zone", help="The time zone of times in them.")
@click.option("--release", is_flag=True, help="Let it fall free; before the start alone.")
@_YES
@click.pass_obj
def seat(
    settings: Settings,
    game: str,
    number: int,
    address: str | None,
    bot: str | None,
    name: str | None,
    language: str | None,
    zone: str | None,
    release: bool,
    yes: bool,
) -> None:
    """Change who sits on a seat, or how they are written to.

    \b
    Examples:
      pbem seat hegemon-1 3 --address dora@example.org
      pbem seat hegemon-1 3 --bot raider
      pbem seat hegemon-1 3 --language de --zone Europe/Berlin
    """
    given: list[tuple[str | None, Callable[[Context, str], GameRow]]] = [
        (name, lambda c, text: by_operator(c, game, seats.rename, number, text)),
        (language, lambda c, text: by_operator(c, game, seats.set_language, number, text)),
        (zone, lambda c, text: by_operator(c, game, seats.set_zone, number, text)),
        # Last, for it may begin the game, and names stay then.
        (address, lambda c, text: by_operator(c, game, seats.give_to, number, text)),
        (bot, lambda c, text: by_operator(c, game, seats.give_to_bot, number, text)),
    ]
    wanted = [(text, act) for text, act in given if text is not None]
    if not wanted and not release:
        raise click.UsageError("say what of the seat is to be changed; see 'pbem seat --help'")
    if address is not None or bot is not None or release:
        _sure(f"Seat {number} of {game} changes hands.", yes)
    with open_context(settings.config) as context:
        for text, act in wanted:
            act(context, text)
        if release:
            by_operator(context, game, seats.release, number)
    click.echo(f"Seat {number} of {game} is changed; whom it concerns is told.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@_YES
@click.pass_obj
def cancel(settings: Settings, game: str, yes: bool) -> None:
    """End a game without a result, and tell its players. The record stays.

    \b
    Example:
      pbem cancel hegemon-1
    """
    _sure(f"{game} ends without a result.", yes)
    with open_context(settings.config) as context:
        row = by_operator(context, game, ending.cancel)
        click.echo(f"{row.title} is cancelled; 'pbem delete {game}' forgets it.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def archive(settings: Settings, game: str) -> None:
    """Take a game that is over off the lists; 'pbem list --all' still has it.

    \b
    Example:
      pbem archive hegemon-1
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, ending.archive)
        click.echo(f"{row.title} is archived; 'pbem export {game}' writes it into a file.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@_YES
@click.pass_obj
def delete(settings: Settings, game: str, yes: bool) -> None:
    """Forget a game that is over, cancelled or not begun, with its record.

    \b
    Example:
      pbem delete hegemon-1
    """
    _sure(f"Nothing of the record of {game} is kept.", yes)
    with open_context(settings.config) as context:
        row = by_operator(context, game, ending.delete)
        click.echo(f"{row.title} is deleted.")


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.argument("address")
@click.option("--off", is_flag=True, help="They watch no more.")
@click.pass_obj
def observer(settings: Settings, game: str, address: str, off: bool) -> None:
    """Let somebody watch a game who does not play, once they have confirmed it.

    \b
    Examples:
      pbem observer hegemon-1 dora@example.org
      pbem observer hegemon-1 dora@example.org --off
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, observing.remove if off else observing.add, address)
        done = "watches no more" if off else "is asked whether they want to watch"
        click.echo(f"{address} {done}: {row.title}.")


@click.command("public")
@click.argument("game", shell_complete=game_ids)
@click.option("--off", is_flag=True, help="It is shown no more.")
@click.pass_obj
def make_public(settings: Settings, game: str, off: bool) -> None:
    """Show a game on the public pages of this service; its players are told.

    The pages are written by 'pbem publish'.

    \b
    Examples:
      pbem public hegemon-1
      pbem public hegemon-1 --off
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, observing.hide if off else observing.show)
        done = "is on no public page any more" if off else "is shown on public pages"
        click.echo(f"{row.title} {done}; the players are told.")


@click.command("note")
@click.argument("game", shell_complete=game_ids)
@click.argument("text")
@click.pass_obj
def keep_note(settings: Settings, game: str, text: str) -> None:
    """Keep a line with a game, for game masters alone.

    \b
    Example:
      pbem note hegemon-1 "Chiara is away until Sunday"
    """
    with open_context(settings.config) as context:
        row = by_operator(context, game, acts.keep_note, text)
        click.echo(f"It is kept with {row.title}; 'pbem log {game}' shows it.")


@click.command("log")
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def show_log(settings: Settings, game: str) -> None:
    """Tell what game masters did in a game.

    \b
    Example:
      pbem log hegemon-1
    """
    with open_context(settings.config) as context, context.read() as session:
        say(logbook.log_of(session, game_named(session.connection, game)))


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.pass_obj
def trouble(settings: Settings, game: str) -> None:
    """Tell what of a game needs you.

    \b
    Example:
      pbem trouble hegemon-1
    """
    with open_context(settings.config) as context, context.read() as session:
        master = operator_of(context, session.connection, game)
        say(troubles.trouble(session, game_named(session.connection, game), master))
