"""Times and spans as people say them, in the reader's language and zone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton, format_time
from babel.lists import format_list

from pbem.engine.i18n import N_, _, ngettext


class _Custom(NamedTuple):
    """How a language writes a time in a sentence: patterns of CLDR for a day of the coming week,
    for the time at a full hour and for any other, and what stands between day and time."""

    weekday: str
    hour: str
    time: str
    behind_day: str
    behind_near_day: str


_ANYWHERE = _Custom("ccc", "short", "short", ", ", " ")
_CUSTOMS = {
    "fr": _Custom(
        "cccc", "H\N{NO-BREAK SPACE}'h'", "H\N{NO-BREAK SPACE}'h'\N{NO-BREAK SPACE}mm", " à ", " à "
    )
}
"""Languages that write it otherwise than a clock shows it."""

_ZONES = (N_("CET"), N_("CEST"), N_("EET"), N_("EEST"), N_("WET"), N_("WEST"))
"""Zones that some languages have names of their own for."""


@lru_cache(maxsize=64)
def locale_of(language: str) -> Locale:
    """The locale of a BCP 47 tag; English where it is not known.

    English without a country is written the international way, the day before
    the month and the hours up to 24.
    """
    if language.lower() == "en":
        return Locale("en", "GB")
    try:
        return Locale.parse(language, sep="-")
    except (ValueError, UnknownLocaleError):
        return Locale("en", "GB")


def when(moment: datetime, language: str) -> str:
    """The day, the time to the minute, and the zone: "Saturday, 21 November 2026, 20:00 CET"."""
    return f"{_on_the_clock(moment.replace(tzinfo=None), language)} {_zone(moment)}"


def clock(moment: datetime, now: datetime, language: str) -> str:
    """The time of a moment that is near: "20:00 CET"; of one that is half a day off or more, the
    day too."""
    if moment - now >= timedelta(hours=12):
        return when(moment, language)
    return f"{_time(moment.replace(tzinfo=None), locale_of(language))} {_zone(moment)}"


def near(moment: datetime, now: datetime, language: str) -> str:
    """A moment of the coming days as it is said in passing: "Thu 20:00"; later ones by their date,
    "26 Nov 20:00"."""
    locale, local = locale_of(language), moment.replace(tzinfo=None)
    custom = _custom(locale)
    if moment - now < timedelta(days=6):
        day = format_date(local, custom.weekday, locale=locale)
    else:
        day = format_skeleton("MMMd", local, locale=locale)
    return f"{day}{custom.behind_near_day}{_time(local, locale)}"


def _time(local: datetime, locale: Locale) -> str:
    """The time of a day: "20:00"."""
    custom = _custom(locale)
    return format_time(local, custom.time if local.minute else custom.hour, locale=locale)


def _custom(locale: Locale) -> _Custom:
    return _CUSTOMS.get(locale.language, _ANYWHERE)


def _zone(moment: datetime) -> str:
    zone = moment.tzname() or "UTC"
    if zone in _ZONES:
        return _(zone)
    return zone if zone[0].isalpha() else f"UTC{zone}"


@lru_cache(maxsize=1024)
def _on_the_clock(local: datetime, language: str) -> str:
    # Kept: every answer of a turn tells the same deadline, and Babel takes its time.
    locale = locale_of(language)
    day = format_date(local, "full", locale=locale)
    return f"{day}{_custom(locale).behind_day}{_time(local, locale)}"


def stamp(moment: datetime, language: str) -> str:
    """The day and the time without the weekday, for lists: "21 November 2026, 20:00 CET"."""
    locale = locale_of(language)
    time_of_day = _time(moment.replace(tzinfo=None), locale)
    return f"{day(moment, language)}{_custom(locale).behind_day}{time_of_day} {_zone(moment)}"


def day(that: date, language: str) -> str:
    """A day without its name: "21 November 2026"."""
    return format_date(that, "long", locale=locale_of(language))


def end_of(that: date, language: str) -> str:
    """The end of a day, behind "until": "the end of 21 November 2026"."""
    return _("the end of {day}").format(day=day(that, language))


def ending(moment: datetime, language: str) -> str:
    """A moment up to which something lasts, behind "until": midnight is the end of the day
    before."""
    if moment.time() == time():
        return end_of(moment - timedelta(minutes=1), language)
    return stamp(moment, language)


def listing(names: Sequence[str], language: str) -> str:
    """Names in a row as a sentence has them: "Anna, Boris and Chiara"."""
    return format_list(list(names), locale=locale_of(language))


def span(length: timedelta) -> str:
    """A span by its two largest units: "1 day 4 hours". Nothing shorter than a minute is told."""
    minutes = max(0, int(length.total_seconds() // 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    units = (
        (days, ngettext("{n} day", "{n} days", days)),
        (hours, ngettext("{n} hour", "{n} hours", hours)),
        (minutes, ngettext("{n} minute", "{n} minutes", minutes)),
    )
    largest = next((i for i, (n, _text) in enumerate(units) if n), None)
    if largest is None:
        return _("less than a minute")
    return " ".join(text.format(n=n) for n, text in units[largest : largest + 2] if n)


def until(deadline: datetime, now: datetime) -> str:
    """How far off a deadline is, as "in 1 day 4 hours"; past ones are over."""
    if deadline <= now:
        return _("now past")
    return _("in {span}").format(span=span(deadline - now))


def soon(moment: datetime, now: datetime) -> str:
    """How far off a moment is that was given in minutes: one begun counts as a whole."""
    return until(now + timedelta(minutes=-((now - moment) // timedelta(minutes=1))), now)
