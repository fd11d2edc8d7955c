"""How a command is written, read and told: one row of the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Verb = Literal[
    "HELP",
    "PREVIEW",
    "DONE",
    "WITHDRAW",
    "STATUS",
    "REPORT",
    "ORDERS",
    "LIST",
    "NEWS",
    "NEWKEY",
    "RESIGN",
    "JOIN",
]


@dataclass(frozen=True)
class Command:
    """One command: ``argument`` is the turn of a REPORT or the game of a JOIN, as text and
    empty where none was given, or the wish of NEWS ("each turn" or "digest"); ``name`` what
    the player wants to be called (JOIN ... AS)."""

    verb: Verb
    argument: str = ""
    name: str = ""


def alone(verb: Verb, _match: re.Match[str], _text: str) -> Command:
    """A command with nothing behind it."""
    return Command(verb)


@dataclass(frozen=True)
class CommandForm:
    """A command as it is written: ``words`` in all languages, the pattern of what stands ``behind``
    them, and how that is ``read``. ``example`` is a line with it, ``says`` the sentence of HELP;
    ``changes``: it is not carried out beside a PREVIEW."""

    verb: Verb
    words: tuple[str, ...]
    example: str
    says: str = ""
    behind: str = r"\s*[.!]*"
    read: Callable[[Verb, re.Match[str], str], Command | None] = alone
    in_subject: bool = False
    changes: bool = False


ASKS = r"\s*[.!?:]*"
"""Whatever may stand behind a command that only asks."""
