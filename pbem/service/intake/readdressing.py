"""Obeys the replies to the mails about a change of address: the new address's consent, and the old
one's UNDO."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from pbem.engine.api import Fit
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.commands import without_courtesy
from pbem.mailer.inbound.extract import extract
from pbem.service.context import Session, in_language
from pbem.service.intake.batch import Settled
from pbem.service.intake.incoming import (
    Incoming,
    answerable,
    done,
    keys_of,
    letter_of,
    note_alive,
    once_read,
)
from pbem.service.intake.limits import is_idle_again, to_candidate
from pbem.service.intake.strangers import Obeyed
from pbem.service.intake.unproven import ENOUGH, disowned, elsewhere
from pbem.service.play.readdressing import asking_draft, carry_out, undo
from pbem.store import games
from pbem.store.readdressing import ReaddressRow, changes_asked_in
from pbem.store.records import GameRow, InboxStatus, SeatRow

_CONFIRM = re.compile(r"(?:confirm|bestätigen|confirmer)\s*[.!]*", re.IGNORECASE)
_UNDO = re.compile(r"(?:undo|rückgängig|zurücknehmen|annuler)\s*[.!]*", re.IGNORECASE)


@dataclass(frozen=True)
class Concerned:
    """Whom a mail about a change of address went to: the new address, or the old one."""

    change: ReaddressRow
    game: GameRow
    seat: SeatRow
    is_new: bool

    @property
    def address(self) -> str:
        return self.change.new if self.is_new else self.change.old


def concerned_by(
    session: Session, claims: Iterable[address.Claim], incoming: Incoming
) -> Concerned | None:
    """Whose mail about a change of address this one answers; None for any other mail."""
    for claim in claims:
        route = claim.route
        if not isinstance(route, address.Route):
            continue
        if (route.game, route.seat) not in incoming.batch.places_changing:
            continue
        place = games.lock_place(session.connection, route.game, route.seat)
        if place is None:
            continue
        keys = keys_of(session, place[0])
        for change in changes_asked_in(session.connection, route.game, route.seat):
            asks = address.authentic(keys, claim, change.nonce)
            if not (asks or address.authentic(keys, claim, change.undo)):
                continue
            if incoming.row.received < change.until:
                return Concerned(change, *place, is_new=asks)
    return None


def settle_change(session: Session, incoming: Incoming, who: Concerned) -> Settled:
    """What the reply to a mail about a change of address comes to. Raises UnreadableMail."""
    if incoming.guard.bulk:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if who.address not in (incoming.head.sender, incoming.second):
        return elsewhere(session, incoming)
    if incoming.dmarc is Dmarc.FAIL:
        return disowned(session, incoming)
    note_alive(session.connection, incoming)
    with in_language(session.context, who.seat.language):
        obeyed = _obeyed(session, incoming, who)
    place = (who.game.id, who.seat.seat)
    if incoming.guard.doubtful and not obeyed.ordered:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons), (), *place)
    drafts = answerable(once_read(incoming, obeyed), obeyed.drafts)
    if not obeyed.ordered:
        if is_idle_again(session, who.address, proven=True):
            return done(incoming, InboxStatus.DONE, f"{obeyed.note}; {ENOUGH}", (), *place)
        drafts = to_candidate(session.context, incoming.batch, drafts, who.address)
    return done(incoming, InboxStatus.DONE, obeyed.note, drafts, *place)


def _obeyed(session: Session, incoming: Incoming, who: Concerned) -> Obeyed:
    meant = _CONFIRM if who.is_new else _UNDO
    lines = extract(letter_of(incoming), partial(_fit, meant)).taken
    said = any(meant.fullmatch(without_courtesy(line.strip())) for line in lines)
    place = (who.game, who.seat, who.change)
    if said and not who.is_new:
        return Obeyed("undoes a change of address", tuple(undo(session, *place)))
    if said and who.change.done is None:
        return Obeyed("confirms a new address", tuple(carry_out(session, *place)))
    if who.is_new and who.change.done is None:
        again = asking_draft(session, *place)
        return Obeyed("does not confirm a new address", (again,), ordered=False)
    return Obeyed("says nothing about its change of address", (), ordered=False)


def _fit(meant: re.Pattern[str], line: str) -> Fit:
    return Fit.ORDER if meant.fullmatch(without_courtesy(line.strip())) else Fit.NO
