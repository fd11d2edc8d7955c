"""What a silence of the mail server does to deadlines, and what it must not do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.service.intake.receive import Settling, receive_mail
from pbem.service.mastering.acts import by_operator, pause, resume
from pbem.service.play import close
from pbem.service.play.upkeep import close_due, note_poll
from pbem.service.schedule import Schedule
from tests.service.looks import LINE, held
from tests.service.world import ANNA, BORIS, START, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def test_an_outage_pushes_deadlines_by_its_length_and_tells_the_players(world: World) -> None:
    world.copied_game()
    world.poll()
    deadline = world.game().deadline
    assert deadline == START + timedelta(hours=24)
    world.clock.move(hours=5)
    world.poll()
    assert world.game().deadline == deadline + timedelta(hours=5)
    for player in (ANNA, BORIS):
        assert "Mail could not be read for a while" in text_of(world.last(player))


def test_a_poll_that_has_much_to_read_is_no_outage(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle_all = Settling.settle_all

    def read_for_long(settling: Settling) -> None:
        world.clock.move(hours=2)
        settle_all(settling)

    world.new_game()
    world.poll()
    deadline = world.game().deadline
    with monkeypatch.context() as patch:
        patch.setattr(Settling, "settle_all", read_for_long)
        world.poll()
    world.clock.move(minutes=1)
    world.poll()
    assert world.game().deadline == deadline


def test_a_service_that_dies_right_after_an_outage_pushes_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Death(BaseException):
        """Stands for the end of the process."""

    def die(*_: Any) -> None:
        raise Death

    world.new_game()
    world.poll()
    world.clock.move(hours=5)
    with monkeypatch.context() as patch:
        patch.setattr(Settling, "settle_all", die)
        for _start in range(3):
            with pytest.raises(Death):
                world.poll()
    world.clock.move(minutes=1)
    world.poll()
    assert world.game().deadline == START + timedelta(hours=29)


def test_a_clock_that_is_set_back_is_no_outage_since_the_last_one(world: World) -> None:
    world.new_game(schedule=Schedule(every="20d", reminders=(), second_thoughts="0m"))
    world.poll()
    world.clock.move(hours=5)  # an outage, after which the mailbox answers for a week
    world.poll()
    deadline = world.game().deadline
    for _day in range(7 * 24 * 2):
        world.clock.move(minutes=30)
        note_poll(world.context, world.clock.now())
    world.clock.move(hours=-5)
    world.poll()
    assert world.game().deadline == deadline, "pushed by the week"


def test_an_outage_counts_from_the_last_answer_though_one_was_told_by_a_clock_ahead(
    world: World,
) -> None:
    world.new_game(schedule=Schedule(every="20d", reminders=(), second_thoughts="0m"))
    world.poll()
    world.clock.move(hours=30)  # ahead; to the service that was an outage
    world.poll()
    world.clock.move(hours=-30)
    world.poll()
    deadline = world.game().deadline
    assert deadline is not None
    world.clock.move(hours=5)
    world.poll()
    assert world.game().deadline == deadline + timedelta(hours=5)


def test_a_short_silence_pushes_nothing(world: World) -> None:
    world.copied_game()
    world.poll()
    world.clock.move(minutes=29)
    world.poll()
    assert world.game().deadline == START + timedelta(hours=24)


def test_a_deadline_that_passed_during_an_outage_is_pushed_not_closed(world: World) -> None:
    world.copied_game()
    world.wait(hours=20)
    world.clock.move(hours=10)
    assert close_due(world.context) == []
    world.poll()
    assert world.game().turn == 1
    assert world.game().deadline == START + timedelta(hours=34)


def test_mail_that_came_during_an_outage_is_judged_by_the_pushed_deadline(world: World) -> None:
    world.copied_game()
    world.wait(hours=20)
    world.clock.move(hours=5)
    world.reply(ANNA, LINE)
    world.clock.move(hours=5)
    world.poll()
    assert held(world) == [LINE]


def test_a_deadline_overdue_before_the_silence_is_closed_after_it(world: World) -> None:
    world.copied_game()
    world.wait(hours=23.75)
    world.clock.move(minutes=16)
    note_poll(
        world.context, receive_mail(world.context, world.inbox).began
    )  # and then the service stops
    world.clock.move(hours=10)
    world.poll()
    assert world.game().turn == 2
    assert world.game().deadline == world.clock.now() + timedelta(hours=24)


def test_a_turn_that_opened_during_a_silence_gets_back_what_it_lost_and_no_more(
    world: World,
) -> None:
    world.copied_game()
    world.poll()
    world.clock.move(hours=7)
    close.close_turn(world.context, "spring")
    world.clock.move(hours=3)
    world.poll()
    assert world.game().deadline == START + timedelta(hours=7 + 24 + 3)


def test_a_paused_game_is_not_pushed_twice(world: World) -> None:
    world.copied_game()
    world.poll()
    by_operator(world.context, "spring", pause)
    world.clock.move(hours=5)
    world.poll()
    by_operator(world.context, "spring", resume)
    assert world.game().deadline == START + timedelta(hours=29)
