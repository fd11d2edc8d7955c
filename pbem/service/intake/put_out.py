"""Obeys the mail of somebody from whom a game master has taken a seat: they may ask why."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from msgspec import structs

from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.extract import extract
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.witness import NOTHING_HELD
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_master, for_seat, pack_notice, put_out_nonce
from pbem.service.intake.batch import Settled
from pbem.service.intake.incoming import Incoming, answerable, done, letter_of, line_of
from pbem.service.intake.strangers import Obeyed
from pbem.service.intake.unproven import disowned
from pbem.service.names import TO_MASTER, plain_name
from pbem.service.play.masters import masters_of
from pbem.service.play.sitting import is_put_out
from pbem.service.press import limits
from pbem.service.press.cleaning import without_addresses
from pbem.service.press.delivery import KIND as LETTER
from pbem.service.press.writing import wrapped
from pbem.store import games, mail
from pbem.store.mastering import MasterRow, Role
from pbem.store.records import GameRow, InboxStatus, OutboxDraft, SeatRow
from pbem.store.talk import PressKind

KIND = "putout"
"""The kind of the answers."""
MOST_ANSWERED = 3
"""Letters a day that are passed on, and answered."""
DAY = timedelta(days=1)


def put_out_of(
    session: Session, incoming: Incoming, claims: Iterable[address.Claim]
) -> tuple[GameRow, SeatRow] | None:
    """The game and seat that the sender of a mail lost and has not got back, who shows the token of
    the mail that said so; None for anybody else."""
    sender = incoming.head.sender
    for claim in claims:
        if not isinstance(claim.route, address.Route):
            continue
        game = games.find_game(session.connection, claim.route.game, lock=True)
        seat = games.find_seat(session.connection, claim.route.game, claim.route.seat)
        if game is None or seat is None or not is_put_out(session.connection, game.id, sender):
            continue
        if line_of(session, claim, put_out_nonce(sender), game) is not None:
            own = structs.replace(seat, address=sender, nonce=put_out_nonce(sender))
            return game, structs.replace(own, language=incoming.known.language)
    return None


def settle_put_out(session: Session, incoming: Incoming, game: GameRow, seat: SeatRow) -> Settled:
    """What such a mail comes to: a letter to the game's owners. Raises UnreadableMail."""
    if incoming.guard.bulk or incoming.guard.doubtful:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if incoming.dmarc is Dmarc.FAIL:
        return disowned(session, incoming)
    since = session.context.clock.now() - DAY
    if incoming.batch.count_kind(KIND, since, recipient=incoming.head.sender) >= MOST_ANSWERED:
        return done(incoming, InboxStatus.DONE, "has written enough of a lost seat", (), game.id)
    obeyed = _passed_on(session, incoming, game, seat)
    drafts = answerable(incoming, obeyed.drafts)
    return done(incoming, InboxStatus.DONE, obeyed.note, drafts, game.id)


def _passed_on(session: Session, incoming: Incoming, game: GameRow, seat: SeatRow) -> Obeyed:
    letter = letter_of(incoming)
    found = extract(letter, load(game.ruleset).desk.fit, known=_is_master)
    blocks = ["\n".join(block.lines) for block in found.press]
    said = "\n\n".join(blocks) if blocks else "\n".join(found.own)
    text, _left_out = without_addresses(said.strip())
    owners = [
        one
        for one in masters_of(session.context, session.connection, game.id)
        if one.role is Role.OWNER
    ]
    why = (
        limits.not_allowed(game, PressKind.MASTER, anonymous=False)
        or limits.too_late(game, session.context.clock.now())
        or limits.too_long(text)
        or ("" if owners else _("The game master has no address here."))
    )
    if found.taken or found.unread or not text or why:
        told = _answer(session, incoming, game, seat, _not_passed_on(game, why))
        return Obeyed("of a lost seat, nothing passed on", (told,))
    letters = [_letter(session, game, seat, one, text) for one in owners]
    mail.queue_mails(session.connection, letters)
    passed = Notice(
        title=_("{game}: your letters").format(game=game.title),
        paragraphs=(
            _("This went to the game master. An answer comes by a mail of their own, if at all."),
        ),
        lines=wrapped(text),
        game_title=game.title,
        held=NOTHING_HELD,
    )
    told = _answer(session, incoming, game, seat, passed)
    return Obeyed("of a lost seat, to the game master", (told,))


def _is_master(names: str) -> bool:
    return plain_name(names) in TO_MASTER


def _not_passed_on(game: GameRow, why: str) -> Notice:
    return Notice(
        title=_("{game}: nothing was passed on").format(game=game.title),
        paragraphs=(
            *([why] if why else ()),
            _(
                "You have no seat in this game any more, so that orders and commands do not count. "
                "What you write in a reply to this mail goes to its game master."
            ),
        ),
        game_title=game.title,
        warning=True,
        held=NOTHING_HELD,
    )


def _letter(
    session: Session, game: GameRow, seat: SeatRow, master: MasterRow, text: str
) -> OutboxDraft:
    with in_language(session.context, master.language):
        notice = Notice(
            title=_("{game}: somebody writes who lost seat {seat}").format(
                game=game.title, seat=seat.seat
            ),
            paragraphs=(
                _(
                    "The game passes no answer on to people without a seat: to answer, write to "
                    "{address} yourself."
                ).format(address=seat.address),
            ),
            lines=wrapped(text),
            game_title=game.title,
            answer=False,
        )
        header = for_master(session.context, game, master)
        return pack_notice(
            session.context, notice, header, kind=LETTER, game=game.id, turn=game.turn
        )


def _answer(
    session: Session, incoming: Incoming, game: GameRow, seat: SeatRow, notice: Notice
) -> OutboxDraft:
    to = incoming.head.message_id
    header = for_seat(session.context, game, seat, turn=game.turn, in_reply_to=to)
    return pack_notice(session.context, notice, header, kind=KIND, game=game.id, turn=game.turn)
