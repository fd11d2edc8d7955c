"""PREVIEW beside words that confirm something, or ask for it without proof: none of them count."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.api import Fit
from pbem.mailer.inbound.commands import read_command
from pbem.mailer.inbound.extract import extract
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.inbound.texts import NO_TEXT
from pbem.service.intake.incoming import Incoming


def as_looked_at(incoming: Incoming) -> Incoming:
    """The mail, without a word where it says PREVIEW: so it is answered as one that says neither
    yes nor no, and what was asked comes once more."""
    letter = incoming.text
    if not isinstance(letter, Letter) or not says_preview(letter):
        return incoming
    said = replace(letter, subject="", body=NO_TEXT, shown=NO_TEXT, attachments=())
    return replace(incoming, text=said)


def says_preview(letter: Letter) -> bool:
    """Whether a mail is to change nothing."""
    lines = extract(letter, lambda _line: Fit.NO).taken
    return any((said := read_command(line)) and said.verb == "PREVIEW" for line in lines)
