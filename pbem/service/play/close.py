"""Closes turns: answers, resolution, the next turn and every report, in one transaction.

The work is done outside the transaction, on what was read; the transaction then
checks that nothing has changed since, and writes it all or nothing. The table of
turns is unique by (game, turn), so a turn cannot be closed twice, whoever tries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from pbem.engine.advance import Step, advance
from pbem.engine.agreement import agreed_end
from pbem.engine.api import Outcome, Seat
from pbem.engine.chain import Played
from pbem.mailer.witness import in_store
from pbem.service.context import Context, Session
from pbem.service.dispatch.alerts import end_alert, note_event
from pbem.service.dispatch.post import may_wait
from pbem.service.play.absence import count_absence, decided
from pbem.service.play.agreeing import decided_end
from pbem.service.play.ending import stand_of
from pbem.service.play.games import GameProblem
from pbem.service.play.linking import (
    Unlinked,
    answer_rows,
    link_turn,
    note_linked,
    opened_to,
    played_in,
)
from pbem.service.play.news import News, since, told_at_once, untold
from pbem.service.play.opening import Opening, plan_opening, write_opening
from pbem.service.play.outage import Read
from pbem.service.play.played import (
    Vacations,
    ends_at,
    for_absence,
    given_orders,
    left_to_bots,
)
from pbem.service.play.reports import describe, due_of, report_draft, told_to
from pbem.service.play.table import Table, humans, key_of, open_table
from pbem.store import audit, games, mail, outbox, stories, vacations
from pbem.store.mastering import AuditRow
from pbem.store.records import (
    AnswerRow,
    GameRow,
    GameStatus,
    OrdersRow,
    OutboxDraft,
    SeatRow,
    Source,
    TurnRow,
)
from pbem.store.undone import heads_taken_back_to

CLOSE_TRIES = 5


@dataclass(frozen=True)
class Reading:
    """All that closing a turn depends on, read in one transaction."""

    table: Table
    seats: tuple[SeatRow, ...]
    held: Mapping[int, OrdersRow]
    mails: Mapping[int, str]
    stored: Mapping[int, str | None]
    later: Mapping[int, Mapping[int, tuple[str, ...]]]
    untold: News
    unlinked: Unlinked
    away: Vacations
    acts: tuple[AuditRow, ...] = ()
    agreed: Outcome | None = None
    """How the players have decided to end the game, without this turn being played."""
    undone: tuple[str, ...] = ()
    """The heads of what was taken back to the open turn."""


@dataclass(frozen=True)
class Closing:
    """A turn worked out and not yet written."""

    turn: TurnRow
    answers: tuple[AnswerRow, ...]
    unlinked: Unlinked
    game: GameRow
    opening: Opening | None
    told: tuple[SeatRow, ...]
    drafts: tuple[OutboxDraft, ...]
    acts: tuple[AuditRow, ...]
    verdict: str
    """How the game ended, if it did."""


def close_turn(context: Context, game_id: str, turn: int | None = None) -> GameRow:
    """Close the open turn of a game (only if it is still `turn`, where that is given).

    Returns the game as it then stands. Raises :class:`GameProblem` where no turn
    can be closed.
    """
    for _attempt in range(CLOSE_TRIES):
        with context.database.read() as connection:
            reading = _read(connection, game_id)
        row = reading.table.row
        if turn is not None and row.turn != turn:
            return row
        closing = work_out(context, reading)
        try:
            with context.write() as session:
                now = games.find_game(session.connection, game_id, lock=True)
                if now is None or (now.turn, now.revision) != (row.turn, row.revision):
                    continue
                _write(session.connection, closing)
                _alert(session, reading, closing)
        except IntegrityError:
            continue  # somebody else closed this turn between our look and our write
        return closing.game
    raise GameProblem(f"{game_id}: orders keep coming in; turn {turn} stays open, try again")


def _read(connection: Connection, game_id: str) -> Reading:
    row = games.find_game(connection, game_id)
    if row is None:
        raise GameProblem(f"there is no game {game_id!r}; see 'pbem list'")
    if row.status not in (GameStatus.RUNNING, GameStatus.PAUSED):
        raise GameProblem(f"{game_id} is {row.status}: it has no open turn")
    seats = games.seats_of(connection, game_id)
    table = open_table(connection, row)
    held = games.held_orders(connection, game_id, row.turn)
    brought = {seat: orders.mail for seat, orders in held.items() if orders.mail is not None}
    digests = mail.digests_of(connection, brought.values())
    return Reading(
        table=table,
        seats=seats,
        held=held,
        mails={seat: digests[number] for seat, number in brought.items()},
        stored={ask.seat: ask.stored for ask in games.open_asks(connection, game_id)},
        later={s.seat: games.later_lines(connection, game_id, s.seat) for s in humans(seats)},
        untold=untold(connection, table, humans(seats)),
        unlinked=mail.unlinked_mails(connection, game_id),
        away=vacations.vacations_of(connection, game_id),
        acts=audit.unlinked_acts(connection, game_id),
        agreed=decided_end(connection, row, seats),
        undone=heads_taken_back_to(connection, game_id, row.turn) if row.rollbacks else (),
    )


def work_out(context: Context, reading: Reading) -> Closing:
    """Everything that closing this turn will write. Touches no database."""
    table, row, now = reading.table, reading.table.row, context.clock.now()
    step_made, sources = _step(reading, now)
    played = played_in(
        table.ruleset, step_made, sources, reading.mails, reading.stored, reading.held
    )
    linked = link_turn(
        table.ruleset,
        row,
        reading.seats,
        step_made,
        turn=row.turn,
        closed=now,
        unlinked=reading.unlinked,
        played=played,
        acts=reading.acts,
        undone=reading.undone,
    )
    opening = None
    if step_made.outcome is None:
        opening = plan_opening(
            context,
            table.ruleset,
            step_made.state,
            game=row.id,
            turn=row.turn + 1,
            opened=now,
            schedule=table.schedule,
            seats=reading.seats,
            later=reading.later,
        )
    after = _game_after(row, step_made, linked.hash, opening, now)
    told = _told_now(reading, step_made, opening, now)
    return Closing(
        turn=linked,
        answers=answer_rows(row.id, row.turn, played),
        unlinked=reading.unlinked,
        game=after,
        opening=opening,
        told=told,
        drafts=_drafts(context, reading, after, step_made, opening, told, linked, played),
        acts=reading.acts,
        verdict=describe(step_made.outcome, reading.seats) if step_made.outcome else "",
    )


def _step(reading: Reading, now: datetime) -> tuple[Step[Any, Any], dict[Seat, Source]]:
    """What becomes of the turn, and where each seat's orders are from."""
    table = reading.table
    if reading.agreed is not None:
        return agreed_end(table.state, reading.agreed), {}
    given, sources = given_orders(table, reading.seats, reading.held, reading.away, now)
    key, turn = key_of(table.row), table.row.turn
    return advance(table.ruleset, table.state, given, key=key, turn=turn), sources


