"""Keeps score of addresses that mail does not reach, and of those it reaches again.

A bounce never drops a player. It warns the game master, before a turn is missed;
after several, mail to the address is held until the address writes or the game
master says `resend`.
"""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pbem.mailer.address import authentic_bounce, find_bounce
from pbem.mailer.inbound.bounces import Bounce
from pbem.service.dispatch.alerts import begin_alert, end_alert
from pbem.service.house import House
from pbem.store import games, mail
from pbem.store.records import OutboxRow, OutboxStatus

HARD, SOFT = 1.0, 0.25
HOLD_AT = 2.0
"""Two hard bounces in a row, or eight soft ones: more mail would only hurt our standing."""


def note_bounce(house: House, connection: Connection, bounce: Bounce) -> None:
    """Score the address that a bounce is about; only bounces of mails we sent count."""
    sent = _original(house, connection, bounce)
    if sent is not None:
        reason = "its host sent it back"
        score(house, connection, sent, permanent=bounce.permanent, reason=reason)


def _original(house: House, connection: Connection, bounce: Bounce) -> OutboxRow | None:
    verp = find_bounce(bounce.recipients)
    if verp is not None and authentic_bounce(house.key, *verp):
        return mail.find_outgoing(connection, verp[0])
    return mail.find_sent(connection, bounce.original_id) if bounce.original_id else None


def score(
    house: House, connection: Connection, sent: OutboxRow, *, permanent: bool, reason: str
) -> None:
    """Count one failure against an address, and warn the game master of what it may cost."""
    points = HARD if permanent else SOFT
    contact = mail.score_contact(
        connection,
        sent.recipient,
        points,
        hold_at=HOLD_AT,
        now=house.clock.now(),
        note=f"{sent.kind} of turn {sent.turn}: {reason}"[:500],
    )
    if sent.recipient == house.config.mail.admin:
        return  # an alert would only bounce as well
    seats = games.seats_at(connection, sent.recipient)
    where = (
        ", ".join(
            f"{g.id} seat {s.seat} (deadline {g.deadline:%F %R} UTC)"
            for g, s in seats
            if g.deadline
        )
        or "no open turn"
    )
    fails, held = _alerts_of(sent.recipient)
    if permanent:
        what = f"Mail to {sent.recipient} fails"
        remedy = f"What was said: {reason}. This concerns: {where}. Ask its owner in another way"
        begin_alert(house, connection, fails, what, remedy)
    if contact.held:
        what = f"Mail to {sent.recipient} is held from now on"
        remedy = (
            f"This concerns: {where}. It goes out when the address writes to us, or with "
            "'pbem resend'."
        )
        begin_alert(house, connection, held, what, remedy)


def _alerts_of(address: str) -> tuple[str, str]:
    return f"bounce.{address}", f"held.{address}"


def release(connection: Connection, address: str) -> int:
    """Forget an address's bounces and queue what was held for it; returns how many mails.

    A mail from the address has the same effect: it is alive.
    """
    mail.forget_contact(connection, address)
    end_alert(connection, *_alerts_of(address))
    held = mail.outgoing(connection, recipient=address, status=OutboxStatus.HELD)
    mail.change_mails(connection, [row.id for row in held], status=OutboxStatus.QUEUED)
    return len(held)
