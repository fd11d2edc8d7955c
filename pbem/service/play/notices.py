"""Notices to all players of a game: paused, deadlines moved, reminders."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_seat, pack_notice
from pbem.service.play.reports import prepared_lines
from pbem.service.play.table import humans, waits_for
from pbem.store import games, mail
from pbem.store.records import GameRow, GameStatus, OrdersRow, SeatRow, Source


def tell_all(
    session: Session,
    row: GameRow,
    write: Callable[[GameRow, SeatRow], Notice],
) -> GameRow:
    """Send one notice to every person in a game, each in their language and zone."""
    now = games.find_game(session.connection, row.id) or row
    drafts = []
    for seat in humans(games.seats_of(session.connection, row.id)):
        with in_language(session.context, seat.language):
            local = session.context.local(now.deadline, seat.zone) if now.deadline else None
            notice = msgspec.structs.replace(
                write(now, seat),
                game_title=now.title,
                answer=False,
                deadline=None if now.status == GameStatus.PAUSED or now.stalled else local,
                deadline_of=(now.id, seat.seat),
                turn=now.turn,
            )
            header = for_seat(session.context, now, seat, turn=now.turn)
            drafts.append(
                pack_notice(
                    session.context, notice, header, game=row.id, turn=now.turn, seat=seat.seat
                )
            )
    mail.queue_mails(session.connection, drafts)
    return now


def push_deadline(session: Session, row: GameRow, deadline: datetime) -> None:
    """Move a deadline because mail could not flow, and tell the players."""
    games.change_game(session.connection, row.id, deadline=deadline)
    tell_all(session, row, outage)


def paused(game: GameRow, reader: SeatRow) -> Notice:
    return Notice(
        title=_("{game} is paused").format(game=game.title),
        paragraphs=(
            _("The game master has stopped the clock of turn {turn}.").format(turn=game.turn),
            _("Orders that you send still count. You will be told when the game goes on."),
        ),
    )


def moved(game: GameRow, reader: SeatRow) -> Notice:
    return Notice(
        title=_("{game}: turn {turn} has a new deadline").format(game=game.title, turn=game.turn),
        paragraphs=(_("The game master has set it. Orders that you have sent still count."),),
    )


def outage(game: GameRow, reader: SeatRow) -> Notice:
    return Notice(
        title=_("{game}: turn {turn} has a new deadline").format(game=game.title, turn=game.turn),
        paragraphs=(
            _("Mail could not be read for a while, so everyone has that much longer."),
            _("Orders that you have sent still count."),
        ),
    )


def remind(session: Session, row: GameRow, count: int, *, really: bool) -> None:
    """Count this turn's reminders up to `count`; where `really`, write to those who owe orders."""
    games.change_game(session.connection, row.id, reminded=count)
    late = set(waits_for(session.connection, row)) if really else set()
    drafts = []
    for seat in humans(games.seats_of(session.connection, row.id)):
        if seat.seat not in late or row.deadline is None:
            continue
        with in_language(session.context, seat.language):
            held = games.held_for(session.connection, row.id, row.turn, seat.seat)
            notice = msgspec.structs.replace(
                reminder(row, held),
                game_title=row.title,
                answer=False,
                deadline=session.context.local(row.deadline, seat.zone),
                deadline_of=(row.id, seat.seat),
                turn=row.turn,
            )
            header = for_seat(session.context, row, seat, turn=row.turn)
            drafts.append(
                pack_notice(
                    session.context,
                    notice,
                    header,
                    kind="reminder",
                    game=row.id,
                    turn=row.turn,
                    seat=seat.seat,
                )
            )
    mail.queue_mails(session.connection, drafts)


def reminder(game: GameRow, held: OrdersRow | None) -> Notice:
    """That the open turn waits for the reader, who holds this set for it, or none."""
    lines = held.lines if held is not None and held.orders is not None else ()
    if held is None or not lines or held.source == Source.STANDING:
        return Notice(
            title=_("{game}: your orders for turn {turn} are not in yet").format(
                game=game.title, turn=game.turn
            ),
            paragraphs=(_("Reply to this mail with your orders, one on each line."),),
            excerpts=(prepared_lines(game.turn, lines),) if lines else (),
        )
    stands = _("Your orders for turn {turn} as they now stand:").format(turn=game.turn)
    return Notice(
        title=_("{game}: turn {turn} still waits for you").format(game=game.title, turn=game.turn),
        paragraphs=(
            _(
                "You have sent orders, but a line of them was refused or something that is asked "
                "is missing. Reply with the whole set; at the deadline what stands is played."
            ),
        ),
        excerpts=(Excerpt(stands, lines),),
    )
