"""Obeys the reply to the mail that asks somebody to confirm that they stand by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from pbem.engine.api import Fit
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.commands import read_command, without_courtesy
from pbem.mailer.inbound.extract import extract
from pbem.service.context import Session
from pbem.service.intake.batch import Settled
from pbem.service.intake.commands.listing import open_games_notice
from pbem.service.intake.commands.standby import changed, refused
from pbem.service.intake.incoming import (
    Incoming,
    answerable,
    done,
    letter_of,
    note_alive,
    once_read,
)
from pbem.service.intake.limits import to_candidate
from pbem.service.intake.strangers import Obeyed, answer_to
from pbem.service.intake.unproven import disowned, elsewhere
from pbem.service.play.standby import asking_draft, places_of
from pbem.service.play.table import GameProblem
from pbem.store import standbys
from pbem.store.invitations import invite_again
from pbem.store.records import InboxStatus
from pbem.store.standbys import StandbyRow

_CONFIRM = re.compile(r"(?:confirm|bestätigen|confirmer)\s*[.!]*", re.IGNORECASE)


def standby_of(
    session: Session, claims: Iterable[address.Claim], incoming: Incoming
) -> StandbyRow | None:
    """Who was asked, or told, that they stand by in the mail that this one answers."""
    keys = session.context.accepted_keys
    for claim in claims:
        if not isinstance(claim.route, address.Route) or claim.route.seat != 0:
            continue
        for row in standbys.standbys_about(session.connection, claim.route.game):
            in_time = row.until is None or incoming.row.received < row.until
            if in_time and address.authentic(keys, claim, row.nonce):
                return row
    return None


def settle_standby(session: Session, incoming: Incoming, row: StandbyRow) -> Settled:
    """What the reply of somebody comes to who stands by, or is to confirm it. Raises
    UnreadableMail."""
    if incoming.guard.bulk:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if incoming.head.sender != row.address:
        return elsewhere(session, incoming)
    if incoming.dmarc is Dmarc.FAIL:
        return disowned(session, incoming)
    note_alive(session.connection, incoming)
    obeyed = _obeyed(session, incoming, row)
    if incoming.guard.doubtful and not obeyed.ordered:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    drafts = answerable(once_read(incoming, obeyed), obeyed.drafts)
    drafts = to_candidate(
        session.context, incoming.batch, drafts, row.address, clear=obeyed.ordered
    )
    return done(incoming, InboxStatus.DONE, obeyed.note, drafts)


def _obeyed(session: Session, incoming: Incoming, row: StandbyRow) -> Obeyed:
    letter = letter_of(incoming)
    lines = extract(letter, lambda line: Fit.ORDER if _is_consent(line) else Fit.NO).taken
    commands = [command for line in lines if (command := read_command(line)) is not None]
    asked = [c for c in commands if c.verb == "STANDBY" and (c.deputy or c.argument)]
    consents = any(map(_is_consent, lines))
    if consents:
        standbys.confirm_standby(session.connection, row.id)
        invite_again(session.connection, row.address)
    if asked:
        try:
            told = changed(session, asked[0], row.address)
        except GameProblem as problem:
            told = refused(problem)
        return Obeyed("changes where it stands by", (answer_to(session, letter, told),))
    if consents:
        return Obeyed("stands by", (asking_draft(session, replace(row, until=None)),))
    if any(c.verb == "LIST" for c in commands):
        listed = open_games_notice(session, places_of(session, row.address))
        return Obeyed("list", (answer_to(session, letter, listed),))
    note = "asks where it stands by" if row.until is None else "does not confirm it"
    return Obeyed(note, (asking_draft(session, row),), ordered=False)


def _is_consent(line: str) -> bool:
    return _CONFIRM.fullmatch(without_courtesy(line.strip())) is not None
