"""The mails about somebody who plays a seat for a while: to them, and to whom it goes back."""

from __future__ import annotations

from datetime import datetime

from msgspec import structs

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import ending
from pbem.mailer.witness import NOTHING_HELD
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.post import for_seat, pack_notice
from pbem.service.play.describing import first_words, introduced
from pbem.store import mail
from pbem.store.records import GameRow, OutboxDraft, SeatRow
from pbem.store.substitutions import SubstitutionRow

LENT, HANDED_BACK = "lent", "handback"
"""The kinds of mails that it begins, and ends."""
OF_READER = (
    *("address", "nonce", "zone", "language", "quiet"),
    *("news", "notices", "omits", "lent"),
)
"""Columns of a seat that are of whoever has it."""


def as_seat(chair: SeatRow, row: SubstitutionRow) -> SeatRow:
    """A seat as somebody has it to whom it goes back."""
    return structs.replace(chair, **{name: getattr(row, name) for name in OF_READER})


def moment_for(context: Context, seat: SeatRow, moment: datetime) -> str:
    """A moment up to which somebody plays a seat, by the clock and in the language of whoever has
    it."""
    language = seat.language or context.config.service.language
    return ending(context.local(moment, seat.zone), language)


def lent(context: Context, game: GameRow, seat: SeatRow, address: str, ends: datetime) -> Notice:
    return Notice(
        title=_("{game}: somebody plays for you now").format(game=game.title),
        paragraphs=(
            _("{address} plays your seat until {ends}; then it is yours again by itself.").format(
                address=address, ends=moment_for(context, seat, ends)
            ),
            _(
                "Until then you get no mails of the game. A reply to this mail with SUBSTITUTE END "
                "brings the seat back at once; no other order or command of yours counts."
            ),
        ),
        game_title=game.title,
        answer=False,
        held=NOTHING_HELD,
    )


def tell_lender(
    session: Session, game: GameRow, seat: SeatRow, row: SubstitutionRow, player: str = ""
) -> None:
    """That somebody else plays a seat, to whom it goes back; `player` has it now, unless named."""
    mail.queue_mails(session.connection, [lender_draft(session.context, game, seat, row, player)])


def lender_draft(
    context: Context, game: GameRow, seat: SeatRow, row: SubstitutionRow, player: str = ""
) -> OutboxDraft:
    reader = as_seat(seat, row)
    with in_language(context, reader.language):
        notice = lent(context, game, reader, player or seat.address or "", row.until)
        return _draft(context, game, reader, notice, LENT)


def taken_over(
    context: Context, game: GameRow, seat: SeatRow, ends: datetime, seats: int
) -> Notice:
    """Welcome to whoever plays a seat for a while; `seats` is how many the game has."""
    return Notice(
        title=_("{game}: you play for {name} now").format(game=game.title, name=seat.name),
        paragraphs=(
            _(
                "Until {ends} the seat's mails come to you, and your orders count for it. The "
                "report comes in a mail of its own: reply to that one with orders."
            ).format(ends=moment_for(context, seat, ends)),
            introduced(context, game, seats),
            first_words(),
            _(
                "SUBSTITUTE END in a reply hands the seat back at once. The others see that a "
                "substitute plays, and not who."
            ),
        ),
        game_title=game.title,
        answer=False,
    )


def thanks(game: GameRow, seat: SeatRow) -> Notice:
    return Notice(
        title=_("{game}: you play for {name} no more").format(game=game.title, name=seat.name),
        paragraphs=(
            _(
                "The seat was handed back. Thank you for playing. The addresses in all mails that "
                "you got are void."
            ),
        ),
        game_title=game.title,
        answer=False,
        held=NOTHING_HELD,
    )


def again(game: GameRow, seat: SeatRow, *, over: bool) -> Notice:
    said = _("The seat was handed back to you.")
    what = _("The report tells all that was played meanwhile; reply to that one.")
    return Notice(
        title=_("{game}: you play {name} again").format(game=game.title, name=seat.name),
        paragraphs=(said, *(() if over else (what,))),
        game_title=game.title,
        answer=False,
    )


def send(session: Session, game: GameRow, seat: SeatRow, notice: Notice, kind: str) -> None:
    mail.queue_mails(session.connection, [_draft(session.context, game, seat, notice, kind)])


def _draft(
    context: Context, game: GameRow, seat: SeatRow, notice: Notice, kind: str
) -> OutboxDraft:
    header = for_seat(context, game, seat, turn=game.turn)
    return pack_notice(
        context,
        notice,
        header,
        kind=kind,
        game=game.id,
        turn=game.turn,
        seat=seat.seat,
    )
