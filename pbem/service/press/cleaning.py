"""What a text must not carry to others: mail addresses, and the tokens of reply addresses."""

from __future__ import annotations

import re

from pbem.mailer.outbound.layout_text import printable

LEFT_OUT = "[...]"
_TOKEN = re.compile(r"\[?[a-z0-9][a-z0-9-]{0,30}\.\d{1,6}\.\d{1,4}\.[a-z2-7]{16}\]?", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"'@＠]{1,256}[@＠][^\s<>(),;\"'@＠]{1,256}")


def without_addresses(text: str) -> tuple[str, int]:
    """A text without mail addresses and tokens, and how many of them were left out."""
    text, addresses = _ADDRESS.subn(LEFT_OUT, printable_lines(text))
    text, tokens = _TOKEN.subn(LEFT_OUT, text)
    return text, addresses + tokens


def printable_lines(text: str) -> str:
    """A text without control characters, its lines kept."""
    return "\n".join(printable(line) for line in text.split("\n"))
