"""VOTE: how players write what they want to decide together."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import Ballot, Command, CommandForm, MotionWord, Verb

MOST_WORDS = 8
"""More words behind VOTE than these are a sentence."""
_MOTIONS: dict[str, MotionWord] = {
    "draw": "draw",
    "remis": "draw",
    "unentschieden": "draw",
    "nulle": "draw",
    "nul": "draw",
    "concede": "concede",
    "aufgabe": "concede",
    "concéder": "concede",
    "conceder": "concede",
    "extend": "extend",
    "verlängern": "extend",
    "prolonger": "extend",
    "end": "end",
    "ende": "end",
    "fin": "end",
}
_NO = ("no", "nein", "non")
_YES = ("yes", "ja", "oui")
_TO = ("to", "an", "gegen", "à", "a")


def _vote(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    said = text[slice(*match.span("what"))].rstrip(" .!?") if match["what"] else ""
    words = said.split()
    if not words:
        return Command(verb)
    answer = next((w for w in (words[-1], words[0]) if w.casefold() in (*_NO, *_YES)), "")
    if answer:
        words.remove(answer)
    motion = _MOTIONS.get(words[0].casefold()) if words else None
    if motion is None or len(words) > MOST_WORDS:
        is_meant = text.split()[0].isupper() and len(words) <= 3
        return Command(verb, strange=said) if is_meant else None
    rest = words[2:] if len(words) > 2 and words[1].casefold() in _TO else words[1:]
    is_yes = answer.casefold() not in _NO
    return Command(verb, ballot=Ballot(motion, " ".join(rest), yes=is_yes))


VOTES: tuple[CommandForm, ...] = (
    CommandForm(
        "VOTE",
        ("vote", "stimmen", "abstimmen", "voter"),
        "VOTE DRAW",
        N_(
            "VOTE DRAW (or CONCEDE Anna, EXTEND 24, END) proposes that or says yes, "
            "VOTE DRAW NO says no."
        ),
        behind=r"(?:\s*:?\s+(?P<what>\S.*?))?\s*[.!?]*",
        read=_vote,
        changes=True,
    ),
)
"""What players can decide together."""
