"""Deadlines: intervals, weekdays in the game's zone, days off, and what a schedule may not say."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import Pace
from pbem.service.schedule import Schedule, ScheduleError, days_of, duration, zones

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


def test_an_hour_that_summer_time_leaves_out_is_counted_on_from_the_change() -> None:
    schedule = Schedule(weekdays=("sun",), hour="02:30", zone="Europe/Paris")
    deadline = schedule.deadline(datetime(2026, 3, 27, tzinfo=UTC))
    assert deadline.astimezone(PARIS) == datetime(2026, 3, 29, 3, 30, tzinfo=PARIS)


def test_of_an_hour_that_comes_twice_the_second_is_meant() -> None:
    schedule = Schedule(weekdays=("sun",), hour="02:30", zone="Europe/Paris")
    deadline = schedule.deadline(datetime(2026, 10, 23, tzinfo=UTC))
    assert deadline == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert deadline.astimezone(PARIS).strftime("%H:%M %Z") == "02:30 CET"


def test_what_falls_on_a_holiday_moves_to_the_next_of_the_weekdays() -> None:
    schedule = Schedule(
        weekdays=("thu", "fri"), holidays=("2026-12-24 to 2026-12-26", "2026-12-31"), hour="20:00"
    )
    assert schedule.deadline(datetime(2026, 12, 20, tzinfo=UTC)) == datetime(
        2027, 1, 1, 20, tzinfo=UTC
    )


@pytest.mark.parametrize("pace", Pace)
def test_an_interval_that_ends_on_a_holiday_ends_at_the_same_time_of_the_next_day(
    pace: Pace,
) -> None:
    schedule = Schedule(
        every="24h", reaction="24h", holidays=("2026-03-28", "2026-03-29"), zone="Europe/Paris"
    )
    opened = datetime(2026, 3, 27, 18, tzinfo=PARIS)
    assert schedule.deadline(opened, pace) == datetime(2026, 3, 30, 18, tzinfo=PARIS)


def test_in_a_pause_the_clock_stands_still() -> None:
    schedule = Schedule(every="48h", pauses=("2026-12-24 to 2026-12-26",), zone="Europe/Paris")
    opened = datetime(2026, 12, 23, 10, tzinfo=PARIS)
    assert schedule.deadline(opened) == datetime(2026, 12, 28, 10, tzinfo=PARIS)
    within = datetime(2026, 12, 25, 10, tzinfo=PARIS)
    assert schedule.deadline(within) == datetime(2026, 12, 29, 0, tzinfo=PARIS)
    assert schedule.awake(within) == datetime(2026, 12, 27, 0, tzinfo=PARIS)


def test_pauses_may_overlap_and_stand_in_any_order() -> None:
    pauses = ("2026-12-26 to 2026-12-27", "2026-12-24 to 2026-12-26", "2026-12-25")
    opened = datetime(2026, 12, 23, 12, tzinfo=UTC)
    schedule = Schedule(every="24h", pauses=pauses)
    assert schedule.deadline(opened) == datetime(2026, 12, 28, 12, tzinfo=UTC)


def test_a_turn_lasts_at_least_as_long_as_turns_are_to_be_apart() -> None:
    opened = datetime(2026, 3, 2, 7, tzinfo=UTC)  # a Monday
    days = Schedule(weekdays=("mon", "tue", "wed"), between="40h")
    assert days.deadline(opened) == datetime(2026, 3, 4, 20, tzinfo=UTC)
    quick = Schedule(every="3d", reaction="6h", between="12h")
    assert quick.deadline(opened, Pace.REACTION) == opened + timedelta(hours=12)


ZONES = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "America/Nuuk", "UTC"]
"""Lord Howe's clocks change by half an hour, Nuuk's an hour before midnight."""
assert zones() >= set(ZONES)  # looked up once, and not while Hypothesis counts the time
MOMENTS = st.integers(0, 2 * 365 * 24 * 60).map(
    lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


@st.composite
def days_off(draw: st.DrawFn, near: datetime) -> tuple[str, ...]:
    """Some days or ranges of days in the weeks after a moment."""
    spans = draw(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9)), max_size=3))
    first = near.date()
    return tuple(
        f"{first + timedelta(days=start)} to {first + timedelta(days=start + more)}"
        for start, more in spans
    )


@st.composite
def schedules(draw: st.DrawFn) -> tuple[Schedule, datetime]:
    """A schedule and the moment at which a turn opens."""
    opened = draw(MOMENTS)
    pace = (
        {"every": draw(st.sampled_from(["12h", "36h", "3d"]))}
        if draw(st.booleans())
        else {"weekdays": tuple(draw(st.sets(st.sampled_from(["mon", "wed", "sun"]), min_size=1)))}
    )
    given = pace | {
        "hour": draw(st.sampled_from(["00:00", "02:30", "01:45", "20:00", "23:30"])),
        "zone": draw(st.sampled_from(ZONES)),
        "between": draw(st.sampled_from(["0m", "6h", "12h"])),
        "holidays": draw(days_off(opened)),
        "pauses": draw(days_off(opened)),
    }
    return Schedule(**given), opened


def exists(moment: datetime, zone: str) -> bool:
    """Whether a clock on the wall ever shows this time."""
    return moment.astimezone(UTC).astimezone(ZoneInfo(zone)).time() == moment.time()


@given(schedules(), st.sampled_from(Pace))
def test_a_deadline_is_on_no_day_off_and_leaves_the_time_promised(
    drawn: tuple[Schedule, datetime], pace: Pace
) -> None:
    schedule, opened = drawn
    deadline = schedule.deadline(opened, pace)
    day = deadline.astimezone(ZoneInfo(schedule.zone)).date()
    for text in (*schedule.holidays, *schedule.pauses):
        first, last = days_of(text, "x")
        assert not first <= day <= last
    assert deadline > opened
    assert deadline >= schedule.soonest(opened)
    assert schedule.awake(deadline) == deadline
    assert deadline - opened <= timedelta(days=70)
    assert schedule.no_holiday(deadline) == deadline


@given(schedules().filter(lambda drawn: bool(drawn[0].weekdays)))
def test_a_deadline_of_weekdays_is_at_the_local_time_asked_for_where_that_exists(
    drawn: tuple[Schedule, datetime],
) -> None:
    schedule, opened = drawn
    zone, hour = ZoneInfo(schedule.zone), time.fromisoformat(schedule.hour)
    deadline = schedule.deadline(opened).astimezone(zone)
    if deadline.time() == hour:
        assert deadline.strftime("%a").lower() in schedule.weekdays
        later = datetime.combine(deadline.date(), hour, tzinfo=zone).replace(fold=1)
        assert deadline.astimezone(UTC) == later.astimezone(UTC), "of two the second"
    else:
        days = (deadline.date() - timedelta(days=n) for n in (0, 1))
        assert any(not exists(datetime.combine(d, hour, tzinfo=zone), schedule.zone) for d in days)


@given(MOMENTS, st.integers(1, 200), st.data())
def test_a_pause_takes_nothing_from_a_span_and_gives_nothing_to_it(
    moment: datetime, hours: int, data: st.DataObject
) -> None:
    opened = moment.replace(minute=0)
    span = f"{hours}h"
    schedule = Schedule(every=span, between=span, pauses=data.draw(days_off(opened)))
    lasts = int((schedule.soonest(opened) - opened) / timedelta(hours=1))
    each_hour = (opened + timedelta(hours=n) for n in range(lasts))
    assert sum(schedule.awake(hour) == hour for hour in each_hour) == hours


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
        ({"every": "2d", "between": "3d"}, "schedule.between: must not be longer"),
        ({"every": "2d", "holidays": ("Christmas",)}, "schedule.holidays: 'Christmas' is no day"),
        ({"every": "2d", "pauses": ("2026-12-24 to",)}, "schedule.pauses"),
        ({"every": "2d", "pauses": ("2026-12-24 to 2026-12-23",)}, "must come after"),
        ({"every": "2d", "pauses": ("2026-12-24 to 2028-12-23",)}, "less than 366 days"),
    ],
)
def test_a_schedule_that_makes_no_sense_names_key_and_remedy(
    values: dict[str, object], told: str
) -> None:
    with pytest.raises(ScheduleError, match=told):
        Schedule(**values)


def test_spans_of_time_add_up() -> None:
    assert duration("1d 2h30m", "x") == timedelta(days=1, hours=2, minutes=30)
