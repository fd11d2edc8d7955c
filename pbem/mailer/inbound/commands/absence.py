"""VACATION, SUBSTITUTE and STANDBY: from when to when somebody is away, and who plays in their
place, for a while or for good."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import Command, CommandForm, Deputy, Verb

MOST_OF_VACATION = 11
"""More words behind VACATION than these are a sentence."""
MOST_NAME = 2
"""Words that the name of a game or of its rules has at the most, but in capitals."""
MOST_OF_SUBSTITUTE = 8
"""More words behind SUBSTITUTE than these are a sentence."""
_ENDS = ("end", "off", "stop", "ende", "aus", "beenden", "fin", "non", "terminer")
_UNTIL = re.compile(r"\s+(?:until|till|to|bis(?:\s+zum)?|jusqu['’](?:au|à)|au)\s+", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s<>,;:\"()]+@[^\s<>,;:\"()]+")


def _vacation(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    said = text[slice(*match.span("days"))].rstrip(" .!?") if match["days"] else ""
    meant = text.split()[0].isupper() or not said or any(sign.isdigit() for sign in said)
    return Command(verb, text=said) if meant and len(said.split()) <= MOST_OF_VACATION else None


def _substitute(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    said = text[slice(*match.span("what"))].rstrip(" .!?") if match["what"] else ""
    if not said:
        return Command(verb)
    if said.casefold() in _ENDS:
        return Command(verb, deputy=Deputy(ends=True))
    who, *day = _UNTIL.split(said, maxsplit=1)
    found = _ADDRESS.search(who)
    if found is None or not day:
        meant = found is not None or text.split()[0].isupper()
        return (
            Command(verb, strange=said)
            if meant and len(said.split()) <= MOST_OF_SUBSTITUTE
            else None
        )
    return Command(verb, deputy=Deputy(found[0], day[0].strip()))


def _standby(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    said = text[slice(*match.span("what"))].rstrip(" .!?") if match["what"] else ""
    if said.casefold() in ("off", *_ENDS):
        return Command(verb, deputy=Deputy(ends=True))
    meant = text.split()[0].isupper() or len(said.split()) <= MOST_NAME
    return Command(verb, argument=said) if meant and len(said.split()) <= MOST_NAME + 1 else None


ABSENCE: tuple[CommandForm, ...] = (
    CommandForm(
        "VACATION",
        ("vacation", "urlaub", "vacances"),
        "VACATION 2026-07-01 TO 2026-07-14",
        N_(
            "VACATION 1 July TO 14 July says when you are away, with BOT behind it a bot plays "
            "meanwhile; VACATION OFF ends it."
        ),
        behind=r"(?:\s*:?\s+(?P<days>\S.*?))?\s*[.!?]*",
        read=_vacation,
        in_subject=True,
        changes=True,
    ),
    CommandForm(
        "SUBSTITUTE",
        ("substitute", "vertretung", "remplaçant", "remplacant"),
        "SUBSTITUTE dora@example.org UNTIL 2026-12-24",
        N_(
            "SUBSTITUTE dora@example.org UNTIL 24 December lets somebody else play for you, once "
            "they agree; SUBSTITUTE END ends it."
        ),
        behind=r"(?:\s*:?\s+(?P<what>\S.*?))?\s*[.!?]*",
        read=_substitute,
        changes=True,
    ),
    CommandForm(
        "STANDBY",
        ("standby", "nachrücken", "nachruecken", "suppléant", "suppleant"),
        "STANDBY spring",
        N_("STANDBY <game> (or its rules) offers you a seat that falls free; STANDBY OFF ends it."),
        behind=r"(?:\s*:?\s+(?P<what>[^\W_].*?))?\s*[.!?]*",
        read=_standby,
        in_subject=True,
        changes=True,
    ),
)
"""What players say of their absence, and of who plays in somebody's place."""
