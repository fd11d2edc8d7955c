"""What somebody has asked for and is to confirm by the reply to one mail of ours, or may still take
back: a row of ``pending``, and that mail."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import ending
from pbem.service.context import Context, in_language
from pbem.service.dispatch.post import for_address, for_seat, pack_notice
from pbem.store import pending
from pbem.store.records import Act, GameRow, OutboxDraft, PendingRow, SeatRow, new_nonce


def begin(
    connection: Connection,
    seat: SeatRow,
    act: Act,
    address: str,
    until: datetime,
    mail_id: int | None,
) -> PendingRow:
    """Note that something is pending for a seat, and for which address; `mail_id` is the mail that
    asks for it."""
    row = PendingRow(seat.game, seat.seat, act, new_nonce(), address, until, mail_id)
    pending.put_pending(connection, row)
    return row


def for_act(
    context: Context,
    game: GameRow,
    seat: SeatRow,
    act: PendingRow,
    notice: Notice,
    *,
    unclear: bool = False,
) -> OutboxDraft:
    """A mail to whom something is pending for; only the reply to it carries that out. The act is
    its kind: limits let no such mail be lost among answers. `unclear`: a reply to it was not
    understood, and it comes once more."""
    if unclear:
        said = (not_understood(), *notice.paragraphs)
        notice = msgspec.structs.replace(notice, paragraphs=said)
    to = structs.replace(seat, address=act.address, nonce=act.nonce)
    header = for_seat(context, game, to, turn=game.turn)
    return pack_notice(
        context, notice, header, kind=act.act, game=game.id, turn=game.turn, seat=seat.seat
    )


def not_understood() -> str:
    """Of a reply that is none to what was asked."""
    return _(
        "Your reply was not understood, and nothing was changed. Two such replies a day are "
        "answered; the words in capitals always count. This is what was asked:"
    )


def how_to_take(context: Context, seat: SeatRow, act: PendingRow) -> str:
    """How somebody takes a seat that is kept for them."""
    said = _(
        "To take it, reply to this mail with the one word JOIN. It is kept until {until}. If you "
        "do nothing it falls free again, and you hear no more of it."
    )
    return said.format(until=last_moment(context, seat, act))


def before_that() -> str:
    """What somebody can do for whom a seat is kept, other than take it."""
    return _("JOIN AS Anna takes it by another name, RULES brings the rules first.")


def turned_away_draft(
    context: Context, game: GameRow, seat: SeatRow, act: PendingRow
) -> OutboxDraft:
    """That somebody who waited for the game master's word gets no seat."""
    with in_language(context, seat.language):
        notice = Notice(
            title=_("You have no seat in {game}").format(game=game.title),
            paragraphs=(_("The game master gives you none in this game. Thank you for asking."),),
            text_only=True,
        )
        header = for_address(context, act.address, language=seat.language)
        return pack_notice(context, notice, header)


def approval_alert(game: str, seat: int) -> str:
    """The alert that somebody waits too long for the game master's word."""
    return f"approve.{game}.{seat}"


def last_moment(context: Context, seat: SeatRow, act: PendingRow) -> str:
    """Until when something is pending, in its reader's zone and language."""
    language = seat.language or context.config.service.language
    return ending(context.local(act.until, seat.zone), language)
