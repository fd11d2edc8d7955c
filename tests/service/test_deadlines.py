"""What comes with time: reminders, deadlines, and turns that cannot be closed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.service.intake.receive import receive_mail
from pbem.service.mastering.acts import by_operator, pause, resume, set_deadline
from pbem.service.play import close
from pbem.service.play.table import GameProblem
from pbem.service.play.upkeep import note_poll, send_reminders
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import Source
from tests.service.looks import LINE, OTHER, held, subjects
from tests.service.world import ANNA, BORIS, START, World, open_world, text_of

GAME_MASTER = "gm@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


# Reminders and deadlines --------------------------------------------------------------


def new_game_with(world: World, **schedule: Any) -> None:
    world.new_game(
        schedule=Schedule(**({"every": "24h", "reminders": (), "second_thoughts": "0m"} | schedule))
    )


def play(world: World, hours: float) -> None:
    """Let time pass with the service running, reminders included."""
    for _quarter in range(round(hours * 4)):
        world.clock.move(minutes=15)
        world.poll()
        send_reminders(world.context)


def test_each_reminder_comes_once_and_only_to_those_who_owe_orders(world: World) -> None:
    new_game_with(world, reminders=("6h", "2h"))
    world.reply(BORIS, OTHER)
    play(world, 17.75)
    assert subjects(world, ANNA, kind="reminder") == []
    play(world, 0.5)
    assert len(subjects(world, ANNA, kind="reminder")) == 1
    play(world, 5.5)
    assert len(subjects(world, ANNA, kind="reminder")) == 2
    assert subjects(world, BORIS, kind="reminder") == []


def test_reminders_that_would_come_with_the_report_are_left_out(world: World) -> None:
    new_game_with(world, reminders=("48h", "24h"))
    play(world, 5)
    assert subjects(world, ANNA, kind="reminder") == []


def test_an_outage_repeats_no_reminder(world: World) -> None:
    new_game_with(world, reminders=("6h",))
    play(world, 20)
    world.clock.move(hours=2)
    play(world, 1)
    assert world.game().deadline == START + timedelta(hours=26.25)
    assert len(subjects(world, ANNA, kind="reminder")) == 1


def test_nobody_is_reminded_of_a_deadline_that_has_passed(world: World) -> None:
    """After an outage the service reminds before it has read what lay in the mailbox."""
    new_game_with(world, reminders=("6h",))
    play(world, 1)
    world.clock.move(hours=30)
    assert send_reminders(world.context) == 0
    play(world, 0.25)
    assert subjects(world, ANNA, kind="reminder") == []
    play(world, 18)
    assert len(subjects(world, ANNA, kind="reminder")) == 1


def test_a_new_deadline_brings_its_own_reminders(world: World) -> None:
    new_game_with(world, reminders=("6h",))
    play(world, 19)
    by_operator(world.context, "spring", set_deadline, START + timedelta(hours=48))
    play(world, 24)
    assert len(subjects(world, ANNA, kind="reminder")) == 2


def test_a_deadline_moved_close_is_told_and_not_reminded_of_at_once(world: World) -> None:
    new_game_with(world, reminders=("6h",))
    play(world, 1)
    by_operator(world.context, "spring", set_deadline, world.clock.now() + timedelta(hours=2))
    play(world, 0.25)
    assert subjects(world, ANNA, kind="reminder") == []
    assert "new deadline" in subjects(world, ANNA)[-1]


def test_a_deadline_cannot_be_moved_into_the_past(world: World) -> None:
    world.copied_game()
    with pytest.raises(GameProblem, match="has passed"):
        by_operator(world.context, "spring", set_deadline, START)


def test_orders_count_in_the_grace_after_the_deadline_and_not_later(world: World) -> None:
    new_game_with(world, grace="2h")
    play(world, 25)
    assert world.game().turn == 1
    world.reply(ANNA, LINE)
    play(world, 0.75)
    assert held(world) == [LINE]
    world.clock.move(minutes=20)
    world.reply(ANNA, OTHER)
    world.poll()
    with world.context.database.read() as connection:
        row = games.held_for(connection, "spring", 1, 1)
    assert row is not None
    assert row.lines == (LINE,)
    assert OTHER in text_of(world.last(ANNA, kind="receipt"))
    assert world.game().turn == 2


def test_orders_sent_in_time_and_read_late_count(world: World) -> None:
    world.copied_game()
    world.wait(hours=23.75)
    world.clock.move(minutes=14)
    world.reply(ANNA, LINE)
    world.clock.move(minutes=10)
    world.poll()
    assert world.game().turn == 2
    with world.context.database.read() as connection:
        sources = {a.seat: a.source for a in games.answers_of(connection, "spring", 1)}
    assert sources == {1: Source.MAIL, 2: Source.DEFAULT}


def test_a_paused_games_clock_stands_still_and_its_orders_count(world: World) -> None:
    world.copied_game()
    world.wait(hours=4)
    by_operator(world.context, "spring", pause)
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)
    world.wait(hours=40)
    assert world.game().turn == 1
    assert held(world) == [LINE]
    assert "paused" in subjects(world, BORIS, kind="notice")[0]
    by_operator(world.context, "spring", resume)
    assert world.game().deadline == START + timedelta(hours=64)
    world.poll()
    assert world.game().turn == 2


def test_while_a_game_is_paused_no_mail_promises_an_end_of_the_turn(world: World) -> None:
    world.copied_game()
    by_operator(world.context, "spring", pause)
    for text in (f"{LINE}\nDONE", "REPORT", "STATUS"):
        world.reply(ANNA, text)
        world.poll()
        said = " ".join(text_of(world.last(ANNA)).split())
        assert "The game is paused: the clock stands still." in said
        assert "3 March" not in said
        assert "closes" not in said


def test_a_paused_game_cannot_be_paused_again(world: World) -> None:
    world.copied_game()
    with pytest.raises(GameProblem, match="not paused"):
        by_operator(world.context, "spring", resume)
    by_operator(world.context, "spring", pause)
    with pytest.raises(GameProblem, match="paused already"):
        by_operator(world.context, "spring", pause)


def test_without_early_close_the_deadline_is_waited_for(world: World) -> None:
    new_game_with(world, early_close=False)
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)
    world.wait(hours=23.75)
    assert world.game().turn == 1
    world.wait(hours=0.5)
    assert world.game().turn == 2


@pytest.mark.parametrize("missed", [Source.DEFAULT, Source.BOT, Source.PASS])
def test_what_is_played_for_those_who_missed_the_deadline(world: World, missed: Source) -> None:
    new_game_with(world, missed=missed.value)
    world.reply(ANNA, LINE)
    world.wait(hours=24)
    with world.context.database.read() as connection:
        played = {a.seat: a for a in games.answers_of(connection, "spring", 1)}
    assert {seat: a.source for seat, a in played.items()} == {1: Source.MAIL, 2: missed}


def test_weekdays_are_kept_turn_after_turn(world: World) -> None:
    """START is a Monday; in Paris the clocks change on 29 March 2026."""
    fridays = Schedule(weekdays=("fri",), hour="20:00", zone="Europe/Paris", reminders=())
    world.new_game(schedule=fridays, options={"turns": 9})
    seen = []
    for _week in range(4):
        deadline = world.game().deadline
        assert deadline is not None
        seen.append(deadline)
        world.clock.move(seconds=(deadline - world.clock.now()).total_seconds() - 60)
        note_poll(world.context, receive_mail(world.context, world.inbox).began)
        move_on_a_quarter(world)
    assert [d.astimezone(UTC) for d in seen[:1]] == [datetime(2026, 3, 6, 19, tzinfo=UTC)]
    assert {d.weekday() for d in seen} == {4}


def move_on_a_quarter(world: World) -> None:
    world.clock.move(minutes=15)
    world.poll()


# Trouble ------------------------------------------------------------------------------


def test_a_turn_that_cannot_be_closed_warns_once_until_it_can_and_stops_no_other_game(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.new_game()
    world.new_game(id="autumn", title="Autumn", options={"items": ("Culture",)})
    advance = close.advance

    def fail(ruleset: Any, state: Any, *rest: Any, **more: Any) -> Any:
        if "Culture" in state.options.items:
            raise ZeroDivisionError("a bug")
        return advance(ruleset, state, *rest, **more)

    monkeypatch.setattr(close, "advance", fail)
    world.wait(hours=25)
    assert (world.game().turn, world.game("autumn").turn) == (2, 1)
    warned = [s for s in subjects(world, GAME_MASTER) if "cannot be closed" in s]
    assert warned == ["autumn: turn 1 cannot be closed"]
    world.wait(hours=25)
    assert len([s for s in subjects(world, GAME_MASTER) if "cannot be closed" in s]) == 1
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    world.poll()
    assert world.game("autumn").turn == 2
    world.wait(hours=2)
    assert "Over: autumn: turn 1 cannot be closed" in text_of(world.last(GAME_MASTER))
