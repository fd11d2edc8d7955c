"""VACATION: who is away, until when, and how long a game waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.engine.replay import Mark
from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import send_reminders
from pbem.service.schedule import Schedule
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.stats import of_game
from pbem.service.tools.verify import verify_game
from pbem.store.fame import in_time
from pbem.store.games import answers_of
from pbem.store.records import SeatKind, Source
from pbem.store.vacations import VacationRow, find_vacation
from tests.service.looks import LINE, OTHER, seats
from tests.service.world import ANNA, BORIS, START, World, open_world, text_of

AWAY = "VACATION 2026-03-02 TO 2026-03-05"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def begin(world: World, vacation: str = "7d", **more: str) -> None:
    schedule = Schedule(every="24h", reminders=("6h",), second_thoughts="0m", vacation=vacation)
    world.new_game(schedule=schedule, **more)


def say(world: World, text: str, player: str = ANNA) -> str:
    world.reply(player, text)
    world.poll()
    return " ".join(text_of(world.last(player)).split())


def noted(world: World, seat: int = 1) -> VacationRow:
    with world.context.database.read() as connection:
        return find_vacation(connection, "spring", seat)


def day(number: int, month: int = 3) -> datetime:
    return START.replace(month=month, day=number, hour=0)


@pytest.mark.parametrize(
    "line",
    [
        AWAY,
        "vacation from 2 March to 5 March, please",
        "URLAUB vom 2.3. bis 5.3.",
        "Vacances du 2 mars au 5 mars",
        "VACATION today until thursday",
    ],
)
def test_days_are_understood_as_people_write_them(world: World, line: str) -> None:
    begin(world)
    assert "You are away from 2 March 2026 to the end of 5 March 2026;" in say(world, line)
    assert (noted(world).begins, noted(world).ends) == (day(2), day(6))


def test_days_begin_by_the_clock_of_the_player(world: World) -> None:
    begin(world)
    say(world, "PROFILE ZONE Paris")
    say(world, AWAY)
    assert noted(world).begins == day(2) - timedelta(hours=1)


def test_a_deadline_waits_until_whoever_is_away_is_back(world: World) -> None:
    begin(world)
    say(world, AWAY)
    say(world, OTHER, BORIS)
    world.wait(25)
    assert (world.game().turn, world.game().deadline) == (1, day(6))
    assert "The game waits for Anna, on vacation." in text_of(world.last(BORIS))
    world.wait(59.5)
    assert world.game().turn == 2
    found = list(verify_game(world.context, "spring"))
    assert [one for one in found if one.mark is Mark.BAD] == []


def test_it_waits_no_longer_than_the_game_lets_it_in_all(world: World) -> None:
    begin(world, "30h")
    say(world, AWAY)
    world.wait(25)
    assert world.game().deadline == START + timedelta(hours=54)
    world.wait(30)
    assert world.game().turn == 2
    assert "waits no longer" in say(world, "VACATION")
    world.wait(25)
    assert world.game().turn == 3


def test_a_game_that_does_not_wait_goes_on(world: World) -> None:
    begin(world, "0d")
    assert "waits no longer" in say(world, AWAY)
    world.wait(25)
    assert world.game().turn == 2


def test_nothing_changes_for_turns_in_which_all_orders_are_in(world: World) -> None:
    begin(world)
    say(world, f"{AWAY}\n{LINE}")
    say(world, OTHER, BORIS)
    world.poll()
    assert world.game().turn == 2


def test_whoever_is_there_is_not_waited_for(world: World) -> None:
    begin(world)
    say(world, f"{AWAY}\n{LINE}")
    world.wait(25)
    assert world.game().turn == 2


def test_reminders_rest_and_the_others_see_it(world: World) -> None:
    begin(world)
    say(world, AWAY)
    world.wait(19)
    send_reminders(world.context)
    assert not world.rows(recipient=ANNA, kind="reminder")
    assert world.rows(recipient=BORIS, kind="reminder")
    assert "Anna is on vacation until" in say(world, "STATUS", BORIS)


def test_OFF_ends_it(world: World) -> None:
    begin(world)
    say(world, AWAY)
    assert "No vacation of yours is noted." in say(world, "VACATION OFF")
    assert "on vacation" not in say(world, "STATUS", BORIS)
    world.wait(25)
    assert world.game().turn == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("VACATION soon", "Write the first and the last day"),
        ("VACATION BOT", "Write the first and the last day"),
        ("VACATION 2026-03-09", "Write the first and the last day"),
        ("VACATION 2026-02-31 TO 2026-03-09", "Write the first and the last day"),
        ("VACATION 2026-03-09 TO 2026-03-04", "The last day must come after the first"),
        ("VACATION 2026-03-09 TO 2026-09-04", "by no more than 62 days"),
        ("VACATION 2026-02-02 TO 2026-02-09", "These days have passed"),
        (f"PREVIEW\n{AWAY}", "PREVIEW changes nothing"),
    ],
)
def test_a_bad_form_is_told_the_right_one_and_notes_nothing(
    world: World, line: str, said: str
) -> None:
    begin(world)
    assert said in say(world, line)
    assert noted(world) == VacationRow("spring", 1)


@pytest.mark.parametrize(
    "line",
    [
        f"{AWAY} BOT",
        "vacation from 2 March to 5 March with a bot, please",
        "URLAUB vom 2.3. bis 5.3. mit Bot",
        "Vacances du 2 mars au 5 mars avec robot",
    ],
)
def test_a_bot_plays_for_whoever_wants_it_and_nothing_waits(world: World, line: str) -> None:
    begin(world)
    assert "The house bot plays for you" in say(world, line)
    say(world, OTHER, BORIS)
    world.wait(25)
    assert world.game().turn == 2
    assert played(world, 1) == {1: Source.BOT, 2: Source.MAIL}
    report = " ".join(text_of(world.last(ANNA)).split())
    assert "the house bot moves for you" in report
    assert "No orders came from you for turn 1: the house bot played for you." in report
    assert "the house bot played" not in text_of(world.last(BORIS))
    found = list(verify_game(world.context, "spring"))
    assert [one for one in found if one.mark is Mark.BAD] == []


def test_the_bots_turns_are_not_missed_and_cost_neither_seat_nor_reliability(world: World) -> None:
    schedule = Schedule(every="24h", reminders=(), waits=1, absent=0, leave_after=1)
    world.new_game(schedule=schedule)
    say(world, f"{AWAY} BOT")
    for turn in (1, 2):
        say(world, OTHER, BORIS)
        world.wait(24.5)
        assert world.game().turn == turn + 1
    assert (seats(world)[0].kind, seats(world)[0].missed) == (SeatKind.HUMAN, 0)
    (anna, _boris) = of_game(world.context, "spring").seats
    assert (anna.by_bot, anna.missing, anna.late) == (2, 0, 0)
    with world.context.database.read() as connection:
        assert in_time(connection, ANNA) == (0, 0)


@pytest.mark.parametrize("days", ["2026-03-02 TO 2026-03-02", "2026-03-03 TO 2026-03-09"])
def test_a_bot_plays_in_a_turn_closed_early_now_or_at_its_deadline(world: World, days: str) -> None:
    begin(world)
    say(world, f"VACATION {days} BOT")
    close_turn(world.context, "spring")
    assert played(world, 1)[1] is Source.BOT


def test_all_see_who_will_be_away_and_whether_a_bot_plays(world: World) -> None:
    begin(world)
    say(world, "VACATION 2026-03-10 TO 2026-03-12 BOT")
    told = say(world, "STATUS", BORIS)
    assert "Anna will be on vacation from 10 March 2026 to the end of 12 March 2026." in told
    assert "The house bot plays meanwhile." in told


def test_orders_that_are_sent_anyway_win_over_the_bot(world: World) -> None:
    begin(world)
    say(world, f"{AWAY} BOT\n{LINE}")
    world.wait(25)
    assert played(world, 1)[1] is Source.MAIL


def test_back_again_whoever_was_away_misses_turns_as_before(world: World) -> None:
    begin(world, "0d")
    say(world, "VACATION today TO today BOT")
    world.wait(25)
    assert played(world, 1)[1] is Source.DEFAULT


def test_a_game_may_leave_vacations_to_the_bot_by_itself(world: World) -> None:
    world.new_game(schedule=Schedule(every="24h", second_thoughts="0m", away="bot"))
    assert "The house bot plays for you" in say(world, AWAY)
    assert noted(world).bot
    say(world, "VACATION OFF")
    assert not noted(world).bot


def played(world: World, turn: int) -> dict[int, Source]:
    with world.context.database.read() as connection:
        return {one.seat: one.source for one in answers_of(connection, "spring", turn)}


def test_prose_that_begins_with_the_word_notes_nothing(world: World) -> None:
    begin(world)
    say(world, "Vacation at last, I am off to the sea\nUrlaub wäre schön")
    assert noted(world) == VacationRow("spring", 1)


def test_it_is_the_players_and_does_not_go_with_the_seat(world: World) -> None:
    begin(world)
    say(world, "VACATION 2026-03-02 TO 2026-03-20")
    world.resign(ANNA)
    world.wait(73)
    assert noted(world) == VacationRow("spring", 1)


def test_it_goes_where_the_game_goes(world: World, tmp_path: Path) -> None:
    begin(world)
    say(world, f"{AWAY} BOT")
    archive = export_game(world.context, "spring", full=True)
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "there") as there:
        adopt(there.context, unpack(pack(archive)))
        assert noted(there) == noted(world)