def _game_after(
    row: GameRow, made: Step[Any, Any], head: str, opening: Opening | None, now: datetime
) -> GameRow:
    if opening is None:
        return replace(
            row,
            status=GameStatus.FINISHED,
            turn=row.turn + 1,
            head=head,
            opened=now,
            deadline=None,
            closes=None,
            finished=now,
            stalled=None,
            paused=None,
            closing=None,
            outcome=made.outcome,
        )
    return replace(
        row,
        turn=opening.turn,
        head=head,
        opened=now,
        deadline=opening.deadline,
        closes=opening.closes,
        stalled=None,
        paused=now if row.paused else None,
        closing=None,
        reminded=0,
    )


def _told_now(
    reading: Reading, made: Step[Any, Any], opening: Opening | None, now: datetime
) -> tuple[SeatRow, ...]:
    """The people whose report goes out with this turn. The others' news wait; but whoever has
    just lost its part in the game hears of that now."""
    people = humans(reading.seats)
    if opening is None:
        return people
    asks = {ask.seat: ask for ask in reading.table.ruleset.rules.asks(made.state)}
    out_of_it = reading.table.asks.keys() - asks.keys()
    return tuple(
        seat
        for seat in people
        if seat.seat in opening.kept
        or seat.seat in out_of_it
        or told_at_once(seat, asks.get(seat.seat), now)
    )


