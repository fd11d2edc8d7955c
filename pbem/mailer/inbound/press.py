"""What a mail says to other people: blocks that begin with a line such as ``TO Boris:``.

A block ends at a line ``END``, at the next such line, or where its writer's own text ends. Quotes,
signatures and what programs add are no part of it. Where a block without END holds what reads as an
order, or its writer's text goes on below a quote, it is in ``doubt``: nothing of it may be taken
for press or for orders before they have been asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from pbem.mailer.inbound.lines import LONGEST_LINE, key
from pbem.mailer.inbound.quoting import Placed

Known = Callable[[str], bool]
"""Whether all that a text names are people whom press can be for."""
Reads = Callable[[Placed], tuple[bool, bool]]
"""Of a line, whether it is an order, and whether it has to do with orders or commands at all."""

_BEGINNING = re.compile(
    r"(?:(?P<unsigned>anonymous(?:ly)?|anonym|anonyme(?:ment)?)\s{1,3})?(?P<to>to|an|à|aux?|a)(?=[\s:])",
    re.IGNORECASE,
)
_END = re.compile(r"[-=*_\s]*(?:end|ende|fin)[-=*_.!\s]*", re.IGNORECASE)
_EMPHASIS = re.compile(r"^[*_]{1,3}(?=\w)|(?<=:)[*_]{1,3}(?=\s|$)|[*_]{1,3}(?=:)")
_LONGEST_NAMES = 400
_FEW_WORDS = 3
"""Words before the colon of a first line that is meant for somebody, whoever that is."""
_BY_CHANCE = 2
"""Lines in a row of one's own that may stand in our mail too."""
_AROUND = 20
"""So many lines around such a one are looked at."""
_RULE = re.compile(r"[_=-]{5,}")
"""Below a quote, what sets a text apart that a program adds."""


@dataclass(frozen=True)
class Header:
    """Whom a line is for, in its writer's words, and what stands behind the colon. ``is_known``:
    all of them are people of the game."""

    names: str
    text: str
    anonymous: bool
    is_known: bool


@dataclass(frozen=True)
class Block:
    """What is said to somebody. ``doubt`` are the lines on account of which its writer has to be
    asked, ``orders`` those of them that are orders. ``is_cut``: of a line that is longer than any
    that is read, the rest is missing."""

    header: Header
    lines: tuple[str, ...] = ()
    doubt: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    is_cut: bool = False


class Lines(msgspec.Struct, frozen=True):
    """A text's lines, and of each whether it stands in what we sent."""

    placed: tuple[Placed, ...]
    ours: tuple[bool, ...]

    def is_own(self, index: int) -> bool:
        """Whether a line is its writer's own."""
        line = self.placed[index]
        return not line.depth and line.kind == "text" and not self.ours[index]


def read_header(line: str, known: Known, *, first: bool = False) -> Header | None:
    """The header that a line is, or None. What names nobody of the game is one if it is written as
    such: in capitals, or in a few words as the `first` line of a text."""
    text = unicodedata.normalize("NFC", _EMPHASIS.sub("", line.strip()))
    found = _BEGINNING.match(text)
    if found is None:
        return None
    before, colon, behind = text[found.end() :].partition(":")
    if not before.strip():  # TO: Boris
        before, _colon, behind = behind.partition(":")
    names = before.strip()
    if not (names and colon) or len(names) > _LONGEST_NAMES:
        return None
    unsigned = found["unsigned"] is not None
    header = Header(names, behind.strip(), unsigned, known(names))
    is_few = first and len(names.split()) <= _FEW_WORDS and found["to"].lower() in ("to", "an")
    meant = found["to"] in ("TO", "AN") or unsigned or is_few
    return header if header.is_known or meant else None


def is_end(line: str) -> bool:
    """Whether a line ends a block."""
    return _END.fullmatch(line) is not None


def may_hold_press(lines: Sequence[Placed], known: Known) -> bool:
    """Whether some line of one's own begins a block."""
    own = (line for line in lines if not line.depth and line.kind == "text" and line.text)
    return any(
        read_header(text, known, first=not number)
        for number, line in enumerate(own)
        for text in (line.text, *line.pieces)
    )


def unflowed(lines: Sequence[Placed], known: Known) -> Iterator[Placed]:
    """The lines, of which those that a program has joined are apart again where one of them begins
    or ends a block."""
    for line in lines:
        marks = [
            number
            for number, piece in enumerate(line.pieces)
            if is_end(piece) or read_header(piece, known)
        ]
        if not marks or line.depth or line.kind != "text":
            yield line
            continue
        cuts = sorted({0, *marks, *(n + 1 for n in marks if is_end(line.pieces[n]))})
        for start, end in zip(cuts, [*cuts[1:], len(line.pieces)], strict=True):
            if pieces := line.pieces[start:end]:
                text = " ".join(pieces)
                yield msgspec.structs.replace(
                    line, text=text, pieces=pieces if len(pieces) > 1 else (), key=key(text)
                )


