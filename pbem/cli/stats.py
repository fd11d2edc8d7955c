"""`pbem stats`: how games go, in figures."""

from __future__ import annotations

import click

from pbem.cli.completing import game_ids
from pbem.cli.main import Settings
from pbem.cli.words import count, print_json, size, span
from pbem.service.context import open_context
from pbem.service.tools import stats as figures


@click.command()
@click.argument("game", required=False, shell_complete=game_ids)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
@click.pass_obj
def stats(settings: Settings, game: str | None, as_json: bool) -> None:
    """Count turns and how long they took, orders by seat, and mails by kind.

    Of GAME, or in short of all games. Orders came by mail in time, were repeated
    from earlier lines, or were missing, and something was played for them; late is
    what came after the deadline. Nobody's orders are shown.

    \b
    Examples:
      pbem stats
      pbem stats hegemon-1
      pbem stats hegemon-1 --json | jq '.seats[] | select(.missing > 1) | .name'
    """
    with open_context(settings.config) as context:
        if game is None:
            every = figures.of_all(context)
            print_json(every) if as_json else _tell_all(every)
        else:
            one = figures.of_game(context, game)
            print_json(one) if as_json else _tell_one(one)


def _tell_all(every: figures.AllFigures) -> None:
    from pbem.cli.tables import Table, show_table

    table = Table(
        "Game", "Status", "Turns", "Median", "By mail", "Missing", "Late", "Mails in", "Mails out",
        "Size", "Failed",
    )  # fmt: skip
    for one in every.games:
        table.add_row(
            one.id,
            one.status,
            str(one.turns),
            span(one.turn_seconds.median) if one.turn_seconds else "",
            str(sum(seat.by_mail for seat in one.seats)),
            str(sum(seat.missing for seat in one.seats)),
            str(sum(seat.late for seat in one.seats)),
            *_in_short(one.mails),
        )
    table.add_row("(no game)", *[""] * 6, *_in_short(every.no_game))
    show_table(table)


def _in_short(mails: figures.MailFigures) -> tuple[str, ...]:
    both = (*mails.incoming, *mails.outgoing)
    return (
        str(sum(kind.mails for kind in mails.incoming)),
        str(sum(kind.mails for kind in mails.outgoing)),
        size(sum(kind.octets for kind in both)),
        str(mails.sent_back + mails.refused),
    )


def _tell_one(game: figures.GameFigures) -> None:
    from pbem.cli.tables import Table, show_table

    click.echo(f"{game.id}: {game.title}, {game.status}")
    click.echo(_turns(game))
    seats = Table("Seat", "Name", "By mail", "Repeated", "Missing", "By bot", "Late")
    for seat in game.seats:
        figures_of_it = (seat.by_mail, seat.repeated, seat.missing, seat.by_bot, seat.late)
        seats.add_row(str(seat.seat), seat.name, *(str(number) for number in figures_of_it))
    show_table(seats)
    mails = Table("Mails", "Kind", "Count", "Size")
    for way, kinds in (("in", game.mails.incoming), ("out", game.mails.outgoing)):
        for kind in kinds:
            mails.add_row(way, kind.kind, str(kind.mails), size(kind.octets))
    show_table(mails)
    click.echo(
        f"Waiting to be sent: {game.mails.waiting}. Sent back: {game.mails.sent_back}, "
        f"delayed: {game.mails.delayed}, refused: {game.mails.refused}."
    )


def _turns(game: figures.GameFigures) -> str:
    lengths = game.turn_seconds
    if lengths is None:
        return "No turn is closed yet."
    return (
        f"{count(game.turns, 'turn')} closed; half of them took {span(lengths.median)} or less, "
        f"the shortest {span(lengths.shortest)}, the longest {span(lengths.longest)}."
    )