def _drafts(
    context: Context,
    reading: Reading,
    after: GameRow,
    made: Step[Any, Any],
    opening: Opening | None,
    people: tuple[SeatRow, ...],
    linked: TurnRow,
    played: Mapping[Seat, Played],
) -> tuple[OutboxDraft, ...]:
    table = reading.table
    drafts = []
    asks = {ask.seat: ask for ask in table.ruleset.rules.asks(made.state)}
    for seat in people:
        view = table.ruleset.rules.view(made.state, seat.seat)
        told = told_to(
            seat.seat,
            view,
            (*since(seat, reading.untold), *made.events),
            ask=asks.get(seat.seat),
            owing=opening.owing(humans(reading.seats)) if opening else None,
            standing=seat.standing if opening else (),
            prepared=opening.held_by(seat.seat) if opening else (),
            notices=opening.notices.get(seat.seat, ()) if opening else (),
            digest=opening.digest_of(seat.seat) if opening else "",
            opened=opened_to(seat.seat, linked.salt, played),
            stored=in_store(seat.standing, reading.later[seat.seat], after.turn),
        )
        schedule = for_absence(table.schedule, reading.away.get(seat.seat), after.deadline)
        draft = report_draft(context, table.ruleset, after, seat, reading.seats, schedule, told)
        drafts.append(may_wait(context, draft, seat, due_of(after, told.ask)))
    return tuple(drafts)


def _write(connection: Connection, closing: Closing) -> None:
    game = closing.game
    games.add_turn(connection, closing.turn, closing.answers)
    note_linked(connection, game.id, closing.unlinked, closing.acts, closing.turn.turn)
    games.change_game(
        connection,
        game.id,
        status=game.status,
        turn=game.turn,
        head=game.head,
        opened=game.opened,
        deadline=game.deadline,
        closes=game.closes,
        reminded=0,
        stalled=game.stalled,
        paused=game.paused,
        closing=game.closing,
        finished=game.finished,
        outcome=game.outcome,
    )
    outbox.overtake(connection, game.id, "reminder")
    games.forget_later(connection, game.id, closing.turn.turn + 1)
    if closing.opening is None:
        games.replace_asks(connection, game.id, ())
        stories.want_story(connection, game.id, closing.turn.closed)
    else:
        write_opening(connection, game.id, closing.opening)
    told = [seat.seat for seat in closing.told]
    games.mark_told(connection, game.id, told, closing.turn.turn, closing.turn.closed)
    mail.queue_mails(connection, closing.drafts)


def _alert(session: Session, reading: Reading, closing: Closing) -> None:
    """What the game master hears of a turn that was closed: players who are not there, the end."""
    game, turn = closing.game, closing.turn.turn
    end_alert(session.connection, closing_alert(game.id))
    decided(session.connection, game.id)
    given = {answer.seat: answer.source for answer in closing.answers}
    played = reading.agreed is None
    owed = {number for number, ask in reading.table.asks.items() if ask.required and played}
    deadline = reading.table.row.deadline
    owed -= left_to_bots(reading.away, ends_at(deadline, closing.turn.closed))
    people = [seat for seat in humans(reading.seats) if seat.seat in owed]
    due = deadline if deadline is not None and deadline <= closing.turn.closed else None
    count_absence(session, game, turn, people, given, due=due, over=bool(closing.verdict))
    if closing.verdict:
        note_event(
            session,
            f"over.{game.id}",
            f"{game.title} is over",
            f"It was {closing.verdict}.",
        )


def closing_alert(game: str) -> str:
    """The key of the alert that a game's turn cannot be closed."""
    return f"closing.{game}"


def may_close(connection: Connection, table: Table, now: datetime, read: Read) -> bool:
    """Whether a turn is over: everyone is in and nobody has second thoughts, or the deadline has
    passed, or the game master says so; and all mail that may count has been read: a mail sent in
    time but read late must not be shut out. A turn in which nobody is asked waits for no poll."""
    row = table.row
    looked = min(now, read.until)
    if row.closing is not None:
        return row.closing <= looked
    if row.status != GameStatus.RUNNING:
        return False
    if row.deadline is not None and row.deadline + table.schedule.grace_span <= looked:
        return True
    if not read.everything:
        return False
    if row.deadline is None or row.closes is None:
        return row.deadline is None
    return row.closes <= looked or (row.closes <= now and not stand_of(connection, row).asked)
