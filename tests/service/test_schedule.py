"""Deadlines: intervals, weekdays in the game master's zone, and what a schedule may not say."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import Pace
from pbem.service.schedule import Schedule, ScheduleError, duration

PARIS = ZoneInfo("Europe/Paris")


def test_an_interval_counts_from_the_opening() -> None:
    opened = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert Schedule(every="1d 12h").deadline(opened) == datetime(2026, 3, 3, 0, tzinfo=UTC)


def test_a_reaction_has_the_short_deadline() -> None:
    opened = datetime(2026, 3, 1, 12, tzinfo=UTC)
    schedule = Schedule(every="3d", reaction="6h")
    assert schedule.deadline(opened, Pace.REACTION) == opened + timedelta(hours=6)


def test_weekdays_mean_the_hour_on_the_game_masters_wall() -> None:
    """Paris is at UTC+1 until 29 March 2026, 02:00, then at UTC+2: 20:00 stays 20:00."""
    schedule = Schedule(weekdays=("fri", "tue"), hour="20:00", zone="Europe/Paris")
    before = schedule.deadline(datetime(2026, 3, 25, 9, tzinfo=UTC))
    after = schedule.deadline(datetime(2026, 3, 28, 9, tzinfo=UTC))
    assert before == datetime(2026, 3, 27, 19, tzinfo=UTC)
    assert after == datetime(2026, 3, 31, 18, tzinfo=UTC)


def test_a_turn_opened_just_before_the_hour_gets_the_next_day() -> None:
    schedule = Schedule(weekdays=("mon", "tue"), hour="20:00", at_least="12h")
    opened = datetime(2026, 3, 2, 19, tzinfo=UTC)  # a Monday
    assert schedule.deadline(opened) == datetime(2026, 3, 3, 20, tzinfo=UTC)


@given(
    st.integers(0, 2 * 365 * 24 * 60),
    st.sets(st.sampled_from(["mon", "wed", "sat", "sun"]), min_size=1),
    st.sampled_from(["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_weekday_deadlines_leave_the_time_promised_and_fall_on_their_day(
    minutes: int, days: set[str], zone: str
) -> None:
    schedule = Schedule(weekdays=tuple(days), hour="02:30", zone=zone, at_least="12h")
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    deadline = schedule.deadline(moment)
    assert timedelta(hours=12) <= deadline - moment <= timedelta(days=8)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({}, "either 'every'"),
        ({"every": "2d", "weekdays": ("mon",)}, "either 'every'"),
        ({"every": "soon"}, "schedule.every: 'soon' is no span of time"),
        ({"every": "0s"}, "longer than nothing"),
        ({"weekdays": ("noday",)}, "schedule.weekdays"),
        ({"every": "2d", "zone": "Mars/Olympus"}, "schedule.zone"),
        ({"weekdays": ("mon",), "hour": "25:00"}, "schedule.hour"),
        ({"every": "2d", "reminders": ("x",)}, "schedule.reminders"),
        ({"every": "2d", "grace": "some"}, "schedule.grace"),
    ],
)
def test_a_schedule_that_makes_no_sense_names_key_and_remedy(
    values: dict[str, object], told: str
) -> None:
    with pytest.raises(ScheduleError, match=told):
        Schedule(**values)


def test_spans_of_time_add_up() -> None:
    assert duration("1d 2h30m", "x") == timedelta(days=1, hours=2, minutes=30)
