"""What game masters do by mail: each command, its bad forms, and what is asked twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.service.gamefile import SeatSpec
from pbem.service.play.table import schedule_of
from pbem.service.schedule import Schedule
from pbem.store.tables import metadata
from tests.service.looks import LINE, OTHER
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, START, World, open_world, text_of

DORA = "dora@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def confirmed(world: World, text: str, master: str = EVE) -> str:
    """What a game master is told of a command, once they have confirmed it."""
    asked = command(world, text, master)
    assert "reply to this very mail" in asked.replace("\n", " ")
    return command(world, "CONFIRM", master)


def books(world: World) -> dict[str, list[str]]:
    """All that is on record, but for mail."""
    mails = (
        "inbox",
        "inbox_bytes",
        "outbox",
        "outbox_bytes",
        "facts",
        "alerts",
        "idlers",
        "unheard",
    )
    with world.context.read() as session:
        return {
            table.name: sorted(map(repr, session.connection.execute(sa.select(table))))
            for table in metadata.sorted_tables
            if table.name not in mails
        }


# Time ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hours"),
    [
        ("DEADLINE 2026-03-05 20:00", 80),
        ("DEADLINE 5.3. 20:00", 80),
        ("FRIST 5.3.2026 um 20 Uhr", 80),
        ("échéance 5 mars 20h", 80),
        ("deadline thursday 20:00", 80),
        ("deadline Donnerstag 20:00", 80),
        ("DEADLINE tomorrow at 18:30", 30.5),
        ("DEADLINE +12h", 36),
        ("EXTEND 6", 30),
        ("VERLÄNGERN 2 Tage", 72),
        ("PROLONGER 3 heures", 27),
    ],
)
def test_a_deadline_is_moved_as_people_write_it(world: World, line: str, hours: float) -> None:
    command(world, line, ADA)
    assert world.game().deadline == START + timedelta(hours=hours)
    assert "new deadline" in str(world.last(ANNA)["Subject"])


def test_a_deadline_is_by_the_clock_of_the_games_zone(world: World) -> None:
    command(world, "SCHEDULE zone = Europe/Paris")
    command(world, "DEADLINE 2026-07-01 20:00")
    assert world.game().deadline == datetime(2026, 7, 1, 18, tzinfo=UTC)


def test_a_turn_is_closed_without_asking_where_nobody_owes_orders(world: World) -> None:
    command(world, "PAUSE")
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)
    world.poll()
    command(world, "CLOSE NOW")
    assert world.game().turn == 2
    assert world.game().closing is None


def test_a_turn_is_closed_once_it_was_confirmed_where_orders_are_owed(world: World) -> None:
    command(world, "CLOSE NOW")
    assert world.game().turn == 1
    command(world, "CONFIRM")
    assert world.game().turn == 2


def test_what_was_asked_for_one_turn_closes_no_other(world: World) -> None:
    command(world, "CLOSE NOW")
    asked = world.last(EVE)
    world.wait(25)
    assert world.game().turn == 2
    world.reply(EVE, "CONFIRM", to=asked)
    world.poll()
    assert world.game().turn == 2


def test_a_schedule_is_changed_from_the_next_turn_on(world: World) -> None:
    before = world.game().deadline
    command(world, "SCHEDULE every = 48h")
    assert world.game().deadline == before
    world.wait(25)
    assert world.game().turn == 2
    assert world.game().deadline - world.game().opened == timedelta(hours=48)  # type: ignore[operator]
    assert "another schedule" in " ".join(str(m["Subject"]) for m in world.mails(BORIS))


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("SCHEDULE weekdays = tue, fri", "weekdays", ("tue", "fri")),
        ('SCHEDULE weekdays = ["tue", "fri"]', "weekdays", ("tue", "fri")),
        ("ZEITPLAN grace = 2h", "grace", "2h"),
        ("SCHEDULE early_close = false", "early_close", False),
    ],
)
def test_every_line_of_a_schedule_is_understood(
    world: World, line: str, key: str, value: object
) -> None:
    command(world, line)
    assert getattr(schedule_of(world.game()), key) == value


# Bad forms ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("RESUME", "is not paused"),
        ("DEADLINE", "Write a day and an hour"),
        ("DEADLINE soon", "Write a day and an hour"),
        ("DEADLINE 2026-02-30 20:00", "Write a day and an hour"),
        ("DEADLINE friday 25:00", "Write a day and an hour"),
        ("DEADLINE 2020-01-01 20:00", "has passed"),
        ("EXTEND", "how many hours"),
        ("EXTEND much", "how many hours"),
        ("EXTEND 0", "how many hours"),
        ("EXTEND 9999 days", "how many hours"),
        ("SCHEDULE", "A schedule has"),
        ("SCHEDULE turns = 7", "A schedule has"),
        ("SCHEDULE every = soon", "soon"),
        ("SCHEDULE missed = shout", "none of the words that can stand here"),
        ("NOTE", "to be noted"),
        ("EJECT", "no seat 0"),
        ("EJECT 7", "no seat 7"),
        ("EJECT 3", "No person has seat 3"),
        ("SEAT", "Write which seat"),
        ("SEAT 1", "Write which seat"),
        ("SEAT 1 COLOUR red", "Write which seat"),
        ("SEAT 1 ADDRESS", "Write which seat"),
        ("SEAT 1 ADDRESS nowhere", "no mail address"),
        (f"SEAT 1 ADDRESS {BORIS}", "plays in the game already"),
        ("SEAT 7 BOT", "no seat 7"),
        ("SEAT 1 BOT genius", "There is no bot genius"),
        ("SEAT 1 NAME Zoe", "has begun"),
        ("SEAT 1 LANGUAGE tlh", "tlh"),
        ("SEAT 1 ZONE Mars/Olympus", "no time zone"),
        ("SEAT 1 RELEASE", "has begun"),
        ("ARCHIVE", "not over"),
        ("DELETE", "goes on"),
        ("CONFIRM", "CONFIRM counts only"),
        ("JOIN spring AS Eve", "You write as the game master"),
    ],
)
def test_a_bad_form_is_answered_with_the_right_one_and_changes_nothing(
    tmp_path: Path, line: str, why: str
) -> None:
    with open_world(tmp_path) as world:
        chairs = (*(SeatSpec(name=n, address=a) for n, a in _PEOPLE), SeatSpec(bot="raider"))
        world.new_game(masters=MASTERS, seats=chairs)
        before = books(world)
        told = command(world, line).replace("\n", " ")
        assert why in told
        assert "Nothing was changed" in told
        assert books(world) == before
        assert world.mails(CHIARA) == []


_PEOPLE = (("Anna", ANNA), ("Boris", BORIS))


def test_prose_of_a_game_master_is_answered_with_what_there_is(world: World) -> None:
    assert "HELP tells them all" in command(world, "Hello, how are things?").replace("\n", " ")


# Letters ------------------------------------------------------------------------------


def test_a_game_master_writes_to_one_player_and_to_all(world: World) -> None:
    told = command(world, "TO Boris:\nYou may join us.\nEND\nTO ALL: Welcome to Spring.\nEND")
    assert "This went to Boris" in told
    assert "You may join us." in text_of(world.mails(BORIS, kind="letter")[0])
    assert "Welcome to Spring." in text_of(world.mails(ANNA, kind="letter")[0])
    assert all("You may join us." not in text_of(mail) for mail in world.mails(ANNA))
    world.reply(ANNA, "LOG")
    world.poll()
    log = text_of(world.last(ANNA))
    assert "wrote to all" in log
    assert "wrote to seat 2" not in log


def test_what_players_write_to_the_game_master_is_answered_by_a_reply(world: World) -> None:
    world.reply(BORIS, "TO GM:\nMay I be late?\nEND")
    world.wait(0.5)
    told = world.last(ADA)
    assert "May I be late?" in text_of(told)
    assert BORIS not in text_of(told)
    command(world, "TO Boris: Until Sunday.\nEND", to=world.last(EVE))
    assert "Until Sunday." in text_of(world.last(BORIS, kind="letter"))


@pytest.mark.parametrize(
    "text", ["TO Nobody: hello\nEND", "TO Boris:\nEND", "PREVIEW\nTO Boris: hello\nEND"]
)
def test_a_letter_that_is_not_clear_or_a_preview_goes_nowhere(world: World, text: str) -> None:
    told = command(world, text).replace("\n", " ")
    assert "Nothing was sent" in told or "would go to Boris" in told
    assert world.mails(BORIS, kind="letter") == []


def test_a_turn_that_waits_for_the_game_master_asks_each_of_them(world: World) -> None:
    late = Schedule(every="24h", absent=0, reminders=(), second_thoughts="0m")
    world.new_game(id="autumn", title="Autumn", masters=MASTERS, schedule=late)
    world.wait(25)
    for master in (EVE, ADA):
        assert "waits for you" in text_of(world.last(master, game="autumn"))
    command(world, "CLOSE NOW", ADA, to=world.last(ADA, game="autumn"))
    command(world, "CONFIRM", ADA)
    world.wait(0.5)
    assert world.game("autumn").turn == 2


def test_players_hear_once_of_all_lines_of_the_schedule_that_a_mail_changes(world: World) -> None:
    before = len(world.mails(ANNA, kind="notice"))
    command(world, "SCHEDULE every = 48h\nSCHEDULE waits = many\nSCHEDULE grace = 2h")
    (told,) = world.mails(ANNA, kind="notice")[before:]
    assert '| every = "48h"\r\n| grace = "2h"' in text_of(told)
    assert "waits" not in text_of(told)
