"""Mail in names of others, as it comes to a mail host, and what a game then looks like."""

from __future__ import annotations

from typing import Any

from pbem.service.gamefile import SeatSpec
from tests.service.looks import seats
from tests.service.wired import WiredWorld
from tests.service.world import text_of

LINE = "Economy 60% coop 70 with 0-200 comp 30"


OTHER = "Environment 40% comp 100 attack 0-50"


def new_game(world: WiredWorld, *names: str, **values: Any) -> None:
    """A game of these people; an empty name is a free seat."""
    chairs = (SeatSpec(name=n.title(), address=world.at(n)) if n else SeatSpec() for n in names)
    world.new_game(seats=tuple(chairs), **values)


def kinds(world: WiredWorld) -> list[str]:
    return [seat.kind for seat in seats(world)]


def flat(world: WiredWorld, name: str) -> str:
    """The newest mail to somebody, as one line."""
    return " ".join(text_of(world.newest(world.at(name))).split())
