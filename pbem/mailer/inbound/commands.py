"""What a player may ask of the service itself, and the prefixes before an order.

These are read alike whatever the game. A command stands alone on its line, in
any capitals: ``HELP``, ``STATUS``, ``REPORT [n]``, ``NEWS EACH TURN``, ``NEWS
DIGEST``, ``PREVIEW``, ``WITHDRAW``, ``RESIGN`` and ``JOIN <game> [AS <name>]``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast

Verb = Literal["HELP", "STATUS", "REPORT", "NEWS", "PREVIEW", "WITHDRAW", "RESIGN", "JOIN"]

_ALONE = re.compile(
    r"(?:(?P<asked>help|status)\s*[.!?]*|(?P<told>preview|withdraw|resign)\s*[.!]*)", re.IGNORECASE
)
_REPORT = re.compile(r"report(?:\s+(?:turn\s+|no\.?\s*|#\s*)?(?P<turn>\d{1,6}))?\s*[.!]*", re.I)
_NEWS = re.compile(
    r"news\s*:?\s+(?:(?P<each>(?:each|every)\s+turn)|(?:daily\s+)?digest|daily)\s*[.!]*", re.I
)
_JOIN = re.compile(
    r"join\s+(?:game\s+)?(?P<game>[a-z0-9][a-z0-9-]{0,30})(?:\s+as\s+(?P<name>\S.{0,59}))?",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"\s*(?:@|(?:TURN|T)\s*\d{1,6}\s*:)\s*", re.IGNORECASE)
_CLEARS = frozenset({"none", "nothing", "clear"})


@dataclass(frozen=True)
class Command:
    """One command: ``argument`` is the turn of a REPORT or the game of a JOIN, as text and
    empty where none was given, or the wish of NEWS ("each turn" or "digest"); ``name`` what
    the player wants to be called (JOIN ... AS)."""

    verb: Verb
    argument: str = ""
    name: str = ""


def read_command(line: str) -> Command | None:
    """The command that this line is, or None: anything more on the line makes it prose."""
    text = line.strip()
    if len(text) > 120:
        return None
    if alone := _ALONE.fullmatch(text):
        return Command(cast(Verb, (alone["asked"] or alone["told"]).upper()))
    if report := _REPORT.fullmatch(text):
        return Command("REPORT", report["turn"] or "")
    if news := _NEWS.fullmatch(text):
        return Command("NEWS", "each turn" if news["each"] else "digest")
    if join := _JOIN.fullmatch(text):
        name = (join["name"] or "").strip(" \"'.")
        return Command("JOIN", join["game"].lower(), name)
    return None


def split_prefix(line: str) -> tuple[str, str]:
    """A line as (prefix, rest): the prefix is ``@``, ``TURN n:`` or empty."""
    found = _PREFIX.match(line)
    return (line[: found.end()], line[found.end() :]) if found else ("", line)


def clears(rest: str) -> bool:
    """Whether what follows a prefix takes its orders back (``@ NONE``)."""
    return rest.strip(" .!").casefold() in _CLEARS
