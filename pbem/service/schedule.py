"""When turns end: intervals or weekdays in the game master's zone, holidays, pauses, reminders."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from pbem.engine.api import Pace
from pbem.engine.i18n import _

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])", re.IGNORECASE)
LONGEST_SPAN = timedelta(days=3660)
LONGEST_HOLIDAY = 366
"""Days that one entry of ``holidays`` or ``pauses`` names at the most."""
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ONE_DAY = timedelta(days=1)


class ScheduleError(ValueError):
    """A schedule makes no sense; the message names the key and what would be right."""


@cache
def zones() -> frozenset[str]:
    """The names of all time zones that this machine knows; found by a walk through its files."""
    return frozenset(available_timezones())


@lru_cache(maxsize=256)
def duration(text: str, key: str) -> timedelta:
    """A span of time such as ``48h``, ``3d`` or ``1d 12h``. Raises :class:`ScheduleError`."""
    rest = _PART.sub("", text).strip()
    parts = _PART.findall(text)
    if rest or not parts:
        said = _("{text} is no span of time; write it like '48h' or '1d 12h'")
        raise ScheduleError(f"{key}: {said.format(text=repr(text))}")
    seconds = sum(float(n) * _UNITS[unit.lower()] for n, unit in parts)
    if seconds > LONGEST_SPAN.total_seconds():
        said = _("{text} is longer than {days} days")
        raise ScheduleError(f"{key}: {said.format(text=repr(text), days=LONGEST_SPAN.days)}")
    return timedelta(seconds=seconds)


def local_moment(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """When a clock on the wall shows this time, in UTC.

    An hour that the change to summer time leaves out is counted on from the moment of the change
    (02:30 becomes 03:30); of one that comes twice the second is meant, so that nobody who goes by
    the clock is late.
    """
    readings = (datetime.combine(day, hour, tzinfo=zone).replace(fold=fold) for fold in (0, 1))
    return max(reading.astimezone(UTC) for reading in readings)


def numbers_of_days(weekdays: Collection[str]) -> tuple[int, ...]:
    """Days of the week by number, from Monday (0) on."""
    return tuple(sorted({_DAYS.index(day[:3].lower()) for day in weekdays}))


def days_of(text: str, key: str) -> tuple[date, date]:
    """The first and last day of ``2026-12-24`` or ``2026-12-24 to 2027-01-06``. Raises
    :class:`ScheduleError`."""
    first, _to, last = (part.strip() for part in text.partition(" to "))
    try:
        days = date.fromisoformat(first), date.fromisoformat(last if _to else first)
    except ValueError:
        said = _("{text} is no day; write '2026-12-24' or '2026-12-24 to 2027-01-06'")
        raise ScheduleError(f"{key}: {said.format(text=repr(text))}") from None
    if not 0 <= (days[1] - days[0]).days < LONGEST_HOLIDAY:
        raise ScheduleError(
            f"{key}: {text!r}: the last day must come after the first, by less than "
            f"{LONGEST_HOLIDAY} days"
        )
    return days


class Extensions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far players may put a deadline off by themselves (EXTEND)."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=336)] = 24
    """By so many hours at a time at the most."""
    times: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """So often each of them in a game; 0: not at all."""
    in_all: Annotated[int, msgspec.Meta(ge=0)] = 0
    """So often all of them together in a game; 0: no limit of its own."""


class Schedule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``[schedule]`` table of a game file.

    Either ``every`` (an interval from the opening of the turn) or ``weekdays``
    with ``hour``. ``missed`` says what is played for a seat that sent nothing:
    the ruleset's default, the house bot's move, or nothing.
    """

    every: str = ""
    weekdays: tuple[str, ...] = ()
    hour: str = "20:00"
    zone: str = ""
    """Where ``hour`` is told and days begin; empty: the service's own zone."""
    at_least: str = "12h"
    """With weekdays: the time from a turn's opening to its deadline at the least."""
    between: str = "0m"
    """The time that every turn stays open, even where all orders are in."""
    holidays: tuple[str, ...] = ()
    """Days on which no deadline falls (:func:`days_of`)."""
    pauses: tuple[str, ...] = ()
    """Days on which the clock stands still: no turn ends, and no span goes on."""
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
    waits: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    """How often in a row a game waits for somebody who sent nothing, before that is played."""
    wait: str = "24h"
    """How much longer the turn then lasts each time."""
    absent: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """If more people than this sent nothing, the turn waits for the game master; None: never."""
    leave_after: Annotated[int, msgspec.Meta(ge=0)] = 0
    """After so many turns missed in a row the house bot plays for good; 0: never."""
    vacation: str = "0d"
    """How much longer deadlines last in all for one player who is on vacation."""
    standby: bool = True
    """Whether seats that fall free are offered to people who stand by."""
    away: Literal["wait", "bot"] = "wait"
    """What becomes of turns of people on vacation who said nothing else: the game waits, or the
    house bot plays."""
    extensions: Extensions = Extensions()
    """How far players may put a deadline off by themselves."""

    def __post_init__(self) -> None:
        if bool(self.every) == bool(self.weekdays):
            said = _(
                'give either \'every\' (such as "48h") or \'weekdays\' (such as ["tue", "fri"])'
            )
            raise ScheduleError(f"schedule: {said}")
        for key in (
            "at_least",
            "between",
            "reaction",
            "grace",
            "second_thoughts",
            "wait",
            "vacation",
            *(["every"] if self.every else []),
        ):
            duration(getattr(self, key), f"schedule.{key}")
        for text in self.reminders:
            duration(text, "schedule.reminders")
        if self.every and duration(self.every, "") <= timedelta(0):
            raise ScheduleError("schedule.every: a turn must last longer than nothing")
        if self.waits and duration(self.wait, "") <= timedelta(0):
            raise ScheduleError("schedule.wait: must be longer than nothing")
        if self.every and duration(self.every, "") < duration(self.between, ""):
            raise ScheduleError("schedule.between: must not be longer than schedule.every")
        for key in ("holidays", "pauses"):
            for text in getattr(self, key):
                days_of(text, f"schedule.{key}")
        for day in self.weekdays:
            if day[:3].lower() not in _DAYS:
                said = _("{day} is none of {days}").format(day=repr(day), days=", ".join(_DAYS))
                raise ScheduleError(f"schedule.weekdays: {said}")
        if self.zone and self.zone not in zones():
            said = _("{zone} is no time zone; write it like 'Europe/Paris'")
            raise ScheduleError(f"schedule.zone: {said.format(zone=repr(self.zone))}")
        self._hour()

    def _hour(self) -> time:
        try:
            return time.fromisoformat(self.hour)
        except ValueError:
            said = _("{hour} is no time of day; write it like '20:00'")
            raise ScheduleError(f"schedule.hour: {said.format(hour=repr(self.hour))}") from None

    @property
    def grace_span(self) -> timedelta:
        return duration(self.grace, "schedule.grace")

    @property
    def second_thoughts_span(self) -> timedelta:
        return duration(self.second_thoughts, "schedule.second_thoughts")

    @property
    def vacation_span(self) -> timedelta:
        return duration(self.vacation, "schedule.vacation")

    @property
    def reminder_spans(self) -> tuple[timedelta, ...]:
        """The longest first."""
        return tuple(
            sorted((duration(r, "schedule.reminders") for r in self.reminders), reverse=True)
        )

    def deadline(self, opened: datetime, pace: Pace = Pace.TURN) -> datetime:
        """When a turn opened at `opened` ends, in UTC."""
        if pace is Pace.REACTION:
            reaction = self._after(opened, duration(self.reaction, "schedule.reaction"))
            return self.no_holiday(max(reaction, self.soonest(opened)))
        if self.every:
            return self.no_holiday(self._after(opened, duration(self.every, "schedule.every")))
        at_least = self._after(opened, duration(self.at_least, "schedule.at_least"))
        return self._next_weekday(max(at_least, self.soonest(opened)))

    def longer(self, deadline: datetime) -> datetime:
        """When a turn ends that waits once more for those who missed its deadline."""
        return self.put_off(deadline, duration(self.wait, "schedule.wait"))

    def put_off(self, deadline: datetime, span: timedelta) -> datetime:
        """A deadline so much later, pauses left out, and on no holiday."""
        return self.no_holiday(self._after(deadline, span))

    def soonest(self, opened: datetime) -> datetime:
        """When a turn opened then may close where all orders are in, in UTC."""
        return self._after(opened, duration(self.between, "schedule.between"))

    def awake(self, moment: datetime) -> datetime:
        """The moment itself, or the end of the pause that it falls into."""
        return self._after(moment, timedelta(0))

    def no_holiday(self, moment: datetime) -> datetime:
        """The moment itself, or the same time of the next day that is neither holiday nor pause."""
        local = moment.astimezone(self._zone)
        if self._is_working(local.date()):
            return moment
        return next(self._moments(local.date(), local.time()))

    def _next_weekday(self, earliest: datetime) -> datetime:
        wanted = numbers_of_days(self.weekdays)
        first = earliest.astimezone(self._zone).date()
        return next(
            moment for moment in self._moments(first, self._hour(), wanted) if moment >= earliest
        )

    def _moments(
        self, first: date, hour: time, weekdays: Collection[int] = range(7)
    ) -> Iterator[datetime]:
        """From a day on, this time of every working day that is one of these weekdays, in UTC."""
        day = first
        while True:
            moment = local_moment(day, hour, self._zone)
            # Where the hour is left out shortly before midnight, the moment is of the next day.
            falls_on = moment.astimezone(self._zone).date()
            if day.weekday() in weekdays and all(map(self._is_working, {day, falls_on})):
                yield moment
            day += _ONE_DAY

    def _after(self, moment: datetime, span: timedelta) -> datetime:
        """When so much time has passed since `moment`, pauses left out; never within a pause."""
        for begins, ends in self._pauses:
            if moment + span < begins:
                break
            if moment < ends:
                span -= max(begins - moment, timedelta(0))
                moment = ends
        return moment + span

    @property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.zone or "UTC")

    @property
    def _pauses(self) -> list[tuple[datetime, datetime]]:
        """From when to when the clock stands still, in order."""
        spans = (days_of(text, "schedule.pauses") for text in self.pauses)
        return sorted(
            (self._midnight(first), self._midnight(last + _ONE_DAY)) for first, last in spans
        )

    def _midnight(self, day: date) -> datetime:
        """When a day begins."""
        return datetime.combine(day, time(), tzinfo=self._zone).astimezone(UTC)

    def _is_working(self, day: date) -> bool:
        spans = (days_of(text, "schedule") for text in (*self.holidays, *self.pauses))
        return not any(first <= day <= last for first, last in spans)
