"""A schedule at work: days off, pauses that were planned, and the least time between turns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator, pause, resume
from pbem.service.schedule import Schedule
from tests.service.duels import LINE, OTHER, new_galaxy, write
from tests.service.looks import LINE as COOP
from tests.service.world import ANNA, BORIS, START, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def test_turns_that_close_early_follow_each_other_no_sooner_than_the_schedule_says(
    world: World,
) -> None:
    new_galaxy(world, between="6h")
    write(world, ANNA, f"{LINE}\nDONE")
    receipt = write(world, BORIS, f"{OTHER}\nDONE")
    assert "turn 1 closes at 18:00 UTC (in 6 hours) unless somebody changes something." in receipt
    assert "DONE" not in receipt.partition("changes something.")[2]
    world.wait(hours=5.5)
    assert world.game().turn == 1
    world.wait(hours=0.5)
    assert world.game().turn == 2
    assert world.game().opened == START + timedelta(hours=6)


def test_after_that_time_done_closes_a_turn_at_once(world: World) -> None:
    new_galaxy(world, between="6h", second_thoughts="2h")
    write(world, ANNA, f"{LINE}\nDONE")
    world.wait(hours=5)
    receipt = write(world, BORIS, OTHER)
    assert "turn 1 closes at 19:00 UTC (in 2 hours)" in receipt
    assert "DONE in a mail says that you are sure" in receipt
    world.wait(hours=1.5)
    assert "turn 1 closes now" in write(world, BORIS, "DONE")
    assert world.game().turn == 2


def test_who_plays_alone_is_told_of_done_only_where_it_helps(world: World) -> None:
    schedule = Schedule(every="24h", between="6h", second_thoughts="8h", reminders=())
    seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec(bot="raider"))
    world.new_game(seats=seats, schedule=schedule)
    closes = "unless you change something."
    receipt = write(world, ANNA, f"{COOP}\nBULD")
    assert f"at 20:00 UTC (in 8 hours) {closes} DONE in a mail closes it at once." in receipt
    receipt = write(world, ANNA, f"{COOP}\nDONE")
    assert f"at 18:00 UTC (in 6 hours) {closes}" in receipt
    assert "closes it at once" not in receipt


def test_in_a_planned_pause_no_turn_closes_and_all_know_it(world: World) -> None:
    """START is noon of 2 March."""
    new_galaxy(world, second_thoughts="10m", pauses=("2026-03-03 to 2026-03-04",))
    assert world.game().deadline == START + timedelta(days=4)
    world.wait(hours=14)
    write(world, ANNA, f"{LINE}\nDONE")
    receipt = write(world, BORIS, f"{OTHER}\nDONE")
    assert "turn 1 closes at Thursday, 5 March 2026, 00:00 UTC" in receipt
    world.wait(hours=45.5)
    assert world.game().turn == 1
    world.wait(hours=1)
    assert world.game().turn == 2


def test_a_deadline_that_a_pause_moves_falls_on_no_holiday(world: World) -> None:
    world.new_game(schedule=Schedule(every="24h", holidays=("2026-03-04",), reminders=()))
    by_operator(world.context, "spring", pause)
    world.wait(hours=24)
    by_operator(world.context, "spring", resume)
    assert world.game().deadline == START + timedelta(days=3)


def test_a_deadline_that_an_outage_moves_falls_on_no_holiday(world: World) -> None:
    world.new_game(schedule=Schedule(every="24h", holidays=("2026-03-04",), reminders=()))
    world.wait(hours=1)
    world.clock.move(hours=13)
    world.poll()
    assert world.game().deadline == START + timedelta(days=2, hours=13)
