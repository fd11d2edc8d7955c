"""Giving a seat up, and taking it back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import structs

from pbem.engine.i18n import _, ngettext
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.witness import NOTHING_HELD
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.alerts import end_alert, note_concern
from pbem.service.play.acts import begin, for_act, last_moment
from pbem.service.play.dropping import let_go
from pbem.service.play.ending import reckon, stand_of
from pbem.service.play.lateness import absence_alert
from pbem.service.play.news import newest_report
from pbem.service.press.delivery import pass_on_now
from pbem.store import games, pending
from pbem.store.concerns import Concern, Matter
from pbem.store.records import (
    Act,
    GameRow,
    GameStatus,
    OutboxDraft,
    PendingRow,
    SeatKind,
    SeatRow,
    new_nonce,
)

CONFIRM_WITHIN = timedelta(days=3)
"""How long giving a seat up may be confirmed."""
RETURN_WITHIN = timedelta(days=3)
"""How long a seat that was given up may be taken back."""


def ask_to_resign(session: Session, game: GameRow, seat: SeatRow, mail_id: int) -> OutboxDraft:
    """The mail to whose reply a seat is given up."""
    until = session.context.clock.now() + CONFIRM_WITHIN
    let_go(session, game, seat)
    act = begin(session.connection, seat, Act.RESIGN, seat.address or "", until, mail_id)
    return asking_draft(session.context, game, seat, act)


def asking_draft(context: Context, game: GameRow, seat: SeatRow, act: PendingRow) -> OutboxDraft:
    """Whether a player means to give a seat up, and how that is confirmed."""
    with in_language(context, seat.language):
        notice = _asking(game)
        return for_act(context, game, seat, act, notice)


def _asking(game: GameRow) -> Notice:
    return Notice(
        title=_("Do you give up your seat in {game}?").format(game=game.title),
        paragraphs=(
            _("Nothing has changed yet: the seat is yours, and what you have sent counts."),
            _how_to_confirm(game),
            _(
                "If you did not ask for this, somebody has one of your reports: reply with NEWKEY, "
                "and the addresses in all earlier mails are void."
            ),
        ),
        game_title=game.title,
        warning=True,
    )


def _how_to_confirm(game: GameRow) -> str:
    if game.status == GameStatus.FORMING:
        return _(
            "To give your seat back, reply to this very mail with the one word WITHDRAW. It is "
            "free again then."
        )
    if load(game.ruleset).resign is not None:
        return _(
            "To resign, reply to this very mail with the one word RESIGN. It counts as the rules "
            "of the game have it."
        )
    return _(
        "To give your seat up, reply to this very mail with the one word RESIGN. The house "
        "bot then plays it."
    )


def resign(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    *,
    arrived: datetime,
    mail_id: int | None,
    untaken: Sequence[str] = (),
) -> OutboxDraft:
    """From now on the house bot moves for this seat, or it resigns by the rules of its game. Its
    player gets no more mail of it but the answer, by which it can be taken back; `arrived` is when
    the mail did that confirms it, and `untaken` are its orders."""
    act = _leave(session, game, seat, 0, arrived=arrived, mail_id=mail_id)
    return resigned_draft(session.context, game, seat, act, untaken)


def leave_to_bot(session: Session, game: GameRow, seat: SeatRow, missed: int) -> OutboxDraft:
    """Somebody who has missed so many turns in a row loses the seat, as if given up; returns the
    mail that says so, by which it can be taken back."""
    now = session.context.clock.now()
    act = _leave(session, game, seat, missed, arrived=now, mail_id=None)
    with in_language(session.context, seat.language):
        notice = Notice(
            title=_lost(game).format(game=game.title),
            paragraphs=(
                ngettext(
                    "No orders came from you for {count} turn.",
                    "No orders came from you for {count} turns in a row.",
                    missed,
                ).format(count=missed),
                _to_return(session.context, seat, act),
            ),
            game_title=game.title,
            answer=False,
            held=NOTHING_HELD,
        )
        return for_act(session.context, game, seat, act, notice)


def _lost(game: GameRow) -> str:
    if load(game.ruleset).resign is not None:
        return _("You have lost your seat in {game}")
    return _("The house bot plays for you in {game}")


def _leave(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    missed: int,
    *,
    arrived: datetime,
    mail_id: int | None,
) -> PendingRow:
    """The seat is given up, for so many turns `missed` in a row or because its player wants that
    (0). Returns how it can be taken back."""
    until = session.context.clock.now() + RETURN_WITHIN
    let_go(session, game, seat, leaves=True)
    end_alert(session.connection, absence_alert(game.id, seat.seat))
    pass_on_now(session, game, seat, arrived if mail_id is not None else None)
    act = begin(session.connection, seat, Act.RETURN, seat.address or "", until, mail_id)
    games.change_seat(session.connection, game.id, seat.seat, kind=SeatKind.RESIGNED)
    reckon(session, game, stand_of(session.connection, game), arrived=arrived)
    left = Concern(
        game=game.id,
        matter=Matter.RESIGNED,
        seat=seat.seat,
        name=seat.name,
        count=missed,
        until=until,
    )
    note_concern(session, f"resigned.{game.id}.{seat.seat}", left)
    return act


def _to_return(context: Context, seat: SeatRow, act: PendingRow) -> str:
    return _(
        "If this was a mistake, reply to this mail with the one word RETURN until "
        "{until}: you get your seat back as it then stands."
    ).format(until=last_moment(context, seat, act))


def resigned_draft(
    context: Context, game: GameRow, seat: SeatRow, act: PendingRow, untaken: Sequence[str] = ()
) -> OutboxDraft:
    """That a seat has been given up, and how it is taken back; with the orders that came in the
    same mail and count for nothing. What its reader held is not played."""
    with in_language(context, seat.language):
        notice = Notice(
            title=_("You have resigned from {game}").format(game=game.title),
            paragraphs=(
                _("It counts at your next move. Thank you for playing.")
                if load(game.ruleset).resign is not None
                else _("The house bot plays your seat from now on. Thank you for playing."),
                _to_return(context, seat, act),
                *([_("The orders in your mail were not taken:")] if untaken else ()),
            ),
            lines=tuple(untaken),
            game_title=game.title,
            held=NOTHING_HELD,
        )
        return for_act(context, game, seat, act, notice)


def take_back(session: Session, game: GameRow, seat: SeatRow, *, arrived: datetime) -> OutboxDraft:
    """Give a seat back to whoever gave it up; returns the report of all that happened meanwhile."""
    pending.drop_pending(session.connection, game.id, seat.seat)
    back = structs.replace(seat, kind=SeatKind.HUMAN, nonce=new_nonce(), missed=0, waited=0)
    games.change_seat(
        session.connection,
        game.id,
        seat.seat,
        kind=back.kind,
        nonce=back.nonce,
        missed=back.missed,
        waited=back.waited,
    )
    reckon(session, game, stand_of(session.connection, game), arrived=arrived)
    returned = Concern(game=game.id, matter=Matter.RETURNED, seat=seat.seat, name=seat.name)
    note_concern(session, f"returned.{game.id}.{seat.seat}", returned)
    return newest_report(session, game, back)
