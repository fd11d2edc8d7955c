"""Playing the relay: who moves, what was reported when, and what was whispered."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from pbem.service.gamefile import SeatSpec
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import OutboxRow
from tests.service.world import ANNA, BORIS, CHIARA, START, World, read, text_of

PEOPLE = {ANNA: 1, BORIS: 2, CHIARA: 3}


def new_relay(
    world: World,
    *,
    wishes: dict[str, str] | None = None,
    ruleset: str = "relay",
    reminders: tuple[str, ...] = (),
    **options: Any,
) -> None:
    """Anna and Boris move in turn, Chiara looks on, unless `options` say otherwise."""
    seats = tuple(
        SeatSpec(name=a.partition("@")[0].title(), address=a, news=(wishes or {}).get(a, "digest"))
        for a in PEOPLE
    )
    world.new_game(
        ruleset=ruleset,
        seats=seats,
        options={"movers": (1, 2)} | options,
        schedule=Schedule(every="48h", reaction="6h", reminders=reminders, second_thoughts="0m"),
    )


def mover(world: World) -> str:
    """Whom the game waits for."""
    with world.context.database.read() as connection:
        owing = games.owing_seats(connection, "spring")
    return next(address for address, seat in PEOPLE.items() if seat == owing[0])


def play(world: World, turns: int, *, hours: float = 1) -> None:
    """So many turns, each some time after the one before."""
    for _turn in range(turns):
        world.wait(hours)
        world.reply(mover(world), f"MOVE {world.game().turn}")
        world.poll()


def reports(world: World, address: str) -> tuple[OutboxRow, ...]:
    return world.rows(recipient=address, kind="report")


def whispers(*rows: OutboxRow) -> list[int]:
    """The turns whose private events these mails tell of, in order."""
    return [
        int(turn) for row in rows for turn in re.findall(r"\(whispered (\d+)\)", text_of(read(row)))
    ]


def written_at(world: World, address: str) -> list[float]:
    """When this address was sent reports: hours since the start."""
    return [(row.created - START) / timedelta(hours=1) for row in reports(world, address)]
