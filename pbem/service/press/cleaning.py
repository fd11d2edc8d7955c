"""What a text must not carry to others: mail addresses, and the tokens of reply addresses."""

from __future__ import annotations

import re

from pbem.mailer.address import TAG
from pbem.mailer.outbound.layout_text import printable

LEFT_OUT = "[...]"
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"'@＠]{1,256}[@＠][^\s<>(),;\"'@＠]{1,256}")


def without_addresses(text: str) -> tuple[str, int]:
    """A text without mail addresses and tokens, and how many of them were left out."""
    text, addresses = _ADDRESS.subn(LEFT_OUT, printable_lines(text))
    text, tokens = TAG.subn(LEFT_OUT, text)
    return text, addresses + tokens


def printable_lines(text: str) -> str:
    """A text without control characters, its lines kept."""
    return "\n".join(printable(line) for line in text.split("\n"))
