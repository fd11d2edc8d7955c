"""In a player's quiet hours nothing is sent that can wait."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.service.config import ConfigError
from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator, extend, pause
from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import send_reminders
from pbem.service.quiet_hours import QuietHours
from pbem.service.schedule import Schedule
from pbem.store.records import OutboxRow, OutboxStatus
from tests.service import relay
from tests.service.looks import LINE, OTHER
from tests.service.world import ANNA, BORIS, CHIARA, START, World, open_world

PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


# The span -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "at", "until"),
    [
        ("22:00-07:00", "2026-03-02 21:59", "2026-03-02 21:59"),
        ("22:00-07:00", "2026-03-02 22:00", "2026-03-03 07:00"),
        ("22:00-07:00", "2026-03-03 06:59", "2026-03-03 07:00"),
        ("22:00-07:00", "2026-03-03 07:00", "2026-03-03 07:00"),
        ("09:00-17:30", "2026-03-03 12:00", "2026-03-03 17:30"),
        ("09:00-17:30", "2026-03-03 18:00", "2026-03-03 18:00"),
        ("22:00-02:30", "2026-03-28 23:00", "2026-03-29 03:30"),
    ],
)
def test_quiet_hours_end_by_the_players_own_clock(text: str, at: str, until: str) -> None:
    def moment(local: str) -> datetime:
        return datetime.fromisoformat(local).replace(tzinfo=PARIS)

    found = QuietHours.read(text).over(moment(at), PARIS)
    assert found.astimezone(UTC) == moment(until).astimezone(UTC)


@given(
    st.times(), st.times(), st.integers(0, 365 * 24 * 60), st.sampled_from(["Europe/Paris", "UTC"])
)
def test_what_waits_for_the_end_of_quiet_hours_waits_a_day_at_the_most(
    begin: time, end: time, minutes: int, zone: str
) -> None:
    if begin == end:
        return
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    until = QuietHours(begin, end).over(moment, ZoneInfo(zone))
    assert timedelta(0) <= until - moment <= timedelta(hours=25)


@pytest.mark.parametrize("text", ["night", "22:00", "22:00-", "22:00-22:00", "22:00-25:00"])
def test_a_span_that_is_none_is_told_with_what_would_be_right(world: World, text: str) -> None:
    with pytest.raises(ConfigError, match=r"seats\[1\].quiet: .* write them like '22:00-07:00'"):
        new_game(world, quiet=text)


# At work ------------------------------------------------------------------------------


def new_game(world: World, quiet: str = "20:00-07:00", **schedule: Any) -> None:
    """Anna has quiet hours, by UTC; Boris has none. It is noon."""
    given: dict[str, Any] = {"every": "48h", "reminders": (), "second_thoughts": "0m"}
    world.new_game(
        seats=(
            SeatSpec(name="Anna", address=ANNA, quiet=quiet),
            SeatSpec(name="Boris", address=BORIS),
        ),
        schedule=Schedule(**(given | schedule)),
    )


def due(world: World, to: str, kind: str) -> float:
    """How many hours after the start the newest such mail goes out."""
    row = newest(world, to, kind)
    return (row.due - START) / timedelta(hours=1)


def newest(world: World, to: str, kind: str) -> OutboxRow:
    return world.rows(recipient=to, kind=kind)[-1]


SIESTA = "11:00-15:00"
MORNING = 19
"""Hours from the start to 07:00."""


def test_reports_wait_for_the_morning_and_only_those_of_who_sleeps(world: World) -> None:
    new_game(world)
    world.wait(hours=10)
    close_turn(world.context, "spring")
    assert due(world, ANNA, "report") == MORNING
    assert due(world, BORIS, "report") == 10


def test_a_report_does_not_wait_whose_orders_are_due_before_the_morning(world: World) -> None:
    new_game(world, every="8h")
    world.wait(hours=8)
    world.wait(hours=2)
    assert world.game().turn == 2
    assert due(world, ANNA, "report") == 8
    new_deadline = world.game().deadline
    assert new_deadline is not None
    assert new_deadline <= START + timedelta(hours=MORNING)


def test_answers_to_ones_own_mail_do_not_wait(world: World) -> None:
    new_game(world)
    world.wait(hours=10)
    world.reply(ANNA, f"STATUS\nREPORT\n{LINE}")
    world.poll()
    assert {kind: due(world, ANNA, kind) for kind in ("answer", "copy", "receipt")} == {
        "answer": 10,
        "copy": 10,
        "receipt": 10,
    }


def test_notices_of_the_game_wait(world: World) -> None:
    new_game(world)
    world.wait(hours=10)
    by_operator(world.context, "spring", pause)
    assert due(world, ANNA, "notice") == MORNING
    assert due(world, BORIS, "notice") == 10


def test_a_reminder_waits_for_the_morning(world: World) -> None:
    new_game(world, every="24h", reminders=("14h",))
    world.wait(hours=10)
    send_reminders(world.context)
    assert due(world, ANNA, "reminder") == MORNING
    assert due(world, BORIS, "reminder") == 10


def test_a_reminder_of_a_deadline_within_quiet_hours_does_not_wait(world: World) -> None:
    new_game(world, every="9h", reminders=("1h",))
    world.wait(hours=8)
    send_reminders(world.context)
    assert due(world, ANNA, "reminder") == 8


def test_a_reminder_that_waits_is_not_sent_to_who_has_written_meanwhile(world: World) -> None:
    new_game(world, every="24h", reminders=("14h",))
    world.wait(hours=10)
    send_reminders(world.context)
    world.reply(ANNA, OTHER)
    world.poll()
    assert newest(world, ANNA, "reminder").status is OutboxStatus.OVERTAKEN
    assert newest(world, BORIS, "reminder").status is OutboxStatus.QUEUED


def test_a_reminder_that_waits_is_not_sent_where_the_deadline_is_put_off(world: World) -> None:
    """It tells of the deadline that was: another is written when its time has come anew."""
    new_game(world, every="24h", reminders=("14h",))
    world.wait(hours=10)
    send_reminders(world.context)
    by_operator(world.context, "spring", extend, timedelta(hours=12))
    assert newest(world, ANNA, "reminder").status is OutboxStatus.OVERTAKEN
    world.wait(hours=12)
    send_reminders(world.context)
    assert newest(world, ANNA, "reminder").status is OutboxStatus.QUEUED


def test_a_reminder_that_waits_is_not_sent_of_a_turn_that_has_closed(world: World) -> None:
    new_game(world, every="24h", reminders=("14h",))
    world.wait(hours=10)
    send_reminders(world.context)
    close_turn(world.context, "spring")
    assert newest(world, ANNA, "reminder").status is OutboxStatus.OVERTAKEN


def test_late_news_are_written_in_the_morning(tmp_path: Path) -> None:
    """Chiara is out of it: of her nothing is asked."""
    with relay.installed(), open_world(tmp_path) as world:
        people = {"Anna": ANNA, "Boris": BORIS, "Chiara": CHIARA}
        world.new_game(
            ruleset="relay",
            seats=tuple(
                SeatSpec(name=name, address=address, quiet=SIESTA if name == "Chiara" else "")
                for name, address in people.items()
            ),
            options={"movers": (1, 2)},
            schedule=Schedule(every="48h", reminders=(), second_thoughts="0m"),
        )
        assert due(world, CHIARA, "report") == 3
        world.reply(ANNA, "MOVE 7")
        world.wait(hours=26.5)
        assert len(world.rows(recipient=CHIARA, kind="report")) == 1
        world.wait(hours=0.5)
        assert due(world, CHIARA, "report") == 27
        assert newest(world, CHIARA, "report").created == START + timedelta(hours=27)
