"""PREVIEW and RELEASE by a game master: what came of a turn, before its players are told."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.intake.master_session import MasterSession
from pbem.service.mastering import releasing
from pbem.service.play.games import GameProblem


def let_out(session: MasterSession, _command: Command) -> Notice:
    if session.game.results_wait and session.turn != session.game.turn:
        # It was written before these results were there to be looked at.
        raise GameProblem(
            _("Your mail answers one of turn {turn}, which is closed.").format(turn=session.turn)
        )
    game = releasing.let_out(session, session.game, session.master)
    return Notice(
        title=_("{game}: the reports of turn {turn} go out").format(
            game=game.title, turn=game.turn
        ),
        paragraphs=(_("They go out within minutes; what comes next counts from then."),),
    )


def preview(session: MasterSession, _command: Command) -> Notice:
    return releasing.preview(session, session.game, session.master)
