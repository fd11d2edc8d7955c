"""Where a game file is wrong: line and column, with the line itself."""

from __future__ import annotations

import re
from typing import NamedTuple

from pbem.engine.i18n import N_, _

# No two neighbours in a pattern take the same sign: a hostile line would cost the square of its
# length. So lines are stripped first, and blanks within a key are taken with it.
_AT = re.compile(r"\(at line (?P<line>\d{1,9}), column (?P<column>\d{1,9})\)")
_AT_END = "(at end of document)"
_HEAD = re.compile(r"(?P<open>\[\[?)(?P<table>[^\[\]]+)\]")
_KEY = re.compile(r"(?P<key>[\w.\"'\s-]+)=")
_MOST_PARTS = 20
"""Parts of a dotted key that are looked at."""


class Mistake(NamedTuple):
    """What is wrong, at which ``line`` and ``column``, from 1 on; 0 where that cannot be told."""

    what: str
    line: int = 0
    column: int = 0


_SAID = (
    N_("Expected '=' after a key in a key/value pair"),
    N_("Expected newline or end of document after a statement"),
    N_("Invalid value"),
    N_("Invalid statement"),
    N_("Unclosed array"),
    N_("Unclosed inline table"),
    N_("Unterminated string"),
    N_("Cannot overwrite a value"),
)
"""What the reader of TOML says most."""
_TWICE = re.compile(r"Cannot declare \((?P<key>.*)\) twice")


def in_toml(text: str, complaint: str) -> Mistake:
    """Where a text is no TOML, by what its reader says of it; the commonest of that in the
    reader's language."""
    found = _in_toml(text, complaint)
    if twice := _TWICE.fullmatch(found.what):
        key = _bare(twice["key"]).strip(",").replace(",", ".")
        return found._replace(what=_("Cannot declare {key} twice").format(key=key))
    return found._replace(what=_(found.what)) if found.what in _SAID else found


def _in_toml(text: str, complaint: str) -> Mistake:
    found = _AT.search(complaint)
    if found is None:
        return Mistake(complaint.removesuffix(_AT_END).rstrip(), len(text.rstrip().splitlines()))
    what = complaint[: found.start()].rstrip()
    return Mistake(what, int(found["line"]), int(found["column"]))


def in_keys(text: str, complaint: str) -> Mistake:
    """Where the key stands that a complaint names at its beginning, or what is next above it."""
    key = complaint.partition(":")[0].strip()
    lines = _keys(text)
    while key:
        for path, line, column in lines:
            if path == key:
                return Mistake(complaint, line, column)
        key = re.sub(r"(?:\.[^.\[\]]+|\[\d+\])$", "", key) if re.search(r"[.\]]", key) else ""
    return Mistake(complaint)


def _keys(text: str) -> list[tuple[str, int, int]]:
    """Every key and table of a text by its path, entries of lists counted from 1, with its
    place."""
    table, counts = "", dict[str, int]()
    found: list[tuple[str, int, int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        own = line.lstrip()
        column = len(line) - len(own) + 1
        if head := _HEAD.match(own):
            table = _bare(head["table"])
            if head["open"] == "[[":
                counts[table] = counts.get(table, 0) + 1
                table = f"{table}[{counts[table]}]"
            found.append((table, number, column))
        elif key := _KEY.match(own):
            path = _bare(key["key"])
            found.append((f"{table}.{path}" if table else path, number, column))
            parts = path.split(".")[:_MOST_PARTS] if not table else ()
            found += [(".".join(parts[:end]), number, column) for end in range(1, len(parts))]
    return found


def _bare(key: str) -> str:
    return re.sub(r"[\s\"']", "", key)
