"""What tests of the service look at: orders held, seats, and the answers that an address got."""

from __future__ import annotations

import json
from email.message import EmailMessage

from pbem.store import games
from pbem.store.records import SeatRow
from tests.service.world import ANNA, World


def held(world: World, seat: int = 1, game: str = "spring") -> list[str]:
    """The lines held for the open turn; empty for none."""
    with world.house.database.read() as connection:
        row = games.held_for(connection, game, world.game(game).turn, seat)
        lines: list[str] = json.loads(row.lines) if row and row.orders else []
    return lines


def seats(world: World, game: str = "spring") -> tuple[SeatRow, ...]:
    with world.house.database.read() as connection:
        return games.seats_of(connection, game)


def seat_of(world: World, address: str, game: str = "spring") -> SeatRow:
    return next(seat for seat in seats(world, game) if seat.address == address)


def reply_to(world: World, player: str = ANNA) -> str:
    return str(world.last(player, kind="report")["Reply-To"])


def answers(world: World, to: str) -> list[EmailMessage]:
    """All that went to an address but reports."""
    return [mail for mail in world.mails(to) if mail["X-Pbem"] != "report"]
