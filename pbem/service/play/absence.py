"""What becomes of a turn whose deadline people have missed: it closes, or waits for them once more,
or, where they are too many, for the game master.

People are absent who owe orders and have sent none that count; whoever has lines that are repeated
or were sent ahead is not. The schedule says for how many, how often and how long a game waits.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum, auto

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import listing
from pbem.service.context import Session
from pbem.service.dispatch.alerts import begin_concern, end_alert
from pbem.service.play.ending import stand_of
from pbem.service.play.lateness import absence_alert
from pbem.service.play.notices import change_deadline, tell_all
from pbem.service.play.played import left_to_bots
from pbem.service.play.resigning import leave_to_bot
from pbem.service.play.substituting import hand_back
from pbem.service.play.table import humans, schedule_of
from pbem.service.schedule import Schedule
from pbem.store import games, lapses, mail, vacations
from pbem.store.concerns import Concern, Matter
from pbem.store.records import GameRow, GameStatus, SeatRow, Source

ABSENT_TURNS = 2
"""So many turns without a player's orders in a row, and the game master hears of it."""

log = logging.getLogger(__name__)


class Next(Enum):
    """What follows a deadline."""

    CLOSE = auto()
    AWAY = auto()
    """The turn lasts longer, as somebody is on vacation."""
    WAIT = auto()
    """The turn lasts longer, for those for whom it has not waited often enough."""
    STALL = auto()
    """The turn waits until the game master decides, or enough orders are in."""


def absent(connection: Connection, game: GameRow) -> tuple[SeatRow, ...]:
    """The people without whose orders the open turn would be played, save those on vacation for
    whom a bot plays."""
    stand = stand_of(connection, game)
    owing = set(stand.owing)
    if not owing:
        return ()
    held = games.held_orders(connection, game.id, game.turn)
    having = {seat for seat, row in held.items() if row.orders is not None}
    if game.deadline is not None:
        having |= left_to_bots(vacations.vacations_of(connection, game.id), game.deadline)
    return tuple(seat for seat in humans(stand.seats) if seat.seat in owing - having)


def follows(
    schedule: Schedule, game: GameRow, missing: Sequence[SeatRow], later: datetime | None
) -> Next:
    """What follows the deadline of a turn for which these people have sent nothing; `later` is how
    long it waits for those on vacation (:func:`back_at`)."""
    if game.stalled is None and later is not None:
        return Next.AWAY
    if game.stalled is None and any(seat.waited < schedule.waits for seat in missing):
        return Next.WAIT
    if schedule.absent is not None and len(missing) > schedule.absent:
        return Next.STALL
    return Next.CLOSE


def back_at(connection: Connection, game: GameRow, missing: Sequence[SeatRow]) -> datetime | None:
    """Until when a turn whose deadline has passed waits for those who are on vacation: until they
    are back, or their share of waiting is used up; None where it does not."""
    share, deadline = schedule_of(game).vacation_span, game.deadline
    if not share or deadline is None:
        return None
    away = vacations.vacations_of(connection, game.id)
    moments = [
        min(row.ends, deadline + share - timedelta(seconds=row.waited))
        for seat in missing
        if (row := away.get(seat.seat)) is not None and row.ends and row.is_away(deadline)
    ]
    later = max(moments, default=deadline)
    return later if later > deadline else None


def _wait_for_the_away(
    session: Session, game: GameRow, missing: Sequence[SeatRow], later: datetime
) -> GameRow:
    deadline = game.deadline or later
    away = vacations.vacations_of(session.connection, game.id)
    found = [one for one in missing if one.seat in away and away[one.seat].is_away(deadline)]
    for seat in found:
        row = away[seat.seat]
        waited = row.waited + round((later - deadline).total_seconds())
        vacations.put_vacation(session.connection, replace(row, waited=waited))
    change_deadline(session, game, schedule_of(game).no_holiday(later))
    return tell_all(session, game, lambda row, reader: _away(session, row, reader, found))


