"""Keeps score of addresses that mail does not reach, and of those it reaches again.

A bounce never drops a player. It warns the game master, before a turn is missed;
after several, mail to the address is held until its owner replies to one of our mails or the
game master says `resend`. What comes in the name of an address, bounces or mail, counts where it
shows that a mail of ours was had: the rest anybody could write.
"""

from __future__ import annotations

import logging
import re

from sqlalchemy.engine import Connection

from pbem.mailer.address import authentic_bounce, find_bounce
from pbem.mailer.inbound.bounces import Bounce
from pbem.service.context import Session
from pbem.service.dispatch.alerts import begin_alert, begin_concern, end_alert
from pbem.store import contacts, games, mail, masters, observers
from pbem.store.concerns import Concern, Matter
from pbem.store.records import OutboxRow, OutboxStatus

log = logging.getLogger(__name__)

HARD, SOFT = 1.0, 0.25
SENT_BACK, DELAYED = "its host sent it back", "its host has not delivered it yet"
"""What is noted of a mail of which a bounce told: each tells of it once."""
_FULL = re.compile(r"\b[45]\.2\.2\b|mailbox (?:is )?full|(?:over|exceed\w*) (?:\w+ )?quota", re.I)
"""RFC 3463, 3.3: the mailbox is full; and how hosts say it that know no such codes."""
HOLD_AT = 2.0
"""Two hard bounces in a row, or eight soft ones: more mail would only hurt our standing."""


def note_bounce(session: Session, bounce: Bounce) -> bool:
    """Score the address that a bounce is about; False for one that proves nothing, or says again
    what is on record of the same mail."""
    sent = _original(session, bounce)
    if sent is None or sent.error.startswith(SENT_BACK):
        return False
    said = SENT_BACK if bounce.permanent else DELAYED
    if sent.error.startswith(said):
        return False
    reason = f"{said} ({bounce.status})" if bounce.status else said
    mail.change_mails(session.connection, [sent.id], error=reason)
    score(session, sent, permanent=bounce.permanent, reason=reason)
    return True


def _original(session: Session, bounce: Bounce) -> OutboxRow | None:
    """The mail that a bounce is about, where it shows that it had it.

    Anybody can write a bounce. Every mail of ours has an envelope address of its own, signed, and
    only what comes there counts. Where the host has no such addresses, the Message-ID and the
    recipient have to be those of a mail of ours, and one such bounce counts a day.
    """
    verp = find_bounce(bounce.recipients)
    if verp is not None:
        sent = mail.find_outgoing(session.connection, verp[0])
        if sent is None:
            return None
        keys = session.context.at(sent.relay).accepted_keys
        return sent if authentic_bounce(keys, *verp) else None
    if session.context.config.mail.plus_addressing or not bounce.original_id:
        return None
    sent = mail.find_sent(session.connection, bounce.original_id)
    if sent is None or sent.recipient not in bounce.failed:
        return None
    contact = contacts.find_contact(session.connection, sent.recipient)
    today = session.context.clock.now().date()
    return None if contact is not None and contact.last.date() == today else sent


def score(session: Session, sent: OutboxRow, *, permanent: bool, reason: str) -> None:
    """Count one failure against an address, and warn the game master of what it may cost."""
    points = HARD if permanent else SOFT
    contact = contacts.score_contact(
        session.connection,
        sent.recipient,
        points,
        hold_at=HOLD_AT,
        now=session.context.clock.now(),
        note=f"{sent.kind} of turn {sent.turn}: {reason}"[:500],
    )
    if sent.recipient == session.context.config.mail.admin:
        return  # an alert would only bounce as well
    if _only_watches(session.connection, sent.recipient):
        if contact.held:
            _end_watching(session.connection, sent.recipient)
        return
    where = _concerned(session.connection, sent.recipient)
    fails, held = _alerts_of(sent.recipient)
    if _FULL.search(reason):
        what = f"The mailbox of {sent.recipient} is full"
        remedy = (
            f"What was said: {reason}. This concerns: {where}. Ask its owner in another way to "
            "make room there, then send again with 'pbem resend'"
        )
        begin_alert(session, fails, what, remedy)
    elif permanent:
        what = f"Mail to {sent.recipient} fails"
        remedy = f"What was said: {reason}. This concerns: {where}. Ask its owner in another way"
        begin_alert(session, fails, what, remedy)
    if permanent or contact.held:
        _tell_masters(session, sent.recipient, fails)
    if contact.held:
        what = f"Mail to {sent.recipient} is held from now on"
        remedy = (
            f"This concerns: {where}. It goes out when its owner replies to one of our mails, or "
            "with 'pbem resend'."
        )
        begin_alert(session, held, what, remedy)


def _tell_masters(session: Session, address: str, key: str) -> None:
    """Let those hear of it who run games in which somebody at this address plays."""
    for game, seat in games.seats_at(session.connection, address):
        concern = Concern(
            game=game.id, matter=Matter.FAILS, seat=seat.seat, name=seat.name, address=address
        )
        begin_concern(session, key, concern, named=True)


def _only_watches(connection: Connection, address: str) -> bool:
    """Whether somebody watches games and neither plays nor runs any: nothing waits for them."""
    watches = bool(observers.watched_from(connection, address))
    return watches and not (
        games.seats_at(connection, address) or masters.run_by(connection, address)
    )


def _end_watching(connection: Connection, address: str) -> None:
    """Nobody reads what is sent there. Who comes back may ask again."""
    log.info("mail to %s comes back: it watches nothing any more", address)
    observers.drop_at(connection, address)
    contacts.forget_contact(connection, address)
    waiting = mail.outgoing(connection, recipient=address, status=OutboxStatus.HELD)
    mail.change_mails(connection, [row.id for row in waiting], status=OutboxStatus.FAILED)


def _concerned(connection: Connection, address: str) -> str:
    """The games that wait for whoever has an address."""
    seats = games.seats_at(connection, address)
    open_turns = (
        f"{g.id} seat {s.seat} (deadline {g.deadline:%F %R} UTC)" for g, s in seats if g.deadline
    )
    return ", ".join(open_turns) or "no open turn"


def _alerts_of(address: str) -> tuple[str, str]:
    return f"bounce.{address}", f"held.{address}"


def release(connection: Connection, address: str) -> int:
    """Forget an address's bounces and queue what was held for it; returns how many mails.

    A reply with the token of one of our mails has the same effect: they arrive.
    """
    contacts.forget_contact(connection, address)
    end_alert(connection, *_alerts_of(address))
    held = mail.outgoing(connection, recipient=address, status=OutboxStatus.HELD)
    mail.change_mails(connection, [row.id for row in held], status=OutboxStatus.QUEUED)
    return len(held)
