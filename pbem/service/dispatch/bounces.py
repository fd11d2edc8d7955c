"""Keeps score of addresses that mail does not reach, and of those it reaches again.

A bounce never drops a player. It warns the game master, before a turn is missed;
after several, mail to the address is held until the address writes or the game
master says `resend`.
"""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pbem.mailer.address import authentic_bounce, find_bounce
from pbem.mailer.inbound.bounces import Bounce
from pbem.service.dispatch.post import Parcel, to_game_master
from pbem.service.house import House
from pbem.store import games, mail
from pbem.store.records import OutboxRow, OutboxStatus

HARD, SOFT = 1.0, 0.25
HOLD_AT = 2.0
"""Two hard bounces in a row, or eight soft ones: more mail would only hurt our standing."""


def note_bounce(house: House, connection: Connection, bounce: Bounce) -> tuple[Parcel, ...]:
    """Score the address that a bounce is about; only bounces of mails we sent count."""
    sent = _original(house, connection, bounce)
    if sent is None:
        return ()
    return score(
        house, connection, sent, permanent=bounce.permanent, reason="its host sent it back"
    )


def _original(house: House, connection: Connection, bounce: Bounce) -> OutboxRow | None:
    verp = find_bounce(bounce.recipients)
    if verp is not None and authentic_bounce(house.key, *verp):
        return mail.find_outgoing(connection, verp[0])
    return mail.find_sent(connection, bounce.original_id) if bounce.original_id else None


def score(
    house: House, connection: Connection, sent: OutboxRow, *, permanent: bool, reason: str
) -> tuple[Parcel, ...]:
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
    newly_held = contact.held and contact.score - points < HOLD_AT
    if not permanent and not newly_held:
        return ()
    if sent.recipient == house.config.mail.admin:
        return ()  # it would only bounce as well
    seats = games.seats_at(connection, sent.recipient)
    where = (
        ", ".join(
            f"{g.id} seat {s.seat} (deadline {g.deadline:%F %R} UTC)"
            for g, s in seats
            if g.deadline
        )
        or "no open turn"
    )
    said = [f"Mail to {sent.recipient} does not arrive: {reason}.", f"This concerns: {where}."]
    if newly_held:
        said.append(
            "Mail to it is held from now on; it goes out when the address writes to us, or with "
            "'pbem resend'."
        )
    return tuple(to_game_master(house, f"Mail to {sent.recipient} fails", *said))


def release(connection: Connection, address: str) -> int:
    """Forget an address's bounces and queue what was held for it; returns how many mails.

    A mail from the address has the same effect: it is alive.
    """
    mail.forget_contact(connection, address)
    held = mail.outgoing(connection, recipient=address, status=OutboxStatus.HELD)
    mail.change_mails(connection, [row.id for row in held], status=OutboxStatus.QUEUED)
    return len(held)
