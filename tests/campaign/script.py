"""Twelve weeks of a campaign as its people would tell them: who does what, and when.

A moment is ``3 tue 14``: week, day and hour by the clock on the wall in Berlin. A game of fewer
seats has fewer people, each with the habits of more than one (``cast_for``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Berlin")
FIRST_DAY = date(2026, 3, 16)
"""A Monday. The clocks are put forward on the last night of the second week."""
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DEADLINES = ("tue", "fri")
HOUR = 20

MASTER = "Eve"
OPERATOR = "Gm"
PEOPLE = ("Anna", "Boris", "Chiara", "Deniz", "Elif", "Farid")
NEWCOMER = "Kofi"
LATE, AWAY, BOUNCING, TWICE = "is late", "is away", "has a full mailbox", "sends all twice"
SERVICE, MAIL_SERVER = "the service", "the mail server"

REPORT, NEWEST, NOBODY = "their report", "the newest mail", "the service's own address"
"""What is replied to. Other words: the newest mail that has them in its subject."""


def moment(text: str) -> datetime:
    """When that is, in UTC."""
    week, day, hour = text.split()
    on = FIRST_DAY + timedelta(weeks=int(week) - 1, days=DAYS.index(day))
    return datetime.combine(on, time(int(hour)), tzinfo=ZONE)


@dataclass(frozen=True)
class Step:
    """Somebody writes something at the first look that they take into their mailbox from then on,
    and the answer says what they are ``told``."""

    when: str
    who: str
    writes: str
    to: str = REPORT
    told: str = ""


@dataclass(frozen=True)
class Habit:
    """What is so from one moment to another."""

    who: str
    what: str
    since: str
    until: str

    def holds(self, now: datetime) -> bool:
        return moment(self.since) <= now < moment(self.until)


HABITS = (
    Habit("Anna", LATE, "1 tue 20", "1 sun 08"),
    Habit("Elif", TWICE, "1 mon 08", "13 mon 08"),
    Habit("Boris", AWAY, "3 wed 08", "4 wed 08"),
    Habit("Chiara", BOUNCING, "3 mon 20", "3 sat 20"),
    Habit("Anna", LATE, "6 fri 20", "7 sun 08"),
    Habit("Boris", AWAY, "9 mon 08", "10 thu 08"),
)

OUTAGES = (
    Habit(SERVICE, "is down", "2 wed 08", "2 thu 10"),
    Habit(MAIL_SERVER, "is down", "3 thu 10", "3 thu 22"),
    Habit(SERVICE, "is down", "5 sat 08", "5 sun 22"),
)

STEPS = (
    Step("1 mon 08", "Farid", "JOIN spring AS Farid", NOBODY, "reply to this"),
    Step("1 mon 14", "Farid", "JOIN", "is kept for you"),
    Step("1 tue 08", MASTER, "SHOW", NEWEST, "is open"),
    Step("1 tue 14", "Anna", "TO Boris:\nshall we secretly-cooperate?\nEND", told="Boris"),
    Step("1 tue 14", MASTER, "TO ALL:\nwelcome, all of you\nEND", NEWEST),
    Step("1 wed 08", "Boris", "gladly-in-private", "Anna writes to you"),
    Step("1 wed 14", "Chiara", "TO ALL:\nhello from Chiara\nEND", told="all"),
    Step("1 wed 14", "Deniz", "TO GM:\nwho-is-always-late?\nEND"),
    Step("1 thu 08", "Elif", "TO Boris, Chiara:\nlet us speak-among-three\nEND"),
    Step("1 thu 14", "Farid", "LIST"),
    Step("1 sat 08", "Boris", "PROFILE QUIET 23-6"),
    Step("2 mon 08", MASTER, "PAUSE", NEWEST, "paused"),
    Step("2 mon 14", "Anna", "STATUS", told="paused"),
    Step("2 mon 20", MASTER, "RESUME", NEWEST, "is open"),
    Step("2 tue 08", "Boris", "EXTEND 6"),
    Step("2 fri 14", "Farid", "RESIGN"),
    Step("2 fri 20", "Farid", "RESIGN", "Do you give up"),
    Step("2 sun 20", "Farid", "RETURN", "You have resigned"),
    Step("2 fri 14", "Deniz", "HISTORY"),
    Step("2 fri 14", MASTER, "NOTE Deniz has to leave us", NEWEST),
    Step("2 sat 14", MASTER, "SEAT 4 ADDRESS {Kofi}", NEWEST, "reply to this"),
    Step("2 sat 20", MASTER, "CONFIRM", "Do you mean"),
    Step("3 tue 08", "Kofi", "TO ALL:\nI am the new one\nEND"),
    Step("3 wed 20", "Anna", "LOG"),
    Step("3 sun 08", "Chiara", "STATUS"),
    Step("4 mon 14", MASTER, "LOG", NEWEST, "Kofi"),
    Step("4 thu 14", MASTER, "EXTEND 24", NEWEST),
    Step("5 mon 08", "Kofi", "TO Chiara:\nonly-for-Chiara\nEND"),
    Step("5 tue 08", "Chiara", "answered-to-Kofi", "Kofi writes to you"),
    Step("6 mon 14", MASTER, "CLOSE NOW", NEWEST),
    Step("6 mon 20", MASTER, "CONFIRM", "Do you mean"),
    Step("7 thu 08", MASTER, 'SCHEDULE weekdays = ["wed"]', NEWEST),
    Step("8 mon 08", "Elif", "RULES"),
    Step("8 thu 08", MASTER, "TROUBLE", NEWEST),
    Step("9 mon 14", MASTER, "DEADLINE +72h", NEWEST),
    Step("11 thu 14", MASTER, "EJECT 1", NEWEST, "reply to this"),
    Step("11 thu 20", MASTER, "CONFIRM", "Do you mean"),
)


def cast_for(seats: int) -> dict[str, str]:
    """Who plays whose part, where there are fewer seats than people."""
    spared = {"Elif": "Anna", "Farid": "Boris"} if seats < len(PEOPLE) else {}
    return {name: spared.get(name, name) for name in (*PEOPLE, NEWCOMER, MASTER, OPERATOR)}
