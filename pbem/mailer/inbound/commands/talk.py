"""What a player may ask of the service that has to do with letters to others."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import Command, CommandForm, Verb

_FEW_WORDS = 3
"""Words of a line that begins with a command, not all in capitals, and may still be one."""


def _is_meant(text: str) -> bool:
    """Whether a line is a command however it goes on: prose begins with such words, too."""
    words = text.split()
    return words[0].isupper() or len(words) <= _FEW_WORDS


def _numbered(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    if match["strange"]:
        return Command(verb, strange=match["strange"]) if _is_meant(text) else None
    return Command(verb, number=int(match["number"]) if match["number"] else None)


def _when(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    if match["off"]:
        return Command(verb, "off")
    if match["once"] or match["report"]:
        return Command(verb, "at once" if match["once"] else "with report")
    strange = match["strange"] or ""
    return Command(verb, strange=strange) if text.split()[0].isupper() else None


def _named(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    name = text[slice(*match.span("name"))].strip(" \"'.!") if match["name"] else ""
    meant = _is_meant(text) if name else text.split()[0].isupper()
    return Command(verb, name=name) if meant else None


TALK: tuple[CommandForm, ...] = (
    CommandForm(
        "UNSAY",
        ("unsay", "zurücknehmen", "rétracter", "retracter"),
        "UNSAY 3",
        N_("UNSAY 3 takes your letter 3 back, as long as it has not gone out."),
        behind=(
            r"(?:\s+(?:(?:n[or]\.?|#)\s*)?(?P<number>\d{1,6})|\s+(?P<strange>\S.{0,59}?))?"
            r"\s*[.!]*"
        ),
        read=_numbered,
        changes=True,
    ),
    CommandForm(
        "PRESS",
        ("press", "post", "courrier"),
        "PRESS WITH REPORT",
        N_("PRESS WITH REPORT brings letters with your next report, PRESS AT ONCE as they come."),
        behind=(
            r"(?:\s*:?\s+(?:(?P<once>at\s+once|sofort|tout\s+de\s+suite)"
            r"|(?P<report>with\s+(?:the\s+)?reports?|mit\s+(?:dem\s+)?bericht"
            r"|avec\s+(?:le\s+)?rapport)|(?P<off>off|aus|non)|(?P<strange>\S.{0,59}?)))?\s*[.!]*"
        ),
        read=_when,
        changes=True,
    ),
    CommandForm(
        "BLOCK",
        ("block", "sperren", "bloquer"),
        "BLOCK Boris",
        N_("BLOCK Boris keeps his letters from you, BLOCK ANONYMOUS those without a name."),
        behind=r"(?:\s+(?P<name>\S.{0,59}?))?\s*[.!]*",
        read=_named,
        changes=True,
    ),
    CommandForm(
        "UNBLOCK",
        ("unblock", "entsperren", "débloquer", "debloquer"),
        "UNBLOCK Boris",
        N_("UNBLOCK Boris lets them come again."),
        behind=r"(?:\s+(?P<name>\S.{0,59}?))?\s*[.!]*",
        read=_named,
        changes=True,
    ),
)
