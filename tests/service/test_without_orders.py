"""What a report says of the open turn's orders: what is held, and what is played without any."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.mailer.inbound.intake import take
from pbem.rulesets.hegemon import RULESET
from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from tests.service import relay
from tests.service.looks import LINE, OTHER
from tests.service.running import new_relay, play
from tests.service.world import ANNA, BORIS, World, open_world, text_of

PASSES = "Without orders from you, you pass."
PLAYED = "Without orders from you this is played:"
HELD = (
    "(repeated or sent ahead) and played at the deadline; the game waits for your reply, be it "
    "DONE:"
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def new_game(world: World, **schedule: Any) -> None:
    world.new_game(
        schedule=Schedule(**({"every": "24h", "reminders": (), "second_thoughts": "0m"} | schedule))
    )


def told(world: World, player: str = ANNA, kind: str = "report") -> str:
    return " ".join(text_of(world.last(player, kind=kind)).split())


def subject(world: World, kind: str = "report") -> str:
    return str(world.last(ANNA, kind=kind)["Subject"])


def send(world: World, text: str, player: str = ANNA) -> None:
    world.reply(player, text)
    world.poll()


def test_where_the_default_does_nothing_the_report_says_pass(world: World) -> None:
    new_game(world)
    assert PASSES in told(world)


def test_hg3_else_the_report_shows_the_lines_that_are_played(world: World) -> None:
    new_game(world)
    send(world, f"{LINE}\n{OTHER}")
    close_turn(world.context, "spring", 1)
    assert f"{PLAYED} | {LINE} | {OTHER} [Picture" in told(world)
    assert PASSES in told(world, BORIS)


def test_a_report_sent_back_does_not_order_the_lines_that_it_shows(world: World) -> None:
    new_game(world)
    send(world, f"@ {OTHER}")
    send(world, LINE, BORIS)
    for player in (ANNA, BORIS):
        report = world.last(player, kind="report")
        raw = f"From: {player}\r\nTo: {report['Reply-To']}\r\n\r\n{text_of(report)}".encode()
        extraction = take(raw, RULESET.desk.fit, world.context.config.mail).extraction
        assert extraction is not None
        assert extraction.taken == ()


def test_what_the_game_master_has_chosen_is_told(world: World) -> None:
    new_game(world, missed="pass")
    send(world, LINE)
    close_turn(world.context, "spring", 1)
    assert PASSES in told(world)
    world.new_game(
        id="autumn",
        schedule=Schedule(every="24h", reminders=(), second_thoughts="0m", missed="bot"),
    )
    assert "Without orders from you the house bot moves for you this once." in told(world)


@pytest.mark.parametrize("prefix", ["@", "TURN 2:"])
def test_prepared_lines_that_are_held_are_shown_and_stand_in_for_the_default(
    world: World, prefix: str
) -> None:
    new_game(world)
    send(world, f"{prefix} {OTHER}")
    send(world, LINE, BORIS)
    if prefix != "@":
        close_turn(world.context, "spring", 1)
    assert f"Held for turn 2 {HELD} | {OTHER}" in told(world)
    assert "Without orders from you" not in told(world)
    assert ("They are repeated every turn (@)" in told(world)) == (prefix == "@")
    assert told(world).count(OTHER) == 1
    send(world, "REPORT")
    assert f"Held for turn 2 {HELD} | {OTHER}" in told(world, kind="copy")


@pytest.mark.parametrize(
    ("ahead", "missed", "is_told"),
    [("", "default", True), (f"\nTURN 2: {OTHER}", "default", False), ("", "pass", False)],
)
def test_what_comes_of_the_last_move_is_told_only_where_it_is_played_again(
    world: World, ahead: str, missed: str, is_told: bool
) -> None:
    new_game(world, missed=missed)
    send(world, f"Economy 50% comp 100 attack 900-900{ahead}")
    send(world, LINE, BORIS)
    below = "attack 900-900 ! Played again, your last move would hit nobody in Economy."
    assert (f"{PLAYED} | Economy 50% comp 100 {below}" in told(world)) == is_told
    assert ("your last move would hit nobody in Economy" in told(world)) == is_told


def test_prepared_lines_of_which_none_can_be_taken_are_told_with_the_reason(world: World) -> None:
    new_game(world)
    send(world, "TURN 2: Enviroment 40% comp 100")
    close_turn(world.context, "spring", 1)
    assert "No line repeated every turn or sent ahead could be taken for turn 2:" in told(world)
    assert "Enviroment 40% comp 100: refused" in told(world)
    assert PASSES in told(world)


def test_lines_sent_ahead_that_replace_repeated_ones_are_shown_again_by_report(
    world: World,
) -> None:
    new_game(world)
    send(world, f"@ {LINE}\nTURN 2: {OTHER}")
    send(world, LINE, BORIS)
    send(world, "REPORT")
    assert f"Held for turn 2 {HELD} | {OTHER}" in told(world, kind="copy")


def test_a_report_sent_again_shows_the_orders_that_are_in(world: World) -> None:
    new_game(world)
    send(world, LINE)
    send(world, "REPORT")
    again = told(world, kind="copy")
    assert f"Your orders for turn 1 as they now stand: | {LINE}" in again
    assert "Without orders from you" not in again


def test_of_a_reaction_the_games_own_report_tells_what_happens(tmp_path: Path) -> None:
    with relay.installed(), open_world(tmp_path) as world:
        new_relay(world, alarms=(2,))
        assert PASSES in told(world), "the first turn is a move"
        play(world, 1)
        assert "are due" in told(world)
        assert "Without orders" not in told(world)


def test_the_subject_asks_for_orders_as_long_as_the_game_waits(world: World) -> None:
    new_game(world)
    send(world, f"@ {LINE}")
    send(world, LINE, BORIS)
    assert "your move by" in subject(world)
    send(world, "DONE")
    send(world, "REPORT")
    assert subject(world, kind="copy").startswith("News from Spring")
    assert "Held for turn 2; nothing more is needed from you:" in told(world, kind="copy")
    send(world, "WAIT")
    send(world, "REPORT")
    assert "your move by" in subject(world, kind="copy")


@pytest.mark.parametrize(
    ("schedule", "said"),
    [
        ({}, "A turn closes as soon as everybody's orders are in; WAIT in a mail keeps it open"),
        (
            {"second_thoughts": "10m", "between": "2h"},
            "A turn closes 10 minutes after the last change once everybody's orders are in, and "
            "at once where all have said DONE; WAIT in a mail keeps it open until its deadline. No "
            "turn is shorter than 2 hours.",
        ),
        ({"early_close": False}, ""),
    ],
)
def test_the_first_report_says_when_a_turn_closes_before_its_deadline(
    world: World, schedule: dict[str, Any], said: str
) -> None:
    new_game(world, **schedule)
    first = told(world)
    assert said in first and bool(said) == ("keeps it open" in first)
    close_turn(world.context, "spring", 1)
    assert "keeps it open" not in told(world)


def test_who_plays_alone_is_told_that_the_turn_waits_for_nobody_else(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Rex", bot="hedger")))
    assert (
        "A turn closes as soon as your orders are in, if nothing in them has to be thought over; "
        "WAIT in a mail keeps it open until its deadline."
    ) in told(world)
