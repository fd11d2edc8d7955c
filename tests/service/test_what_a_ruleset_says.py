"""What a ruleset may say of resignations, deadlines, waiting and news; the house does the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine.registry import load
from pbem.service.gamefile import SeatSpec
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import GameStatus, Source
from tests.service import relay
from tests.service.running import new_relay, play
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with relay.installed(), open_world(tmp_path) as world:
        yield world


def resign(world: World, player: str) -> str:
    """Give a seat up, and confirm it; returns the answer."""
    world.reply(player, "RESIGN")
    world.poll()
    asked = world.last(player)
    assert "counts as the rules of the game have it" in flat(text_of(asked))
    world.reply(player, "RESIGN", to=asked)
    world.poll()
    return flat(text_of(world.last(player)))


def flat(text: str) -> str:
    return " ".join(text.split())


# Giving up ----------------------------------------------------------------------------


def test_whoever_resigns_is_out_as_the_rules_have_it(world: World) -> None:
    new_relay(world, ruleset="duel")
    assert "It counts at your next move." in resign(world, ANNA)
    world.wait(1)
    game = world.game()
    assert game.status is GameStatus.FINISHED
    assert game.outcome is not None
    assert game.outcome.winners == (2, 3)
    with world.context.database.read() as connection:
        played = games.answers_of(connection, "spring", 1)
    assert {row.seat: row.source for row in played}[1] is Source.RESIGNED


def test_whoever_is_not_to_move_resigns_at_their_next_move(world: World) -> None:
    new_relay(world, ruleset="duel")
    resign(world, BORIS)
    world.wait(1)
    assert world.game().status is GameStatus.RUNNING
    world.reply(ANNA, "MOVE 1")
    world.poll()
    world.wait(1)
    assert world.game().status is GameStatus.FINISHED


@pytest.mark.parametrize(("ruleset", "turn"), [("duel", 2), ("relay", 1)])
def test_beside_bots_alone_a_resignation_by_the_rules_waits_for_nobody(
    world: World, ruleset: str, turn: int
) -> None:
    """Where the house bot plays on, the open turn keeps its deadline: who left may return."""
    bot = SeatSpec(name="Robot", bot="runner")
    seats = (SeatSpec(name="Anna", address=ANNA), bot)
    world.new_game(ruleset=ruleset, seats=seats, schedule=Schedule(every="48h"))
    world.resign(ANNA)
    world.wait(1)
    assert world.game().turn == turn
    assert (world.game().status is GameStatus.FINISHED) is (ruleset == "duel")


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("duel", "RESIGN gives the game up as its rules have it"),
        ("relay", "RESIGN hands your seat to the house bot"),
    ],
)
def test_HELP_SERVICE_tells_what_resigning_does_in_a_game(
    world: World, ruleset: str, said: str
) -> None:
    new_relay(world, ruleset=ruleset)
    world.reply(ANNA, "HELP SERVICE")
    world.poll()
    told = flat(text_of(world.last(ANNA)))
    assert said in told
    assert len(re.findall(r"RESIGN [a-z]", told)) == 1


def test_a_resignation_that_has_ended_the_game_cannot_be_taken_back(world: World) -> None:
    new_relay(world, ruleset="duel")
    resign(world, ANNA)
    resigned = world.last(ANNA)
    world.wait(1)
    world.reply(ANNA, "RETURN", to=resigned)
    world.poll()
    assert world.game().status is GameStatus.FINISHED
    assert "There is nothing to return to." in text_of(world.last(ANNA))


def test_a_seat_by_which_somebody_resigned_is_offered_to_nobody(world: World) -> None:
    new_relay(world, ruleset="duel")
    world.write("dora@example.org", "STANDBY spring", to=world.context.config.mail.address)
    world.poll()
    assert "Nobody can stand by for this game" in flat(text_of(world.last("dora@example.org")))


# Missing a deadline -------------------------------------------------------------------


def test_the_desk_says_what_comes_of_missing_the_deadline(world: World) -> None:
    new_relay(world, ruleset="duel")
    told = flat(text_of(world.last(ANNA, kind="report")))
    assert "Without a move you lose on time." in told
    assert "you pass" not in told


def test_whoever_is_asked_again_has_what_is_left_of_the_deadline(world: World) -> None:
    new_relay(world, again=(2,))
    first = world.game().deadline
    play(world, 1, hours=5)
    assert world.game().deadline == first
    play(world, 1)
    assert first is not None
    assert world.game().deadline == world.clock.now() + timedelta(hours=48)


def test_where_nothing_is_left_the_short_deadline_goes(world: World) -> None:
    new_relay(world, again=(2,))
    world.wait(49)
    assert world.game().turn == 2
    assert world.game().deadline == world.clock.now() + timedelta(hours=6)


# What holds a turn up -----------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "turn"), [("relay", 1), ("duel", 2)])
def test_a_refused_line_holds_the_turn_up_unless_the_rest_suffices(
    world: World, ruleset: str, turn: int
) -> None:
    new_relay(world, ruleset=ruleset)
    world.reply(ANNA, "MOVE 1\nMOVE one")
    world.poll()
    world.wait(1)
    assert world.game().turn == turn


def test_orders_of_whoever_is_not_asked_are_listed_and_told_why(world: World) -> None:
    with pytest.MonkeyPatch.context() as patch:
        rules = load("relay").rules
        asks = type(rules).asks
        patch.setattr(type(rules), "asks", lambda self, state: asks(self, state)[:1])
        new_relay(world)
        world.reply(BORIS, "MOVE 7")
        world.poll()
    said = flat(text_of(world.last(BORIS)))
    assert "nothing is asked of you" in str(world.last(BORIS)["Subject"])
    assert "no orders are asked of you in turn 1" in said
    assert "MOVE 7" in said


# News ---------------------------------------------------------------------------------


def test_what_is_to_be_told_at_once_does_not_wait_for_the_digest(world: World) -> None:
    new_relay(world, calls=(2,))
    play(world, 1)
    before = len(world.mails(CHIARA, kind="report"))
    play(world, 1)
    (report,) = world.mails(CHIARA, kind="report")[before:]
    assert "(called 2)" in text_of(report)
