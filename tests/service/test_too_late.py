"""Mails that come too late, and mails that are read after ones that arrived later."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pbem.service.intake.receive import receive_mail
from pbem.service.play.upkeep import note_poll
from pbem.service.schedule import Schedule
from pbem.store import games
from tests.service.duels import LINE, OTHER, new_galaxy, new_round, said
from tests.service.looks import held, seats
from tests.service.world import ANNA, BORIS, World, open_world, text_of
from tests.soaking import examples

EVERY = "2h"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_galaxy(world, every=EVERY)
        yield world


def late(world: World, player: str, text: str, **after: float) -> str:
    """The answer to a mail that arrives after the deadline and is read before the turn closes."""
    due = world.game().deadline
    assert due is not None
    world.wait((due - world.clock.now()) / timedelta(hours=1) - 0.25)
    world.clock.move(minutes=15)
    world.clock.move(**after)
    world.reply(player, text)
    receive_mail(world.context, world.inbox)
    assert world.game().turn == 1
    return said(world, player)


# Too late ---------------------------------------------------------------------------


def test_a_mail_after_the_deadline_is_told_by_how_much_and_what_is_played(world: World) -> None:
    world.reply(ANNA, OTHER)
    world.poll()
    receipt = late(world, ANNA, LINE, minutes=3, seconds=5)
    assert "your mail arrived 3 minutes after the deadline of turn 1, so it changes" in receipt
    assert f"What is played for you in turn 1 -------------------------------- | {OTHER}" in receipt
    assert f"| x {LINE} | it arrived after the deadline" in receipt
    assert "turn 1 is closed" not in receipt
    assert "is open" not in receipt


@pytest.mark.parametrize("text", ["WITHDRAW", "DONE", LINE])
def test_where_nothing_is_held_it_is_told_what_is_played_instead(world: World, text: str) -> None:
    receipt = late(world, ANNA, text, seconds=20)
    assert "Too late: your mail arrived less than a minute after the deadline" in receipt
    assert "Without orders from you, you pass." in receipt


def test_hg3_the_lines_of_the_default_are_shown(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        schedule = Schedule(every="2h", reminders=(), second_thoughts="0m")
        world.new_game(schedule=schedule)
        world.reply(ANNA, "Economy 100% comp 100")
        world.reply(BORIS, "PASS")
        world.poll()
        due = world.game().deadline
        assert due is not None
        world.wait(1.75)
        world.clock.move(minutes=17)
        world.reply(ANNA, "WITHDRAW")
        receive_mail(world.context, world.inbox)
        assert "Without orders from you this is played:" in said(world, ANNA)
        assert "| Economy 100% comp 100" in said(world, ANNA)


@pytest.mark.parametrize("text", ["WITHDRAW", "DONE"])
def test_late_commands_change_nothing(world: World, text: str) -> None:
    world.reply(ANNA, LINE)
    world.poll()
    receipt = late(world, ANNA, text, minutes=9)
    assert "arrived 9 minutes after the deadline" in receipt
    assert held(world) == [LINE]
    world.poll()
    with world.context.database.read() as connection:
        played = games.answers_of(connection, "spring", 1)
    assert [answer.source for answer in played] == ["mail", "default"]


def test_within_the_grace_nothing_is_late(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_galaxy(world, every=EVERY, grace="10m")
        assert "Saved: your orders" in late(world, ANNA, LINE, minutes=9)


def test_a_mail_for_a_turn_long_closed_is_told_when_it_closed_and_which_is_open(
    world: World,
) -> None:
    stale = world.last(ANNA, kind="report")
    world.wait(2)
    world.wait(2)
    assert world.game().turn == 3
    for text in (LINE, "WITHDRAW", "DONE"):
        world.reply(ANNA, text, to=stale)
        world.poll()
        receipt = said(world, ANNA)
        assert "Too late: turn 1 is closed, so your mail does not count." in receipt
        assert "It arrived 2 hours after the turn was closed. Turn 3 is open." in receipt


def test_after_the_end_of_a_game_no_turn_is_said_to_be_open(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(
            options={"turns": 1}, schedule=Schedule(every="2h", reminders=(), second_thoughts="0m")
        )
        first = world.last(ANNA, kind="report")
        world.wait(2)
        world.reply(ANNA, "Economy 100% comp 100", to=first)
        world.poll()
        assert "The game is over." in said(world, ANNA)
        assert "is open" not in said(world, ANNA)


def test_what_answers_the_last_report_is_told_that_the_game_is_over(tmp_path: Path) -> None:
    """There was no turn behind the last one that could have been closed."""
    with open_world(tmp_path) as world:
        world.new_game(
            options={"turns": 1}, schedule=Schedule(every="2h", reminders=(), second_thoughts="0m")
        )
        world.wait(2)
        for text in ("Economy 100% comp 100", "Thanks, that was fun!"):
            world.reply(ANNA, text)
            world.poll()
            receipt = world.mails(ANNA)[-1]
            assert str(receipt["Subject"]).startswith("Spring: the game is over")
            assert "The game is over: nothing is ordered in it any more." in text_of(receipt)
            assert "turn 2" not in text_of(receipt) and "oo late" not in text_of(receipt)


# Read out of order ------------------------------------------------------------------


def read_after(world: World, older: str, *newer: str, minutes: int = 5) -> str:
    """Anna's older mail is read after her newer ones; what it is answered."""
    world.clock.move(minutes=minutes)
    for text in newer:
        world.reply(ANNA, text)
        note_poll(world.context, receive_mail(world.context, world.inbox).began)
        world.clock.move(minutes=1)
    world.clock.move(minutes=-minutes - len(newer))
    world.reply(ANNA, older)
    world.clock.move(minutes=minutes + len(newer))
    note_poll(world.context, receive_mail(world.context, world.inbox).began)
    return said(world, ANNA)


