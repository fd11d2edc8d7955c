"""STATUS: who plays, who is waited for, what is held, and when the turn ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Column, Table
from pbem.mailer.outbound.contents import Chapter, Excerpt, Notice
from pbem.mailer.outbound.phrases import span
from pbem.service.context import Session
from pbem.service.play.away import absences
from pbem.service.play.describing import rhythm, who_won
from pbem.service.play.ending import ends_early
from pbem.service.play.lateness import Lateness, lateness
from pbem.service.play.masters import running_seats
from pbem.service.play.table import free_seats, schedule_of, waits_for
from pbem.service.play.voting import open_votes
from pbem.service.play.waiting import (
    being_looked_at,
    clock_runs_to,
    how_often,
    stands_still,
    waits,
    waits_for_you,
)
from pbem.store import games
from pbem.store.observers import count_observers
from pbem.store.records import OVER, GameRow, GameStatus, OrdersRow, SeatKind, SeatRow


def status_notice(session: Session, game: GameRow, seat: SeatRow) -> Notice:
    """How a game stands, told to one of its players."""
    seats = games.seats_of(session.connection, game.id)
    said: tuple[str, ...]
    late: tuple[int, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
    if game.status == GameStatus.FORMING:
        said = (
            _("The game has not begun: {taken} of {all} seats are taken.").format(
                taken=len(seats) - free_seats(seats), all=len(seats)
            ),
        )
    elif game.status in OVER:
        said = tuple(filter(None, (_("The game is over."), who_won(game, seats))))
    elif game.results_wait:
        said = (being_looked_at(game),)
    else:
        late = waits_for(session.connection, game)
        owes = seat.seat in late
        held = games.held_for(session.connection, game.id, game.turn, seat.seat)
        excerpts = tuple(kept(session.connection, game, seat, held_lines(held), owes=owes))
        said = (
            _("Turn {turn} is open.").format(turn=game.turn),
            ngettext(
                "{count} player still owes orders.", "{count} players still owe orders.", len(late)
            ).format(count=len(late))
            if late
            else waits(session.context, game, seat, seats, late),
            whether_owed(owes=owes, held=held),
        )
        if game.stalled:
            said += (_("The deadline has passed; the game master has been asked what to do."),)
        if late and (paused := stands_still(game)):
            said += (paused,)
        said += how_late(lateness(session.connection, game.id).get(seat.seat, Lateness()))
        said += open_votes(session, game, seat)
        said += tuple(absences(session, seats, zone=seat.zone, language=seat.language))
        if not owes:  # while something is needed every report comes
            said += (how_often(next(s for s in seats if s.seat == seat.seat)),)
    if game.status not in OVER:
        told = rhythm(session.context, schedule_of(game))
        said += (_("The schedule: {rhythm}.").format(rhythm=told),)
    said += tuple(_watchers(session, game))
    zone, until = seat.zone, clock_runs_to(game)
    running = running_seats(session.context, session.connection, game.id, seats)
    return Notice(
        title=_("{game}: where things stand").format(game=game.title),
        paragraphs=said,
        excerpts=excerpts,
        chapters=(Chapter(_("Players"), (_players(seats, late, running, seat.seat),)),),
        game_title=game.title,
        deadline=session.context.local(until, zone) if until and not ends_early(game) else None,
        turn=game.turn,
    )


def _watchers(session: Session, game: GameRow) -> Iterator[str]:
    """How many watch the game, never who."""
    if count := count_observers(session.connection, game.id):
        said = ngettext("{count} person watches.", "{count} people watch.", count)
        yield said.format(count=count)


def how_late(found: Lateness) -> tuple[str, ...]:
    """How often the reader was late, where they were."""
    said = []
    if found.missed:
        missed = ngettext(
            "You have missed {count} turn so far.",
            "You have missed {count} turns so far.",
            found.missed,
        )
        said.append(missed.format(count=found.missed))
    if found.latest is not None:
        late = ngettext(
            "Your orders were late for {count} turn, by {span}.",
            "Your orders were late for {count} turns, by {span} at the most.",
            found.late,
        )
        said.append(late.format(count=found.late, span=span(found.latest)))
    return tuple(said)


def whether_owed(*, owes: bool, held: OrdersRow | None) -> str:
    """Whether the reader owes orders, and has sent some."""
    if not owes:
        return _("You owe nothing.")
    if held_lines(held):
        return waits_for_you()
    return _("Your orders are not in yet.")


def kept(
    connection: Connection, game: GameRow, seat: SeatRow, held: tuple[str, ...], *, owes: bool
) -> Iterator[Excerpt]:
    """What is kept of the player's lines: for the open turn, for every turn, for later ones."""
    if held:
        caption = (
            _("Held for turn {turn}, but the game goes on waiting for a mail from you, be it DONE:")
            if owes
            else _("Held for turn {turn}; nothing more is needed from you:")
        )
        yield Excerpt(caption.format(turn=game.turn), held)
    repeated = seat.standing
    if repeated:
        yield Excerpt(_("Repeated every turn (@):"), repeated)
    later = games.later_lines(connection, game.id).get(seat.seat, {})
    for turn, lines in sorted(later.items()):
        yield Excerpt(_("Kept for turn {turn}:").format(turn=turn), lines)


def _players(
    seats: Sequence[SeatRow], late: Sequence[int], running: Collection[int], own: int
) -> Table:
    """Who sits where, and who is waited for; the reader's own seat stands out."""
    return Table(
        (Column(_("Player")), Column(_("Seat")), Column("")),
        tuple(
            (
                "–" if seat.kind in (SeatKind.OPEN, SeatKind.KEPT) else seat.name,
                str(seat.seat),
                side_by_side(_stands(seat, late, running)),
            )
            for seat in seats
        ),
        mark=tuple(n for n, seat in enumerate(seats) if seat.seat == own),
    )


def _stands(seat: SeatRow, late: Sequence[int], running: Collection[int]) -> Iterator[str]:
    said = {
        SeatKind.OPEN: _("free"),
        SeatKind.KEPT: _("kept for somebody who has yet to confirm it"),
        SeatKind.HUMAN: _("orders awaited") if seat.seat in late else "",
        SeatKind.BOT: _("automatic"),
        SeatKind.RESIGNED: _("resigned"),
        SeatKind.EJECTED: _("ejected"),
    }
    if said[seat.kind]:
        yield said[seat.kind]
    if seat.lent is not None:
        yield _("a substitute plays")
    if seat.seat in running:
        yield _("runs the game, too")


def held_lines(held: OrdersRow | None) -> tuple[str, ...]:
    """The lines of a set, unless it was withdrawn."""
    return held.lines if held and held.orders else ()
