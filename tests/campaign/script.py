"""Twelve weeks of a campaign as its people would tell them: who does what, and when.

A moment is ``3 tue 14``: week, day and hour by the clock on the wall in Berlin. A game of fewer
seats has fewer people, each with the habits of more than one (``cast_for``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Berlin")
FIRST_DAY = date(2026, 3, 23)
"""A Monday. The clocks are put forward on the last night of the first week."""
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DEADLINES = ("tue", "fri")
HOUR = 20

MASTER = "Eve"
ASSISTANT = "Ada"
OPERATOR = "Gm"
PEOPLE = ("Anna", "Boris", "Chiara", "Deniz", "Elif", "Farid")
NEWCOMER = "Kofi"
GIVEN_ON = "2 thu 20"
"""When Deniz's seat is given to the newcomer, who has its name in the game from then on."""
SECOND_MAILBOX = {"Clara": "Chiara", "Kojo": "Kofi", "Bo": "Boris"}
"""Whose it is; what lies in it is its owner's business as much."""
DEPUTY, OWNER = "Dora", "Chiara"
"""Who plays a seat for a while, and whose it is: she has written the other's address herself."""
SUCCESSOR = "Gita"
"""Who gets the seat that Anna loses."""
OBSERVERS = ("Wilma", "Xenia")
LATE, AWAY, BOUNCING = "is late", "is away", "has a full mailbox"
TWICE, RELAYED = "sends all twice", "has a relay that hands all on twice"
SERVICE, MAIL_SERVER = "the service", "the mail server"

REPORT, NEWEST, NOBODY = "their report", "the newest mail", "the service's own address"
UNDONE = "a report of a turn that no longer is"
"""What is replied to. Other words: the newest mail that has them in its subject."""
UNSIGNED = ("nobody-knows-who-wrote-this", "whispered-without-a-name")
"""Letters that carry no name."""
TAKEN_BACK = "written-in-anger"
"""A letter that nobody gets."""

GAME_FILE = """ruleset = "<ruleset>"
id = "spring"
title = "Spring"
join = "<join>"
release = "<release>"
release_after = "6h"
seats = [
<seats>
]
[options]
<options>
[schedule]
weekdays = ["tue", "fri"]
hour = "20:00"
zone = "Europe/Berlin"
early_close = false
vacation = "2d"
extensions = {times = 2}
[press]
kinds = ["public", "private", "master", "anonymous"]
"""


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
class Terms:
    """What is played, by how many, and what a game's file says of ``join`` and ``release``."""

    ruleset: str
    options: dict[str, int]
    people: int = len(PEOPLE)
    join: str = "open"
    release: str = "at once"


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
    Habit("Anna", LATE, "0 sat 08", "1 sun 08"),
    Habit("Elif", TWICE, "1 mon 08", "13 mon 08"),
    Habit("Chiara", BOUNCING, "2 mon 08", "2 wed 20"),
    Habit("Boris", AWAY, "2 wed 08", "2 sun 08"),
    Habit("Kofi", RELAYED, "4 mon 08", "5 sun 20"),
    Habit("Anna", LATE, "6 fri 20", "7 sun 08"),
    Habit("Boris", AWAY, "5 mon 20", "5 sat 08"),
    Habit("Boris", AWAY, "9 mon 08", "10 thu 08"),
)

OUTAGES = (
    Habit(SERVICE, "is down", "2 wed 08", "2 thu 10"),
    Habit(MAIL_SERVER, "is down", "2 sat 18", "2 sun 12"),
    Habit(SERVICE, "is down", "5 sat 08", "5 sun 22"),
)