def _away(session: Session, game: GameRow, reader: SeatRow, found: Sequence[SeatRow]) -> Notice:
    names = _names(session, reader, found)
    return Notice(
        title=_("{game}: turn {turn} has a new deadline").format(game=game.title, turn=game.turn),
        paragraphs=(
            _("The game waits for {names}, on vacation.").format(names=names),
            _("Orders that you have sent still count."),
        ),
    )


def may_last(game: GameRow) -> bool:
    """Whether the game's schedule ever lets a turn go on after its deadline."""
    schedule = schedule_of(game)
    return bool(schedule.waits or schedule.vacation_span) or schedule.absent is not None


def is_past(game: GameRow, moment: datetime) -> bool:
    """Whether orders that come at this moment come too late for the open turn."""
    if game.deadline is None or game.status != GameStatus.RUNNING or game.stalled is not None:
        return False
    return moment > game.deadline + schedule_of(game).grace_span


def go_on(session: Session, game: GameRow) -> GameRow | None:
    """The deadline of a game that nobody else changes meanwhile has passed: let it wait where its
    schedule says so, and tell its players. Returns the game as it then stands, None where the turn
    is to close."""
    missing = absent(session.connection, game)
    later = back_at(session.connection, game, missing)
    match follows(schedule_of(game), game, missing, later):
        case Next.CLOSE:
            return None
        case Next.AWAY:
            assert later is not None, "there is a moment to wait for"
            return _wait_for_the_away(session, game, missing, later)
        case Next.WAIT:
            return _wait(session, game, missing)
        case Next.STALL:
            return game if game.stalled is not None else _stall(session, game, missing)


def _wait(session: Session, game: GameRow, missing: Sequence[SeatRow]) -> GameRow:
    schedule, now = schedule_of(game), session.context.clock.now()
    deadline = schedule.longer(game.deadline or now)
    if deadline <= now:
        deadline = schedule.longer(now)
    waited_for = [seat for seat in missing if seat.waited < schedule.waits]
    for seat in waited_for:
        games.change_seat(session.connection, game.id, seat.seat, waited=seat.waited + 1)
    _note(session.connection, game, missing)
    change_deadline(session, game, deadline)
    log.info("%s: turn %d waits for %d more", game.id, game.turn, len(waited_for))
    return tell_all(session, game, lambda row, reader: _waits(session, row, reader, waited_for))


def _stall(session: Session, game: GameRow, missing: Sequence[SeatRow]) -> GameRow:
    now = session.context.clock.now()
    games.change_game(session.connection, game.id, stalled=now)
    _note(session.connection, game, missing)
    begin_concern(session, stalled_alert(game.id), stalled(game, missing))
    log.warning("%s: turn %d waits for the game master", game.id, game.turn)
    return tell_all(session, game, lambda row, reader: _stalls(session, row, reader, missing))


def stalled(game: GameRow, missing: Sequence[SeatRow]) -> Concern:
    """That a turn waits for the game master, as these sent no orders."""
    return Concern(
        game=game.id,
        matter=Matter.WAITS,
        turn=game.turn,
        count=schedule_of(game).absent or 0,
        names=tuple(seat.name for seat in missing),
    )


def absentee(seat: SeatRow, missed: int) -> Concern:
    """That somebody has missed so many turns in a row."""
    return Concern(
        game=seat.game,
        matter=Matter.MISSED,
        seat=seat.seat,
        name=seat.name,
        address=seat.address or "",
        count=missed,
    )


def _note(connection: Connection, game: GameRow, missing: Sequence[SeatRow]) -> None:
    if game.deadline is not None:
        seats = [seat.seat for seat in missing]
        lapses.note_missed(connection, game.id, game.turn, seats, game.deadline)


