"""When turns end: intervals or weekdays in the game master's zone, grace and reminders."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from pbem.engine.api import Pace

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])", re.IGNORECASE)
LONGEST_SPAN = timedelta(days=3660)
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class ScheduleError(ValueError):
    """A schedule makes no sense; the message names the key and what would be right."""


@cache
def zones() -> frozenset[str]:
    """The names of all time zones that this machine knows; found by a walk through its files."""
    return frozenset(available_timezones())


def duration(text: str, key: str) -> timedelta:
    """A span of time such as ``48h``, ``3d`` or ``1d 12h``. Raises :class:`ScheduleError`."""
    rest = _PART.sub("", text).strip()
    parts = _PART.findall(text)
    if rest or not parts:
        raise ScheduleError(f"{key}: {text!r} is no span of time; write it like '48h' or '1d 12h'")
    seconds = sum(float(n) * _UNITS[unit.lower()] for n, unit in parts)
    if seconds > LONGEST_SPAN.total_seconds():
        raise ScheduleError(f"{key}: {text!r} is longer than {LONGEST_SPAN.days} days")
    return timedelta(seconds=seconds)


class Schedule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``[schedule]`` table of a game file.

    Either ``every`` (an interval from the opening of the turn) or ``weekdays``
    with ``hour`` in ``zone``. ``missed`` says what is played for a seat that
    sent nothing: the ruleset's default, the house bot's move, or nothing.
    """

    every: str = ""
    weekdays: tuple[str, ...] = ()
    hour: str = "20:00"
    zone: str = ""
    """Where ``hour`` is told; empty: the service's own zone."""
    at_least: str = "12h"
    """With weekdays: the time that a turn stays open at the least."""
    reaction: str = "24h"
    """The short deadline, for Asks of reaction pace."""
    grace: str = "0m"
    """Orders still count for this long after the deadline."""
    early_close: bool = True
    """Close once every player who owes orders has sent them, without waiting for the deadline."""
    second_thoughts: str = "10m"
    """How long after the newest change a turn closes early: until then all can be changed."""
    reminders: tuple[str, ...] = ("24h",)
    """How long before the deadline those who owe orders are reminded."""
    missed: Literal["default", "bot", "pass"] = "default"

    def __post_init__(self) -> None:
        if bool(self.every) == bool(self.weekdays):
            raise ScheduleError(
                "schedule: give either 'every' (such as \"48h\") or 'weekdays' "
                '(such as ["tue", "fri"])'
            )
        for key in (
            "at_least",
            "reaction",
            "grace",
            "second_thoughts",
            *(["every"] if self.every else []),
        ):
            duration(getattr(self, key), f"schedule.{key}")
        for text in self.reminders:
            duration(text, "schedule.reminders")
        if self.every and duration(self.every, "") <= timedelta(0):
            raise ScheduleError("schedule.every: a turn must last longer than nothing")
        for day in self.weekdays:
            if day[:3].lower() not in _DAYS:
                raise ScheduleError(f"schedule.weekdays: {day!r} is none of {', '.join(_DAYS)}")
        if self.zone and self.zone not in zones():
            raise ScheduleError(
                f"schedule.zone: {self.zone!r} is no time zone; write it like 'Europe/Paris'"
            )
        self._hour()

    def _hour(self) -> time:
        try:
            return time.fromisoformat(self.hour)
        except ValueError:
            raise ScheduleError(
                f"schedule.hour: {self.hour!r} is no time of day; write it like '20:00'"
            ) from None

    @property
    def grace_span(self) -> timedelta:
        return duration(self.grace, "schedule.grace")

    @property
    def second_thoughts_span(self) -> timedelta:
        return duration(self.second_thoughts, "schedule.second_thoughts")

    @property
    def reminder_spans(self) -> tuple[timedelta, ...]:
        """The longest first."""
        return tuple(
            sorted((duration(r, "schedule.reminders") for r in self.reminders), reverse=True)
        )

    def deadline(self, opened: datetime, pace: Pace = Pace.TURN) -> datetime:
        """When a turn opened at `opened` ends, in UTC."""
        if pace is Pace.REACTION:
            return opened + duration(self.reaction, "schedule.reaction")
        if self.every:
            return opened + duration(self.every, "schedule.every")
        earliest = opened + duration(self.at_least, "schedule.at_least")
        zone = ZoneInfo(self.zone or "UTC")
        wanted = {_DAYS.index(day[:3].lower()) for day in self.weekdays}
        day = earliest.astimezone(zone).date()
        while True:
            moment = datetime.combine(day, self._hour(), tzinfo=zone).astimezone(UTC)
            if day.weekday() in wanted and moment >= earliest:
                return moment
            day += timedelta(days=1)


def time_left(now: datetime, deadline: datetime) -> timedelta:
    """How long players still have; zero when the deadline has passed."""
    return max(deadline - now, timedelta(0))
