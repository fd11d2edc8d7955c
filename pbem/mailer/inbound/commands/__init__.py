"""What can be asked of the service itself: one table, which mails are read by and HELP, the
documents and the tests tell.

Commands are read alike whatever the game, and in every language that the service speaks. One
stands alone on its line, in any capitals; polite words around it ("Preview, please!") do no harm.
Where a mail says nothing else, a command that only asks is read in its subject, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from itertools import chain, zip_longest

from pbem.engine.orders import nearest
from pbem.mailer.inbound.commands.absence import ABSENCE
from pbem.mailer.inbound.commands.forms import Command, CommandForm, Verb, Who
from pbem.mailer.inbound.commands.making import MAKING
from pbem.mailer.inbound.commands.masters import MASTERS
from pbem.mailer.inbound.commands.people import PEOPLE
from pbem.mailer.inbound.commands.players import AFTER, PLAYERS
from pbem.mailer.inbound.commands.profile import PROFILES
from pbem.mailer.inbound.commands.talk import TALK
from pbem.mailer.inbound.commands.votes import VOTES
from pbem.mailer.inbound.commands.watch import WATCHES

__all__ = [
    "COMMANDS",
    "OF_MASTERS",
    "OF_ORDERS",
    "OF_PLAYERS",
    "Command",
    "CommandForm",
    "Verb",
    "Who",
    "bare_subject",
    "near_command",
    "read_command",
    "read_subject",
    "without_courtesy",
]

COMMANDS: tuple[CommandForm, ...] = (
    *PLAYERS,
    *PROFILES,
    *VOTES,
    *ABSENCE,
    *TALK,
    *AFTER,
    *WATCHES,
    *MASTERS,
    *PEOPLE,
    *MAKING,
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
    r"|s['’]il\s+(?:vous|te)\s+pla[iî]t|svp|stp|s\.v\.p|s\.t\.p|merci"
    r"|with\s+pleasure|gladly|(?:sehr\s+)?gerne?|mit\s+vergnügen|avec\s+plaisir|volontiers)"
)
_BEFORE = re.compile(rf"(?:{_POLITE}{_GAP}+)+", re.IGNORECASE)
_AFTER = re.compile(rf"(?:{_GAP}+{_POLITE})+(?P<end>{_GAP}*\??)$", re.IGNORECASE)
_ANSWERED = re.compile(r"^(?:\s*(?:re|aw|antw|sv|rép|tr|wg|fwd?)\s*(?:\[\d+\])?\s*:)+", re.I)
_TAG = re.compile(r"\[[\w-]+\.\d+\.[moc]?\d+\.[a-z2-7]{16}\]", re.IGNORECASE | re.ASCII)
_IN_SUBJECT = frozenset(form.verb for form in COMMANDS if form.in_subject)
OF_MASTERS = frozenset(form.verb for form in COMMANDS if form.who is not Who.PLAYER)
"""What game masters may ask for."""
OF_PLAYERS = frozenset(form.verb for form in COMMANDS if not form.is_masters_alone)
"""What players may ask for."""
OF_ORDERS = tuple(form.verb for form in COMMANDS if form.of_orders)
"""What whoever gives orders may say of them, be it for a seat (FOR)."""
_NEAR = 0.75
"""How alike a word has to be to one of these, from none to the same, to be meant for it."""
LONGEST = 300
"""Characters of a line that is looked at for a command."""
_PLAIN = str.maketrans("İıſ", "Iis")
"""What counts as a Latin letter in other capitals: a Turkish keyboard writes WİTHDRAW."""


@lru_cache(maxsize=512)  # each look at a mail's lines asks anew
def read_command(line: str, *, of_master: bool = False) -> Command | None:
    """The command that this line is, or None: anything but polite words beside it makes it
    prose. A command that only game masters may give has to be written in capitals, unless the
    line is `of_master`: "note that I am away" is none of a player's."""
    text = unicodedata.normalize("NFC", line.strip())
    if len(text) > LONGEST:
        return None
    bare = without_courtesy(text)
    return _read(bare, of_master) or (_read(text, of_master) if bare != text else None)


def near_command(line: str, verbs: Collection[str] = OF_MASTERS) -> str | None:
    """The line as it may be meant where it is no command, but begins with a word in capitals, or
    names an address behind one, that is like one of these commands; None for any other."""
    text = line.strip()
    first = _FIRST_WORD.match(text)
    if first is None or len(text) > LONGEST or read_command(text, of_master=True) is not None:
        return None
    if not (first[0].isupper() or "@" in text):
        return None
    said, known = first[0].casefold(), _words_of(frozenset(verbs))
    if any(said in words for words in known):
        return f"{said.upper()}{text[first.end() :]}"
    for words in known:
        if word := nearest(first[0], words, _NEAR):
            return f"{word.upper()}{text[first.end() :]}"
    return None


@cache
def _words_of(verbs: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """What such commands begin with: in English, then in other languages."""
    words = [[word.split()[0] for word in form.words] for form in COMMANDS if form.verb in verbs]
    own, *others = zip_longest(*words)
    return tuple(tuple(filter(None, dict.fromkeys(one))) for one in (own, chain(*others)))


def read_subject(subject: str, *, of_master: bool = False) -> Command | None:
    """The command that a subject is, "Re:" and our tag apart: one that costs no seat and ends no
    turn. As :func:`read_command`."""
    command = read_command(bare_subject(subject), of_master=of_master)
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


def _read(text: str, of_master: bool) -> Command | None:
    plain = text.translate(_PLAIN)
    first = _FIRST_WORD.match(plain)
    if first is None:
        return None
    for pattern, form in _BEGINNINGS.get(first[0].lower(), ()):
        quiet = form.is_masters_alone and not of_master and not first[0].isupper()
        match = None if quiet else pattern.fullmatch(plain)
        if match is not None and (command := form.read(form.verb, match, text)) is not None:
            return command
    return None
