"""What those who watch a game are told, what others learn of them, whom game masters let watch."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import cancel
from pbem.service.mastering.rollback import roll_back
from pbem.service.observing import telling
from pbem.service.play.close import close_turn
from pbem.service.story.queue import tell_stories
from pbem.store import observers
from pbem.store.observing import Watching
from tests.service.test_observers import (
    DORA,
    EVE,
    HOUSE,
    confirm,
    row_of,
    say,
    told,
    watch,
    watching,
)
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

THREE = tuple(
    SeatSpec(name=name, address=address)
    for name, address in {"Anna": ANNA, "Boris": BORIS, "Chiara": CHIARA}.items()
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def test_a_report_comes_once_a_day_and_with_each_turn_to_whoever_wants_it(world: World) -> None:
    watch(world)
    watch(world, EVE)
    say(world, "NEWS EACH TURN", EVE)
    for _turn in range(3):
        close_turn(world.context, "spring")
        world.poll()
    assert len(world.rows(recipient=DORA, kind="spectator")) == 1
    assert len(world.rows(recipient=EVE, kind="spectator")) == 4
    world.wait(24.5)
    assert len(world.rows(recipient=DORA, kind="spectator")) == 2
    say(world, "NEWS DIGEST", EVE)
    assert not row_of(world, EVE).each_turn


def test_a_report_leaves_out_what_stood_in_the_one_before_and_report_sends_all(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        world.copied_game(ruleset="asylamba-mini", seats=THREE)
        watch(world)
        assert "Megastructures ---" in told(world, kind="spectator")
        world.wait(24)
        world.wait(24)
        folded = told(world, kind="spectator")
        assert "Megastructures ---" not in folded
        assert "Nothing has changed in: Megastructures. REPORT FULL sends you the whole" in folded
        say(world, "REPORT FULL")
        whole = told(world, kind="copy")
        assert "Megastructures ---" in whole and "REPORT FULL" not in whole


def test_a_report_is_told_once_however_often_it_is_looked_for(world: World) -> None:
    watch(world)
    say(world, "NEWS EACH TURN", DORA)
    close_turn(world.context, "spring")
    for _round in range(3):
        world.poll()
    assert len(world.rows(recipient=DORA, kind="spectator")) == 2


def test_the_story_comes_at_the_end_and_again_once_a_day(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset="asylamba-mini", options={"max_turns": 1})
        watch(world)
        close_turn(world.context, "spring")
        world.poll()
        tell_stories(world.context)
        assert len(world.rows(recipient=DORA, kind="story")) == 1
        assert "The secret itself" in told(world, kind="spectator")
        say(world, "STORY")
        assert "once a day at the most" in told(world, kind="answer")
        world.clock.move(days=2)
        say(world, "STORY")
        tell_stories(world.context)
        assert len(world.rows(recipient=DORA, kind="story")) == 2


def test_the_end_is_told_once_and_not_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "MOST_READERS", 1)
    with open_world(tmp_path) as world:
        world.new_game(options={"turns": 1})
        watch(world)
        watch(world, EVE)
        close_turn(world.context, "spring")
        for _round in range(4):
            world.poll()
        for reader in (DORA, EVE):
            assert len(world.rows(recipient=reader, kind="spectator")) == 2
            assert row_of(world, reader).knows_end
        with world.context.database.read() as connection:
            assert observers.games_to_tell(connection, world.clock.now()) == ()


def test_whoever_watches_is_told_that_a_game_was_cancelled(world: World) -> None:
    watch(world)
    by_operator(world.context, "spring", cancel)
    assert "Thank you for watching." in told(world, kind="notice")
    world.poll()
    world.poll()
    assert row_of(world).knows_end
    assert len(world.rows(recipient=DORA, kind="notice")) == 2


def test_what_is_said_to_all_comes_with_the_report_to_whoever_wants_it(world: World) -> None:
    watch(world)
    watch(world, EVE)
    say(world, "PRESS WITH REPORT\nNEWS EACH TURN")
    say(world, "NEWS EACH TURN", EVE)
    world.reply(ANNA, "TO ALL:\nPeace in our time.\nEND\nTO Boris:\nNot for long.\nEND")
    world.poll()
    world.clock.move(minutes=10)
    world.poll()
    close_turn(world.context, "spring")
    world.poll()
    everything = " ".join(text_of(one) for one in world.mails(DORA))
    assert "Peace in our time." in everything
    assert "Not for long." not in everything
    assert "Peace" not in " ".join(text_of(one) for one in world.mails(EVE))
    say(world, "PRESS OFF")
    assert not row_of(world).letters


def test_after_a_rollback_they_are_told_what_does_not_count(world: World) -> None:
    watch(world)
    say(world, "NEWS EACH TURN")
    for _turn in range(2):
        close_turn(world.context, "spring")
        world.poll()
    by_operator(world.context, "spring", roll_back, 1)
    assert "taken back to turn 1" in told(world, kind="notice")
    assert row_of(world).told == 0
    close_turn(world.context, "spring")
    world.poll()
    assert row_of(world).told == 1
    assert len(world.rows(recipient=DORA, kind="spectator")) == 4


def test_players_are_told_how_many_watch_and_nobody_who(world: World) -> None:
    watch(world)
    watch(world, EVE)
    world.reply(ANNA, "STATUS")
    world.poll()
    assert "2 people watch." in told(world, ANNA, kind="answer")
    for player in (ANNA, BORIS):
        assert not [m for m in world.mails(player) if "elsewhere.test" in m.as_string()]


def command(world: World, line: str) -> str:
    world.write("gm@example.org", "hello", to=HOUSE)
    world.poll()
    to = world.last("gm@example.org", kind="answer")
    world.write("gm@example.org", line, to=str(to["Reply-To"]))
    world.poll()
    return " ".join(text_of(world.last("gm@example.org", kind="answer")).split())


@pytest.mark.parametrize("observing", [Watching.INVITED, Watching.NONE])
def test_a_game_master_lets_somebody_watch_and_no_more(tmp_path: Path, observing: Watching) -> None:
    with open_world(tmp_path) as world:
        world.new_game(observers=observing)
        assert f"{DORA} has yet to confirm it" in command(world, f"OBSERVER {DORA}")
        confirm(world)
        assert watching(world) == [DORA]
        assert "1 person watches." in command(world, "SHOW")
        assert DORA not in command(world, f"zuschauer {DORA} aus")
        assert "A game master has ended it." in told(world)
        assert watching(world) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("OBSERVER", "Write one person's mail address"),
        ("OBSERVER dora@", "is no mail address"),
        (f"OBSERVER {ANNA}", "has a seat in it"),
        (f"OBSERVER {DORA} OFF", "does not watch it"),
        (f"PREVIEW\nOBSERVER {DORA}", "changes nothing"),
        ("WATCH nowhere", "There is no game nowhere"),
    ],
)
def test_a_bad_form_of_a_game_master_changes_nothing(world: World, line: str, said: str) -> None:
    assert said in command(world, line)
    with world.context.database.read() as connection:
        assert observers.observers_of(connection, "spring") == ()


def test_whom_a_game_master_has_named_may_take_some_days(world: World) -> None:
    command(world, f"OBSERVER {DORA}")
    world.clock.move(days=10)
    confirm(world)
    assert watching(world) == [DORA]
    assert row_of(world).told_at is not None
    assert world.clock.now() - (row_of(world).told_at or world.clock.now()) < timedelta(hours=1)
