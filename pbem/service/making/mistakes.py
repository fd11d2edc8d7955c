"""Where a game file is wrong: line and column, with the line itself."""

from __future__ import annotations

import re
from typing import NamedTuple

_AT = re.compile(r"\s*\(at line (?P<line>\d+), column (?P<column>\d+)\)")
_AT_END = re.compile(r"\s*\(at end of document\)")
_HEAD = re.compile(r"\s*(?P<open>\[\[?)\s*(?P<table>[\w.\"' -]+?)\s*\]\]?")
_KEY = re.compile(r"\s*(?P<key>[\w.\"'-]+(?:\s*\.\s*[\w\"'-]+)*)\s*=")


class Mistake(NamedTuple):
    """What is wrong, at which ``line`` and ``column``, from 1 on; 0 where that cannot be told."""

    what: str
    line: int = 0
    column: int = 0


def in_toml(text: str, complaint: str) -> Mistake:
    """Where a text is no TOML, by what its reader says of it."""
    found = _AT.search(complaint)
    if found is None:
        return Mistake(_AT_END.sub("", complaint), len(text.rstrip().splitlines()))
    return Mistake(_AT.sub("", complaint), int(found["line"]), int(found["column"]))


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
        if head := _HEAD.match(line):
            table = _bare(head["table"])
            if head["open"] == "[[":
                counts[table] = counts.get(table, 0) + 1
                table = f"{table}[{counts[table]}]"
            found.append((table, number, head.start("open") + 1))
        elif key := _KEY.match(line):
            path = _bare(key["key"])
            place = (number, key.start("key") + 1)
            found.append((f"{table}.{path}" if table else path, *place))
            found += [
                (path[:end], *place) for end, sign in enumerate(path) if sign == "." and not table
            ]
    return found


def _bare(key: str) -> str:
    return re.sub(r"[\s\"']", "", key)
