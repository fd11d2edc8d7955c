"""Sends reports again on the game master's word, and mail that was held back."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.service.context import Context
from pbem.service.dispatch.bounces import release
from pbem.service.intake.commands.asking import report_again
from pbem.service.play.news import oldest_report
from pbem.service.play.table import GameProblem, game_named, humans
from pbem.store import games, mail
from pbem.store.records import GameRow, SeatRow


@dataclass(frozen=True)
class Resent:
    """What goes out again to one seat: the report of ``turn``, and mails that were held."""

    seat: SeatRow
    turn: int
    released: int


def resend(
    context: Context, game_id: str, seat: int | None = None, turn: int | None = None
) -> tuple[Resent, ...]:
    """Queue the report of a closed turn (the newest; 0: the set-up) for one seat or for all
    people of a game, and release what was held for their addresses.

    Raises :class:`GameProblem` where there is no such game, seat or report.
    """
    with context.write() as session:
        game = game_named(session.connection, game_id)
        last = _checked_turn(game, turn)
        people = _people(humans(games.seats_of(session.connection, game_id)), game_id, seat)
        for person in people:
            if last < oldest_report(person):
                raise GameProblem(
                    f"{game_id}: seat {person.seat} was taken over in turn {person.since}, and has "
                    f"reports from turn {oldest_report(person)} on"
                )
        resent = []
        for person in people:
            released = release(session.connection, person.address or "")
            again = report_again(session, game, person, last, whole=True)
            mail.queue_mails(session.connection, [again])
            resent.append(Resent(person, last, released))
        return tuple(resent)


def _checked_turn(game: GameRow, turn: int | None) -> int:
    last = game.turn - 1
    if last < 0:
        raise GameProblem(f"{game.id} has not begun: there is no report yet")
    if turn is None:
        return last
    if not 0 <= turn <= last:
        raise GameProblem(f"{game.id} has reports of turns 0 to {last}, none of turn {turn}")
    return turn


def _people(people: tuple[SeatRow, ...], game: str, seat: int | None) -> tuple[SeatRow, ...]:
    chosen = tuple(person for person in people if seat is None or person.seat == seat)
    if not chosen:
        who = "any seat" if seat is None else f"seat {seat}"
        numbers = ", ".join(str(person.seat) for person in people) or "none"
        raise GameProblem(f"{game}: no person plays {who}; people sit on: {numbers}")
    return chosen
