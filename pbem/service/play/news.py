"""What each seat has been told of, and what is still to be told.

Whoever owes something in a new turn gets its report at once. All others get it at
once too, or once a day at the most, as they wish; a report then tells everything
since the seat's last one. Which turns that told of stands in the seat's row and
changes together with the outbox, so that nothing is left out and nothing told twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.api import Ask, Event, Level, Verdict
from pbem.engine.i18n import _
from pbem.engine.orders import read_sheet
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Excerpt, Frame
from pbem.mailer.witness import in_store
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.post import after_quiet_hours
from pbem.service.play.composing import frames_before
from pbem.service.play.learning import learners
from pbem.service.play.masters import running_seats
from pbem.service.play.opening import complaints, prepare
from pbem.service.play.played import for_absence
from pbem.service.play.reports import Written, begin_report, told_to
from pbem.service.play.table import (
    Table,
    closed_turn,
    humans,
    open_table,
    schedule_of,
    undamaged,
    waits_for,
)
from pbem.service.play.waiting import being_looked_at
from pbem.service.wishes import switched
from pbem.store import games, mail, vacations
from pbem.store.records import GameRow, NewsWish, Omission, OutboxDraft, SeatRow, Source
from pbem.store.shown import NOTHING, note_shown, shown_to

BETWEEN_REPORTS = timedelta(days=1)
"""How far apart reports are at the least for those who owe nothing and did not wish for more."""

News = Mapping[int, tuple[Event, ...]]
"""What happened, by turn and in order, whoever may hear of it."""


def told_at_once(seat: SeatRow, ask: Ask | None, now: datetime) -> bool:
    """Whether a seat is told of a new turn as it opens; `ask` is what the turn asks of it."""
    if (ask is not None and ask.required) or seat.news == NewsWish.EACH_TURN:
        return True
    return seat.told_at is None or now - seat.told_at >= BETWEEN_REPORTS


def untold(connection: Connection, table: Table, people: Iterable[SeatRow]) -> News:
    """All closed turns that any of these people has not been told of."""
    last = table.row.turn - 1
    first = min((seat.told + 1 for seat in people), default=last + 1)
    return _happened(connection, table, first, last)


def since(seat: SeatRow, news: News) -> tuple[Event, ...]:
    """Of `news`, what comes after the last turn that a seat was told of."""
    return tuple(event for turn, events in news.items() if turn > seat.told for event in events)


def _happened(connection: Connection, table: Table, first: int, last: int) -> News:
    if first > last:
        return {}
    found = games.turns_between(connection, table.row.id, first, last)
    return {row.turn: table.ruleset.codec.load_events(undamaged(row).events) for row in found}


def has_late_news(game: GameRow, seat: SeatRow) -> bool:
    """Whether a seat is still to be told of a closed turn."""
    return seat.told < game.turn - 1


def catch_up(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    notices: tuple[str, ...] = (),
    *,
    whole: bool = False,
    console: bool = False,
    sent: tuple[str, ...] = (),
) -> OutboxDraft | None:
    """The report of all that a seat has not been told of, which now counts as told; None where
    there is nothing; `notices` come before what else is to be said. The caller queues it in the
    same transaction."""
    current = games.find_seat(session.connection, game.id, seat.seat)
    if current is None or not has_late_news(game, current):
        return None
    written = report_since(
        session, game, current, current.told + 1, notices, whole=whole, console=console, sent=sent
    )
    note_told(session.connection, game, [written], game.turn - 1, session.context.clock.now())
    return written.draft


def newest_report(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    notices: tuple[str, ...] = (),
    *,
    whole: bool = False,
    console: bool = False,
    sent: tuple[str, ...] = (),
) -> OutboxDraft:
    """The newest position for a seat that asks for it: with its news where some are still to be
    told (`whole`: and with all that its last report listed, too), else its last report once more,
    and whole, for who asks for it again may lack the one before. `notices` are as in
    :func:`report_since`. `console`: with the page in which orders are composed, and pictures of
    earlier turns in it, whatever its owner wishes else. `sent` are the order lines of the mail that
    it answers: in the console the refused ones stand to be mended."""
    late = catch_up(session, game, seat, notices, whole=whole, console=console, sent=sent)
    if late is not None:
        return late
    current = games.find_seat(session.connection, game.id, seat.seat) or seat
    written = report_since(
        session, game, current, current.told_from, notices, whole=True, console=console, sent=sent
    )
    return replace(written.draft, kind="copy")


def note_told(
    connection: Connection, game: GameRow, written: Sequence[Written], turn: int, at: datetime
) -> None:
    """These reports of everything up to `turn` go out; the caller queues them."""
    games.mark_told(connection, game.id, [one.seat.seat for one in written], turn, at)
    note_shown(connection, {one.seat: one.shown for one in written})


def report_since(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    first: int,
    notices: tuple[str, ...] = (),
    again: tuple[Excerpt, ...] = (),
    *,
    whole: bool = False,
    console: bool = False,
    sent: tuple[str, ...] = (),
) -> Written:
    """A report of the position as it is and of the turns from `first` on; `notices` come before
    what else is to be said, and `again` after it. Unless it is to be `whole`, it leaves out what
    the seat's last report listed. `console` and `sent` are as in :func:`newest_report`."""
    table = open_table(session.connection, game)
    news = _happened(session.connection, table, first, game.turn - 1)
    ask = None if game.results_wait else table.asks.get(seat.seat)
    if game.results_wait:
        with in_language(session.context, seat.language):
            notices = (being_looked_at(game), *notices)
    held = _held(session, table, seat, ask)
    refused = _refused(session, table, seat, ask, sent) if ask is not None else ()
    frames: tuple[Frame, ...] = ()
    if console:
        seat = structs.replace(seat, omits=switched(seat.omits, Omission.CONSOLE, True))
        with in_language(session.context, seat.language):
            frames = frames_before(session.connection, table, seat)
    shown = shown_to(session.connection, [seat])
    told = told_to(
        seat.seat,
        table.view(seat.seat),
        tuple(event for events in news.values() for event in events),
        ask=ask,
        owing=None if game.results_wait else waits_for(session.connection, game),
        standing=seat.standing if game.finished is None else (),
        stored=in_store(
            seat.standing,
            games.later_lines(session.connection, game.id).get(seat.seat, {}),
            game.turn,
        ),
        again=again,
        frames=frames,
        refused=refused,
        before=None if whole else shown.get(seat.seat, NOTHING),
        learns=seat.seat in learners(session.connection, game, [seat], shown),
        **{**held, "notices": (*notices, *held.get("notices", ()))},
    )
    seats = games.seats_of(session.connection, game.id)
    running = running_seats(session.context, session.connection, game.id, seats)
    away = vacations.find_vacation(session.connection, game.id, seat.seat)
    schedule = for_absence(table.schedule, away, game.deadline)
    ruleset = table.ruleset
    begun = begin_report(session.context, ruleset, game, seat, seats, schedule, told, running)
    return begun.composed()