def _begins(line: Placed, known: Known, reads: Reads, *, first: bool = False) -> Header | None:
    """The header that a line is; what names nobody and is an order is none."""
    header = read_header(line.text, known, first=first)
    return header if header is not None and (header.is_known or not reads(line)[0]) else None


def take_blocks(
    lines: Lines, known: Known, reads: Reads
) -> tuple[tuple[Block, ...], frozenset[int]]:
    """The blocks of a text, and the places of the lines that they take up."""
    blocks: list[Block] = []
    used: set[int] = set()
    first, index = True, 0
    while index < len(lines.placed):
        own = lines.is_own(index) and bool(lines.placed[index].text)
        header = _begins(lines.placed[index], known, reads, first=first) if own else None
        if header is None:
            first = first and not own
            index += 1
            continue
        first = False
        block, length = _Block(lines, known, reads).read(index, header)
        blocks.append(block)
        used.update(n for n in range(index, index + length) if not lines.placed[n].depth)
        index += length
    return tuple(blocks), frozenset(used)


class _Block:
    """Reads one block, from its header on."""

    def __init__(self, lines: Lines, known: Known, reads: Reads) -> None:
        self._lines = lines
        self._known = known
        self._reads = reads
        self._own: list[Placed] = []
        self._below_a_quote: list[str] = []
        self._quoted = False

    def read(self, start: int, header: Header) -> tuple[Block, int]:
        index, ended = start + 1, False
        placed = self._lines.placed
        while index < len(placed):
            line = placed[index]
            if self._is_own(index):
                if is_end(line.text):
                    ended = True
                    index += 1
                    break
                if line.text and _begins(line, self._known, self._reads):
                    break
                self._take(line)
            elif line.text and (line.depth or line.kind == "divider" or self._lines.ours[index]):
                self._quoted = True
                if line.doubtful and not self._lines.ours[index]:
                    self._below_a_quote.append(line.text)
            index += 1
        typed = [line.text.strip() for line in self._own]
        while typed and not ended and (not typed[-1] or _RULE.fullmatch(typed[-1])):
            typed.pop()  # a program's rule above what it adds below
        said = tidy((header.text, *(line.text for line in self._own[: len(typed)])))
        cut = any(len(line.text) >= LONGEST_LINE for line in (placed[start], *self._own))
        orders, doubt = ((), ()) if ended else self._doubted()
        return Block(header, said, doubt, orders, cut), index - start

    def _take(self, line: Placed) -> None:
        self._own.append(line)
        if self._quoted and line.text and not _RULE.fullmatch(line.text.strip()):
            self._below_a_quote.append(line.text)

    def _is_own(self, index: int) -> bool:
        """Whether a line is the writer's own, or one that only happens to stand in our mail too:
        alone between such that are."""
        if self._lines.is_own(index):
            return True
        line = self._lines.placed[index]
        if line.depth or line.kind != "text" or not line.text:
            return False
        return self._is_framed(index)

    def _is_framed(self, index: int) -> bool:
        run, most = 1, len(self._lines.placed)
        for step in (-1, 1):
            at = index + step
            while 0 <= at < most and run <= _BY_CHANCE and abs(at - index) <= _AROUND:
                line = self._lines.placed[at]
                if line.depth or line.kind != "text":
                    return False
                if line.text:
                    if self._lines.is_own(at):
                        break
                    run += 1
                at += step
            else:
                return False
        return run <= _BY_CHANCE

    def _doubted(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The orders among the lines, and all lines for which it is not clear what they are."""
        orders, doubt = [], dict.fromkeys(self._below_a_quote)
        for line in self._own:
            is_order, may_be = self._reads(line) if line.text else (False, False)
            if is_order:
                orders.append(line.text.strip())
            if may_be:
                doubt[line.text] = None
        return tuple(orders), tuple(doubt)


def own_text(lines: Lines) -> tuple[str, ...]:
    """All that a mail's writer says in it, between quotes too, without what a program adds below
    the last one."""
    own = [n for n in range(len(lines.placed)) if lines.is_own(n)]
    quotes = [n for n, line in enumerate(lines.placed) if line.depth and line.text]
    last = quotes[-1] if quotes else len(lines.placed)
    said = []
    for number in own:
        text = lines.placed[number].text
        if number > last and _RULE.fullmatch(text.strip()):
            break
        said.append(text)
    return tidy(said)


def tidy(lines: Sequence[str]) -> tuple[str, ...]:
    """Lines without blank ones before and after them, or more than one between them."""
    found: list[str] = []
    for line in lines:
        if line.strip() or (found and found[-1]):
            found.append(line.rstrip())
    while found and not found[-1]:
        found.pop()
    return tuple(found)
