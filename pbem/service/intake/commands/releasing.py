"""PREVIEW and RELEASE by a game master: what came of a turn, before its players are told."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.intake.master_session import MasterSession, must_be_of_open_turn
from pbem.service.mastering import releasing


def let_out(session: MasterSession, _command: Command) -> Notice:
    if session.game.results_wait:  # else it was written before these could be looked at
        must_be_of_open_turn(session)
    game = releasing.let_out(session, session.game, session.master)
    return Notice(
        title=_("{game}: the reports of turn {turn} go out").format(
            game=game.title, turn=game.turn
        ),
        paragraphs=(_("They go out within minutes; what comes next counts from then."),),
    )


def preview(session: MasterSession, _command: Command) -> Notice:
    return releasing.preview(session, session.game, session.master)