STEPS = (
    Step("0 sat 08", MASTER, "CREATE\n{game_file}END", NOBODY, "Nothing was changed"),
    Step("0 sat 20", MASTER, "CREATE\n{game_file}END", "once more", "The game spring is made"),
    Step("0 sun 08", MASTER, "INVITE Elif <{invited}>", NEWEST, "has not begun"),
    Step("0 sun 08", "Farid", "JOIN spring AS {newcomer}", NOBODY, "reply to this"),
    Step("0 sun 20", "Elif", "JOIN AS {guest}", "You are invited to"),
    Step("0 sun 20", "Farid", "JOIN", "is kept for you"),
    Step("1 tue 08", MASTER, "SHOW", NEWEST, "is open"),
    Step("1 tue 08", "Boris", "PROFILE ALSO {Bo}"),
    Step("1 wed 08", "Bo", "CONFIRM", "from this address, too"),
    Step("1 thu 08", "Bo", "STATUS", "You can write from this address"),
    Step("1 fri 08", "Bo", "TO Chiara:\nfrom-a-desk-at-work\nEND", "where things stand", "Chiara"),
    Step("1 thu 14", "Chiara", f"ANONYMOUS TO ALL:\n{UNSIGNED[0]}\nEND", told="without your name"),
    Step("1 wed 14", "Boris", f"ANONYMOUS TO Chiara:\n{UNSIGNED[1]}\nEND", told="your name"),
    Step("1 thu 08", "Chiara", "to-whoever-that-was", "a letter without a name"),
    Step("1 tue 14", "Anna", "TO Boris:\nshall we secretly-cooperate?\nEND", told="Boris"),
    Step("1 tue 14", MASTER, "TO ALL:\nwelcome, all of you\nEND", NEWEST),
    Step("1 wed 08", "Boris", "gladly-in-private", "Anna writes to you"),
    Step("1 wed 14", "Chiara", "TO ALL:\nhello-from-Chiara\nEND", told="all"),
    Step("1 wed 14", "Deniz", "TO GM:\nwho-is-always-late?\nEND"),
    Step("1 thu 08", "Elif", "TO Boris, Chiara:\nlet us speak-among-three\nEND"),
    Step("1 thu 14", "Farid", "LIST"),
    Step("1 thu 14", "Wilma", "WATCH spring", NOBODY),
    Step("1 fri 08", "Wilma", "WATCH", "Do you want to watch"),
    Step("1 fri 14", "Farid", "RESIGN"),
    Step("1 fri 14", MASTER, "OBSERVER {Xenia}", NEWEST),
    Step("1 sat 08", "Xenia", "WATCH", "Do you want to watch"),
    Step("1 sat 08", "Farid", "RESIGN", "Do you give up"),
    Step("1 sat 14", MASTER, "NOTE Deniz has to leave us", NEWEST),
    Step("1 sat 20", "Boris", "PROFILE QUIET 23-6"),
    Step("1 sun 20", "Farid", "RETURN", "You have resigned"),
    Step("2 mon 08", MASTER, "PAUSE", NEWEST, "paused"),
    Step("2 mon 14", "Anna", "STATUS", told="paused"),
    Step("2 mon 20", MASTER, "RESUME", NEWEST, "is open"),
    Step("2 tue 08", "Boris", "EXTEND 6"),
    Step("2 thu 14", "Deniz", "HISTORY"),
    Step("2 thu 14", MASTER, "SEAT 4 ADDRESS {Kofi}", NEWEST, "reply to this"),
    Step(GIVEN_ON, MASTER, "CONFIRM", "Do you mean"),
    Step("2 fri 08", "Wilma", "PRESS WITH REPORT", "You watch"),
    Step("2 fri 14", "Wilma", "NEWS EACH TURN", "You watch"),
    Step("2 fri 08", "Chiara", "STATUS"),
    Step("2 sat 08", "Kofi", "TO ALL:\nI-am-the-new-one\nEND"),
    Step("3 mon 08", OWNER, "SUBSTITUTE {Dora} UNTIL 2026-04-12", told="was asked to play for you"),
    Step("3 mon 14", DEPUTY, "ACCEPT", "Will you play for"),
    Step("3 mon 14", MASTER, "APPOINT Ada <{Ada}> ASSISTANT", NEWEST, "reply to this"),
    Step("3 mon 20", MASTER, "CONFIRM", "Do you mean"),
    Step("3 tue 14", ASSISTANT, "SHOW", NEWEST, "is open"),
    Step("3 wed 14", MASTER, "FOR {seat}:\n{orders}", NEWEST, "Given for"),
    Step("3 wed 20", "Anna", "LOG"),
    Step("3 thu 08", MASTER, "VIEW 2", NEWEST),
    Step("3 thu 20", MASTER, "PREVIEW", NEWEST),
    Step("4 mon 14", DEPUTY, "STATUS", told="How to play by mail"),
    Step("4 mon 14", MASTER, "LOG", NEWEST, "Deniz has to leave us"),
    Step("4 tue 20", "Elif", f"TO ALL:\n{TAKEN_BACK}\nEND", told="UNSAY"),
    Step("4 tue 20", "Elif", "UNSAY", told="taken back"),
    Step("4 wed 14", "Anna", "VOTE EXTEND 24", told="You said yes"),
    Step("4 wed 20", "Boris", "VOTE EXTEND 24", told="You said yes"),
    Step("4 wed 20", "Kofi", "VOTE EXTEND 24", told="You said yes"),
    Step("4 thu 08", "Elif", "VOTE EXTEND 24"),
    Step("4 thu 14", MASTER, "EXTEND 24", NEWEST),
    Step("5 mon 08", "Kofi", "TO Chiara:\nonly-for-Chiara\nEND"),
    Step("5 mon 14", "Boris", "VACATION 2026-04-20 TO 2026-04-24 BOT", told="You are away"),
    Step("5 tue 08", "Chiara", "answered-to-Kofi", "Deniz writes to you"),
    Step("6 tue 08", MASTER, "CLOSE NOW", NEWEST),
    Step("6 tue 14", MASTER, "CONFIRM", "Do you mean"),
    Step("6 wed 08", "Chiara", "PROFILE ADDRESS {Clara}"),
    Step("6 wed 14", "Clara", "CONFIRM", "Do you want to play"),
    Step("6 thu 14", "Clara", "TO Anna:\nfrom-my-new-mailbox\nEND", "you play from this"),
    Step("7 mon 14", "Boris", "PROFILE RATED\nPROFILE NOTICES DIGEST"),
    Step("7 mon 14", "Kofi", "PROFILE RATED"),
    Step("7 tue 14", "Boris", "PROFILE ALSO NONE"),
    Step("7 thu 08", MASTER, 'SCHEDULE weekdays = ["wed"]', NEWEST),
    Step("8 mon 08", "Elif", "RULES"),
    Step("8 mon 14", "Boris", "VOTE DRAW", told="You said yes"),
    Step("8 mon 14", "Elif", "WAIT"),
    Step("8 mon 20", "Anna", "VOTE DRAW NO"),
    Step("8 thu 08", ASSISTANT, "TROUBLE", NEWEST),
    Step("8 thu 14", ASSISTANT, "EJECT 2", NEWEST, "Only owners"),
    Step("8 fri 08", MASTER, "DISMISS {Ada}", NEWEST, "reply to this"),
    Step("8 fri 14", MASTER, "CONFIRM", "Do you mean"),
    Step("8 sun 08", "Boris", "VACATION 2026-05-18 TO 2026-05-27", told="You are away"),
    Step("9 mon 08", "Xenia", "WATCH OFF", NEWEST),
    Step("9 mon 14", MASTER, "DEADLINE +72h", NEWEST),
    Step("9 thu 08", "Kofi", "PROFILE ADDRESS {Kojo}"),
    Step("9 thu 14", "Kofi", "UNDO", "to another address"),
    Step("9 fri 08", MASTER, "VIEW TRUTH", NEWEST),
    Step("10 sat 08", MASTER, "ROLLBACK {last_turn}", NEWEST, "reply to this"),
    Step("10 sat 14", MASTER, "CONFIRM", "Do you mean"),
    Step("10 sun 14", "Boris", "WITHDRAW", UNDONE, "before the game was taken back"),
    Step("11 thu 14", MASTER, "EJECT 1", NEWEST, "reply to this"),
    Step("11 thu 20", MASTER, "CONFIRM", "Do you mean"),
    Step("12 thu 14", "Boris", "VOTE END"),
    Step("12 thu 14", "Elif", "VOTE END"),
    Step("12 thu 14", "Kofi", "VOTE END"),
    Step("12 thu 20", "Farid", "VOTE END"),
    Step("12 fri 14", "Clara", "VOTE END"),
)

