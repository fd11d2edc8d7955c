"""The lines that frame the order template in a report, shared by who writes and who reads it.

The template is the last part of the text that we send. Between the two lines we
write comments only, so any uncommented order there is the player's own. They are
written in the reader's language and read in every one: mails are answered that
were sent before somebody chose another. So they stand here and in no catalogue.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Frame(NamedTuple):
    """The lines above and below the template, in ASCII: they come back as they went out."""

    begin: str
    end: str


_FRAMES = {
    "en": Frame("orders: write below this line", "end of orders"),
    "de": Frame("Befehle: unter diese Zeile schreiben", "Ende der Befehle"),
    "fr": Frame("ordres : sous cette ligne", "fin des ordres"),
}


def frame_in(language: str) -> Frame:
    """The lines that frame a template in a language ("de", "de-AT"); in English where it has
    none of its own."""
    words = _FRAMES.get(re.split("[-_]", language.lower())[0], _FRAMES["en"])
    return Frame(f"--- {words.begin} ---", f"--- {words.end} ---")


SHOWN = "| "
"""What stands before every order line that we show back outside the template ("Held now")."""


def _any_of(texts: list[str]) -> str:
    """Any of these texts, however blanks are set in them."""
    words = (re.split(r"\s*:\s*", text) for text in texts)
    spaced = (r"\s*:\s*".join(part.replace(" ", r"\s+") for part in parts) for parts in words)
    return f"(?:{'|'.join(spaced)})"


_BEGINS = _any_of([words.begin for words in _FRAMES.values()])
_ENDS = _any_of([words.end for words in _FRAMES.values()])
_BEGIN = re.compile(rf"[-\s#>|]*{_BEGINS}[-\s]*", re.IGNORECASE)
_END = re.compile(rf"(?:[-\s#>|]*-\s*{_ENDS}[-\s]*|{_ENDS}\s*-[-\s]*)", re.IGNORECASE)
_ENDING = re.compile(_ENDS, re.IGNORECASE)


def may_be_marker(text: str) -> bool:
    """Whether a line, or the one it is wrapped from, could be one of the two; quickly found out."""
    lowered = text.lower()
    return text[:2] == "--" or "orders" in lowered or "befehle" in lowered or "ordres" in lowered


def names_end(text: str) -> bool:
    """Whether a line has the words that close the template, whatever stands around them."""
    return _ENDING.search(text) is not None


def begins_template(text: str) -> bool:
    """Whether a cleaned line (dashes of all kinds made ``-``) opens the template."""
    return len(text) < 120 and ":" in text and _BEGIN.fullmatch(text) is not None


def ends_template(text: str) -> bool:
    """Whether a cleaned line closes the template. The bare words do not: a player may say them."""
    return len(text) < 120 and "-" in text and _END.fullmatch(text) is not None


def is_marker(text: str) -> bool:
    """Whether a line opens or closes the template."""
    return begins_template(text) or ends_template(text)
