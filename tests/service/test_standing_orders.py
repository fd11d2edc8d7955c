"""Standing orders beside the orders of a turn (PA-12): they end no turn, and hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.state import State
from pbem.service.play.table import closed_turn
from pbem.service.schedule import Schedule
from tests.service.looks import held
from tests.service.world import ANNA, BORIS, World, open_world, text_of

TURN = ("SWAP ALL", "PASS")
"""Orders that may be given at any time, with any hand."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game of Parsec with Anna to move, then Boris."""
    with open_world(tmp_path) as world:
        world.copied_game(
            ruleset="parsec", schedule=Schedule(every="24h", reminders=(), second_thoughts="0m")
        )
        yield world


def write(world: World, player: str, *lines: str, **how: object) -> str:
    """A reply with these lines is read; the text of its receipt, in one line."""
    world.reply(player, "\n".join(lines), **how)
    world.poll()
    return " ".join(text_of(world.last(player, kind="receipt")).split())


def state(world: World) -> State:
    with world.context.database.read() as connection:
        last = closed_turn(connection, "spring", world.game().turn - 1)
    return RULESET.codec.load_state(last.state)


def defends(world: World, seat: int) -> int | None:
    """How many ships the seat's standing order in the game's own state sends into a defence."""
    return state(world).people[seat - 1].holdings.stances.defend.of("science")


def test_pa12_standing_orders_alone_leave_the_own_turn_open(world):
    receipt = write(world, ANNA, "DEFEND WITH 3")
    assert "The orders of your turn are still to come" in receipt
    assert "The game waits for you." in receipt
    assert world.game().turn == 1
    assert held(world) == ["DEFEND WITH 3"]


def test_pa12_they_stay_beside_the_orders_of_the_turn_that_come_later(world):
    write(world, ANNA, "DEFEND WITH 3")
    receipt = write(world, ANNA, *TURN)
    assert "DEFEND WITH 3" in receipt
    assert world.game().turn == 2, "everything that was asked is in"
    assert defends(world, 1) == 3


def test_pa12_orders_of_a_turn_stay_when_standing_orders_follow(world):
    world.new_game(
        id="autumn",
        ruleset="parsec",
        options={"pace": "round"},
        schedule=Schedule(every="24h", reminders=(), second_thoughts="0m"),
    )
    report = world.last(ANNA, kind="report")
    write(world, ANNA, "HARVEST b2", "DESTROY p11", to=report)
    write(world, ANNA, "DESTROY p10", "DESTROY p9", to=report)
    receipt = write(world, ANNA, "DEFEND WITH 3", to=report)
    assert held(world, game="autumn") == [
        "DESTROY p10",
        "DESTROY p9",
        "HARVEST b2",
        "DEFEND WITH 3",
    ]
    assert "still to come" not in receipt
    assert "The game waits for Boris." in receipt


def test_pa5_pass_ends_a_turn_and_keeps_the_standing_orders(world):
    write(world, ANNA, "DEFEND WITH 3")
    write(world, ANNA, "PASS")
    assert world.game().turn == 2
    assert defends(world, 1) == 3


def test_pa4_at_the_deadline_such_a_turn_is_passed_and_the_standing_orders_hold(world):
    write(world, ANNA, "DEFEND WITH 3")
    world.wait(25)
    assert world.game().turn == 2
    assert defends(world, 1) == 3


def test_pa12_at_any_time_also_in_reply_to_an_older_report(world):
    """Boris has the report of turn 1 when it is his turn; he answers that one."""
    older = world.last(BORIS, kind="report")
    write(world, ANNA, *TURN)
    receipt = write(world, BORIS, "DEFEND WITH 2", to=older)
    assert "Your mail answers an earlier report. What you send counts for turn 2" in receipt
    assert held(world, seat=2) == ["DEFEND WITH 2"]
    assert world.game().turn == 2
    receipt = write(world, BORIS, *TURN, to=older)
    assert "Too late: turn 1 is closed" in receipt, "these were thought for another board"
    assert held(world, seat=2) == ["DEFEND WITH 2"]


def test_pa12_standing_orders_that_come_after_the_deadline_count_while_the_turn_is_open(world):
    write(world, ANNA, *TURN)
    world.wait(23.75)
    world.clock.move(minutes=16)
    world.reply(BORIS, "DEFEND WITH 2")
    world.poll()
    assert world.game().turn == 3
    assert defends(world, 2) == 2


def test_pa12_out_of_turn_nobody_waits_and_nothing_hangs_on_the_turn(world):
    receipt = write(world, BORIS, "DEFEND WITH 2")
    assert "The game waits for Anna." in receipt
    write(world, BORIS, "ATTACK NONE")
    assert held(world, seat=2) == ["DEFEND WITH 2", "ATTACK NONE"]
    write(world, ANNA, *TURN)
    assert defends(world, 2) == 2


def test_lines_repeated_every_turn_do_not_pass_it(world):
    write(world, ANNA, "@ DEFEND WITH 3", *TURN)
    write(world, BORIS, *TURN)
    assert world.game().turn == 3
    assert held(world) == ["DEFEND WITH 3"]
    world.poll()
    assert world.game().turn == 3, "the game waits for Anna's orders"


def test_withdrawing_takes_back_all_that_was_sent_for_the_turn(world):
    write(world, ANNA, "DEFEND WITH 3")
    receipt = write(world, ANNA, "WITHDRAW")
    assert "Withdrawn" in receipt
    assert held(world) == []
