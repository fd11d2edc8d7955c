"""Mails that wait for a person: what game master, sender and player hear of them."""

from __future__ import annotations

from enum import StrEnum

from pbem.engine.i18n import _
from pbem.mailer.inbound.workers import RawMail
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.alerts import note_concern, note_event
from pbem.service.dispatch.post import for_address, language_at, pack_notice
from pbem.service.intake.batch import Settled
from pbem.store.concerns import Concern, Matter
from pbem.store.records import GameRow, InboxRow, InboxStatus, OutboxDraft, SeatRow


class Why(StrEnum):
    """Why a mail with the right token is held all the same."""

    UNKNOWN = "right token, unknown sender"
    DISOWNED = "right token, and the sender's domain disowns it (DMARC)"


def alert_held(
    session: Session, seat: SeatRow, number: int, sender: str, why: Why, others: int
) -> None:
    """Tell operator and game masters of a mail with the right reply address that may not be the
    player's;
    `others` are held for that seat besides, and all of them are told of together."""
    whose = f"{seat.game} seat {seat.seat}"
    came = f"{sender} did not send it, says DMARC"
    if why is not Why.DISOWNED:
        came = f"it came from {sender}"
    what = f"Mail {number} for {whose} is held: {came}"
    if others:
        what += f" ({others + 1} mails for this seat are held: 'pbem quarantine list')"
    remedy = (
        f"Ask the player, who was told. 'pbem quarantine show {number}' shows it, 'pbem quarantine "
        f"retry {number} --accept' takes it as the seat's own"
    )
    key = alert_of_held(seat.game, seat.seat)
    note_event(session, key, what, remedy)
    held = Concern(
        game=seat.game,
        matter=Matter.HELD,
        seat=seat.seat,
        name=seat.name,
        address=sender,
        number=number,
    )
    note_concern(session, key, held, named=True)


def alert_unread(session: Session, seat: SeatRow, number: int, kind: str) -> None:
    """Tell operator and game masters of a player's mail that was neither read nor answered."""
    what = f"Mail {number} for {seat.game} seat {seat.seat} cannot be read: {kind}"
    remedy = (
        "It carries the marks of a mailing list, so its sender got no answer. Tell the player to "
        "send the orders again, as plain text in the mail itself"
    )
    note_event(session, alert_of(number), what, remedy)
    unread = Concern(game=seat.game, matter=Matter.UNREAD, seat=seat.seat, name=seat.name)
    note_concern(session, alert_of(number), unread, named=True)


def alert_quarantined(session: Session, number: int) -> None:
    """Tell the operator of a mail that could not be processed."""
    what = f"A mail could not be processed (number {number})"
    remedy = (
        "It is in quarantine, and its sender has been told that you look into it. "
        f"'pbem quarantine show {number}' shows it; 'pbem quarantine retry {number}' tries again"
    )
    note_event(session, alert_of(number), what, remedy)


def alert_of_held(game: str, seat: int) -> str:
    """The key under which all mails are told of that are held for a seat."""
    return f"held.{game}.{seat}"


def alert_of(number: int) -> str:
    """The key under which a mail is told of; nobody need hear of one that was taken meanwhile."""
    return f"mail.{number}"


def held_notice(game: GameRow, sender: str, why: Why, *, trusting: bool) -> Notice:
    """What a player hears of a mail with the seat's reply address that may not be theirs;
    `trusting`: forged senders are found out where their domain lets them (DMARC)."""
    said = _("{sender} wrote to the reply address that was given to you alone.")
    if why is Why.DISOWNED:
        said = _(
            "Somebody wrote to the reply address that was given to you alone, as {sender}. Your "
            "mail provider's rules (DMARC) say that it was not sent from there."
        )
    forged = (
        _(
            "If you did not, somebody has one of your reports, and can order in your name unless "
            "your mail provider lets forged senders be found out (DMARC)."
        )
        if trusting
        else _(
            "If you did not, somebody has one of your reports, and can order in your name by "
            "putting your address on a mail."
        )
    )
    way_out = _("Reply to this mail with NEWKEY, and the addresses in all earlier mails are void.")
    return Notice(
        title=_("A mail with your reply address may not be yours"),
        paragraphs=(
            said.format(sender=sender),
            _("That mail is held and does not count."),
            _(
                "If you wrote it, send it again from this address, or ask the game master to "
                "take it."
            ),
            f"{forged} {way_out}",
        ),
        game_title=game.title,
        answer=False,
        warning=True,
    )


def answer_quarantined(context: Context, row: InboxRow) -> Settled:
    """The apology for a mail that could not be processed, to whoever can be told; the limits on
    mail that proves nothing are the caller's."""
    read = context.readers.head_of(RawMail(row.raw, row.size, context.config.mail))
    guard, head = read.guard, read.head
    with context.database.read() as connection:
        language = language_at(connection, head.sender)
    header = for_address(context, head.sender, in_reply_to=head.message_id, language=language)
    drafts: tuple[OutboxDraft, ...] = ()
    if guard.may_answer and head.sender:
        with in_language(context, language):
            drafts = (pack_notice(context, _apology(), header, kind="answer"),)
    return Settled(
        InboxStatus.QUARANTINED,
        drafts=drafts,
        message_id=head.message_id,
        sender=head.sender,
        subject=head.subject,
    )


def _apology() -> Notice:
    return Notice(
        title=_("Your mail has not been processed yet"),
        paragraphs=(
            _(
                "Something went wrong here when it was read. It is kept, and the game master has "
                "been told."
            ),
            _("Until then nothing has changed: what you sent before still counts."),
        ),
        warning=True,
        text_only=True,
    )
