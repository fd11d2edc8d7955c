"""What is pending for a seat, and comes to nothing by what another does: whom that concerns is
told."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.alerts import end_alert
from pbem.service.dispatch.post import for_address, language_at, pack_notice
from pbem.service.play.acts import approval_alert, turned_away_draft
from pbem.service.play.substitute_mails import send
from pbem.store import mail, pending
from pbem.store.invitations import note_reply
from pbem.store.joining import Reply
from pbem.store.records import OVER, Act, GameRow, PendingRow, SeatRow


def let_go(
    session: Session, game: GameRow, seat: SeatRow, *, to: str | None = "", leaves: bool = False
) -> None:
    """Let nothing be pending for a seat. It goes `to` somebody else where that is an address, or
    None for a bot; `leaves` says that its player has nothing to do with it any more."""
    act = pending.find_pending(session.connection, game.id, seat.seat)
    if act is None:
        return
    pending.drop_pending(session.connection, game.id, seat.seat)
    given = act.address == to
    is_taken = not leaves or to != ""  # by whoever ends or begins the game, or has the seat now
    match act.act:
        case Act.APPROVE:
            end_alert(session.connection, approval_alert(game.id, seat.seat))
            if not given:
                draft = turned_away_draft(session.context, game, seat, act)
                mail.queue_mails(session.connection, [draft])
        case Act.INVITE:
            reply = Reply.JOINED if given else Reply.LAPSED
            note_reply(session.connection, game.id, act.address, reply)
            if not given and is_taken:
                _tell(session, game, act, _kept_no_more)
        case Act.JOIN if not given and is_taken:
            _tell(session, game, act, _kept_no_more)
        case Act.SUBSTITUTE if not leaves:
            nobody_plays(session, game, seat, _("Nobody is asked to play for you any more."))
        case Act.OFFER if not given:
            _tell(session, game, act, _offered_no_more)
        case Act.RETURN if not given and to != "":
            _tell(session, game, act, _no_way_back)


def let_go_at_the_end(session: Session, game: GameRow) -> None:
    """In a game that is over no seat is offered, and nobody is asked to play for another."""
    for act in pending.pending_of(session.connection, game.id):
        if act.act in (Act.OFFER, Act.SUBSTITUTE):
            pending.drop_pending(session.connection, game.id, act.seat)
        if act.act is Act.OFFER:
            _tell(session, game, act, _offered_no_more)


def nobody_plays(session: Session, game: GameRow, seat: SeatRow, why: str = "") -> None:
    """Whoever asked somebody to play for them hears that nobody does; not once the game is over."""
    if game.status in OVER:
        return
    with in_language(session.context, seat.language):
        said = why or _("Whoever you asked has declined, or did not answer in time.")
        notice = Notice(
            title=_("{game}: nobody plays for you").format(game=game.title),
            paragraphs=(said, _("You play on.")),
            game_title=game.title,
            answer=False,
        )
        send(session, game, seat, notice, "notice")


def _offered_no_more(game: GameRow) -> Notice:
    over = game.status in OVER
    return Notice(
        title=_("The seat in {game} is no longer free").format(game=game.title),
        paragraphs=(
            _("The game is over.") if over else _("The game master has given it to somebody else."),
            _("What else you stand by for stays as it is; STANDBY tells it."),
        ),
        text_only=True,
    )


def _kept_no_more(game: GameRow) -> Notice:
    over = game.status in OVER
    return Notice(
        title=_("No seat in {game} is kept for you any more").format(game=game.title),
        paragraphs=(
            _("The game master has ended the game.")
            if over
            else _("The game begins without you, or the game master has given your seat away."),
            _("You need not do anything. LIST tells which games have free seats."),
        ),
        text_only=True,
    )


def _no_way_back(game: GameRow) -> Notice:
    return Notice(
        title=_("You play {game} no more").format(game=game.title),
        paragraphs=(
            _("The game master has given the seat that you gave up to somebody else or to a bot."),
        ),
        text_only=True,
    )


def _tell(
    session: Session, game: GameRow, act: PendingRow, write: Callable[[GameRow], Notice]
) -> None:
    """A mail to somebody who has no seat."""
    language = language_at(session.connection, act.address)
    with in_language(session.context, language):
        header = for_address(session.context, act.address, language=language)
        draft = pack_notice(session.context, write(game), header)
    mail.queue_mails(session.connection, [draft])
