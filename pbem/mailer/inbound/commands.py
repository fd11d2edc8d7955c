"""What a player may ask of the service itself, and the prefixes before an order.

These are read alike whatever the game. A command stands alone on its line, in
any capitals: ``HELP``, ``STATUS``, ``REPORT [n]``, ``NEWS EACH TURN``, ``NEWS
DIGEST``, ``PREVIEW``, ``DONE``, ``WITHDRAW``, ``NEWKEY``, ``RESIGN`` and ``JOIN <game>
[AS <name>]``. Polite words around it ("Preview, please!") do no harm. Where a mail says nothing
else, a command that only asks is read in its subject, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Verb = Literal[
    "HELP",
    "STATUS",
    "REPORT",
    "NEWS",
    "PREVIEW",
    "DONE",
    "WITHDRAW",
    "NEWKEY",
    "RESIGN",
    "JOIN",
]

_WORDS: Mapping[Verb, tuple[str, ...]] = {
    "HELP": ("help", "hilfe", "aide"),
    "STATUS": ("status",),
    "PREVIEW": ("preview",),
    "DONE": ("done", "fertig", "termine", "terminé"),
    "WITHDRAW": ("withdraw",),
    "NEWKEY": ("newkey", "new key", "neuer schlüssel", "nouvelle clé", "nouvelle cle"),
    "RESIGN": ("resign",),
}
"""The words of the commands that stand alone, in the languages that the service speaks."""
_VERBS = {word: verb for verb, words in _WORDS.items() for word in words}


def _any_of(*verbs: Verb) -> str:
    return "|".join(word for verb in verbs for word in _WORDS[verb])


_ALONE = re.compile(
    rf"(?:(?P<asked>{_any_of('HELP', 'STATUS', 'PREVIEW')})\s*[.!?:]*"
    rf"|(?P<told>{_any_of('DONE', 'WITHDRAW', 'NEWKEY', 'RESIGN')})\s*[.!]*)",
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
IN_SUBJECT: tuple[Verb, ...] = ("HELP", "STATUS", "REPORT", "NEWS", "JOIN")
"""What is understood in a subject as well; what may cost a seat or end a turn is not."""
_ANSWERED = re.compile(r"^(?:\s*(?:re|aw|antw|sv|rép|tr|wg|fwd?)\s*(?:\[\d+\])?\s*:)+", re.I)
_TAG = re.compile(r"\[[\w-]+(?:\.\d+){2}\.[a-z2-7]{16}\]", re.IGNORECASE | re.ASCII)
_PLAIN = str.maketrans("İıſ", "Iis")
"""What counts as a Latin letter in other capitals: a Turkish keyboard writes WİTHDRAW."""


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
    bare = without_courtesy(text)
    return _read(bare) or (_read(text) if bare != text else None)


def read_subject(subject: str) -> Command | None:
    """The command that a subject is, "Re:" and our tag apart: one that only asks, or JOIN."""
    command = read_command(bare_subject(subject))
    return command if command is not None and command.verb in IN_SUBJECT else None


def bare_subject(subject: str) -> str:
    """A subject without its "Re:" and without our tag."""
    return _ANSWERED.sub("", _TAG.sub("", subject)).strip()


def without_courtesy(text: str) -> str:
    """A line without the polite words before and after what it says."""
    before = _BEFORE.match(text)
    bare = text[before.end() :] if before else text
    after = _AFTER.search(bare)
    return bare[: after.start()] + after["end"].strip() if after else bare


def _read(text: str) -> Command | None:
    plain = text.translate(_PLAIN)
    if alone := _ALONE.fullmatch(plain):
        verb = _VERBS[(alone["asked"] or alone["told"]).lower()]
        return None if verb == "DONE" and _ends_a_sentence(text) else Command(verb)
    if report := _REPORT.fullmatch(plain):
        return Command("REPORT", report["turn"] or "")
    if news := _NEWS.fullmatch(plain):
        return Command("NEWS", "each turn" if news["each"] else "digest")
    if join := _JOIN.fullmatch(plain):
        name = text[slice(*join.span("name"))].strip(" \"'.") if join["name"] else ""
        return Command("JOIN", join["game"].lower(), name)
    return None


def _ends_a_sentence(word: str) -> bool:
    """Whether a word looks like the last one of a sentence that was wrapped: "done."."""
    return word[0].islower() and not word[-1].isalpha()
