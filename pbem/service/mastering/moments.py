"""Moments and spans as people write them."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.engine.i18n import _
from pbem.service.play.table import GameProblem
from pbem.service.schedule import local_moment

DAYS = (
    ("mon", "monday", "mo", "montag", "lun", "lundi"),
    ("tue", "tuesday", "di", "dienstag", "mar", "mardi"),
    ("wed", "wednesday", "mi", "mittwoch", "mer", "mercredi"),
    ("thu", "thursday", "do", "donnerstag", "jeu", "jeudi"),
    ("fri", "friday", "fr", "freitag", "ven", "vendredi"),
    ("sat", "saturday", "sa", "samstag", "sam", "samedi"),
    ("sun", "sunday", "so", "sonntag", "dim", "dimanche"),
)
MONTHS = (
    ("jan", "janv"),
    ("feb", "fév", "fev"),
    ("mar", "mär", "mrz"),
    ("apr", "avr"),
    ("may", "mai"),
    ("jun", "juin"),
    ("jul", "juil"),
    ("aug", "août", "aout"),
    ("sep",),
    ("oct", "okt"),
    ("nov",),
    ("dec", "dez", "déc"),
)
TOMORROW = ("tomorrow", "morgen", "demain")
TODAY = ("today", "heute", "aujourd'hui")
_CLOCK = re.compile(
    r"\b(?:at\s+|um\s+|à\s+)?(\d{1,2})(?:[:h.](\d{2})|\s*(?:uhr|h)\b)\s*(?:uhr|h)?\s*$", re.I
)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})$")
_DOTS = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})?$")
_NAMED = re.compile(r"(\d{1,2})\.?\s+([^\W\d_]+)\.?(?:\s+(\d{4}))?$")
_SPAN = re.compile(r"\+?\s*(\d{1,4})\s*([^\W\d_]*)\s*[.!]*$")
_UNITS = {
    "h": 1,
    "hour": 1,
    "hours": 1,
    "std": 1,
    "stunde": 1,
    "stunden": 1,
    "heure": 1,
    "heures": 1,
    "d": 24,
    "day": 24,
    "days": 24,
    "tag": 24,
    "tage": 24,
    "jour": 24,
    "jours": 24,
    "": 1,
    "w": 168,
    "week": 168,
    "weeks": 168,
    "woche": 168,
    "wochen": 168,
    "semaine": 168,
    "semaines": 168,
}
LONGEST = timedelta(days=366)
"""A deadline is put off by no more than that at a time."""


def too_far() -> GameProblem:
    """That a deadline is put off further than :data:`LONGEST`."""
    said = _("A deadline may be {count} days ahead at the most.")
    return GameProblem(said.format(count=LONGEST.days))


def read_span(text: str) -> timedelta:
    """So many hours, unless days or weeks are named. Raises :class:`GameProblem`."""
    found = _SPAN.match(text.strip())
    hours = _UNITS.get(found[2].casefold()) if found else None
    if not found or hours is None or not 0 < int(found[1]) * hours <= LONGEST // timedelta(hours=1):
        raise GameProblem(_("Write how many hours, or days: EXTEND 24, EXTEND 2 days."))
    return timedelta(hours=int(found[1]) * hours)


def read_moment(text: str, now: datetime, deadline: datetime | None, zone: ZoneInfo) -> datetime:
    """A moment that is to come, or a span to add to the deadline (``+12h``), in this zone. Raises
    :class:`GameProblem`."""
    text = text.strip().rstrip(".!").strip()
    if text.startswith("+"):
        return max(deadline or now, now) + read_span(text)
    plain = text.replace("T", " ")
    clock = _CLOCK.search(plain)
    day = read_day(plain[: clock.start()].strip(" ,"), now.astimezone(zone)) if clock else None
    if clock is not None and day is not None and int(clock[1]) < 24 and int(clock[2] or 0) < 60:
        today = now.astimezone(zone).date()
        if day < today:
            raise GameProblem(_("That moment has passed."))
        if day - today > LONGEST:
            raise too_far()
        return local_moment(day, time(int(clock[1]), int(clock[2] or 0)), zone)
    raise GameProblem(
        _("Write a day and an hour: DEADLINE 2026-12-24 20:00, DEADLINE friday 18:00.")
    )


def read_day(text: str, now: datetime) -> date | None:
    """The day that is meant, of those to come the first; None where it is none."""
    word = text.casefold()
    today = now.date()
    if word in TODAY:
        return today
    if word in TOMORROW:
        return today + timedelta(days=1)
    for number, names in enumerate(DAYS):
        if word in names:
            return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    if found := _ISO.match(word):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if found := _DOTS.match(word):
        return _coming(found[3], int(found[2]), int(found[1]), today)
    if found := _NAMED.match(word):
        month = next((n for n, names in enumerate(MONTHS, 1) if found[2].startswith(names)), 0)
        return _coming(found[3], month, int(found[1]), today)
    return None


def _coming(year: str | None, month: int, day: int, today: date) -> date | None:
    """A day of a year, or of this one or the next, whichever is to come."""
    found = _date(int(year) if year else today.year, month, day)
    if found is not None and year is None and found < today:
        return _date(today.year + 1, month, day)
    return found


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
