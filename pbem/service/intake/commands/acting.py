"""FOR, VIEW, PREVIEW and RELEASE by a game master: orders for a seat, a look at what is hidden, and
at what came of a turn before its players are told."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.dispatch.post import for_master, pack_receipt
from pbem.service.intake.master_session import MasterSession, must_be_of_open_turn
from pbem.service.mastering import releasing
from pbem.service.mastering.acting import Given, look_at, look_at_all, order_for
from pbem.service.play.table import GameProblem
from pbem.store.records import OutboxDraft


def order(session: MasterSession, command: Command) -> OutboxDraft:
    if not command.seat:
        raise GameProblem(_("Write the number of the seat, and its orders below that line."))
    row, game = session.row, session.game
    given = Given(command.seat, command.lines, row.received, command.unread, row.id, row.digest)
    receipt = order_for(session, game, session.master, given)
    header = for_master(
        session.context, game, session.master, in_reply_to=session.letter.message_id
    )
    draft = pack_receipt(session.context, receipt, header, game=game.id, seat=command.seat)
    return replace(draft, kind="answer", seat=None)


def look(session: MasterSession, command: Command) -> Notice:
    if command.key == "truth":
        return look_at_all(session, session.game, session.master)
    if not command.seat:
        raise GameProblem(_("Write the number of a seat, or TRUTH."))
    return look_at(session, session.game, session.master, command.seat)


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
