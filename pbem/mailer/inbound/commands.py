"""What a player may ask of the service itself, and the prefixes before an order.

These are read alike whatever the game. A command stands alone on its line, in
any capitals: ``HELP``, ``STATUS``, ``REPORT [n]``, ``NEWS EACH TURN``, ``NEWS
DIGEST``, ``PREVIEW``, ``DONE``, ``WITHDRAW``, ``RESIGN`` and ``JOIN <game> [AS
<name>]``. Polite words around it ("Preview, please!") do no harm.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal, cast

Verb = Literal["HELP", "STATUS", "REPORT", "NEWS", "PREVIEW", "DONE", "WITHDRAW", "RESIGN", "JOIN"]

_DONE = frozenset({"done", "fertig", "termine", "terminé"})
"""DONE in the languages that the service speaks."""
_ALONE = re.compile(
    rf"(?:(?P<asked>help|status|preview)\s*[.!?:]*|(?P<done>{'|'.join(sorted(_DONE))})\s*[.!]*"
    r"|(?P<told>withdraw|resign)\s*[.!]*)",
    re.IGNORECASE,
)
_REPORT = re.compile(r"report(?:\s+(?:turn\s+|no\.?\s*|#\s*)?(?P<turn>\d{1,6}))?\s*[.!?:]*", re.I)
_NEWS = re.compile(
    r"news\s*:?\s+(?:(?P<each>(?:each|every)\s+turn)|(?:daily\s+)?digest|daily)\s*[.!]*", re.I
)
_JOIN = re.compile(
    r"join\s+(?:game\s+)?(?P<game>[a-z0-9][a-z0-9-]{0,30})(?:\s+as\s+(?P<name>\S.{0,59}))?",
    re.IGNORECASE,
)
_GAP = r"[\s,;:.!–—-]"
_POLITE = (
    r"(?:please|pls|plz|thanks|thank\s+you|bitte(?:\s+sch(?:ö|oe)n)?|danke(?:\s+sch(?:ö|oe)n)?"
    r"|s['’]il\s+(?:vous|te)\s+pla[iî]t|svp|stp|s\.v\.p|s\.t\.p|merci)"
)
_BEFORE = re.compile(rf"(?:{_POLITE}{_GAP}+)+", re.IGNORECASE)
_AFTER = re.compile(rf"(?:{_GAP}+{_POLITE})+(?P<end>{_GAP}*\??)$", re.IGNORECASE)
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
    """The command that this line is, or None: anything but polite words beside it makes it
    prose."""
    text = unicodedata.normalize("NFC", line.strip())
    if len(text) > 120:
        return None
    bare = _without_courtesy(text)
    return _read(bare) or (_read(text) if bare != text else None)


def _without_courtesy(text: str) -> str:
    before = _BEFORE.match(text)
    bare = text[before.end() :] if before else text
    after = _AFTER.search(bare)
    return bare[: after.start()] + after["end"].strip() if after else bare


def _read(text: str) -> Command | None:
    if alone := _ALONE.fullmatch(text):
        if not alone["done"]:
            return Command(cast(Verb, (alone["asked"] or alone["told"]).upper()))
        return None if _ends_a_sentence(text) else Command("DONE")
    if report := _REPORT.fullmatch(text):
        return Command("REPORT", report["turn"] or "")
    if news := _NEWS.fullmatch(text):
        return Command("NEWS", "each turn" if news["each"] else "digest")
    if join := _JOIN.fullmatch(text):
        name = (join["name"] or "").strip(" \"'.")
        return Command("JOIN", join["game"].lower(), name)
    return None


def _ends_a_sentence(word: str) -> bool:
    """Whether a word looks like the last one of a sentence that was wrapped: "done."."""
    return word[0].islower() and not word[-1].isalpha()


def split_prefix(line: str) -> tuple[str, str]:
    """A line as (prefix, rest): the prefix is ``@``, ``TURN n:`` or empty."""
    found = _PREFIX.match(line)
    return (line[: found.end()], line[found.end() :]) if found else ("", line)


def clears(rest: str) -> bool:
    """Whether what follows a prefix takes its orders back (``@ NONE``)."""
    return rest.strip(" .!").casefold() in _CLEARS
