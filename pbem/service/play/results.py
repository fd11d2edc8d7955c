"""What follows a closed turn for its players: the next turn as it opens, and everybody's report.

Mostly that is written with the turn itself. Where a game's master looks at results first, it is
worked out from the record when they are let out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.api import Event, Outcome, Seat
from pbem.engine.chain import Played
from pbem.mailer.witness import in_store
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.alerts import note_concern
from pbem.service.dispatch.pictures import UnwrittenReport, begin_drawing
from pbem.service.dispatch.post import may_wait
from pbem.service.play.dropping import let_go_at_the_end
from pbem.service.play.learning import learners
from pbem.service.play.linking import opened_to
from pbem.service.play.masters import playing_from
from pbem.service.play.news import News, note_told, since, told_at_once, untold
from pbem.service.play.opening import Opening, plan_opening, write_opening
from pbem.service.play.played import Vacations, by_bot, for_absence
from pbem.service.play.reports import Written, begin_report, due_of, told_to
from pbem.service.play.substituting import end_all
from pbem.service.play.table import Table, humans, open_table
from pbem.store import games, mail, outbox, stories, vacations
from pbem.store.concerns import Concern, Matter
from pbem.store.records import GameRow, GameStatus, SeatRow, Source, TurnRow
from pbem.store.shown import NOTHING, Shown, forget_shown, shown_to


@dataclass(frozen=True)
class Readers:
    """An open turn and its players, with what these keep for later and are still to be told."""

    table: Table
    seats: tuple[SeatRow, ...]
    later: Mapping[int, Mapping[int, tuple[str, ...]]]
    untold: News
    shown: Mapping[int, Shown]
    learners: frozenset[int]
    away: Vacations
    playing: frozenset[str]


def readers_of(connection: Connection, row: GameRow) -> Readers:
    seats = games.seats_of(connection, row.id)
    table, shown = open_table(connection, row), shown_to(connection, humans(seats))
    return Readers(
        table=table,
        seats=seats,
        later=games.later_lines(connection, row.id),
        untold=untold(connection, table, humans(seats)),
        shown=shown,
        learners=learners(connection, row, humans(seats), shown),
        away=vacations.vacations_of(connection, row.id),
        playing=playing_from(connection, row.id),
    )


@dataclass(frozen=True)
class Resolved:
    """What came of the open turn, and how it stands on record."""

    turn: TurnRow
    state: Any
    events: tuple[Event, ...]
    outcome: Outcome | None
    played: Mapping[Seat, Played]


@dataclass(frozen=True)
class Results:
    """The game after a turn, and its next one (None: it is over); who is told at once, and how."""

    game: GameRow
    opening: Opening | None
    written: tuple[Written, ...]

    def composed(self) -> Results:
        """With reports that are finished mails: to be done before a transaction, for it takes
        the time that pictures take. Raises as the renderer and templates do."""
        return replace(self, written=tuple(one.composed() for one in self.written))


def results_of(context: Context, readers: Readers, made: Resolved) -> Results:
    """Everything that follows for the players, with pictures that are being drawn
    (:meth:`Results.composed`). Touches no database."""
    table, now = readers.table, context.clock.now()
    opening = None
    if made.outcome is None:
        opening = plan_opening(
            context,
            table.ruleset,
            made.state,
            game=table.row.id,
            turn=table.row.turn + 1,
            opened=now,
            schedule=table.schedule,
            seats=readers.seats,
            later=readers.later,
            before=table.row.deadline,
        )
    after = _game_after(table.row, made, opening, now)
    told = _told_now(readers, made, opening, now)
    if opening is not None:
        # Lines are changed only where the report that goes out tells of it.
        heard = {seat.seat for seat in told}
        lasting = {seat: lines for seat, lines in opening.lasting.items() if seat in heard}
        opening = replace(opening, lasting=lasting)
        told = tuple(
            structs.replace(one, standing=lasting.get(one.seat, one.standing)) for one in told
        )
    return Results(after, opening, _written(context, readers, after, made, opening, told))


def _game_after(row: GameRow, made: Resolved, opening: Opening | None, now: datetime) -> GameRow:
    waited = row.results_wait
    row = structs.replace(row, turn=row.turn + 1, head=made.turn.hash, opened=now, releases=None)
    if opening is None:
        return structs.replace(
            row,
            status=GameStatus.FINISHED,
            deadline=None,
            closes=None,
            finished=made.turn.closed,
            stalled=None,
            paused=None,
            closing=None,
            outcome=made.outcome,
        )
    return structs.replace(
        row,
        deadline=opening.deadline,
        closes=opening.closes,
        stalled=None,
        paused=now if row.paused else None,
        closing=row.closing if waited else None,
        reminded=0,
    )


def _told_now(
    readers: Readers, made: Resolved, opening: Opening | None, now: datetime
) -> tuple[SeatRow, ...]:
    """The people whose report goes out with this turn. The others' news wait; but whoever has
    just lost its part in the game hears of that now."""
    people = humans(readers.seats)
    if opening is None:
        return people
    asks = {ask.seat: ask for ask in readers.table.ruleset.rules.asks(made.state)}
    out_of_it = readers.table.asks.keys() - asks.keys()
    return tuple(
        seat
        for seat in people
        if seat.seat in opening.kept
        or seat.seat in out_of_it
        or any(event.at_once and event.is_for(seat.seat) for event in made.events)
        or told_at_once(seat, asks.get(seat.seat), now)
    )


def _written(
    context: Context,
    readers: Readers,
    after: GameRow,
    made: Resolved,
    opening: Opening | None,
    people: tuple[SeatRow, ...],
) -> tuple[Written, ...]:
    table = readers.table
    found = []
    asks = {ask.seat: ask for ask in table.ruleset.rules.asks(made.state)}
    for seat in people:
        view = table.ruleset.rules.view(made.state, seat.seat)
        with in_language(context, seat.language):
            by_itself = _played_by_bot(made, seat)
        told = told_to(
            seat.seat,
            view,
            (*since(seat, readers.untold), *made.events),
            ask=asks.get(seat.seat),
            owing=opening.owing(humans(readers.seats)) if opening else None,
            standing=seat.standing if opening else (),
            prepared=opening.held_by(seat.seat) if opening else (),
            repeats=opening is not None and seat.seat not in opening.kept,
            notices=(*by_itself, *(opening.notices.get(seat.seat, ()) if opening else ())),
            digest=opening.digest_of(seat.seat) if opening else "",
            opened=opened_to(seat.seat, made.turn.salt, made.played),
            stored=in_store(seat.standing, readers.later.get(seat.seat, {}), after.turn),
            anew=opening is not None and seat.seat in opening.lasting,
            before=readers.shown.get(seat.seat, NOTHING),
            learns=seat.seat in readers.learners,
        )
        schedule = for_absence(table.schedule, readers.away.get(seat.seat), after.deadline)
        one = begin_report(context, table.ruleset, after, seat, readers.seats, schedule, told)
        due = due_of(after, told.ask)
        found.append(replace(one, draft=may_wait(context, one.draft, seat, due)))
    drafted = (one.draft.data for one in found)
    reports = [data for data in drafted if isinstance(data, UnwrittenReport)]
    begin_drawing(context.renderer, reports)
    return tuple(found)


def _played_by_bot(made: Resolved, seat: SeatRow) -> tuple[str, ...]:
    played = made.played.get(seat.seat)
    if not seat.has_person or played is None or played.source != Source.BOT:
        return ()
    return (by_bot(made.turn.turn),)


def write_results(session: Session, results: Results, turn: TurnRow) -> None:
    """Open the next turn, or end the game, and queue the reports of the turn just closed."""
    game, connection = results.game, session.connection
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
        releases=None,
        finished=game.finished,
        outcome=game.outcome,
    )
    if game.closes is not None and game.opened is not None and game.closes <= game.opened:
        session.context.on_due(connection, [game])  # a turn in which nobody is asked
    outbox.overtake(connection, game.id, "reminder")
    games.forget_later(connection, game.id, turn.turn + 1)
    if results.opening is None:
        games.replace_asks(connection, game.id, ())
        stories.want_story(connection, game.id, turn.closed)
    else:
        write_opening(connection, game.id, results.opening)
        for seat, lines in results.opening.lasting.items():
            games.change_seat(connection, game.id, seat, standing=lines)
    note_told(connection, game, results.written, turn.turn, game.opened or turn.closed)
    mail.queue_mails(connection, [one.draft for one in results.written])
    if game.outcome is not None:
        forget_shown(connection, game.id)
        let_go_at_the_end(session, game)
        end_all(session, game)
        names = {seat.seat: seat.name for seat in games.seats_of(connection, game.id)}
        winners = tuple(names[seat] for seat in game.outcome.winners)
        over = Concern(game=game.id, matter=Matter.OVER, names=winners)
        note_concern(session, f"over.{game.id}", over)