def later_lines(world: World) -> dict[int, tuple[str, ...]]:
    with world.context.database.read() as connection:
        return games.later_lines(connection, "spring").get(1, {})


def test_an_older_set_gives_way_but_what_it_repeats_and_sends_ahead_joins(world: World) -> None:
    receipt = read_after(world, f"{OTHER}\n@ {OTHER}\nTURN 3: {OTHER}", LINE)
    assert held(world) == [LINE]
    assert seats(world)[0].standing == (OTHER,)
    assert later_lines(world) == {3: (OTHER,)}
    assert "A mail that you sent later was read before this one: what it says stays" in receipt


def test_an_older_mail_never_undoes_a_newer_ones_word(world: World) -> None:
    newer = f"{LINE}\n@ {LINE}\nTURN 3: {LINE}\nTURN 4: NONE"
    receipt = read_after(world, f"@ NONE\nTURN 3: {OTHER}\nTURN 4: {OTHER}\n{OTHER}", newer)
    assert held(world) == [LINE, LINE]
    assert seats(world)[0].standing == (LINE,)
    assert later_lines(world) == {3: (LINE,)}
    assert "a mail that you sent later is already in, and counts" in receipt
    assert "What a mail that you sent later says of such lines stays." in receipt


def test_an_older_mail_for_later_turns_alone_does_not_undo_a_newer_one_either(
    world: World,
) -> None:
    receipt = read_after(world, f"TURN 3: {OTHER}\nTURN 4: {OTHER}", f"TURN 3: {LINE}")
    assert later_lines(world) == {3: (LINE,), 4: (OTHER,)}
    assert "What a mail that you sent later says of such lines stays." in receipt


@pytest.mark.parametrize("command", ["WITHDRAW", "DONE"])
def test_an_older_command_leaves_what_came_later(world: World, command: str) -> None:
    receipt = read_after(world, command, LINE)
    assert held(world) == [LINE]
    assert "Nothing was changed: a mail that you sent later is already in" in receipt


def test_of_mails_that_came_in_the_same_second_the_last_one_counts(world: World) -> None:
    world.reply(ANNA, LINE)
    world.reply(ANNA, OTHER)
    receive_mail(world.context, world.inbox)
    assert held(world) == [OTHER]
    assert len(world.mails(ANNA, kind="receipt")) == 2


def test_orders_do_not_come_back_that_were_withdrawn_later(world: World) -> None:
    assert "a mail that you sent later is already in" in read_after(world, LINE, OTHER, "WITHDRAW")
    assert held(world) == []


@pytest.fixture
def round_of_two(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_round(world)
        yield world


def test_pa12_older_standing_orders_join_a_newer_set(round_of_two: World) -> None:
    receipt = read_after(round_of_two, "DEFEND WITH 3", "SWAP ALL\nPASS")
    assert held(round_of_two)[-1] == "DEFEND WITH 3"
    assert len(held(round_of_two)) > 1
    assert "+ DEFEND WITH 3" in receipt


def test_pa12_an_older_set_joins_newer_standing_orders_and_ends_the_waiting(
    round_of_two: World,
) -> None:
    read_after(round_of_two, "SWAP ALL\nPASS\nDEFEND WITH 3", "DEFEND WITH 2")
    assert held(round_of_two)[-1] == "DEFEND WITH 2"
    with round_of_two.context.database.read() as connection:
        assert games.owing_seats(connection, "spring") == (2,)


TEXTS = ("PASS", "DEFEND WITH 2", "DEFEND WITH 3\nPASS", "ATTACK WITH 2", "DEFEND WITH 1 MANY")


@pytest.fixture(scope="module")
def any_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with open_world(tmp_path_factory.mktemp("order"), answers_per_hour=10**6) as world:
        yield world


@examples(5, soak=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(TEXTS), min_size=2, max_size=4, unique=True),
    st.randoms(use_true_random=False),
)
def test_the_order_in_which_mails_are_read_makes_no_difference(
    any_world: World, texts: list[str], random: Any
) -> None:
    world = any_world
    ends = []
    for orders in (texts, random.sample(texts, len(texts))):
        game = f"game-{len(world.rows(kind='report'))}"
        new_round(world, id=game)
        report = world.last(ANNA, kind="report", game=game)
        for text in orders:
            minutes = 1 + texts.index(text)
            world.clock.move(minutes=minutes)
            world.reply(ANNA, text, to=report)
            receive_mail(world.context, world.inbox)
            world.clock.move(minutes=-minutes)
        with world.context.database.read() as connection:
            ends.append((held(world, game=game), games.owing_seats(connection, game)))
    assert ends[0] == ends[1]
