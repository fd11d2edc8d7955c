"""Quiet hours: the span of every day in which a player wants no mail that can wait."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.service.schedule import local_moment


@dataclass(frozen=True)
class QuietHours:
    """From one time of day to another, of the same day or the next, by the player's own clock."""

    begin: time
    end: time

    @classmethod
    def read(cls, text: str) -> QuietHours:
        """``22:00-07:00``. Raises ValueError with what would be right."""
        begin, _to, end = (part.strip() for part in text.partition("-"))
        try:
            found = cls(time.fromisoformat(begin), time.fromisoformat(end))
        except ValueError:
            found = None
        if found is None or found.begin == found.end or found.begin.tzinfo or found.end.tzinfo:
            raise ValueError(f"{text!r} are no quiet hours; write them like '22:00-07:00'")
        return found

    def over(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """The moment itself, or the end of the quiet hours that it falls into, in UTC."""
        local = moment.astimezone(zone)
        now, day = local.time(), local.date()
        if self.begin < self.end:
            is_quiet = self.begin <= now < self.end
        else:
            is_quiet = now >= self.begin or now < self.end
        if not is_quiet:
            return moment
        return local_moment(day if now < self.end else day + timedelta(days=1), self.end, zone)