def note_late(connection: Connection, game: GameRow, seat: int, arrived: datetime) -> None:
    """Orders for the open turn came then from somebody who had sent none before: where that is
    after the deadline, they are late."""
    due = game.deadline if game.status == GameStatus.RUNNING else None
    is_late = due is not None and arrived > due
    if due is not None and is_late:
        lapses.note_missed(connection, game.id, game.turn, [seat], due)
    if is_late or may_last(game):
        lapses.note_arrived(connection, game.id, game.turn, seat, arrived)


def count_absence(
    session: Session,
    game: GameRow,
    turn: int,
    people: Sequence[SeatRow],
    played: Mapping[int, Source],
    *,
    due: datetime | None,
) -> None:
    """A turn has closed for which these people owed orders, and this was played for them: count
    who was absent. `due` is the deadline that had passed, if one had."""
    for seat in people:
        is_absent = played.get(seat.seat) not in (Source.MAIL, Source.STANDING)
        if is_absent and due is not None:
            lapses.note_missed(session.connection, game.id, turn, [seat.seat], due)
            lapses.note_played(
                session.connection, game.id, turn, seat.seat, played.get(seat.seat, Source.DEFAULT)
            )
        missed = seat.missed + 1 if is_absent else 0
        waited = seat.waited if is_absent else 0
        if (missed, waited) != (seat.missed, seat.waited):
            games.change_seat(session.connection, game.id, seat.seat, missed=missed, waited=waited)


def see_to_absence(session: Session, game: GameRow, owed: Collection[int], *, over: bool) -> None:
    """What came of a turn has been told for which these seats owed orders: whoever was absent for
    too long leaves the seat, and the game master hears of those who were so for long. `game` is as
    it now stands; `over` says whether it ended."""
    for seat in humans(games.seats_of(session.connection, game.id)):
        if seat.seat not in owed:
            continue
        key, missed = absence_alert(game.id, seat.seat), seat.missed
        if not missed or over:
            end_alert(session.connection, key)
        elif 0 < schedule_of(game).leave_after <= missed:
            if seat.lent is not None:
                hand_back(session, game, seat.seat, 0)
            else:
                mail.queue_mails(session.connection, [leave_to_bot(session, game, seat, missed)])
        elif missed >= ABSENT_TURNS:
            begin_concern(session, key, absentee(seat, missed))


def stalled_alert(game: str) -> str:
    """The key of the alert that a turn waits for the game master."""
    return f"stalled.{game}"


def decided(connection: Connection, game: str) -> None:
    """The turn that waited for the game master does so no longer."""
    end_alert(connection, stalled_alert(game))


def _waits(session: Session, game: GameRow, reader: SeatRow, late: Sequence[SeatRow]) -> Notice:
    names = _names(session, reader, late)
    return Notice(
        title=_("{game}: turn {turn} has a new deadline").format(game=game.title, turn=game.turn),
        paragraphs=(
            _("No orders came from {names}, so the game waits once more.").format(names=names),
            _how_it_stands(reader, late),
        ),
    )


def _stalls(session: Session, game: GameRow, reader: SeatRow, late: Sequence[SeatRow]) -> Notice:
    names = _names(session, reader, late)
    return Notice(
        title=_("{game}: turn {turn} waits").format(game=game.title, turn=game.turn),
        paragraphs=(
            _("The deadline has passed, and no orders came from {names}.").format(names=names),
            _(
                "That is more people than the game goes on without: the game master has been "
                "asked. Until then orders still count, and the turn closes once enough are in."
            ),
            _how_it_stands(reader, late),
        ),
    )


def _how_it_stands(reader: SeatRow, late: Sequence[SeatRow]) -> str:
    if any(seat.seat == reader.seat for seat in late):
        return _("Your orders are not in yet.")
    return _("Orders that you have sent still count.")


def _names(session: Session, reader: SeatRow, late: Sequence[SeatRow]) -> str:
    language = reader.language or session.context.config.service.language
    return listing([seat.name for seat in late], language)
