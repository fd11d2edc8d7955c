"""The deadline as an entry for the player's calendar (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event

from pbem.engine.i18n import _

ALARM_BEFORE = timedelta(hours=3)
_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


def deadline_entry(
    *,
    game: str,
    seat: int,
    game_title: str,
    turn: int,
    deadline: datetime,
    host: str,
    now: datetime,
) -> bytes:
    """A calendar file with one entry: orders for `turn` are due at `deadline`.

    Its UID is the same for a game and seat at all times, so that a new turn or a
    moved deadline moves the entry; its SEQUENCE is the minutes since 2020 at
    `now`, which only grow.
    """
    summary = _("{game}: orders for turn {turn} are due").format(game=game_title, turn=turn)
    entry = Event()
    entry.add("uid", f"deadline.{game}.{seat}@{host}")
    entry.add("sequence", int((now - _EPOCH) / timedelta(minutes=1)))
    entry.add("dtstamp", now.astimezone(UTC))
    entry.add("dtstart", deadline.astimezone(UTC))
    entry.add("summary", summary)
    entry.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", -ALARM_BEFORE)
    entry.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//play by mail//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(entry)
    return bytes(calendar.to_ical())