OPEN = (
    Step("10 mon 08", SUCCESSOR, "STANDBY spring", NOBODY, "reply to this"),
    Step("10 mon 14", SUCCESSOR, "CONFIRM", "Do you stand by", "as number 1"),
    Step("11 fri 14", SUCCESSOR, "ACCEPT", "is free for you"),
    Step("12 thu 14", SUCCESSOR, "VOTE END"),
)
APPROVED = (Step("1 mon 08", MASTER, "APPROVE {newcomer}", NEWEST, "is open"),)
LOOKED_AT = (
    Step("1 wed 08", MASTER, "RELEASE", NEWEST, "go out"),
    Step("3 sat 08", MASTER, "PREVIEW", NEWEST),
    Step("3 sat 08", "Anna", "STATUS", told="looking at its results"),
)
"""Besides: where anybody may join, where the game master says who does, and where results wait for
her."""

EPILOGUE = (
    Step("1 mon 08", "Boris", "STORY", told="The story of"),
    Step("1 mon 08", MASTER, "LIST", NEWEST),
    Step("1 mon 08", "Wilma", "STATUS", NEWEST, "over"),
    Step("1 mon 14", "Boris", "HISTORY"),
    Step("1 mon 08", "Kofi", "FAME"),
    Step("1 mon 14", "Kofi", "TO ALL:\nit-was-a-pleasure\nEND", told="all"),
    Step("1 mon 20", MASTER, "ARCHIVE", NEWEST),
)
"""What is done when the game is over, on the day after its last week."""


def owner(name: str) -> str:
    """Whose mailbox that is."""
    return SECOND_MAILBOX.get(name, name)


def seated(name: str, when: str) -> str:
    """Who has the seat of that name then."""
    return NEWCOMER if name == "Deniz" and moment(when) > moment(GIVEN_ON) else name


def cast_for(seats: int) -> dict[str, str]:
    """Who plays whose part, where there are fewer seats than people."""
    spared = {"Elif": "Anna", "Farid": "Boris"} if seats < len(PEOPLE) else {}
    others = (NEWCOMER, *SECOND_MAILBOX, DEPUTY, SUCCESSOR, *OBSERVERS, MASTER, ASSISTANT, OPERATOR)
    return {name: spared.get(name, name) for name in (*PEOPLE, *others)}


def steps(weeks: int, terms: Terms) -> list[Step]:
    """What is done in so many weeks and on the day after them, in order."""
    more = [*(APPROVED if terms.join == "approve" else OPEN)]
    more += LOOKED_AT if terms.release == "master" else ()
    within = [one for one in (*STEPS, *more) if int(one.when.split()[0]) <= weeks]
    after = [replace(one, when=f"{weeks + 1} {one.when.split(maxsplit=1)[1]}") for one in EPILOGUE]
    return [*sorted(within, key=lambda one: moment(one.when)), *after]
