"""ORDERS: what is held of a player's lines, as they can be sent again."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.service.intake.commands.status import held_lines, whether_owed
from pbem.service.intake.mail_session import MailSession
from pbem.service.play.ending import ends_early
from pbem.service.play.table import waits_for
from pbem.service.play.waiting import being_looked_at
from pbem.store import games
from pbem.store.records import GameStatus, OrdersRow, OutboxDraft


def own_orders(session: MailSession, _command: Command) -> list[OutboxDraft]:
    """The seat's own lines, for the open turn and for later ones. Beside orders nothing: their
    receipt tells all of it, and "Orders:" is what people write above theirs."""
    if session.orders:
        return []
    game = session.game
    title = _("{game}: your orders").format(game=game.title)
    if game.status == GameStatus.FORMING:
        return [session.answer(_bare(session, title, _("The game has not begun yet.")))]
    if game.status == GameStatus.FINISHED:
        return [session.answer(_bare(session, title, _("The game is over.")))]
    if game.results_wait:
        return [session.answer(_bare(session, title, being_looked_at(game)))]
    held = games.held_for(session.connection, game.id, game.turn, session.seat.seat)
    owes = session.seat.seat in waits_for(session.connection, game)
    excerpts = tuple(_kept(session, held))
    nothing = _("Nothing is held of you, for this turn or a later one.")
    timed = not (ends_early(game) or game.stalled)
    notice = Notice(
        title=title,
        paragraphs=(whether_owed(owes=owes, held=held), *(() if excerpts else (nothing,))),
        excerpts=excerpts,
        game_title=game.title,
        turn=game.turn,
        deadline=session.context.local(game.deadline, session.seat.zone)
        if game.deadline and timed
        else None,
    )
    return [session.answer(notice)]


def _bare(session: MailSession, title: str, said: str) -> Notice:
    return Notice(title=title, paragraphs=(said,), game_title=session.game.title)


def _kept(session: MailSession, held: OrdersRow | None) -> Iterator[Excerpt]:
    """Each line as a mail would have it, the repeated ones with their @ and those sent ahead with
    their turn."""
    game, seat = session.game, session.seat
    if lines := held_lines(held):
        yield Excerpt(_("Held for turn {turn}:").format(turn=game.turn), lines)
    if seat.standing:
        yield Excerpt(_("Repeated every turn (@):"), tuple(f"@ {one}" for one in seat.standing))
    later = games.later_lines(session.connection, game.id).get(seat.seat, {})
    for turn, sent_ahead in sorted(later.items()):
        caption = _("Kept for turn {turn}:").format(turn=turn)
        yield Excerpt(caption, tuple(f"TURN {turn}: {one}" for one in sent_ahead))
