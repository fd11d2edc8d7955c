"""Where the keys of a TOML file stand: also those within lists and tables on one line."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

# No two neighbours in a pattern take the same sign: a hostile line would cost the square of its
# length.
_HEAD = re.compile(r"(?P<open>\[\[?)(?P<table>[^\[\]\n]+)\]")
_KEY = re.compile(r"""(?P<key>(?:[\w.\t -]{1,200}+|"[^"\\\n]{0,100}+"|'[^'\n]{0,100}+'){1,60}+)=""")
_BLANKS = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_STRING = re.compile(  # one that does not end goes on to where nothing could end it
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\\?)|'
    r"'''(?:[^']|'(?!''))*+(?:''')?|"
    r'"(?:[^"\\\n]|\\[^\n])*+"?|'
    r"'[^'\n]*+'?",
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}#\n\[{\"']+")
_LINE = re.compile(r"[^\n]*\n?")
_MOST_PARTS, _DEEPEST = 20, 6
"""Parts of a dotted key, and lists and tables within each other, that are looked at."""
_LONGEST = 100
"""Characters of a key that are looked at: no key is that long."""


class Place(NamedTuple):
    """Where a key stands, or an entry of a list: ``path`` counts entries from 1 on, as ``line``
    and ``column`` are."""

    path: str
    line: int
    column: int


def places(text: str) -> Iterator[Place]:
    """Every key, table and entry of a list, in the order in which they stand; each sign of the
    text is looked at a few times at the most."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def at(path: str, where: int) -> Place:
        line = bisect_right(starts, where)
        return Place(path, line, where - starts[line - 1] + 1)

    table, counts, here = "", dict[str, int](), 0
    while here < len(text):
        here = _after(_BLANKS, text, here)
        if head := _HEAD.match(text, here):
            table = _in_lists(bare(head["table"]), counts)
            if head["open"] == "[[":
                counts[table] = counts.get(table, 0) + 1
                table = f"{table}[{counts[table]}]"
            yield at(table, here)
        elif key := _KEY.match(text, here):
            path = bare(key["key"])
            for end in range(1, min(path.count("."), _MOST_PARTS) + 1):
                yield at(_joined(table, ".".join(path.split(".")[:end])), here)
            path = _joined(table, path)
            yield at(path, here)
            here = key.end()
            for inner, where in _within(text, here, path):
                here = where
                if inner:
                    yield at(inner, where)
        here = _after(_LINE, text, here)


def _in_lists(table: str, counts: Mapping[str, int]) -> str:
    """A table's path with the number of the entry it stands in, where it stands in one: that of a
    list of tables begun above it."""
    for end in range(1, min(table.count("."), _MOST_PARTS) + 1):
        above = ".".join(table.split(".")[:end])
        if above in counts:
            table = f"{above}[{counts[above]}]{table.removeprefix(above)}"
    return table


def _within(text: str, here: int, path: str) -> Iterator[tuple[str, int]]:
    """What stands in the value that begins here, with its place; at last nothing, with the place
    where it ends."""
    above: list[tuple[str, bool]] = []  # lists (True) and tables that are open, by their paths
    entries: list[int] = []
    while here < len(text):
        here = _after(_BLANKS if above else _SPACES, text, here)
        sign = text[here : here + 1]
        if above and sign in ("]", "}"):
            above.pop()
            entries.pop()
            here += 1
        else:
            if above:
                path, is_list = above[-1]
                if is_list:
                    entries[-1] += 1
                    path = f"{path}[{entries[-1]}]"
                elif key := _KEY.match(text, here):
                    path = _joined(path, bare(key["key"]))
                if len(above) <= _DEEPEST:
                    yield path, here
                if not is_list and key:
                    here = _after(_SPACES, text, key.end())
                    sign = text[here : here + 1]
            if sign in ("[", "{"):
                above.append((path, sign == "["))
                entries.append(0)
                here += 1
            else:
                value = _STRING.match(text, here) or _BARE.match(text, here)
                here = value.end() if value else here + 1
        if not above:
            break
    yield "", here


_SPACES = re.compile(r"[ \t]*")


def _after(what: re.Pattern[str], text: str, here: int) -> int:
    found = what.match(text, here)
    return found.end() if found else here


def _joined(table: str, key: str) -> str:
    return f"{table}.{key}" if table else key


def bare(key: str) -> str:
    """A key without quotes and blanks."""
    return re.sub(r"[\s\"']", "", key)[:_LONGEST]
