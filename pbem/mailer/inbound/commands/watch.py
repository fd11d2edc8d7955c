"""Who sees a game without playing: WATCH asks for it, OBSERVER names somebody, PUBLIC shows it."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import Command, CommandForm, Verb, Who

OFF = ("off", "none", "aus", "ende", "non", "fin")
"""Behind WATCH, or behind who watches: not any more."""
_OFF = rf"(?:\s+(?P<off>{'|'.join(OFF)}))?"
_SAID = frozenset(
    [
        "out",
        "over",
        "this",
        "that",
        "it",
        "me",
        "us",
        "him",
        "her",
        "them",
        "you",
        "your",
        "closely",
        "carefully",
        "later",
        "tv",
    ]
)
"""What people say behind it who mean no game."""


def _watch(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    """ "Watch out!" is none."""
    game = (match["game"] or "").lower()
    off = bool(match["off"])
    if game in OFF and not off:
        game, off = "", True
    if not text.split()[0].isupper() and (game in _SAID or not (game or off)):
        return None
    return Command(verb, game, key="off" if off else "")


def _observer(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    """Without an address "observer" is French: WATCH."""
    said = text[slice(*match.span("who"))].strip() if match["who"] else ""
    if said and "@" not in said and text.split()[0].lower() == "observer":
        return None
    return Command(verb, text=said, key="off" if match["off"] else "")


def _public(verb: Verb, match: re.Match[str], _text: str) -> Command:
    return Command(verb, key="on" if match["on"] else "off" if match["off"] else "")


WATCHES: tuple[CommandForm, ...] = (
    CommandForm(
        "PUBLIC",
        ("public", "öffentlich", "oeffentlich"),
        "PUBLIC ON",
        N_("PUBLIC ON shows the game on the public pages of the service, PUBLIC OFF no more."),
        behind=r"(?:\s+(?:(?P<on>on|an|ein|oui)|(?P<off>off|aus|non)))?\s*[.!]*",
        read=_public,
        changes=True,
        who=Who.OWNER,
    ),
    CommandForm(
        "OBSERVER",
        ("observer", "zuschauer", "beobachter", "observateur"),
        "OBSERVER dora@example.org",
        N_("OBSERVER dora@example.org lets her watch, with OFF behind it no more."),
        behind=rf"(?:\s*:?\s+(?P<who>\S.{{0,320}}?))?{_OFF}\s*[.!]*",
        read=_observer,
        changes=True,
        who=Who.MASTER,
    ),
    CommandForm(
        "WATCH",
        ("watch", "zuschauen", "observer", "regarder"),
        "WATCH spring",
        N_("WATCH <game> brings you what anybody may know of it, turn by turn; WATCH OFF ends it."),
        behind=rf"(?:\s+(?:game\s+)?(?P<game>[a-z0-9][a-z0-9-]{{0,30}}))?{_OFF}\s*[.!]*",
        read=_watch,
        in_subject=True,
        changes=True,
        who=Who.ANYONE,
    ),
)
"""What has to do with watching."""