def _held(session: Session, table: Table, seat: SeatRow, ask: Ask | None) -> dict[str, Any]:
    """What a seat holds for the open turn, and what could not be taken of the mail that brought it
    or else, when the turn opened, of its repeated lines; as :class:`Told` wants it."""
    if ask is None:
        return {"digest": None} if table.row.results_wait else {}
    row = games.held_for(session.connection, table.row.id, table.row.turn, seat.seat)
    lines = row.lines if row is not None and row.orders is not None else ()
    digest = "" if row is None or row.orders is None else hashlib.sha256(row.orders).hexdigest()
    if row is not None and row.source != Source.STANDING:
        refused = _refused(session, table, seat, ask) if lines else ()
        with in_language(session.context, seat.language):
            return {"sent": lines, "notices": complaints(refused), "digest": digest}
    repeated = seat.standing
    if not repeated:
        return {"prepared": lines, "digest": digest}
    with in_language(session.context, seat.language):
        found, said, _left = prepare(table.ruleset, table.state, ask, repeated, table.row.turn)
    if lines != (found[0].lines if found else ()):
        # Lines sent ahead for this very turn took their place.
        return {"prepared": lines, "digest": digest}
    return {"prepared": lines, "notices": said, "digest": digest, "repeats": bool(lines)}


def _refused(
    session: Session, table: Table, seat: SeatRow, ask: Ask, sent: tuple[str, ...] = ()
) -> tuple[Verdict, ...]:
    """What the receipt said of lines that were refused: of `sent`, or else of the mail whose orders
    are held. They are read again behind the set that their mail found."""
    earlier = list(games.sets_of(session.connection, table.row.id, table.row.turn, seat.seat))
    said = sent
    if earlier and earlier[-1].said and (not sent or earlier[-1].said == sent):
        said = earlier.pop().said
    if not said:
        return ()
    desk, codec, view = table.ruleset.desk, table.ruleset.codec, table.view(seat.seat)
    found = earlier[-1].orders if earlier else None
    before = None if found is None else codec.load_orders(found)
    with in_language(session.context, seat.language):
        sheet = read_sheet(said, table.row.turn, partial(desk.fit, view=view))
        verdicts = (*sheet.verdicts, *desk.parse(view, ask, sheet.now, before).verdicts)
    return tuple(one for one in verdicts if one.level is Level.REFUSED)


def oldest_report(seat: SeatRow) -> int:
    """The first turn of which whoever has a seat may read the report: that with which they took
    it over."""
    return max(seat.since - 1, 0)


def old_report(session: Session, game: GameRow, seat: SeatRow, turn: int) -> OutboxDraft:
    """The report of a closed turn (0: the set-up) that is not the newest, made anew from the
    record, of that turn alone."""
    ruleset = load(game.ruleset)
    record = closed_turn(session.connection, game.id, turn)
    state = ruleset.codec.load_state(record.state)
    then = structs.replace(game, turn=turn + 1, head=record.hash, deadline=None, finished=None)
    events = ruleset.codec.load_events(record.events)
    again = _("Sent again, as you asked. What can be ordered now stands in your newest report.")
    view = ruleset.rules.view(state, seat.seat)
    told = told_to(seat.seat, view, events, notices=(again,), digest=None, before=None)
    seats = games.seats_of(session.connection, game.id)
    begun = begin_report(session.context, ruleset, then, seat, seats, schedule_of(game), told)
    return replace(begun.composed().draft, kind="copy")


def send_late_news(context: Context, game_id: str) -> int:
    """Send a game's news that have waited long enough: one report a seat. Returns how many.

    The reports are made on what was read; the transaction that queues them checks that nothing
    has changed since. Where something has, the next tick tries again.
    """
    now = context.clock.now()
    with context.read() as session:
        row = games.find_game(session.connection, game_id)
        if row is None:
            return 0
        due = [
            seat
            for seat in humans(games.seats_of(session.connection, game_id))
            if has_late_news(row, seat)
            and told_at_once(seat, None, now)
            and after_quiet_hours(context, seat, now) == now
        ]
        if not due:
            return 0
        written = [report_since(session, row, seat, seat.told + 1) for seat in due]
    with context.database.write() as connection:
        fresh = games.find_game(connection, game_id, lock=True)
        if fresh is None or (fresh.turn, fresh.revision) != (row.turn, row.revision):
            return 0
        note_told(connection, row, written, row.turn - 1, now)
        mail.queue_mails(connection, [one.draft for one in written])
    return len(written)
