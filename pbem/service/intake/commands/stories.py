"""STORY: the story of a game that is over, once more."""

from __future__ import annotations

from datetime import timedelta

from pbem.engine.i18n import _
from pbem.engine.registry import letters_of
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.intake.mail_session import MailSession
from pbem.store import stories
from pbem.store.records import GameRow, GameStatus, OutboxDraft

BETWEEN_STORIES = timedelta(days=1)
"""A story takes seconds to draw and megabytes to send."""
MOST_NAMED = 10
"""Games whose stories one mail offers."""


def ask_for_story(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Note that the sender is to be told the story of the mail's own game, or of another that they
    played in; it comes in a mail of its own."""
    found = _meant(session, command.argument)
    if found is None:
        return [session.answer(_unknown(session, command.argument))]
    game, seat = found
    title = _("The story of {game}").format(game=game.title)
    return [session.answer(Notice(title=title, paragraphs=(_said(session, game, seat),)))]


def _meant(session: MailSession, wanted: str) -> tuple[GameRow, int] | None:
    """The game that somebody means, and their seat in it."""
    if not wanted or _is_called(session.game, wanted):
        return session.game, session.seat.seat
    over = stories.games_over(session.connection, session.seat.address or "")
    return next(((game, seat) for game, seat in over if _is_called(game, wanted)), None)


def _is_called(game: GameRow, wanted: str) -> bool:
    return letters_of(wanted) in (letters_of(game.id), letters_of(game.title))


def _said(session: MailSession, game: GameRow, seat: int) -> str:
    if game.status != GameStatus.FINISHED:
        return _("The game is not over. Its story comes when it is.")
    now = session.context.clock.now()
    last = stories.last_told(session.connection, game.id, seat)
    if last is not None and now - last < BETWEEN_STORIES:
        language = session.seat.language or session.context.config.service.language
        told = stamp(session.context.local(last, session.seat.zone), language)
        return _("It went to you on {when}. It is written once a day at the most.").format(
            when=told
        )
    stories.want_story(session.connection, game.id, now, seat)
    return _("It is being written, and comes in a mail of its own.")


def _unknown(session: MailSession, wanted: str) -> Notice:
    over = stories.games_over(session.connection, session.seat.address or "")
    title = _("There is no story of {game}").format(game=wanted)
    if not over:
        said = _("None of the games that you play in is over.")
        return Notice(title=title, paragraphs=(said,))
    return Notice(
        title=title,
        paragraphs=(_("Send one of these lines:"),),
        lines=tuple(f"STORY {game.id}" for game, _seat in over[:MOST_NAMED]),
    )
