"""Obeys the mail of somebody whose seat another plays for a while: they may have it back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pbem.engine.api import Fit
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.commands import read_command, without_courtesy
from pbem.mailer.inbound.extract import extract
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.witness import NOTHING_HELD
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_seat, pack_notice
from pbem.service.intake.batch import Settled
from pbem.service.intake.incoming import (
    Incoming,
    answerable,
    done,
    letter_of,
    line_of,
    once_read,
)
from pbem.service.intake.limits import is_idle_again, room_for, within_limit
from pbem.service.intake.strangers import Obeyed
from pbem.service.intake.unproven import ENOUGH, disowned, elsewhere
from pbem.service.play.substitute_mails import as_seat, moment_for
from pbem.service.play.substituting import hand_back
from pbem.store import games
from pbem.store.records import GameRow, InboxStatus, OutboxDraft, SeatRow
from pbem.store.substitutions import SubstitutionRow, stack_of

_BACK = re.compile(r"(?:return|zurück|zurueck|revenir)\s*[.!]*", re.IGNORECASE)


@dataclass(frozen=True)
class Lender:
    """Somebody whose seat another plays: ``seat`` is as they have it."""

    game: GameRow
    seat: SeatRow
    row: SubstitutionRow


def lender_of(session: Session, claims: Iterable[address.Claim]) -> Lender | None:
    """Who shows the token of a seat that goes back to them; None for anybody else."""
    for claim in claims:
        if not isinstance(claim.route, address.Route):
            continue
        stack = stack_of(session.connection, claim.route.game, claim.route.seat)
        if not stack:
            continue
        place = games.lock_place(session.connection, claim.route.game, claim.route.seat)
        assert place is not None, "a seat that goes back to somebody"
        for row in stack:
            if line_of(session, claim, row.nonce, place[0]) is not None:
                return Lender(place[0], as_seat(place[1], row), row)
    return None


def settle_lender(session: Session, incoming: Incoming, who: Lender) -> Settled:
    """What a mail of somebody comes to whose seat another plays. Raises UnreadableMail."""
    if incoming.guard.bulk:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if incoming.head.sender != who.seat.address:
        return elsewhere(session, incoming)
    if incoming.dmarc is Dmarc.FAIL:
        return disowned(session, incoming)
    with in_language(session.context, who.seat.language):
        obeyed = _obeyed(session, incoming, who)
    place = (who.game.id, who.seat.seat)
    if incoming.guard.doubtful and not obeyed.ordered:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons), (), *place)
    if not obeyed.ordered and is_idle_again(session, who.row.address, proven=True):
        return done(incoming, InboxStatus.DONE, f"{obeyed.note}; {ENOUGH}", (), *place)
    drafts = answerable(once_read(incoming, obeyed), obeyed.drafts)
    room = room_for(session.context, incoming.batch, who.row.address)
    drafts = within_limit(session.context, drafts, room)
    return done(incoming, InboxStatus.DONE, obeyed.note, drafts, *place)


def _obeyed(session: Session, incoming: Incoming, who: Lender) -> Obeyed:
    is_order = load(who.game.ruleset).desk.fit
    lines = extract(
        letter_of(incoming), lambda line: Fit.ORDER if _is_back(line) else is_order(line)
    ).taken
    untaken = tuple(line for line in lines if not (_is_back(line) or read_command(line)))
    back = any(map(_is_back, lines))
    preview = any((c := read_command(line)) and c.verb == "PREVIEW" for line in lines)
    if not back or preview:
        told = _answer(session, incoming, who, _lent_still(session, who, untaken))
        return Obeyed("for a seat that another plays", (told,), ordered=bool(lines))
    moment = incoming.row.received
    hand_back(session, who.game, who.seat.seat, who.row.level, moment=moment)
    if not untaken:
        return Obeyed("has its seat back", ())
    notice = Notice(
        title=_("The seat is yours again, but your orders were not taken"),
        paragraphs=(
            _("Send them once more, in a reply to the report, which is a mail of its own."),
        ),
        lines=untaken,
        warning=True,
    )
    return Obeyed("has its seat back", (_answer(session, incoming, who, notice),))


def _lent_still(session: Session, who: Lender, untaken: tuple[str, ...]) -> Notice:
    return Notice(
        title=_("{game}: somebody plays for you").format(game=who.game.title),
        paragraphs=(
            _(
                "Until {ends} somebody else plays your seat. To have it back at once, reply with "
                "SUBSTITUTE END."
            ).format(ends=moment_for(session.context, who.seat, who.row.until)),
            _("Nothing was changed."),
            *([_("The orders in your mail were not taken:")] if untaken else ()),
        ),
        lines=untaken,
        game_title=who.game.title,
        held=NOTHING_HELD,
        warning=bool(untaken),
    )


def _answer(session: Session, incoming: Incoming, who: Lender, notice: Notice) -> OutboxDraft:
    header = for_seat(
        session.context,
        who.game,
        who.seat,
        turn=who.game.turn,
        in_reply_to=incoming.head.message_id,
    )
    return pack_notice(
        session.context,
        notice,
        header,
        kind="answer",
        game=who.game.id,
        turn=who.game.turn,
        seat=who.seat.seat,
    )


def _is_back(line: str) -> bool:
    said = read_command(line)
    ends = said is not None and said.deputy is not None and said.deputy.ends
    return ends or _BACK.fullmatch(without_courtesy(line.strip())) is not None
