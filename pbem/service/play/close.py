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
from sqlalchemy.exc import DBAPIError, IntegrityError

from pbem.engine.advance import Step, advance
from pbem.engine.agreement import agreed_end
from pbem.engine.api import Outcome, Seat
from pbem.service.context import Context, Session
from pbem.service.dispatch.alerts import end_alert
from pbem.service.play.absence import count_absence, decided, see_to_absence
from pbem.service.play.agreeing import decided_end
from pbem.service.play.ending import stand_of
from pbem.service.play.linking import (
    Unlinked,
    answer_rows,
    link_turn,
    note_linked,
    played_in,
)
from pbem.service.play.masters import masters_of
from pbem.service.play.outage import Read
from pbem.service.play.played import ends_at, given_orders, left_to_bots
from pbem.service.play.releasing import Waiting, wait_for_release, write_waiting
from pbem.service.play.results import (
    Readers,
    Resolved,
    Results,
    readers_of,
    results_of,
    write_results,
)
from pbem.service.play.table import GameProblem, Table, humans, key_of
from pbem.store import audit, games, mail
from pbem.store.errors import is_conflict
from pbem.store.mastering import AuditRow, MasterRow
from pbem.store.records import (
    AnswerRow,
    GameRow,
    GameStatus,
    OrdersRow,
    SeatRow,
    Source,
    TurnRow,
)
from pbem.store.undone import heads_taken_back_to

CLOSE_TRIES = 5


@dataclass(frozen=True)
class Reading:
    """All that closing a turn depends on, read in one transaction."""

    readers: Readers
    held: Mapping[int, OrdersRow]
    mails: Mapping[int, str]
    stored: Mapping[int, str | None]
    unlinked: Unlinked
    acts: tuple[AuditRow, ...] = ()
    agreed: Outcome | None = None
    """How the players have decided to end the game, without this turn being played."""
    undone: tuple[str, ...] = ()
    """The heads of what was taken back to the open turn."""
    masters: tuple[MasterRow, ...] = ()
    """Who is shown the results before they are let out."""

    @property
    def table(self) -> Table:
        return self.readers.table

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        return self.readers.seats


@dataclass(frozen=True)
class Closing:
    """A turn worked out and not yet written: what follows for the players at once, or the game as
    it waits until the game master lets its results out."""

    turn: TurnRow
    answers: tuple[AnswerRow, ...]
    unlinked: Unlinked
    acts: tuple[AuditRow, ...]
    follows: Results | Waiting
    is_over: bool

    @property
    def game(self) -> GameRow:
        return self.follows.game

    def composed(self) -> Closing:
        """With reports that are finished mails. Raises as the renderer and templates do."""
        if isinstance(self.follows, Waiting):
            return self
        return replace(self, follows=self.follows.composed())


@dataclass(frozen=True)
class Begun:
    """A turn that is being closed: what was read, and what follows of it, with finished mails.
    Nothing is written yet."""

    reading: Reading
    closing: Closing

    @property
    def row(self) -> GameRow:
        return self.reading.table.row


class Changed(Exception):
    """A game is no longer as it was when its closing was begun: whether its turn is over must be
    asked again."""


def begin_closing(context: Context, game_id: str) -> Begun:
    """Work out what closing the open turn will write. Raises as :func:`close_turn`."""
    with context.database.read() as connection:
        reading = _read(context, connection, game_id)
    return Begun(reading, work_out(context, reading).composed())


def close_turn(
    context: Context, game_id: str, turn: int | None = None, begun: Begun | None = None
) -> GameRow:
    """Close the open turn of a game (only if it is still `turn`, where that is given). Where
    that has been `begun` and the game is still as it was, it is not worked out again.

    Returns the game as it then stands. Raises :class:`GameProblem` where no turn
    can be closed, and :class:`Changed` where what was begun no longer holds.
    """
    was_begun = begun is not None
    for _attempt in range(CLOSE_TRIES):
        begun = begun or begin_closing(context, game_id)
        reading, row = begun.reading, begun.row
        if turn is not None and row.turn != turn:
            return row
        closing, begun = begun.closing, None
        try:
            with context.write() as session:
                now = games.find_game(session.connection, game_id, lock=True)
                if now is None or (now.turn, now.revision) != (row.turn, row.revision):
                    if was_begun:
                        raise Changed
                    continue
                _write(session, closing)
                _alert(session, reading, closing)
        except IntegrityError:
            continue  # somebody else closed this turn between our look and our write
        except DBAPIError as error:
            if not is_conflict(error):
                raise
            continue  # somebody else was in the way
        return closing.game
    raise GameProblem(f"{game_id}: orders keep coming in; turn {turn} stays open, try again")


