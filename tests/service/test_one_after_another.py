"""What one mail asks for is done in order, each act on the game as the one before left it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.play.table import schedule_of
from pbem.service.schedule import Extensions, Schedule
from pbem.store import audit, games
from pbem.store.records import InboxStatus
from tests.service.looks import settled
from tests.service.test_masters import MASTERS, command
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


@pytest.fixture
def forming(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))
        world.copied_game(masters=MASTERS, seats=(*chairs, SeatSpec()))
        yield world


def test_two_lines_of_a_schedule_both_count(world: World) -> None:
    command(world, "SCHEDULE grace = 2h\nSCHEDULE waits = 2")
    schedule = schedule_of(world.game())
    assert (schedule.grace, schedule.waits) == ("2h", 2)


def test_a_game_that_was_cancelled_is_not_paused_by_the_same_mail(world: World) -> None:
    command(world, "CANCEL")
    told = command(world, "CONFIRM\nPAUSE")
    assert world.game().status == "cancelled"
    assert "was cancelled" in told


def test_of_a_deleted_game_nothing_else_is_changed(forming: World) -> None:
    command(forming, "DELETE")
    told = command(forming, "CONFIRM\nNOTE to remember\nTO ALL: farewell\nEND")
    assert "nothing else that your mail says" in told.replace("\n", " ")
    with forming.context.read() as session:
        assert games.find_game(session.connection, "spring") is None
    assert settled(forming)[-1].status == InboxStatus.DONE


def test_a_letter_goes_to_whoever_has_the_seat_by_then(world: World) -> None:
    command(world, "SEAT 2 ADDRESS dora@example.org")
    command(world, "CONFIRM\nTO Boris: welcome on board\nEND")
    assert "welcome on board" in text_of(world.last("dora@example.org"))
    assert not any("welcome on board" in text_of(mail) for mail in world.mails(BORIS))


def test_a_name_that_cannot_be_had_is_answered(forming: World) -> None:
    told = command(forming, "SEAT 2 NAME Anna")
    assert "the name of another player" in told.replace("\n", " ")
    assert settled(forming)[-1].status == InboxStatus.DONE


def extending(world: World) -> None:
    allowed = Extensions(hours=24, times=3)
    world.new_game(
        schedule=Schedule(every="48h", second_thoughts="0m", reminders=(), extensions=allowed)
    )


def test_orders_below_EXTEND_are_told_the_new_deadline(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        extending(world)
        before = world.game().deadline
        world.reply(ANNA, "EXTEND 12\nEconomy 60% coop 70 with 0-200 comp 30")
        world.poll()
        assert before is not None
        assert world.game().deadline == before + timedelta(hours=12)
        told = text_of(world.last(ANNA, kind="receipt"))
        assert "(in 2 days 12 hours)" in told.replace("\r\n", " ")


def test_of_two_wishes_for_more_time_the_first_counts(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        extending(world)
        before = world.game().deadline
        assert before is not None
        world.reply(ANNA, "EXTEND 12\nEXTEND 24")
        world.poll()
        assert world.game().deadline == before + timedelta(hours=12)
        with world.context.read() as session:
            assert len(audit.acts_of(session.connection, "spring")) == 1
        assert any("Only the first EXTEND" in text_of(mail) for mail in world.mails(ANNA))
