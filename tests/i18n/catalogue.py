"""The sentences of the project as the extractor of `make messages` finds them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "pbem" / "locale"
KEYWORDS = DEFAULT_KEYWORDS | {"_": None, "N_": None}

Message = str | tuple[str, ...]
"""A msgid; with plural forms both."""


@cache
def extracted() -> dict[Message, frozenset[str]]:
    """Every msgid of the sources, with the files that it stands in."""
    found: dict[Message, set[str]] = {}
    for file, message in _extracted():
        found.setdefault(message, set()).add(file)
    return {message: frozenset(files) for message, files in found.items()}


def _extracted() -> Iterator[tuple[str, Message]]:
    with (ROOT / "babel.cfg").open() as source:
        methods, options = parse_mapping_cfg(source)
    for file, _line, message, _comments, _context in extract_from_dir(
        ROOT, methods, options, KEYWORDS
    ):
        yield file, message
