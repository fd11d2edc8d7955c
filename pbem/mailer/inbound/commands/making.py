"""CREATE and TEMPLATES: how those who may make games ask for one."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import Command, CommandForm, Verb, Who

_BEHIND = r"(?:\s*:?\s+(?P<text>\S.*?))?\s*[.!:]*"


def _from_template(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    """A command that may name a template. More words behind it are a sentence, unless the command
    stands in capitals."""
    behind = text[slice(*match.span("text"))] if match["text"] else ""
    if len(behind.split()) > 1:
        return Command(verb, strange=behind) if text.split()[0].isupper() else None
    return Command(verb, argument=behind.lower().removesuffix(".toml"))


MAKING: tuple[CommandForm, ...] = (
    CommandForm(
        "CREATE",
        ("create", "erstellen", "créer", "creer"),
        "CREATE duel",
        N_(
            "CREATE makes a game from the game file that is attached or stands below it; CREATE "
            "duel from a template, changed by lines such as: options.turns = 12"
        ),
        behind=_BEHIND,
        read=_from_template,
        in_subject=True,
        changes=True,
        who=Who.CREATOR,
    ),
    CommandForm(
        "TEMPLATES",
        ("templates", "vorlagen", "modèles", "modeles"),
        "TEMPLATES",
        N_("TEMPLATES tells what there is to begin from; TEMPLATES duel sends that one's file."),
        behind=_BEHIND,
        read=_from_template,
        in_subject=True,
        who=Who.CREATOR,
    ),
)
"""Everything that those can ask for who may make games."""
