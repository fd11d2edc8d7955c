"""The deadline as an entry for the player's calendar (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event, vCalAddress

from pbem.engine.i18n import _
from pbem.mailer.outbound import mime

ALARM_BEFORE = timedelta(hours=3)
SHOWN = timedelta(minutes=30)
"""How long before the deadline the entry begins: an event needs a length to be seen in a calendar,
and ends with the deadline."""
_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


def deadline_entry(
    *,
    game: str,
    seat: int,
    game_title: str,
    turn: int,
    deadline: datetime | None,
    organizer: str,
    now: datetime,
) -> bytes:
    """The part of a mail with :func:`deadline_calendar`."""
    calendar = deadline_calendar(
        game=game,
        seat=seat,
        game_title=game_title,
        turn=turn,
        deadline=deadline,
        organizer=organizer,
        now=now,
    )
    method = "PUBLISH" if deadline else "CANCEL"
    content_type = f"text/calendar; charset=utf-8; method={method}"
    return mime.attachment(calendar, content_type, "deadline.ics")


def deadline_calendar(
    *,
    game: str,
    seat: int,
    game_title: str,
    turn: int,
    deadline: datetime | None,
    organizer: str,
    now: datetime,
) -> bytes:
    """A calendar with one entry: orders for `turn` are due at `deadline`; without one the entry
    goes, for no more orders are due. It is for a `seat`, or, with 0, for all who watch.

    Its UID is the same for a game and seat at all times, so that a new turn or a
    moved deadline moves the entry; its SEQUENCE is the seconds since 2020 at
    `now`, which only grow. `organizer` is the service's address, which an entry that is
    published or cancelled must have (RFC 5546, 3.2.1 and 3.2.5).
    """
    entry = Event()
    entry.add("uid", f"deadline.{game}.{seat}@{organizer.rpartition('@')[2]}")
    entry.add("sequence", int((now - _EPOCH) / timedelta(seconds=1)))
    entry.add("dtstamp", now.astimezone(UTC))
    entry.add("organizer", vCalAddress(f"mailto:{organizer}"))
    entry.add("dtstart", ((deadline or now) - SHOWN).astimezone(UTC))
    entry.add("dtend", (deadline or now).astimezone(UTC))
    summary = _("{game}: orders for turn {turn} are due").format(game=game_title, turn=turn)
    entry.add("summary", summary if deadline else game_title)
    entry.add("transp", "TRANSPARENT")
    if deadline is None:
        entry.add("status", "CANCELLED")
    else:
        entry.add_component(_alarm(summary))
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//play by mail//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH" if deadline else "CANCEL")
    calendar.add_component(entry)
    return bytes(calendar.to_ical())


def _alarm(summary: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", SHOWN - ALARM_BEFORE)
    return alarm
