"""`pbem list` and `pbem show`: the games at a glance."""

from __future__ import annotations

import click

from pbem.cli.completing import game_ids
from pbem.cli.main import Settings
from pbem.cli.words import count, print_json, say, span, when
from pbem.service.context import LookingContext, look_at_games
from pbem.service.tools import overview


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON array instead of a table.")
@click.option("--all", "everything", is_flag=True, help="Every game, archived ones as well.")
@click.pass_obj
def list_games(settings: Settings, as_json: bool, everything: bool) -> None:
    """List the games that go on or are about to begin, and the twenty newest of those that are
    over; the oldest first.

    \b
    Examples:
      pbem list
      pbem list --all
      pbem list --json | jq -r '.[] | select(.waits_for > 0) | .id'
    """
    with look_at_games(settings.config) as context:
        found = overview.all_games(context) if everything else overview.current_games(context)
        if as_json:
            print_json(found)
        elif not found:
            click.echo("There are no games yet; 'pbem new --help' tells how to make one.")
        else:
            _games_table(context, found)


@click.command()
@click.argument("game", shell_complete=game_ids)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
@click.pass_obj
def show(settings: Settings, game: str, as_json: bool) -> None:
    """Show one game: who is in, until when, and what mail fails.

    Nobody's orders are shown: a game master may play along.

    \b
    Examples:
      pbem show hegemon-1
      pbem show hegemon-1 --json | jq '.seats[] | select(.orders == "owed") | .address'
    """
    with look_at_games(settings.config) as context:
        found = overview.one_game(context, game)
        if as_json:
            print_json(found)
        else:
            _game_tables(context, found)


def _games_table(context: LookingContext, found: tuple[overview.GameLine, ...]) -> None:
    from pbem.cli.tables import Table, show_table

    table = Table(
        "Game", "Title", "Ruleset", "Status", "Turn", "Seats", "Waits for", "Missed", "Deadline"
    )
    for game in found:
        table.add_row(
            game.id,
            game.title,
            game.ruleset,
            game.status,
            str(game.turn),
            str(game.seats),
            count(game.waits_for, "player") if game.waits_for else "",
            str(game.missed or ""),
            "waits for you" if game.stalled or game.releases else when(context, game.deadline),
        )
    show_table(table)


def _game_tables(context: LookingContext, game: overview.GameView) -> None:
    from pbem.cli.tables import Table, show_table

    say(f"{game.id}: {game.title}, played by {game.ruleset} {game.ruleset_version}")
    say(_standing(context, game))
    seats = Table("Seat", "Name", "Played by", "Orders", "Late", "Mail trouble")
    for seat in game.seats:
        seats.add_row(
            str(seat.seat), seat.name, _player(seat), seat.orders, _late(seat), seat.trouble
        )
    show_table(seats)
    if game.watching:
        say(f"Watched by {', '.join(game.watching)}.")
    if game.mail_trouble:
        mails = Table("Mail", "Status", "From or to", "Subject", "Since", "Note")
        for mail in game.mail_trouble:
            mails.add_row(
                f"{mail.direction} {mail.number}",
                mail.status,
                mail.who,
                mail.subject,
                when(context, mail.at),
                mail.note,
            )
        show_table(mails)
    if game.quarantined:
        say(f"In quarantine, of all games: {game.quarantined}; see 'pbem quarantine list'.")


def _player(seat: overview.SeatLine) -> str:
    match seat.kind:
        case "bot":
            return f"bot {seat.bot}"
        case "resigned":
            return f"bot {seat.bot}, for {seat.address or 'somebody'} who resigned"
        case "ejected":
            return f"bot {seat.bot}, for somebody who was ejected"
        case "open":
            return "nobody yet"
        case "kept":
            return f"kept for {seat.address}, who has yet to confirm it"
        case _ if seat.lent is not None:
            return f"{seat.address}, for {seat.owner} until {seat.lent:%F %R} UTC"
        case _:
            return seat.address or ""


def _late(seat: overview.SeatLine) -> str:
    said = []
    if seat.missed:
        said.append(f"missed {seat.missed}, {seat.missed_in_a_row} in a row")
    if seat.latest_seconds is not None:
        said.append(f"late {seat.late}, by {span(seat.latest_seconds)} at the most")
    if seat.reliability is not None:
        said.append(f"in all games in time for {seat.reliability} % of turns")
    return "; ".join(said)


def _standing(context: LookingContext, game: overview.GameView) -> str:
    match game.status:
        case "forming":
            free = sum(1 for seat in game.seats if seat.kind == "open")
            kept = sum(1 for seat in game.seats if seat.kind == "kept")
            to_confirm = f", {kept} to be confirmed" if kept else ""
            return (
                f"Not begun: {count(free, 'seat')} free{to_confirm}. People join by mail to "
                f"{context.address_of(game.mailbox)} with the line: JOIN {game.id} AS <name>"
            )
        case "finished":
            return f"Over since {when(context, game.finished)}: {game.result}."
        case "cancelled":
            return "Cancelled."
        case "paused" if game.releases is not None:
            return (
                f"Paused. Turn {game.turn} is closed, and its results wait for you: 'pbem preview "
                f"{game.id}' shows them, 'pbem release {game.id}' sends them."
            )
        case "paused":
            return f"Turn {game.turn} is paused; its deadline was {when(context, game.deadline)}."
    if game.releases is not None:
        return (
            f"Turn {game.turn} is closed, and its results wait for you: 'pbem preview {game.id}' "
            f"shows them, 'pbem release {game.id}' sends them. They go out by themselves "
            f"{when(context, game.releases)}."
        )
    if game.stalled is not None:
        return (
            f"Turn {game.turn} waits for you since {when(context, game.stalled)}, as too many have "
            f"sent no orders: 'pbem close {game.id}' plays it, 'pbem deadline {game.id} +48h' "
            "gives everybody more time."
        )
    if game.closes is not None:
        return f"Turn {game.turn} has everybody's orders and closes {when(context, game.closes)}."
    if game.deadline is None:
        return f"Turn {game.turn} is open and waits for nobody."
    if not game.seconds_left:
        return f"Turn {game.turn} was due {when(context, game.deadline)}; 'pbem serve' closes it."
    left = span(game.seconds_left)
    return f"Turn {game.turn} is open until {when(context, game.deadline)}, for {left}."
