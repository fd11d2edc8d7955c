"""Deadlines that people have missed: the turn waits for them or the game master, or goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator, pause, resume, set_deadline
from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import send_reminders
from pbem.service.schedule import Schedule
from pbem.service.tools.adopt import adopt
from pbem.service.tools.export import export_game
from pbem.service.tools.overview import all_games, one_game
from pbem.store import games
from pbem.store.records import GameStatus, SeatKind, Source
from tests.service.looks import LINE, OTHER, held, seat_of, subjects
from tests.service.world import ANNA, BORIS, CHIARA, START, World, open_world, text_of

GM = "gm@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def new_game(
    world: World, *more: str, options: Mapping[str, Any] = MappingProxyType({}), **schedule: Any
) -> None:
    """Turns of a day, from noon to noon."""
    given: dict[str, Any] = {"every": "24h", "reminders": (), "second_thoughts": "0m"}
    people = (ANNA, BORIS, *more)
    world.new_game(
        options=dict(options),
        seats=tuple(SeatSpec(name=a.partition("@")[0].title(), address=a) for a in people),
        schedule=Schedule(**(given | schedule)),
    )


def notice(world: World, player: str) -> str:
    return " ".join(text_of(world.last(player, kind="notice")).split())


def reminder(world: World, player: str) -> str:
    return " ".join(text_of(world.last(player, kind="reminder")).split())


def sources(world: World, turn: int) -> dict[int, Source]:
    with world.context.database.read() as connection:
        return {a.seat: a.source for a in games.answers_of(connection, "spring", turn)}


# Waiting for somebody -----------------------------------------------------------------


def test_a_game_waits_for_somebody_so_often_and_then_plays_without_them(world: World) -> None:
    new_game(world, waits=2, wait="6h", missed="bot")
    world.reply(ANNA, LINE)
    for lasts in (30, 36):
        world.wait(hours=24 if lasts == 30 else 6)
        assert (world.game().turn, world.game().deadline) == (1, START + timedelta(hours=lasts))
    world.wait(hours=6)
    assert world.game().turn == 2
    assert sources(world, 1) == {1: Source.MAIL, 2: Source.BOT}


def test_all_are_told_for_whom_the_game_waits(world: World) -> None:
    new_game(world, waits=1, wait="6h")
    world.reply(ANNA, LINE)
    world.wait(hours=24)
    assert "No orders came from Boris, so the game waits once more." in notice(world, ANNA)
    assert "Your orders are not in yet." not in notice(world, ANNA)
    assert "Your orders are not in yet." in notice(world, BORIS)
    assert "turn 1 has a new deadline" in subjects(world, BORIS, kind="notice")[-1]
    assert "18:00" in notice(world, BORIS)


def test_orders_that_come_while_the_game_waits_close_the_turn(world: World) -> None:
    new_game(world, waits=1)
    world.reply(ANNA, LINE)
    world.wait(hours=30)
    world.reply(BORIS, OTHER)
    world.poll()
    assert sources(world, 1) == {1: Source.MAIL, 2: Source.MAIL}


def test_who_stays_away_is_waited_for_no_more_until_orders_have_come(world: World) -> None:
    new_game(world, waits=1)
    for turn, hours in ((1, 48), (2, 24)):
        world.reply(ANNA, LINE)
        world.wait(hours=hours)
        assert world.game().turn == turn + 1
    world.reply(BORIS, LINE)
    world.reply(ANNA, LINE)
    world.poll()
    assert seat_of(world, BORIS).waited == 0
    world.wait(hours=24)
    assert world.game().turn == 4, "now the game waits again"


def test_the_first_late_mail_finds_the_turn_open_where_the_game_waits(world: World) -> None:
    """It is read before the deadline is acted upon."""
    new_game(world, waits=1)
    world.wait(hours=23.75)
    world.clock.move(minutes=16)
    world.reply(BORIS, OTHER)
    world.poll()
    assert held(world, 2) == [OTHER]
    assert world.game().deadline == START + timedelta(hours=48)
    assert len(subjects(world, ANNA, kind="notice")) == 1


def test_lines_that_are_repeated_keep_nobody_waiting(world: World) -> None:
    new_game(world, waits=3)
    world.reply(BORIS, f"{LINE}\n@ {OTHER}")
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(ANNA, LINE)
    world.wait(hours=24)
    assert world.game().turn == 3
    assert sources(world, 2) == {1: Source.MAIL, 2: Source.STANDING}


def test_a_game_that_waits_ends_its_turn_on_no_holiday(world: World) -> None:
    new_game(world, waits=1, holidays=("2026-03-04",))
    world.wait(hours=24)
    assert world.game().deadline == START + timedelta(days=3)


def test_the_notice_that_the_game_waits_stands_in_for_a_reminder(world: World) -> None:
    new_game(world, waits=1, wait="6h", reminders=("12h",))
    world.wait(hours=24.5)
    send_reminders(world.context)
    assert subjects(world, BORIS, kind="reminder") == []


# Waiting for the game master ----------------------------------------------------------


def test_when_too_many_are_missing_the_turn_waits_and_the_game_master_is_asked(
    world: World,
) -> None:
    new_game(world, CHIARA, absent=1)
    world.reply(ANNA, LINE)
    world.wait(hours=30)
    assert world.game().turn == 1
    assert subjects(world, GM) == ["Spring: Turn 1 waits for you"]
    told = " ".join(text_of(world.last(GM)).split())
    assert "CLOSE NOW plays it, EXTEND 48 gives everybody more time" in told
    assert "Nothing came from Boris, Chiara" in told
    assert "as soon as no more than 1 player is missing" in told
    assert "the game master has been asked" in notice(world, ANNA)
    assert "no orders came from Boris and Chiara" in notice(world, BORIS)
    assert len(subjects(world, BORIS, kind="notice")) == 1


def test_as_many_as_the_schedule_lets_be_absent_hold_nothing_up(world: World) -> None:
    new_game(world, CHIARA, absent=2)
    world.reply(ANNA, LINE)
    world.wait(hours=24)
    assert world.game().turn == 2
    assert subjects(world, GM) == []


def test_a_turn_that_waits_for_the_game_master_takes_orders_and_closes_with_enough(
    world: World,
) -> None:
    new_game(world, CHIARA, absent=1)
    world.reply(ANNA, LINE)
    world.wait(hours=30)
    world.reply(BORIS, OTHER)
    world.poll()
    assert sources(world, 1) == {1: Source.MAIL, 2: Source.MAIL, 3: Source.DEFAULT}
    assert world.game().stalled is None
    world.wait(hours=1)
    assert subjects(world, GM)[-1].startswith("Spring: Over: Turn 1 waits for you")


def test_status_says_that_the_game_master_has_been_asked(world: World) -> None:
    new_game(world, absent=0)
    world.wait(hours=25)
    world.reply(ANNA, "STATUS")
    world.poll()
    answer = " ".join(text_of(world.last(ANNA, kind="answer")).split())
    assert "The deadline has passed; the game master has been asked what to do." in answer
    assert "2026" not in answer


def test_the_game_master_plays_without_them(world: World) -> None:
    new_game(world, absent=0)
    world.wait(hours=25)
    close_turn(world.context, "spring")
    assert (world.game().turn, world.game().stalled) == (2, None)


def test_the_game_master_gives_more_time_and_is_asked_again(world: World) -> None:
    new_game(world, absent=0)
    world.wait(hours=25)
    by_operator(world.context, "spring", set_deadline, world.clock.now() + timedelta(hours=12))
    assert world.game().stalled is None
    world.wait(hours=12)
    assert world.game().turn == 1
    assert world.game().stalled is not None
    assert subjects(world, GM).count("Spring: Turn 1 waits for you") == 2


def test_a_game_waits_for_people_before_it_asks(world: World) -> None:
    new_game(world, waits=1, absent=0)
    world.wait(hours=47)
    assert subjects(world, GM) == []
    world.wait(hours=2)
    assert len(subjects(world, GM)) == 1


def test_a_pause_does_not_decide(world: World) -> None:
    new_game(world, absent=0)
    world.wait(hours=25)
    by_operator(world.context, "spring", pause)
    world.wait(hours=5)
    by_operator(world.context, "spring", resume)
    world.wait(hours=5)
    assert world.game().turn == 1
    assert world.game().stalled is not None


# Seats left to the house bot ----------------------------------------------------------


def test_who_misses_turn_after_turn_leaves_the_seat_to_the_house_bot(world: World) -> None:
    new_game(world, leave_after=2)
    for turn in (1, 2):
        assert seat_of(world, BORIS).kind is SeatKind.HUMAN
        world.reply(ANNA, LINE)
        world.wait(hours=24)
        assert world.game().turn == turn + 1
    assert seat_of(world, BORIS).kind is SeatKind.RESIGNED
    told = " ".join(text_of(world.last(BORIS, kind="return")).split())
    assert "No orders came from you for 2 turns in a row." in told
    world.reply(ANNA, LINE)
    world.poll()
    assert world.game().turn == 4, "nobody waits for the bot"
    world.wait(hours=1)
    assert any("lost the seat" in text_of(mail) for mail in world.mails(GM))


def test_the_last_reminder_before_that_says_so(world: World) -> None:
    new_game(world, leave_after=2, reminders=("6h",))
    warnings = []
    for _turn in (1, 2):
        world.reply(ANNA, LINE)
        world.wait(hours=19)
        send_reminders(world.context)
        warnings.append("the house bot takes your seat" in reminder(world, BORIS))
        world.wait(hours=5)
    assert warnings == [False, True]


def test_a_seat_that_was_lost_can_be_taken_back(world: World) -> None:
    new_game(world, leave_after=1)
    world.reply(ANNA, LINE)
    world.wait(hours=24)
    world.reply(BORIS, "RETURN", to=world.last(BORIS, kind="return"))
    world.poll()
    back = seat_of(world, BORIS)
    assert (back.kind, back.missed) == (SeatKind.HUMAN, 0)


def test_nobody_loses_a_seat_with_the_end_of_the_game(world: World) -> None:
    new_game(world, options={"turns": 1}, leave_after=1)
    world.reply(ANNA, LINE)
    world.wait(hours=24)
    assert world.game().status == GameStatus.FINISHED
    assert seat_of(world, BORIS).kind is SeatKind.HUMAN


# What is counted ----------------------------------------------------------------------


def lines(world: World) -> dict[str, tuple[int, int, int, int | None]]:
    """Of each player: turns missed, in a row, late, and by how many seconds."""
    return {
        seat.name: (seat.missed, seat.missed_in_a_row, seat.late, seat.latest_seconds)
        for seat in one_game(world.context, "spring").seats
    }


def status(world: World, player: str) -> str:
    world.reply(player, "STATUS")
    world.poll()
    return " ".join(text_of(world.last(player, kind="answer")).split())


def test_turns_missed_are_counted_in_a_row_and_in_all(world: World) -> None:
    new_game(world)
    for turn in (1, 2, 3, 4):
        world.reply(ANNA, LINE)
        if turn == 3:
            world.reply(BORIS, LINE)
        world.wait(hours=24)
    assert lines(world) == {"Anna": (0, 0, 0, None), "Boris": (3, 1, 0, None)}
    assert all_games(world.context)[0].missed == 3
    assert "You have missed 3 turns so far." in status(world, BORIS)
    assert "missed" not in status(world, ANNA)


def test_orders_within_the_grace_are_late_and_miss_nothing(world: World) -> None:
    new_game(world, grace="2h")
    world.reply(ANNA, LINE)
    world.wait(hours=25)
    world.reply(BORIS, LINE)
    world.wait(hours=1.5)
    assert world.game().turn == 2
    assert lines(world)["Boris"] == (0, 0, 1, 3600)
    assert "Your orders were late for 1 turn, by 1 hour." in status(world, BORIS)


def test_a_change_within_the_grace_is_not_late(world: World) -> None:
    new_game(world, grace="2h")
    world.reply(BORIS, LINE)
    world.wait(hours=25)
    world.reply(BORIS, OTHER)
    world.wait(hours=1.5)
    assert lines(world)["Boris"] == (0, 0, 0, None)


def test_orders_that_come_too_late_tell_by_how_much(world: World) -> None:
    new_game(world)
    world.reply(ANNA, LINE)
    report = world.last(BORIS, kind="report")
    world.wait(hours=27)
    world.reply(BORIS, LINE, to=report)
    world.poll()
    assert lines(world)["Boris"] == (1, 1, 1, 3 * 3600)
    world.reply(BORIS, OTHER, to=report)
    world.wait(hours=1)
    assert lines(world)["Boris"] == (1, 1, 1, 3 * 3600), "the first mail counts"


def test_a_mail_after_the_deadline_and_before_the_close_is_late_too(world: World) -> None:
    new_game(world)
    world.reply(ANNA, LINE)
    world.wait(hours=23.75)
    world.clock.move(minutes=16)
    world.reply(BORIS, LINE)
    world.poll()
    assert lines(world)["Boris"] == (1, 1, 1, 60)


def test_while_the_game_waits_orders_are_late_by_the_first_deadline(world: World) -> None:
    new_game(world, waits=2)
    world.reply(ANNA, LINE)
    world.wait(hours=50)
    world.reply(BORIS, LINE)
    world.poll()
    assert lines(world)["Boris"] == (0, 0, 1, 26 * 3600)


def test_a_turn_that_the_game_master_closes_before_its_deadline_is_missed_by_nobody(
    world: World,
) -> None:
    new_game(world)
    close_turn(world.context, "spring")
    assert lines(world)["Boris"] == (0, 0, 0, None)


def test_what_is_counted_goes_along_with_an_export(world: World) -> None:
    new_game(world)
    world.wait(hours=24)
    archive = export_game(world.context, "spring", full=True)
    assert archive.service is not None
    assert [(one.turn, one.seat, one.played) for one in archive.service.lapses] == [
        (1, 1, Source.DEFAULT),
        (1, 2, Source.DEFAULT),
    ]
    adopt(world.context, archive, "again", again=True)
    assert all_games(world.context)[1].missed == 2
