"""Nobody hears that somebody was absent before the results of that turn are let out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.schedule import Schedule
from tests.service.looks import LINE, seats
from tests.service.test_mastering import confirmed
from tests.service.test_masters import MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world

DAILY = Schedule(every="24h", reminders=(), second_thoughts="0m", leave_after=1)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, schedule=DAILY, release="master")
        world.reply(ANNA, LINE)
        world.wait(24.5)
        assert world.game().releases is not None
        yield world


def kinds(world: World) -> list[str]:
    return [str(seat.kind) for seat in seats(world)]


def test_whoever_was_absent_loses_the_seat_with_the_release(world: World) -> None:
    assert kinds(world) == ["human", "human"]
    assert len(world.mails(BORIS)) == 1
    assert not world.rows(kind="alert")
    command(world, "RELEASE")
    assert kinds(world) == ["human", "resigned"]
    assert "The house bot plays for you" in str(world.last(BORIS)["Subject"])


def test_whoever_was_absent_from_a_turn_that_never_was_keeps_the_seat(world: World) -> None:
    confirmed(world, "ROLLBACK 1")
    assert kinds(world) == ["human", "human"]
    assert [seat.missed for seat in seats(world)] == [0, 0]
    assert "house bot" not in str(world.last(BORIS)["Subject"])


def test_a_vacation_that_is_said_afterwards_does_not_keep_the_seat(world: World) -> None:
    world.clock.move(minutes=1)
    world.reply(BORIS, "VACATION 2026-03-02 TO 2026-03-20 BOT")
    world.poll()
    command(world, "RELEASE")
    assert kinds(world) == ["human", "resigned"]


def test_whoever_got_the_seat_meanwhile_was_not_absent(world: World) -> None:
    confirmed(world, f"SEAT 2 ADDRESS {CHIARA}")
    command(world, "RELEASE")
    assert kinds(world) == ["human", "human"]
    assert seats(world)[1].address == CHIARA
