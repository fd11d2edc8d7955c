"""PROFILE: how a player writes what they wish for their mail, one wish on each line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import Command, CommandForm, Verb, Wish, WishKey

MOST_WORDS = 8
"""More words behind PROFILE than these are a sentence."""
_WITHOUT = r"(?:no|without|keine?|ohne|pas\s+d['’e]|sans)\s*"
_WITH = r"(?:(?:with|mit|avec)\s+)?"
_PICTURES = r"(?:pictures|images|bilder)"
_FILES = r"(?:attachments|anhänge|pièces\s+jointes|pieces\s+jointes)"
_CALENDAR = r"(?:calendar|kalender|calendrier)"
_CONSOLE = r"(?:console|konsole)"
_BEGINNER = r"(?:beginner|anfänger|débutant|debutant)"
_NOTICES = r"(?:notices|mitteilungen|avis)\s*:?\s+"
_VALUE = r"\s*:?\s+(?P<value>\S.*)"
_FORMS: tuple[tuple[WishKey, str, str], ...] = (
    ("html", "off", r"(?:only\s+text|text\s+only|plain\s+text|nur\s+text|texte\s+seul(?:ement)?)"),
    ("html", "on", _WITH + r"html"),
    ("pictures", "off", _WITHOUT + _PICTURES),
    ("pictures", "on", _WITH + _PICTURES),
    ("attachments", "off", _WITHOUT + _FILES),
    ("attachments", "on", _WITH + _FILES),
    ("svg", "off", _WITHOUT + r"svg"),
    ("svg", "on", _WITH + r"svg"),
    ("calendar", "off", _WITHOUT + _CALENDAR),
    ("calendar", "on", _WITH + _CALENDAR),
    ("console", "off", _WITHOUT + _CONSOLE),
    ("console", "on", _WITH + _CONSOLE),
    ("hints", "off", _BEGINNER + r"\s*:?\s+(?:off|no|aus|nein|non)"),
    ("hints", "on", _BEGINNER + r"(?:\s*:?\s+(?:on|yes|an|ja|oui))?"),
    ("rated", "off", r"(?:unrated|not\s+rated|ungewertet|non\s+class[ée]e?)"),
    ("rated", "", r"(?:rated|gewertet|class[ée]e?)(?:\s+(?:as|als|comme)\s+(?P<value>\S.*))?"),
    ("notices", "each", _NOTICES + r"(?:each|at\s+once|einzeln|sofort|un\s+par\s+un)"),
    ("notices", "digest", _NOTICES + r"(?:digest|daily|gesammelt|täglich|group[ée]s)"),
    ("name", "", r"(?:name|nom)" + _VALUE),
    ("address", "", r"(?:e-?mail\s+)?(?:address|adresse)" + _VALUE),
    ("also", "", r"(?:also|auch|aussi)" + _VALUE),
    ("zone", "", r"(?:time\s*zone|zeitzone|zone|fuseau(?:\s+horaire)?)" + _VALUE),
    ("language", "", r"(?:language|lang|sprache|langue)" + _VALUE),
    ("quiet", "", r"(?:quiet(?:\s+hours)?|ruhe(?:zeit(?:en)?)?|silence)" + _VALUE),
)
_PATTERNS = [(key, value, re.compile(p, re.IGNORECASE)) for key, value, p in _FORMS]


def read_wish(text: str) -> Wish:
    """What somebody wishes for; the key is empty where that cannot be told."""
    bare = text.strip().rstrip(".!").rstrip()
    for key, value, pattern in _PATTERNS:
        if match := pattern.fullmatch(bare):
            return Wish(key, value or (match["value"] or "on").strip())
    return Wish("", bare)


def _profile(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    if match["wish"] is None:
        return Command(verb)
    said = text[slice(*match.span("wish"))]
    return Command(verb, wishes=(read_wish(said),)) if len(said.split()) <= MOST_WORDS else None


def gathered(commands: Iterable[Command]) -> Iterator[Command]:
    """The same commands, all that is wished for in one: it is granted or refused as a whole."""
    told = tuple(commands)
    wishes = tuple(wish for one in told for wish in one.wishes)
    seen = False
    for one in told:
        if one.verb != "PROFILE":
            yield one
        elif not seen:
            seen = True
            yield replace(one, wishes=wishes)


PROFILES = (
    CommandForm(
        "PROFILE",
        ("profile", "profil"),
        "PROFILE ZONE Berlin",
        N_("PROFILE shows how your mail comes, and how to change that (PROFILE ZONE Berlin)."),
        behind=r"\s*:?(?:\s+(?P<wish>[^\W_].*)|\s*[.!?]*)",
        read=_profile,
        in_subject=True,
        changes=True,
    ),
)
