"""How a command is written, read and told: one row of the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

Verb = Literal[
    "HELP",
    "PREVIEW",
    "DONE",
    "WAIT",
    "WITHDRAW",
    "STATUS",
    "REPORT",
    "CONSOLE",
    "ORDERS",
    "HISTORY",
    "LIST",
    "RULES",
    "NEWS",
    "PROFILE",
    "NEWKEY",
    "RESIGN",
    "JOIN",
    "SHOW",
    "TROUBLE",
    "PAUSE",
    "RESUME",
    "DEADLINE",
    "EXTEND",
    "CLOSE NOW",
    "ROLLBACK",
    "RELEASE",
    "FOR",
    "VIEW",
    "SCHEDULE",
    "NOTE",
    "LOG",
    "EJECT",
    "SEAT",
    "CANCEL",
    "ARCHIVE",
    "DELETE",
    "CONFIRM",
    "UNSAY",
    "PRESS",
    "BLOCK",
    "UNBLOCK",
    "STORY",
    "VOTE",
    "FAME",
    "VACATION",
    "APPOINT",
    "DISMISS",
    "WATCH",
    "OBSERVER",
    "PUBLIC",
    "CREATE",
    "TEMPLATES",
    "SUBSTITUTE",
    "INVITE",
    "APPROVE",
    "REFUSE",
    "STANDBY",
    "START",
]


class Who(StrEnum):
    """Who may give a command."""

    PLAYER = "player"
    MASTER = "master"
    """Any game master."""
    OWNER = "owner"
    """A game master who may do everything."""
    ANYONE = "anyone"
    """Players and game masters."""
    CREATOR = "creator"
    """Those who may make games, in a mail of its own."""


WishKey = Literal[
    "",
    "name",
    "address",
    "also",
    "zone",
    "language",
    "quiet",
    "notices",
    "html",
    "pictures",
    "attachments",
    "svg",
    "calendar",
    "console",
    "hints",
    "rated",
]


@dataclass(frozen=True)
class Wish:
    """One thing that a player wishes for (PROFILE): ``value`` is as they write it, or "on" or
    "off". Where ``key`` is empty it cannot be told what they mean."""

    key: WishKey
    value: str


MotionWord = Literal["draw", "concede", "extend", "end"]


@dataclass(frozen=True)
class Ballot:
    """A vote: on what, ``about`` whom or by how much where it says so, and whether yes or no."""

    motion: MotionWord
    about: str = ""
    yes: bool = True


@dataclass(frozen=True)
class Person:
    """Somebody whom a command names; ``assistant``: as one who may but run turns and time."""

    name: str
    address: str
    assistant: bool = False

    def __str__(self) -> str:
        """As it can be read again."""
        said = f"{self.name} <{self.address}>" if self.name else self.address
        return f"{said} assistant" if self.assistant else said


@dataclass(frozen=True)
class Deputy:
    """Who is to play a seat for a while, and ``until`` which day, as it is written; or that it
    ``ends``."""

    address: str = ""
    until: str = ""
    ends: bool = False


@dataclass(frozen=True)
class Command:
    """One command: ``argument`` is the turn of a REPORT or of HISTORY, or the game of a JOIN, of
    RULES or of STORY, or the topic of HELP, as text and empty where none was given, or the wish of
    NEWS ("each turn" or "digest"), CONSOLE ("on" or "off") or PRESS ("at once" or "with report");
    ``name`` what the player wants to be called (JOIN ... AS), or who is meant (BLOCK); ``number``
    that of a letter (UNSAY), or of a turn (ROLLBACK). ``strange`` is what stands in the place of
    what a command needs and cannot be read.
    ``seat`` is whom a game master's command concerns, ``key`` what of it is changed, ``text`` to
    what, or what else it says.
    ``wishes`` are those of a PROFILE, ``ballot`` that of a VOTE, ``deputy`` that of a
    SUBSTITUTE; without any they only ask. ``people`` are those whom APPOINT, DISMISS or INVITE
    names."""

    verb: Verb
    argument: str = ""
    name: str = ""
    seat: int = 0
    key: str = ""
    text: str = ""
    number: int | None = None
    strange: str = ""
    wishes: tuple[Wish, ...] = ()
    ballot: Ballot | None = None
    lines: tuple[str, ...] = ()
    """The order lines below it (FOR)."""
    unread: tuple[str, ...] = ()
    """What stands in the mail, looks like an order and could not be taken (FOR)."""
    people: tuple[Person, ...] = ()
    deputy: Deputy | None = None
    line: str = field(default="", compare=False)
    """The line as a game master wrote it."""


def alone(verb: Verb, _match: re.Match[str], _text: str) -> Command:
    """A command with nothing behind it."""
    return Command(verb)


@dataclass(frozen=True)
class CommandForm:
    """A command as it is written: ``words`` in all languages, the pattern of what stands ``behind``
    them, and how that is ``read``. ``example`` is a line with it, ``says`` the sentence of HELP;
    ``changes``: it is not carried out beside a PREVIEW. ``of_orders``: it says how
    the orders beside it are meant, so that game masters may say it of those for a seat. ``who`` may
    give it; what a game master has to ``confirm`` is carried out by the reply to a second mail."""

    verb: Verb
    words: tuple[str, ...]
    example: str
    says: str = ""
    behind: str = r"\s*[.!]*"
    read: Callable[[Verb, re.Match[str], str], Command | None] = alone
    in_subject: bool = False
    changes: bool = False
    of_orders: bool = False
    who: Who = Who.PLAYER
    confirm: bool = False

    @property
    def is_masters_alone(self) -> bool:
        return self.who in (Who.MASTER, Who.OWNER, Who.CREATOR)


ASKS = r"\s*[.!?:]*"
"""Whatever may stand behind a command that only asks."""
