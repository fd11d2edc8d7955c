"""What tells a player something: HELP, STATUS, REPORT."""

from __future__ import annotations

from typing import Any

from pbem.engine.api import Desk
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.engine.report import TextBlock
from pbem.mailer.inbound.commands import Command
from pbem.mailer.inbound.commands.forms import Wish
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.service.context import Session
from pbem.service.intake.commands.helping import OF_PLAYERS, RESIGNING, chapters
from pbem.service.intake.commands.profile import change_profile
from pbem.service.intake.commands.status import status_notice
from pbem.service.intake.mail_session import MailSession
from pbem.service.play.news import newest_report, old_report, oldest_report
from pbem.store.records import GameRow, GameStatus, OutboxDraft, SeatRow


def explain(session: MailSession, _command: Command) -> list[OutboxDraft]:
    """The game's orders, with examples from the sender's own position, then the service's words."""
    ruleset = load(session.game.ruleset)
    notice = Notice(
        title=_("How to play {game}").format(game=ruleset.title),
        paragraphs=(_("Reply to your last report with orders, one on each line."),),
        chapters=(
            Chapter("", _manual(session, ruleset.desk)),
            Chapter(_("What you may ask of the service"), ()),
            *chapters(OF_PLAYERS, instead=RESIGNING if ruleset.resign else {}),
        ),
        game_title=session.game.title,
    )
    return [session.answer(notice)]


def _manual(session: MailSession, desk: Desk[Any, Any]) -> tuple[TextBlock, ...]:
    if session.game.status != GameStatus.RUNNING:
        return desk.manual()
    seat = session.seat.seat
    return desk.manual(session.table.view(seat), session.table.asks.get(seat))


def stand(session: MailSession, _command: Command) -> list[OutboxDraft]:
    return [session.answer(status_notice(session, session.game, session.seat))]


def past_report(session: MailSession, command: Command) -> list[OutboxDraft]:
    last = session.game.turn - 1
    turn = int(command.argument) if command.argument.isdigit() else last
    if not oldest_report(session.seat) <= turn <= last:
        return _no_report(session)
    whole = command.key == "full"
    return [report_again(session, session.game, session.seat, turn, whole=whole)]


def send_console(session: MailSession, command: Command) -> list[OutboxDraft]:
    """The newest report with the page in which orders are composed; or, with ON or OFF, that it is
    to come so with every report, or not."""
    if command.argument:
        wishes = (Wish("console", command.argument),)
        return change_profile(session, Command("PROFILE", wishes=wishes))
    if session.game.turn - 1 < oldest_report(session.seat):
        return _no_report(session)
    return [newest_report(session, session.game, session.seat, console=True)]


def _no_report(session: MailSession) -> list[OutboxDraft]:
    first, last = oldest_report(session.seat), session.game.turn - 1
    notice = Notice(
        title=_("There is no such report"),
        paragraphs=(
            _("Reports run from turn {first} to turn {last}.").format(first=first, last=last)
            if last >= 0
            else _("The game has not begun yet."),
        ),
        game_title=session.game.title,
    )
    return [session.answer(notice)]


def report_again(
    session: Session, game: GameRow, seat: SeatRow, turn: int, *, whole: bool = False
) -> OutboxDraft:
    """The report of a closed turn (0: the set-up) once more; the newest with all that the seat
    has not been told of yet, and if it is to be `whole`, with what its last report listed."""
    if turn == game.turn - 1:
        return newest_report(session, game, seat, whole=whole)
    return old_report(session, game, seat, turn)
