"""EXTEND by a player."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.intake.mail_session import MailSession
from pbem.service.mastering.moments import read_span
from pbem.service.play import extending
from pbem.service.play.table import GameProblem
from pbem.store.records import GameRow, OutboxDraft


def put_off(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Put the deadline off for all, once for each mail that says so, or say why that cannot be."""
    game = session.game
    try:
        by = read_span(command.text)
        if session.turn != game.turn:
            raise GameProblem(
                _("Your mail answers one of turn {turn}, which is closed.").format(
                    turn=session.turn
                )
            )
        game = extending.extend(session, game, session.seat, by, session.row.received)
    except GameProblem as problem:
        return [session.answer(_refused(game, str(problem)))]
    notice = Notice(
        title=_("{game}: turn {turn} has a new deadline").format(game=game.title, turn=game.turn),
        paragraphs=(_("You have put it off for all, and the others are told."),),
        game_title=game.title,
        turn=game.turn,
        deadline=session.context.local(game.deadline, session.seat.zone) if game.deadline else None,
    )
    return [replace(session, game=game).answer(notice)]


def only_once(game: GameRow) -> Notice:
    """That of several wishes for more time in a mail the first alone counts."""
    return _refused(game, _("Only the first EXTEND of a mail counts."))


def _refused(game: GameRow, why: str) -> Notice:
    return Notice(
        title=_("That was not done"),
        paragraphs=(why, _("Nothing was changed.")),
        lines=("EXTEND 24",),
        game_title=game.title,
        warning=True,
    )
