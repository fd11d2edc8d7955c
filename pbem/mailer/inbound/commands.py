"""What a player may ask of the service itself: one table, which mails are read by and HELP, the
documents and the tests tell.

Commands are read alike whatever the game, and in every language that the service speaks. One
stands alone on its line, in any capitals; polite words around it ("Preview, please!") do no harm.
Where a mail says nothing else, a command that only asks is read in its subject, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from pbem.engine.i18n import N_

Verb = Literal[
    "HELP",
    "PREVIEW",
    "DONE",
    "WITHDRAW",
    "STATUS",
    "REPORT",
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


def _alone(verb: Verb, _match: re.Match[str], _text: str) -> Command:
    return Command(verb)


def _done(verb: Verb, _match: re.Match[str], text: str) -> Command | None:
    """ "done." in small letters looks like the last word of a sentence that was wrapped."""
    return None if text[0].islower() and not text[-1].isalpha() else Command(verb)


def _of_turn(verb: Verb, match: re.Match[str], _text: str) -> Command:
    return Command(verb, match["turn"] or "")


def _wish(verb: Verb, match: re.Match[str], _text: str) -> Command:
    return Command(verb, "each turn" if match["each"] else "digest")


def _seat(verb: Verb, match: re.Match[str], text: str) -> Command:
    name = text[slice(*match.span("name"))].strip(" \"'.") if match["name"] else ""
    return Command(verb, match["game"].lower(), name)


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
    read: Callable[[Verb, re.Match[str], str], Command | None] = _alone
    in_subject: bool = False
    changes: bool = False


_ASKS = r"\s*[.!?:]*"
COMMANDS: tuple[CommandForm, ...] = (
    CommandForm("HELP", ("help", "hilfe", "aide"), "HELP", behind=_ASKS, in_subject=True),
    CommandForm(
        "PREVIEW",
        ("preview", "vorschau", "aperçu", "apercu"),
        "PREVIEW",
        N_("PREVIEW shows what your orders would do and saves nothing."),
        behind=_ASKS,
    ),
    CommandForm(
        "DONE",
        ("done", "fertig", "termine", "terminé"),
        "DONE",
        N_("DONE says that your orders are meant as they stand: the turn need not wait for you."),
        read=_done,
        changes=True,
    ),
    CommandForm(
        "WITHDRAW",
        ("withdraw", "widerrufen", "annuler"),
        "WITHDRAW",
        N_("WITHDRAW takes your orders back (before the start: your seat)."),
        changes=True,
    ),
    CommandForm(
        "STATUS",
        ("status", "statut"),
        "STATUS",
        N_("STATUS tells who is in and when the turn ends."),
        behind=_ASKS,
        in_subject=True,
    ),
    CommandForm(
        "REPORT",
        ("report", "bericht", "rapport"),
        "REPORT 3",
        N_("REPORT sends your last report again, REPORT 3 that of turn 3."),
        behind=r"(?:\s+(?:(?:turn|zug|tour)\s+|n[or]\.?\s*|#\s*)?(?P<turn>\d{1,6}))?\s*[.!?:]*",
        read=_of_turn,
        in_subject=True,
    ),
    CommandForm(
        "NEWS",
        ("news", "nachrichten", "nouvelles"),
        "NEWS DIGEST",
        N_("NEWS EACH TURN brings you a report of every turn, NEWS DIGEST one a day at the most."),
        behind=(
            r"\s*:?\s+(?:(?P<each>(?:each|every)\s+turn|jeden\s+zug|chaque\s+tour)"
            r"|(?:daily\s+)?digest|daily|täglich|quotidiennes)\s*[.!]*"
        ),
        read=_wish,
        in_subject=True,
        changes=True,
    ),
    CommandForm(
        "NEWKEY",
        ("newkey", "new key", "neuer schlüssel", "nouvelle clé", "nouvelle cle"),
        "NEWKEY",
        N_("NEWKEY makes the addresses in all earlier mails void, and sends you a new one."),
        changes=True,
    ),
    CommandForm(
        "RESIGN",
        ("resign", "aufgeben", "abandonner"),
        "RESIGN",
        N_("RESIGN hands your seat to the house bot, once you have confirmed it."),
        changes=True,
    ),
    CommandForm(
        "JOIN",
        ("join", "beitreten", "rejoindre"),
        "JOIN spring AS Anna",
        N_("JOIN <game> AS <name> takes a free seat in another game."),
        behind=(
            r"\s+(?:game\s+)?(?P<game>[a-z0-9][a-z0-9-]{0,30})"
            r"(?:\s+(?:as|als|comme)\s+(?P<name>\S.{0,59}))?"
        ),
        read=_seat,
        in_subject=True,
        changes=True,
    ),
)
"""Everything that can be asked of the service by mail; what may cost a seat or end a turn is not
understood in a subject."""


def _by_first_word() -> Mapping[str, list[tuple[re.Pattern[str], CommandForm]]]:
    """For each word that a command may begin with, the patterns of those that do."""
    found: dict[str, list[tuple[re.Pattern[str], CommandForm]]] = {}
    for form in COMMANDS:
        for word in form.words:
            pattern = re.compile(word.replace(" ", r"\s+") + form.behind, re.IGNORECASE)
            found.setdefault(word.split()[0], []).append((pattern, form))
    return found


_BEGINNINGS = _by_first_word()
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_GAP = r"[\s,;:.!–—-]"
_POLITE = (
    r"(?:please|pls|plz|thanks|thank\s+you|bitte(?:\s+sch(?:ö|oe)n)?|danke(?:\s+sch(?:ö|oe)n)?"
    r"|s['’]il\s+(?:vous|te)\s+pla[iî]t|svp|stp|s\.v\.p|s\.t\.p|merci)"
)
_BEFORE = re.compile(rf"(?:{_POLITE}{_GAP}+)+", re.IGNORECASE)
_AFTER = re.compile(rf"(?:{_GAP}+{_POLITE})+(?P<end>{_GAP}*\??)$", re.IGNORECASE)
_ANSWERED = re.compile(r"^(?:\s*(?:re|aw|antw|sv|rép|tr|wg|fwd?)\s*(?:\[\d+\])?\s*:)+", re.I)
_TAG = re.compile(r"\[[\w-]+(?:\.\d+){2}\.[a-z2-7]{16}\]", re.IGNORECASE | re.ASCII)
_IN_SUBJECT = frozenset(form.verb for form in COMMANDS if form.in_subject)
_PLAIN = str.maketrans("İıſ", "Iis")
"""What counts as a Latin letter in other capitals: a Turkish keyboard writes WİTHDRAW."""


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
    return command if command is not None and command.verb in _IN_SUBJECT else None


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
    first = _FIRST_WORD.match(plain)
    for pattern, form in _BEGINNINGS.get(first[0].lower(), ()) if first else ():
        if match := pattern.fullmatch(plain):
            return form.read(form.verb, match, text)
    return None
