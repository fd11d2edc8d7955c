"""What tests of the service look at: orders held, seats, mails settled, answers that were sent."""

from __future__ import annotations

import time
from email.message import EmailMessage
from typing import Any

from pbem.service.intake.receive import receive_mail
from pbem.store import audit, games, mail
from pbem.store.mastering import AuditRow
from pbem.store.records import InboxRow, InboxStatus, SeatRow
from tests.service.world import ANNA, BORIS, World

LINE = "Economy 60% coop 70 with 0-200 comp 30"
OTHER = "Environment 40% comp 100 attack 0-50"
CPU_SECONDS = 2.0


def held(world: World, seat: int = 1, game: str = "spring") -> list[str]:
    """The lines held for the open turn; empty for none."""
    with world.context.database.read() as connection:
        row = games.held_for(connection, game, world.game(game).turn, seat)
    return list(row.lines) if row and row.orders else []


def seats(world: World, game: str = "spring") -> tuple[SeatRow, ...]:
    with world.context.database.read() as connection:
        return games.seats_of(connection, game)


def seat_of(world: World, address: str, game: str = "spring") -> SeatRow:
    return next(seat for seat in seats(world, game) if seat.address == address)


def reply_to(world: World, player: str = ANNA) -> str:
    return str(world.last(player, kind="report")["Reply-To"])


def answers(world: World, to: str) -> list[EmailMessage]:
    """All that went to an address but reports."""
    return [mail for mail in world.mails(to) if mail["X-Pbem"] != "report"]


def settled(world: World) -> tuple[InboxRow, ...]:
    """All mails on record, oldest first."""
    with world.context.database.read() as connection:
        return mail.mails_in(connection, *InboxStatus)


def holds_orders(world: World, seat: int) -> bool:
    with world.context.database.read() as connection:
        return games.held_for(connection, "spring", 1, seat) is not None


def told(world: World, address: str) -> list[str]:
    """The subjects of what went to an address, reports aside."""
    rows = world.rows(recipient=address)
    return [row.subject for row in rows if row.kind != "report"]


def receive_with_a_good_mail_behind(world: World) -> InboxRow:
    """One poll of the hostile mail and a good one of Boris; returns the hostile one's record."""
    world.reply(BORIS, OTHER)
    began = time.process_time()
    receive_mail(world.context, world.inbox)
    assert time.process_time() - began < CPU_SECONDS
    assert holds_orders(world, 2), "the good mail behind counts"
    hostile, good = settled(world)[-2:]
    assert good.status == InboxStatus.DONE
    assert world.inbox.waiting() == ()
    return hostile


def subjects(world: World, to: str, **where: Any) -> list[str]:
    return [row.subject for row in world.rows(recipient=to, **where)]


def reply_address(world: World) -> str:
    return str(world.last(ANNA, kind="report")["Reply-To"].addresses[0].addr_spec)


def from_anna(world: World, *headers: str, body: str = LINE) -> bytes:
    head = [f"From: {ANNA}", f"To: {reply_address(world)}", "Subject: orders", *headers]
    return "\r\n".join([*head, "", body, ""]).encode("latin-1")


def acts(world: World, game: str = "spring") -> tuple[AuditRow, ...]:
    """What game masters did in a game, oldest first."""
    with world.context.database.read() as connection:
        return audit.acts_of(connection, game)
