"""VACATION: how players write from when to when they are away."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import Command, CommandForm, Verb

MOST_WORDS = 11
"""More words behind VACATION than these are a sentence."""


def _vacation(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    said = text[slice(*match.span("days"))].rstrip(" .!?") if match["days"] else ""
    meant = text.split()[0].isupper() or not said or any(sign.isdigit() for sign in said)
    return Command(verb, text=said) if meant and len(said.split()) <= MOST_WORDS else None


VACATIONS: tuple[CommandForm, ...] = (
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
)
"""What players say of their absence."""