def _read(context: Context, connection: Connection, game_id: str) -> Reading:
    row = games.find_game(connection, game_id)
    if row is None:
        raise GameProblem(f"there is no game {game_id!r}; see 'pbem list'")
    if row.status not in (GameStatus.RUNNING, GameStatus.PAUSED):
        raise GameProblem(f"{game_id} is {row.status}: it has no open turn")
    if row.results_wait:
        raise GameProblem(f"turn {row.turn} of {game_id} is closed; 'pbem release {game_id}'")
    held = games.held_orders(connection, game_id, row.turn)
    brought = {seat: orders.mail for seat, orders in held.items() if orders.mail is not None}
    digests = mail.digests_of(connection, brought.values())
    readers = readers_of(connection, row)
    return Reading(
        readers=readers,
        held=held,
        mails={seat: digests[number] for seat, number in brought.items()},
        stored={ask.seat: ask.stored for ask in games.open_asks(connection, game_id)},
        unlinked=mail.unlinked_mails(connection, game_id),
        acts=audit.unlinked_acts(connection, game_id),
        agreed=decided_end(connection, row, readers.seats),
        undone=heads_taken_back_to(connection, game_id, row.turn) if row.rollbacks else (),
        masters=masters_of(context, connection, game_id) if row.release_after else (),
    )


def foreseen(session: Session, game_id: str) -> tuple[Readers, Step[Any, Any]]:
    """What closing the open turn now would bring. Raises as :func:`close_turn`."""
    reading = _read(session.context, session.connection, game_id)
    return reading.readers, _step(reading, session.context.clock.now())[0]


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
    outcome = step_made.outcome
    made = Resolved(linked, step_made.state, step_made.events, outcome, played)
    looked_at = row.release_after > 0 and reading.agreed is None
    return Closing(
        turn=linked,
        answers=answer_rows(row.id, row.turn, played),
        unlinked=reading.unlinked,
        acts=reading.acts,
        follows=wait_for_release(context, reading.readers, made, reading.masters)
        if looked_at
        else results_of(context, reading.readers, made),
        is_over=outcome is not None,
    )


def _step(reading: Reading, now: datetime) -> tuple[Step[Any, Any], dict[Seat, Source]]:
    """What becomes of the turn, and where each seat's orders are from."""
    table = reading.table
    if reading.agreed is not None:
        return agreed_end(table.state, reading.agreed), {}
    given, sources = given_orders(table, reading.seats, reading.held, reading.readers.away, now)
    key, turn = key_of(table.row), table.row.turn
    return advance(table.ruleset, table.state, given, key=key, turn=turn), sources


def _write(session: Session, closing: Closing) -> None:
    connection, game = session.connection, closing.game
    games.add_turn(connection, closing.turn, closing.answers)
    note_linked(connection, game.id, closing.unlinked, closing.acts, closing.turn.turn)
    if isinstance(closing.follows, Waiting):
        write_waiting(connection, closing.follows)
    else:
        write_results(session, closing.follows, closing.turn)


def _alert(session: Session, reading: Reading, closing: Closing) -> None:
    """What the game master hears of a turn that was closed: players who are not there."""
    game, turn = closing.game, closing.turn.turn
    end_alert(session.connection, closing_alert(game.id))
    decided(session.connection, game.id)
    given = {answer.seat: answer.source for answer in closing.answers}
    played = reading.agreed is None
    owed = {number for number, ask in reading.table.asks.items() if ask.required and played}
    deadline = reading.table.row.deadline
    owed -= left_to_bots(reading.readers.away, *ends_at(deadline, closing.turn.closed))
    people = [seat for seat in humans(reading.seats) if seat.seat in owed]
    due = deadline if deadline is not None and deadline <= closing.turn.closed else None
    count_absence(session, game, turn, people, given, due=due)
    if not isinstance(closing.follows, Waiting):
        see_to_absence(session, game, {seat.seat for seat in people}, over=closing.is_over)


def closing_alert(game: str) -> str:
    """The key of the alert that a game's turn cannot be closed."""
    return f"closing.{game}"


def may_close(connection: Connection, table: Table, now: datetime, read: Read) -> bool:
    """Whether a turn is over: everyone is in and nobody has second thoughts, or the deadline has
    passed, or the game master says so; and all mail that may count has been read: a mail sent in
    time but read late must not be shut out. A turn in which nobody is asked waits for no poll."""
    row = table.row
    if row.results_wait:
        return False
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
