"""The mails before the one that is read, as far as they are on record.

What stands in a quote is what somebody wrote before, unless its reader typed there. Where we
know what we sent, what was not in it tells itself from it, however a program marks its quotes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from pbem.mailer.inbound.lines import key
from pbem.mailer.inbound.quoting import Placed
from pbem.mailer.markers import is_marker

_NEXT = " \n "
"""What stands between two lines on record."""
_MOST_SEARCHES = 2000
"""Pieces of lines that are looked for; a mail with more that are not on record quotes something
else, and a look takes as long as the record is."""
_MARK = re.compile(r"\s*[^\w\s#@]{1,3}\s?")
_ENOUGH_MARKED = 3
"""Lines that are on record but for a mark before them, from which on it is a program's own."""
_WORDS = re.compile(r"[^\W\d_]{2,}")
_MANY_WORDS = 3
"""Words of a line of ours by which a quote is known to be of our mail."""
_WRITTEN = frozenset({"text", "signature"})
"""What may be ours of a mail: below a signature stands a quote, too, where nothing marks it."""
_BY_CHANCE = 2
"""Lines in a row of one's own that may stand in our mail too."""


class Exchange(Protocol):
    """What is on record of a mail's exchange; each part is fetched only when it is asked for."""

    def sent(self) -> Iterator[Sequence[str]]:
        """The text lines of what we sent and this mail may quote, likeliest first; a mail in
        several versions (plain, HTML) counts as several."""
        ...

    def earlier(self) -> Sequence[str]:
        """The text lines of what the same player wrote in mails before this one."""
        ...


class Unknown:
    """An exchange of which nothing is on record."""

    def sent(self) -> Iterator[Sequence[str]]:
        return iter(())

    def earlier(self) -> Sequence[str]:
        return ()


class Record:
    """Text lines to know others by, whole or as a program wraps them anew."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._keys: set[str] = set()
        self._text = _NEXT
        self._left = _MOST_SEARCHES
        self.add(lines)

    def add(self, lines: Iterable[str]) -> None:
        keys, text = _known_by(tuple(lines))
        self._keys |= keys
        self._text = f"{self._text}{text}{_NEXT}"

    def __bool__(self) -> bool:
        return bool(self._keys)

    def __contains__(self, line: str) -> bool:
        return key(line) in self._keys

    def has(self, line: Placed) -> bool:
        return (line.key or line.text) in self._keys

    def lacks(self, placed: Sequence[Placed]) -> list[int]:
        """The places of the lines that are not on record as they stand."""
        known = self._keys
        return [
            index
            for index, line in enumerate(placed)
            if (line.key or line.text) not in known and line.text and line.kind in _WRITTEN
        ]

    def holds_part(self, line: str, before: str = "", after: str = "") -> bool:
        """Whether a line is on record as a piece of one that goes on from the line before, or
        begins where the line after goes on. Each is given by its key."""
        if before and self._has(f"{before} {line} "):
            return True
        return bool(after) and self._has(f"\n {line} {after}")

    def _has(self, piece: str) -> bool:
        self._left -= 1
        return self._left >= 0 and piece in self._text

    def proves(self, line: Placed) -> bool:
        """Whether a line is on record that nobody else would write."""
        if not self.has(line):
            return False
        return len(_WORDS.findall(line.text)) >= _MANY_WORDS and not is_marker(line.text)


@lru_cache(maxsize=256)
def _known_by(lines: tuple[str, ...]) -> tuple[frozenset[str], str]:
    """The keys of lines, alone and one after the other; many mails answer the same report."""
    keys = [found for line in lines if (found := key(line))]
    return frozenset(keys), _NEXT.join(keys)


def strange_to(sent: Record, placed: Sequence[Placed]) -> Iterator[int]:
    """The places of the lines that are not on record."""
    for index in sent.lacks(placed):
        before = placed[index - 1].known_by if index else ""
        after = placed[index + 1].known_by if index + 1 < len(placed) else ""
        if not sent.holds_part(placed[index].known_by, before, after):
            yield index


def ours_among(
    placed: Sequence[Placed], sent: Record, orders: Callable[[Placed], bool]
) -> list[bool]:
    """For each line whether it stands in what we sent. One's own writing may hold such a line by
    chance: there it takes three in a row, or a line that orders nothing."""
    if not sent:
        return [False] * len(placed)
    ours = [bool(line.text) and line.kind in _WRITTEN for line in placed]
    for index in strange_to(sent, placed):
        ours[index] = False
    run: list[int] = []
    for index, line in enumerate((*placed, None)):
        if line is not None and not line.depth and (ours[index] or not line.text):
            run += [index] if line.text else []
            continue
        if len(run) <= _BY_CHANCE:
            for place in run:
                ours[place] = not orders(placed[place])
        run = []
    return ours


def unmarked(placed: Sequence[Placed], sent: Record) -> Sequence[Placed]:
    """The lines without a mark of a program's own, which tells itself by standing before many
    lines that are on record without it."""
    marks = Counter(
        found[0]
        for line in placed
        if not sent.has(line) and (found := _MARK.match(line.text))
        if line.text[found.end() :] in sent
    )
    known = tuple(mark for mark, count in marks.items() if count >= _ENOUGH_MARKED)
    return [_less(line, known) for line in placed] if known else placed


def _less(line: Placed, marks: Sequence[str]) -> Placed:
    mark = next((mark for mark in marks if line.text.startswith(mark)), None)
    if mark is None or line.kind != "text":
        return line
    text = line.text[len(mark) :]
    return msgspec.structs.replace(
        line, text=text, depth=max(1, line.depth), pieces=(), key=key(text)
    )
