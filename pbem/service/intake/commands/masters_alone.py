"""What players hear of game masters: what those did, and that they alone may do it."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.intake.mail_session import MailSession
from pbem.service.mastering.logbook import log_of
from pbem.store.records import OutboxDraft


def refuse(session: MailSession, command: Command) -> list[OutboxDraft]:
    """That a command is not the player's to give."""
    notice = Notice(
        title=_("Only the game master may do that"),
        paragraphs=(
            _("{command} is a command of game masters. Nothing was changed.").format(
                command=command.verb
            ),
            _("A game master who plays replies to a mail that they got as the game master."),
        ),
        game_title=session.game.title,
        warning=True,
    )
    return [session.answer(notice)]


def log(session: MailSession, _command: Command) -> list[OutboxDraft]:
    """What game masters did that concerns the player, or everybody."""
    seat = session.seat
    notice = log_of(session, session.game, seat=seat.seat, zone=seat.zone, language=seat.language)
    return [session.answer(notice)]
