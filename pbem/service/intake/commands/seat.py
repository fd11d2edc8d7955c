"""What a player does with a seat: takes one, gives one up, renews its key, wishes for news."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.intake.commands.leaving import give_back
from pbem.service.intake.mail_session import MailSession
from pbem.service.intake.ordering import withdraw
from pbem.service.intake.strangers import join_drafts
from pbem.service.intake.submission import Submission
from pbem.service.play.news import catch_up
from pbem.store import games
from pbem.store.records import GameStatus, NewsWish, OutboxDraft


def wish_for_news(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Note how often the player wants reports; who wants each turn's gets what has waited."""
    wish = NewsWish(command.argument)
    games.change_seat(session.connection, session.game.id, session.seat.seat, news=wish)
    said = (
        _("From now on you get a report of every turn.")
        if wish is NewsWish.EACH_TURN
        else _(
            "From now on you get one report a day at the most, with everything since the last "
            "one, while nothing is needed from you. When the game waits for you, you get it at "
            "once."
        )
    )
    title = _("{game}: how often you get the news").format(game=session.game.title)
    answer = session.answer(Notice(title=title, paragraphs=(said,), game_title=session.game.title))
    late = None
    if wish is NewsWish.EACH_TURN:
        late = catch_up(session, session.game, session.seat)
    return [answer] if late is None else [answer, late]


def take_back(session: MailSession, _command: Command) -> list[OutboxDraft]:
    if session.game.status == GameStatus.FORMING:
        return give_back(session)
    row, place = session.row, (session.game, session.seat, session.turn)
    sent = Submission(*place, (), (), row.received, row.id, undone=session.undone)
    return [session.receipt(withdraw(session, session.table, sent))]


def tell_new_key(session: MailSession, _command: Command) -> list[OutboxDraft]:
    """The address of the new key, which the seat has already."""
    notice = Notice(
        title=_("{game}: your seat has a new reply address").format(game=session.game.title),
        paragraphs=(
            _(
                "From now on reply to this mail, and to those that come after it. The addresses in "
                "all earlier mails are void: nobody who has one of them can order in your name."
            ),
            _("Orders that you have sent still count."),
        ),
        game_title=session.game.title,
    )
    return [session.answer(notice, "newkey")]


def join(session: MailSession, command: Command) -> list[OutboxDraft]:
    number, batch = session.row.id, session.batch
    return join_drafts(session, session.letter, command, number, batch=batch, proven=True)
