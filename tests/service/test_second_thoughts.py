"""A turn that is complete closes once nothing has changed for a while."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.mastering.acts import by_operator, pause, resume
from pbem.service.play.upkeep import close_due
from pbem.service.schedule import Schedule, ScheduleError
from pbem.service.tools.overview import one_game
from tests.service.duels import BAD, LINE, OTHER, new_galaxy, write
from tests.service.looks import answers, held
from tests.service.world import ANNA, BORIS, World, open_world, text_of

SPAN = timedelta(minutes=10)
WAITS = "turn 1 closes at 12:10 UTC (in 10 minutes) unless somebody changes something."
NOW = "Everybody's orders are in: turn 1 closes now."


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_galaxy(world, second_thoughts="10m")
        yield world


def later(world: World, **span: float) -> int:
    """The open turn after some time in which nobody writes."""
    world.clock.move(**span)
    world.poll()
    return world.game().turn


def test_a_complete_turn_waits_and_says_until_when_in_the_readers_zone(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_galaxy(world, second_thoughts="10m")
        write(world, ANNA, LINE)
        assert WAITS in write(world, BORIS, OTHER)
        assert world.game().turn == 1
        assert later(world, minutes=9, seconds=59) == 1
        assert later(world, seconds=1) == 2


def test_a_change_begins_the_span_anew(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=9)
    assert "closes at 12:19 UTC (in 10 minutes)" in write(world, ANNA, OTHER)
    assert later(world, minutes=9) == 1
    assert later(world, minutes=1) == 2


def test_what_changes_nothing_does_not(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=4)
    for text in (LINE, f"PREVIEW\n{OTHER}", "STATUS", "Good luck to all of you"):
        world.reply(ANNA, text)
        world.poll()
    assert "closes at 12:10 UTC (in 6 minutes)" in " ".join(
        text_of(world.last(ANNA, kind="receipt")).split()
    )
    assert later(world, minutes=6) == 2


def test_whoever_sends_a_change_that_is_refused_gets_the_time_to_mend_it(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=9)
    assert "(in 10 minutes)" in write(world, ANNA, BAD)
    assert (later(world, minutes=9), held(world)) == (1, [LINE])


@pytest.mark.parametrize("slip", [BAD, "Attack sector 9 next turn"])
def test_a_change_of_which_nothing_is_taken_takes_done_back(world: World, slip: str) -> None:
    write(world, ANNA, f"{LINE}\nDONE")
    assert "You have said DONE" not in write(world, ANNA, slip)
    assert WAITS in write(world, BORIS, f"{OTHER}\nDONE")
    assert world.game().turn == 1


def test_a_line_that_is_none_begins_the_span_anew(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=9)
    assert "(in 10 minutes)" in write(world, ANNA, "Attack sector 9 next turn")
    assert later(world, minutes=9) == 1


def test_a_line_that_is_none_is_named_beside_a_command_too(world: World) -> None:
    world.reply(ANNA, "STATUS\nAttack sector 9 next turn")
    world.poll()
    assert "| Attack sector 9 next turn" in text_of(world.last(ANNA, kind="receipt"))


def test_withdrawn_orders_make_the_turn_wait_again(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    assert "The game waits for you." in write(world, ANNA, "WITHDRAW")
    assert world.game().closes is None
    assert later(world, hours=1) == 1


def test_a_mail_that_came_before_the_end_of_the_span_is_read_first(world: World) -> None:
    """A tick of the clock alone closes nothing: the mailbox must have been looked into."""
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=10)
    world.reply(ANNA, OTHER)
    assert close_due(world.context) == []
    world.poll()
    assert (world.game().turn, held(world)) == (1, [OTHER])


def test_the_deadline_comes_first_where_it_is_nearer(world: World) -> None:
    write(world, ANNA, LINE)
    world.wait(47.75)
    world.clock.move(minutes=8)
    receipt = write(world, BORIS, OTHER)
    assert "Everybody's orders are in. " in receipt
    assert "Turn 1 closes: Wednesday, 4 March 2026, 12:00 UTC (in 7 minutes)" in receipt
    assert later(world, minutes=7) == 2


def test_with_a_span_of_nothing_a_turn_closes_at_once(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_galaxy(world)
        write(world, ANNA, LINE)
        assert NOW in write(world, BORIS, OTHER)
        assert world.game().turn == 2


def test_a_span_must_be_one() -> None:
    with pytest.raises(ScheduleError, match=r"schedule.second_thoughts: 'soon' is no span"):
        Schedule(every="24h", second_thoughts="soon")


def test_a_game_that_goes_on_after_a_pause_gives_the_span_anew(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    by_operator(world.context, "spring", pause)
    assert later(world, hours=5) == 1
    by_operator(world.context, "spring", resume)
    assert later(world, minutes=9) == 1
    assert later(world, minutes=1) == 2


def test_a_seat_that_is_given_up_is_not_waited_for_but_the_others_keep_their_span(
    world: World,
) -> None:
    write(world, ANNA, LINE)
    world.clock.move(hours=3)
    world.resign(BORIS)
    assert later(world, minutes=9) == 1
    assert later(world, minutes=1) == 2


def test_status_and_show_say_when_the_turn_closes(world: World) -> None:
    write(world, ANNA, LINE)
    assert one_game(world.context, "spring").closes is None
    write(world, BORIS, OTHER)
    world.reply(ANNA, "STATUS")
    world.poll()
    told = " ".join(text_of(answers(world, ANNA)[-1]).split())
    assert WAITS in told
    assert "Turn 1 closes:" not in told
    assert one_game(world.context, "spring").closes == world.clock.now() + SPAN


def test_lines_that_are_repeated_do_not_hurry_a_turn(world: World) -> None:
    for player in (ANNA, BORIS):
        write(world, player, f"@ {LINE}\nDONE")
    assert world.game().turn == 2
    assert later(world, hours=2) == 2
    write(world, BORIS, "DONE")
    write(world, ANNA, "DONE")
    assert world.game().turn == 3, "who says so is content with them"
