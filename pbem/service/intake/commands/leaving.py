"""How a player leaves a game: asked to, helped to, and made to confirm it."""

from __future__ import annotations

import re

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.intake.mail_session import MailSession
from pbem.service.play import resigning, seating
from pbem.store.records import OVER, GameRow, GameStatus, OutboxDraft, SeatRow

_UNSUBSCRIBE = re.compile(r"\s*unsubscribe\b", re.IGNORECASE)


def asks_to_leave(subject: str) -> bool:
    """Whether a mail is what people, or their mail programs, write who want no more mail."""
    return _UNSUBSCRIBE.match(subject) is not None


def leave_notice(game: GameRow, seat: SeatRow) -> Notice:
    """How to leave a game. A mail program's button alone must not cost anyone a seat."""
    how = (
        _("To hand the seat back that you play for another, reply with SUBSTITUTE END.")
        if seat.lent is not None
        else _("To give your seat back, reply to this mail with the one word WITHDRAW.")
        if game.status == GameStatus.FORMING
        else _("To give your seat up, reply to this mail with the one word RESIGN.")
    )
    return Notice(
        title=_("How to leave {game}").format(game=game.title),
        paragraphs=(
            _("You get mail of this game because you play in it. Nothing was changed."),
            how,
        ),
        game_title=game.title,
    )


def give_back(session: MailSession) -> list[OutboxDraft]:
    """Give a seat back before the start, where the mail confirms it; else ask whether that is
    meant."""
    if session.act is None:
        return [resigning.ask_to_resign(session, session.game, session.seat, session.row.id)]
    seating.vacate(session, session.game.id, session.seat.seat)
    notice = Notice(
        title=_("You have left {game}").format(game=session.game.title),
        paragraphs=(_("Your seat is free again. JOIN takes one anew."),),
        game_title=session.game.title,
    )
    return [session.answer(notice)]


def resign(session: MailSession, _command: Command) -> list[OutboxDraft]:
    """Give a seat up, where the mail confirms it; else ask whether that is meant."""
    game = session.game
    if game.status == GameStatus.FORMING:
        return give_back(session)
    if game.status in OVER:
        over = Notice(
            title=_("{game} is over").format(game=game.title),
            paragraphs=(_("There is nothing to resign from. Thank you for playing."),),
            game_title=game.title,
        )
        return [session.answer(over)]
    if session.seat.lent is not None:
        return [session.answer(_not_the_owner(game))]
    if session.act is not None:
        return [
            resigning.resign(
                session,
                game,
                session.seat,
                arrived=session.row.received,
                mail_id=session.row.id,
                untaken=session.orders,
            )
        ]
    return [resigning.ask_to_resign(session, game, session.seat, session.row.id)]


def _not_the_owner(game: GameRow) -> Notice:
    return Notice(
        title=_("That was not done"),
        paragraphs=(
            _("You play this seat for another, who alone can give it up."),
            _("To hand the seat back that you play for another, reply with SUBSTITUTE END."),
        ),
        game_title=game.title,
        warning=True,
    )
