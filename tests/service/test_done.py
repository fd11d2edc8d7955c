"""With DONE from all a turn closes at once, and so it does for a player who is alone; with WAIT
from one it does not close before its deadline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.registry import load
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.play.upkeep import awaits_poll, close_due, note_poll
from pbem.service.schedule import Schedule
from pbem.store import games, lapses
from pbem.store.records import Source
from tests.service.duels import BAD, LINE, OTHER, new_galaxy, new_round, write
from tests.service.world import ANNA, BORIS, World, open_world, text_of

WAITS = "turn 1 closes at 12:10 UTC (in 10 minutes) unless somebody changes something."
NOW = "Everybody's orders are in: turn 1 closes now."


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_galaxy(world, second_thoughts="10m")
        yield world


# DONE -------------------------------------------------------------------------------


def test_when_all_have_said_done_the_turn_closes_at_once(world: World) -> None:
    assert "You have said DONE" in write(world, ANNA, f"{LINE}\nDONE")
    receipt = write(world, BORIS, OTHER)
    assert WAITS in receipt
    assert "DONE in a mail says that you are sure" in receipt
    assert NOW in write(world, BORIS, "done")
    assert world.game().turn == 2


def test_done_in_any_language_and_with_a_please(world: World) -> None:
    write(world, ANNA, f"{LINE}\nFertig, danke!")
    write(world, BORIS, f"{OTHER}\nterminé")
    assert world.game().turn == 2


def test_a_later_change_without_done_takes_it_back(world: World) -> None:
    write(world, ANNA, f"{LINE}\nDONE")
    write(world, ANNA, OTHER)
    assert WAITS in write(world, BORIS, f"{OTHER}\nDONE")
    assert world.game().turn == 1


def test_the_same_orders_once_more_leave_it(world: World) -> None:
    write(world, ANNA, f"{LINE}\nDONE")
    write(world, ANNA, LINE)
    write(world, BORIS, f"{OTHER}\nDONE")
    assert world.game().turn == 2


def test_done_ends_the_waiting_for_a_refused_line(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    assert "or DONE alone if all is as you mean it" in write(world, ANNA, f"{LINE}\n{BAD}")
    assert world.game().turn == 1
    write(world, ANNA, "DONE")
    assert world.game().turn == 2


def test_done_beside_a_line_that_is_refused_closes_nothing_before_that_was_told(
    world: World,
) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    receipt = write(world, ANNA, f"{LINE}\n{BAD}\nDONE")
    assert "1 line was refused" in receipt
    assert "goes on waiting" in receipt
    assert "Your DONE does not count yet" in receipt
    assert world.game().turn == 1
    receipt = write(world, ANNA, f"{LINE}\n{BAD}\nDONE")
    assert "goes on waiting" not in receipt
    assert world.game().turn == 2


def test_done_beside_orders_of_which_none_is_taken_settles_nothing(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    write(world, ANNA, f"{LINE}\n{BAD}")
    write(world, ANNA, f"{BAD}\nDONE")
    assert world.game().turn == 1


def test_done_with_nothing_held_settles_nothing_and_says_what_would(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    receipt = write(world, ANNA, "DONE")
    assert (
        "DONE changes nothing yet: it says that the orders that you hold are meant as they stand. "
        "You hold no orders for turn 1."
    ) in receipt
    assert "To do nothing in this turn, send: --------------------------------- | PASS | DONE" in (
        receipt
    )
    assert world.game().turn == 1
    write(world, ANNA, "PASS\nDONE")
    assert world.game().turn == 2


# WAIT -------------------------------------------------------------------------------

OPEN = "WAIT: the turn does not close before its deadline, unless you send DONE, or orders without"


@pytest.mark.parametrize("word", ["WAIT", "wait", "Warten, bitte!", "attendre"])
def test_with_WAIT_beside_orders_the_turn_closes_at_its_deadline_and_plays_them(
    world: World, word: str
) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    told = write(world, ANNA, f"{LINE}\n{word}")
    assert OPEN in told and "Saved: your orders for turn 1, 1 line." in told
    assert "The game waits for you." in told and "Because of that" not in told
    world.wait(12)
    assert world.game().turn == 1
    world.wait(36)
    assert world.game().turn == 2
    with world.context.database.read() as connection:
        played = games.answers_of(connection, "spring", 1)
        assert [one.source for one in played] == [Source.MAIL, Source.MAIL]
        assert lapses.lapses_of(connection, "spring") == ()


def test_WAIT_alone_opens_a_turn_again_that_would_close_soon(world: World) -> None:
    write(world, ANNA, LINE)
    assert WAITS in write(world, BORIS, OTHER)
    told = write(world, ANNA, "WAIT")
    assert OPEN in told and "Your orders for turn 1 stand as below." in told
    assert world.game().closes is None
    world.wait(1)
    assert world.game().turn == 1


@pytest.mark.parametrize("end", ["DONE", OTHER])
def test_DONE_or_orders_without_WAIT_end_that(world: World, end: str) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    write(world, ANNA, f"{LINE}\nWAIT")
    write(world, ANNA, end)
    world.wait(1)
    assert world.game().turn == 2


def test_of_DONE_and_WAIT_in_one_mail_the_slower_counts(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    assert OPEN in write(world, ANNA, f"{LINE}\nDONE\nWAIT")
    assert world.game().turn == 1


def test_PREVIEW_beside_WAIT_changes_nothing(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    closes = world.game().closes
    write(world, ANNA, "PREVIEW\nWAIT")
    assert world.game().closes == closes


def test_whoever_holds_no_orders_is_waited_for_anyway(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    told = write(world, ANNA, "WAIT")
    assert OPEN in told and "You hold no orders for turn 1." in told
    assert world.game().turn == 1


def test_done_does_not_stand_for_orders_of_a_turn_that_are_still_to_come(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_round(world, second_thoughts="10m")
        write(world, ANNA, "DEFEND WITH 3")
        assert "something that is asked of you is still missing" in write(world, ANNA, "DONE")
        write(world, BORIS, "SWAP ALL\nPASS\nDONE")
        assert world.game().turn == 1
        write(world, ANNA, "DEFEND WITH 2\nDONE")
        assert world.game().turn == 1
        write(world, ANNA, "SWAP ALL\nPASS\nDONE")
        assert world.game().turn == 2


def test_lines_below_a_heading_are_kept_for_its_turn(world: World) -> None:
    receipt = write(world, ANNA, f"{LINE}\n\nTURN 3:\n{OTHER}")
    assert f"| ok {OTHER} | kept for turn 3" in receipt
    assert receipt.index("Kept for turn 3") > receipt.index("as they now stand")


def test_beside_done_a_line_for_a_later_turn_is_kept_and_shown(world: World) -> None:
    write(world, ANNA, LINE)
    receipt = write(world, ANNA, f"TURN 3: {OTHER}\nDONE")
    assert "Done: your orders for turn 1 are played" in receipt
    assert f"| ok TURN 3: {OTHER} | kept for turn 3" in receipt
    assert "You have said DONE" in receipt


def test_beside_preview_done_does_not_count(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, f"{OTHER}\nDONE")
    write(world, ANNA, f"PREVIEW\n{LINE}\nDONE")
    assert world.game().turn == 1


# Alone ------------------------------------------------------------------------------


def alone(world: World, **schedule: Any) -> None:
    """Anna against a bot, in Hegemon, where an allocation of less than 100% is warned."""
    given: dict[str, Any] = {"every": "48h", "reminders": ()}
    world.new_game(
        id="alone",
        seats=(SeatSpec(name="Anna", address=ANNA, zone="Europe/Rome"), SeatSpec(bot="raider")),
        schedule=Schedule(**(given | schedule)),
    )


def test_who_plays_alone_and_made_no_mistake_does_not_wait(world: World) -> None:
    alone(world)
    receipt = write(world, ANNA, "Economy 100% comp 100", "alone")
    assert "turn 1 closes now" in receipt
    assert "does not end at once" not in receipt
    assert world.game("alone").turn == 2


def test_who_plays_alone_and_is_warned_has_time_to_think_it_over(world: World) -> None:
    alone(world)
    receipt = write(world, ANNA, "Economy 60% comp 100", "alone")
    assert "Your orders are in: turn 1 closes at 13:10 CET (in 10 minutes) unless you" in receipt
    assert "does not end at once, so that you can think that over" in receipt
    assert world.game("alone").turn == 1
    write(world, ANNA, "DONE", "alone")
    assert world.game("alone").turn == 2


def test_who_plays_alone_is_told_that_a_warning_holds_the_turn(world: World) -> None:
    seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec(bot=load("asylamba-mini").house_bot))
    schedule = Schedule(every="48h", reminders=())
    world.new_game(ruleset="asylamba-mini", id="alone", seats=seats, schedule=schedule)
    receipt = write(world, ANNA, "EXCHANGE 42 R FOR C", "alone")
    assert "so that you can think over what is marked with !" in receipt


@pytest.mark.parametrize(
    ("ruleset", "rest"), [("god-unit", "PRODUCE A grunt\nPRODUCE B grunt"), ("parsec", "PASS")]
)
def test_who_plays_alone_and_left_something_undone_has_time_to_think_it_over(
    world: World, ruleset: str, rest: str
) -> None:
    """The first line that the report proposes is good, and not all that is asked."""
    seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec(bot=load(ruleset).house_bot))
    world.new_game(ruleset=ruleset, id="alone", seats=seats, schedule=Schedule(every="48h"))
    turn, report = world.game("alone").turn, text_of(world.last(ANNA, game="alone"))
    line = re.search(r"^# ([A-Z]+ .*?)(?:  ;.*)?$", report, re.M)
    assert line is not None
    write(world, ANNA, line[1], "alone")
    world.wait(0.1)
    assert world.game("alone").turn == turn
    write(world, ANNA, f"{line[1]}\n{rest}", "alone")
    world.wait(0.1)
    assert world.game("alone").turn > turn


def test_a_turn_that_closes_at_once_asks_for_one_more_look_into_the_mailbox(world: World) -> None:
    """Where the mail arrived after the poll that read it began, by the mail server's clock."""
    alone(world)
    world.reply(ANNA, "Economy 100% comp 100", to=world.last(ANNA, kind="report", game="alone"))
    poll = receive_mail(world.context, world.inbox)
    assert not awaits_poll(world.context, poll.began)
    early = poll.began - timedelta(seconds=1)
    note_poll(world.context, early)
    assert close_due(world.context) == []
    assert awaits_poll(world.context, early)
