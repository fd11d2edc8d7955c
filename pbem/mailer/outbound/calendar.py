"""The deadline as an entry for the player's calendar (RFC 5545)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event, vCalAddress

from pbem.engine.i18n import _
from pbem.mailer.outbound import mime

ALARM_BEFORE = timedelta(hours=3)
SHOWN = timedelta(minutes=30)
"""How long before the deadline the entry begins: an event needs a length to be seen in a calendar,
and ends with the deadline."""
_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Deadline:
    """When orders for `turn` are due, as a calendar's one entry; without `until` the entry goes,
    for no more orders are due. It is for a `seat`, or, with 0, for all who watch.

    Its UID is the same for a game and seat at all times, so that a new turn or a
    moved deadline moves the entry; its SEQUENCE is the seconds since 2020 at
    `now`, which only grow. `organizer` is the service's address, which an entry that is
    published or cancelled must have (RFC 5546, 3.2.1 and 3.2.5).
    """

    game: str
    seat: int
    game_title: str
    turn: int
    until: datetime | None
    organizer: str
    now: datetime

    @property
    def _method(self) -> str:
        return "PUBLISH" if self.until else "CANCEL"

    def attached(self) -> bytes:
        """The part of a mail with the calendar."""
        content_type = f"text/calendar; charset=utf-8; method={self._method}"
        return mime.attachment(self.calendar(), content_type, "deadline.ics")

    def calendar(self) -> bytes:
        """A calendar with the entry."""
        calendar = Calendar()
        calendar.add("prodid", "-//pbem//play by mail//EN")
        calendar.add("version", "2.0")
        calendar.add("method", self._method)
        calendar.add_component(self._entry())
        return bytes(calendar.to_ical())

    def _entry(self) -> Event:
        entry = Event()
        entry.add("uid", f"deadline.{self.game}.{self.seat}@{self.organizer.rpartition('@')[2]}")
        entry.add("sequence", int((self.now - _EPOCH) / timedelta(seconds=1)))
        entry.add("dtstamp", self.now.astimezone(UTC))
        entry.add("organizer", vCalAddress(f"mailto:{self.organizer}"))
        ends = (self.until or self.now).astimezone(UTC)
        entry.add("dtstart", ends - SHOWN)
        entry.add("dtend", ends)
        summary = _("{game}: orders for turn {turn} are due").format(
            game=self.game_title, turn=self.turn
        )
        entry.add("summary", summary if self.until else self.game_title)
        entry.add("transp", "TRANSPARENT")
        if self.until is None:
            entry.add("status", "CANCELLED")
        else:
            entry.add_component(_alarm(summary))
        return entry


def _alarm(summary: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", SHOWN - ALARM_BEFORE)
    return alarm
