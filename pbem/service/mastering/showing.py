"""SHOW: how a game stands, as its game masters are told. Nothing here tells anybody's orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Bullets, Column, Paragraph, Table, TextBlock
from pbem.mailer.outbound.contents import Chapter, Excerpt, Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.context import Session
from pbem.service.making.writing import game_file
from pbem.service.mastering.seat_table import seat_table
from pbem.service.play.away import absences
from pbem.service.play.describing import start_now
from pbem.service.play.masters import OPERATOR, masters_of
from pbem.service.play.standby import takes_standbys
from pbem.service.play.table import free_seats, waits_for
from pbem.service.play.voting import votes_shown
from pbem.store import audit, games, observers, standbys
from pbem.store.mastering import Deed, MasterRow, Role
from pbem.store.records import OVER, GameRow, GameStatus, SeatRow

MOST_TOLD = 60
"""Notes or observers that one mail tells: the newest."""


def shown(session: Session, game: GameRow, master: MasterRow, *, whole: bool = True) -> Notice:
    """How a game stands: who is in, who owes orders, where mail fails, what was noted; the `whole`
    says who runs it and how it is set up, too."""
    connection = session.connection
    game = games.find_game(connection, game.id) or game
    chairs = games.seats_of(connection, game.id)
    late = waits_for(connection, game) if game.turn else ()
    notes = [act.detail for act in audit.acts_of(connection, game.id) if act.deed is Deed.NOTE]
    owner = master.role is Role.OWNER
    return Notice(
        title=_("{game}: where things stand").format(game=game.title),
        paragraphs=(
            *_standing(session, game, chairs, len(late)),
            *_by_themselves(session, game, master),
            *votes_shown(session, game, master),
            *_away(session, game, chairs, master),
            *_standing_by(session, game),
        ),
        chapters=(
            Chapter(_("Seats"), (seat_table(session, game, chairs, late, master),)),
            *_observers(session, game, address=owner),
            *(
                (Chapter(_("Notes of the game masters"), (Bullets(tuple(notes[-MOST_TOLD:])),)),)
                if notes
                else ()
            ),
            *(_set_up(session, game, address=owner) if whole else ()),
        ),
        deadline=session.context.local(game.deadline, master.zone)
        if game.deadline and not game.stalled and game.status is GameStatus.RUNNING
        else None,
        turn=game.turn,
    )


def results_wait(game: GameRow) -> str:
    """That what came of a turn waits for the game master."""
    return _(
        "Turn {turn} is closed, and its results wait for you: RELEASE sends them, ROLLBACK {turn} "
        "takes the turn back."
    ).format(turn=game.turn)


def told(session: Session, moment: datetime, master: MasterRow) -> str:
    """A moment in a game master's zone and language."""
    language = master.language or session.context.config.service.language
    return stamp(session.context.local(moment, master.zone), language)


def _standing(
    session: Session, game: GameRow, chairs: tuple[SeatRow, ...], late: int
) -> Iterator[str]:
    if game.archived is not None:
        yield _("It is archived: LIST leaves it out.")
    if game.status is GameStatus.FORMING:
        yield _("The game has not begun: {taken} of {all} seats are taken.").format(
            taken=len(chairs) - free_seats(chairs), all=len(chairs)
        )
        yield start_now()
        return
    if game.status is GameStatus.FINISHED:
        yield _("The game is over.")
        return
    if game.status is GameStatus.CANCELLED:
        yield _("{game} was cancelled.").format(game=game.title)
        return
    if _goes_out(game, session.context.clock.now()):
        yield _("Turn {turn} is closed, and its results go out within minutes.").format(
            turn=game.turn
        )
    elif game.results_wait:
        yield results_wait(game)
    else:
        yield _("Turn {turn} is open.").format(turn=game.turn)
    if late:
        yield ngettext(
            "{count} player still owes orders.", "{count} players still owe orders.", late
        ).format(count=late)
    if game.stalled:
        yield _("The deadline has passed; the game master has been asked what to do.")
    if game.status is GameStatus.PAUSED:
        yield _("The game is paused: the clock stands still.")
    if game.closing is not None:
        yield _("It closes within minutes, as soon as all mail has been read.")


def _goes_out(game: GameRow, now: datetime) -> bool:
    """Whether results that waited are on their way: of a clock that was stopped later, too."""
    return game.releases is not None and game.releases <= (game.paused or now)


def _by_themselves(session: Session, game: GameRow, master: MasterRow) -> Iterator[str]:
    """When results that wait go out without a word."""
    if game.releases is None or game.status is not GameStatus.RUNNING:
        return
    if game.releases > session.context.clock.now():
        until = told(session, game.releases, master)
        yield _("Without either they go out by themselves on {until}.").format(until=until)


def _away(
    session: Session, game: GameRow, chairs: tuple[SeatRow, ...], master: MasterRow
) -> Iterator[str]:
    if game.status not in OVER:
        yield from absences(session, chairs, zone=master.zone, language=master.language)


def _standing_by(session: Session, game: GameRow) -> Iterator[str]:
    """How many would take a seat that falls free; who they are is nobody's business before."""
    if game.status in OVER or not takes_standbys(game):
        return
    count = len(standbys.waiting_for(session.connection, game))
    if count:
        yield ngettext(
            "{count} person stands by for a seat that falls free.",
            "{count} people stand by for a seat that falls free.",
            count,
        ).format(count=count)


def _observers(session: Session, game: GameRow, *, address: bool) -> Iterator[Chapter]:
    """Who watches, for game masters who are told addresses; how many, for the others. Whoever was
    asked and never said so is told of as long as they still may."""
    rows = [
        row
        for row in observers.observers_of(session.connection, game.id)
        if row.until is None or game.status not in OVER
    ]
    if not rows:
        return
    count = sum(row.until is None for row in rows)
    said = (
        ngettext("{count} person watches.", "{count} people watch.", count).format(count=count)
        if count
        else _("Nobody watches yet; asked were:")
    )
    shown: TextBlock = Paragraph(_("Addresses are for owners alone."))
    if address:
        shown = Table(
            (Column(_("No.")), Column(_("Address")), Column("")),
            tuple(
                (
                    str(row.number),
                    row.address,
                    "" if row.until is None else _("has yet to confirm it"),
                )
                for row in rows[:MOST_TOLD]
            ),
        )
    yield Chapter(_("Who watches"), (Paragraph(said), shown))


def _set_up(session: Session, game: GameRow, *, address: bool) -> Iterator[Chapter]:
    """Who runs a game, and what a game file would say of it."""
    running = masters_of(session.context, session.connection, game.id)
    if running:
        yield Chapter(_("Who runs it"), (_masters(running, address=address),))
    lines = tuple(game_file(game, games.seats_of(session.connection, game.id)))
    said = _("As a game file says it:")
    yield Chapter(_("How it is set up"), (Excerpt(said, lines),))


def _masters(running: Sequence[MasterRow], *, address: bool) -> Table:
    columns = (Column(_("Game master")), Column(""))
    rows = tuple((_name(one), _role(one)) for one in running)
    if not address:
        return Table(columns, rows)
    addresses = ((one.address,) for one in running)
    return Table(
        (*columns, Column(_("Address"))),
        tuple((*row, *address) for row, address in zip(rows, addresses, strict=True)),
    )


def _name(one: MasterRow) -> str:
    operator = _("the operator") if one.number == OPERATOR else ""
    return one.name or operator or _("game master {number}").format(number=one.number)


def _role(one: MasterRow) -> str:
    return _("assistant") if one.role is Role.ASSISTANT else _("owner")
