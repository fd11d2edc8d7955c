"""Notices to all players of a game: paused, deadlines moved, reminders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_seat, may_wait, pack_notice
from pbem.service.play.reports import prepared_lines
from pbem.service.play.table import humans, schedule_of, waits_for
from pbem.service.play.waiting import being_looked_at
from pbem.store import games, mail, outbox, vacations
from pbem.store.records import (
    GameRow,
    GameStatus,
    NoticeWish,
    OrdersRow,
    OutboxDraft,
    OutboxStatus,
    SeatRow,
    Source,
)

NOTICE = "notice"
"""The kind of these mails."""
BETWEEN_NOTICES = timedelta(days=1)
"""How far apart notices that ask nothing are at the least, for those who wish so."""


def tell_all(
    session: Session,
    row: GameRow,
    write: Callable[[GameRow, SeatRow], Notice],
    *,
    but: int | None = None,
    asks: bool = True,
) -> GameRow:
    """Send one notice to every person in a game, each in their language and zone; not to seat
    `but`, who is told otherwise. One that `asks` nothing waits for those who wish so, until they
    are told of all such together."""
    now = games.find_game(session.connection, row.id) or row
    drafts = []
    for seat in humans(games.seats_of(session.connection, row.id)):
        if seat.seat == but:
            continue
        with in_language(session.context, seat.language):
            local = session.context.local(now.deadline, seat.zone) if now.deadline else None
            notice = msgspec.structs.replace(
                write(now, seat),
                game_title=now.title,
                answer=False,
                deadline=local if counts_down(now) else None,
                deadline_of=(now.id, seat.seat),
                turn=now.turn,
            )
            header = for_seat(session.context, now, seat, turn=now.turn)
            draft = pack_notice(
                session.context, notice, header, game=row.id, turn=now.turn, seat=seat.seat
            )
            draft = may_wait(session.context, draft, seat, notice.deadline)
            drafts.append(draft if asks else _gathered(session, draft, seat, notice.deadline))
    mail.queue_mails(session.connection, drafts)
    return now


def counts_down(game: GameRow) -> bool:
    """Whether the open turn goes on until its deadline, as far as anybody can tell: not where the
    clock stands, or it is decided that the turn closes."""
    return game.status == GameStatus.RUNNING and not (
        game.stalled or game.closing or game.results_wait
    )


def _gathered(
    session: Session, draft: OutboxDraft, seat: SeatRow, deadline: datetime | None
) -> OutboxDraft:
    """The same mail, a day after the last notice to a reader who wishes to hear of them together;
    as it is where there was none within the day, or a deadline falls before."""
    if seat.notices is NoticeWish.EACH:
        return draft
    last = outbox.last_of_kind(session.connection, seat.game, seat.seat, NOTICE)
    due = max(last + BETWEEN_NOTICES, draft.due) if last is not None else draft.due
    now = session.context.clock.now()
    if due <= now or (deadline is not None and deadline <= due):
        return draft
    return replace(draft, status=OutboxStatus.GATHERED, due=due)


def change_deadline(session: Session, row: GameRow, deadline: datetime, **more: Any) -> None:
    """Move the deadline of the open turn, and change what else of the game's row is named: the
    notice of it stands in for the reminders that it comes later than."""
    now = session.context.clock.now()
    told = sum(1 for span in schedule_of(row).reminder_spans if deadline - span <= now)
    games.change_game(session.connection, row.id, deadline=deadline, reminded=told, **more)
    if not told:  # what still waits tells of the deadline that was, and each comes once more
        outbox.overtake(session.connection, row.id, "reminder")


def tell_of_another(session: Session, row: GameRow, seat: SeatRow) -> None:
    """Tell the others that somebody else has a seat that fell free. Its name stays: the record of a
    game that has begun knows players by their names."""
    tell_all(
        session, row, lambda game, _reader: _another(game, seat.name), but=seat.seat, asks=False
    )


def _another(game: GameRow, name: str) -> Notice:
    return Notice(
        title=_("{game}: somebody else plays as {name}").format(game=game.title, name=name),
        paragraphs=(
            _(
                "The seat that had fallen free has a player again, somebody who had none in this "
                "game. Names stay as they are in a game that has begun: what {name} writes to you "
                "from now on is theirs, and what you agreed on with {name} before was with "
                "somebody else."
            ).format(name=name),
        ),
    )


def push_deadline(session: Session, row: GameRow, deadline: datetime) -> None:
    """Move a deadline because mail could not flow, and tell the players."""
    games.change_game(session.connection, row.id, deadline=deadline)
    tell_all(session, row, outage, asks=False)


def paused(game: GameRow, reader: SeatRow) -> Notice:
    if game.results_wait:
        return Notice(
            title=_("{game} is paused").format(game=game.title),
            paragraphs=(_("The game master has stopped the clock."), being_looked_at(game)),
        )
    return Notice(
        title=_("{game} is paused").format(game=game.title),
        paragraphs=(
            _("The game master has stopped the clock of turn {turn}.").format(turn=game.turn),
            _("Orders that you send still count. You will be told when the game goes on."),
        ),
    )


def resumed(game: GameRow, reader: SeatRow) -> Notice:
    if game.results_wait:
        return Notice(
            title=_("{game} goes on").format(game=game.title),
            paragraphs=(_("The clock runs again."), being_looked_at(game)),
        )
    later = _("The clock of turn {turn} runs again; its deadline is later by as long as it stood.")
    none = _("The clock of turn {turn} runs again.")
    return Notice(
        title=_("{game} goes on").format(game=game.title),
        paragraphs=(
            (none if game.deadline is None else later).format(turn=game.turn),
            _("Orders that you have sent still count."),
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
    """Count this turn's reminders up to `count`; where `really`, write to those who owe orders and
    have sent none."""
    games.change_game(session.connection, row.id, reminded=count)
    late = set(waits_for(session.connection, row)) if really else set()
    away = vacations.vacations_of(session.connection, row.id) if late else {}
    now, drafts = session.context.clock.now(), []
    for seat in humans(games.seats_of(session.connection, row.id)):
        if seat.seat in away and away[seat.seat].is_away(now):
            continue
        if seat.seat not in late or row.deadline is None:
            continue
        held = games.held_for(session.connection, row.id, row.turn, seat.seat)
        if held is not None and held.orders is not None and held.source == Source.MAIL:
            continue
        with in_language(session.context, seat.language):
            notice = msgspec.structs.replace(
                reminder(row, held, last=is_last_chance(row, seat)),
                game_title=row.title,
                answer=False,
                deadline=session.context.local(row.deadline, seat.zone),
                deadline_of=(row.id, seat.seat),
                turn=row.turn,
            )
            header = for_seat(session.context, row, seat, turn=row.turn)
            draft = pack_notice(
                session.context,
                notice,
                header,
                kind="reminder",
                game=row.id,
                turn=row.turn,
                seat=seat.seat,
            )
            drafts.append(may_wait(session.context, draft, seat, row.deadline))
    mail.queue_mails(session.connection, drafts)


def spare_reminder(connection: Connection, game: GameRow, seat: int) -> None:
    """Whoever has written needs no reminder that still waits. None does where the open turn has
    had none, as with most mails."""
    if game.reminded:
        outbox.overtake(connection, game.id, "reminder", seat)


def is_last_chance(game: GameRow, seat: SeatRow) -> bool:
    """Whether somebody loses the seat by missing the open turn."""
    return 0 < schedule_of(game).leave_after <= seat.missed + 1


def reminder(game: GameRow, held: OrdersRow | None, *, last: bool) -> Notice:
    """That the open turn waits for the reader, who has written nothing for it; `held` are lines
    that are repeated or were sent ahead, `last` says whether they lose the seat without orders."""
    lines = held.lines if held is not None and held.orders is not None else ()
    warned = last and not lines
    return Notice(
        title=_("{game}: your orders for turn {turn} are not in yet").format(
            game=game.title, turn=game.turn
        ),
        paragraphs=(
            _("Reply to this mail with your orders, one on each line."),
            *([_("Without any, the house bot takes your seat from then on.")] if warned else ()),
        ),
        excerpts=(prepared_lines(game.turn, lines),) if lines else (),
    )
