"""Which lines of a mail are its sender's own words, and how deep the others are quoted.

Marks (``>``, blockquotes) are told by the line itself. This module adds the quotes that have none:
what stands below an Outlook header block, below "Original Message", or below an attribution whose
quote is not marked, in the phrasebook's languages and, by :mod:`.wordless`, in any other.
It knows no game: what it returns is for the extractor to judge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from pbem.mailer.inbound.lines import BodyLine
from pbem.mailer.inbound.phrasebook import ALONE, DASHED, LABELS, MOBILE, WROTE, WROTE_UNSPACED
from pbem.mailer.inbound.wordless import Guess, guess
from pbem.mailer.markers import names_end

Kind = Literal["text", "divider", "signature", "device"]


class Placed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A line and its place: 0 is the sender's own writing.

    ``kind``: "divider" introduces a quote (attribution, header block),
    "signature" stands below ``-- ``, "device" was added by a phone or program, or is crossed out.
    ``leads`` is set on a divider that a deeper quote follows.
    """

    text: str
    depth: int
    kind: Kind = "text"
    pieces: tuple[str, ...] = ()
    leads: bool = False
    weak: bool = False
    """A signature by its tag or a bare ``--`` only: its orders count where no others do."""
    doubtful: bool = False
    """Quoted, but below what may be the sender's own words: counts where nothing else does."""
    key: str = ""
    """What the line is known again by (:func:`pbem.mailer.inbound.lines.key`), where that is not
    its text as it stands."""

    @property
    def known_by(self) -> str:
        return self.key or self.text


_MAILBOX = re.compile(r"<?[\w.+'=-]{1,80}@[\w.-]{1,80}>?")
_TIME = re.compile(
    r"\b\d{1,2}[:.h]\d\d\b|\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\d{4}年|\d+월"
)
_DIGIT = re.compile(r"\d")
_ENDS_IN_ADDRESS = re.compile(r"@[\w.-]+[>)\]]{0,2}\s?:$")
_ASIAN_TIME = re.compile(r"\d{4}\s*[年년./-]\s*\d{1,2}")
_UNDERSCORES = re.compile(r"[_=-]{10,}")
_BETWEEN_DASHES = re.compile(r"[-_=*\s]*[-_=]{2,}\s*([^-_=*\s].*?)[\s:]*[-_=]{2,}[-_=*\s]*")
_DASHED_SENTENCE = re.compile(r"-{2,}\s.*\s-{2,}")
_CLOSING = re.compile(r":>?$|\s-{2,}$")
_LAST_OF_CLOSERS = frozenset(":>-")
_OPENERS = frozenset("-_=*>")
_DOUBLE_DASH = re.compile(r"[-_=]{2}")
_MOST_ATTRIBUTION_LINES = 4
_HEADER_WINDOW = 9
_MOST_FIELDS = 30
_MOST_FOLDED = 2
"""Lines of one field of a long header."""
_FIELD = re.compile(r"received|references|status|[a-z]+(?:-[a-z]+)+")
"""Fields of a header that stands in a quote whole ("Return-Path"), not as programs pick it."""
_MOST_TYPED = 40
"""Lines below an attribution among which the first marked one is looked for."""
_LONGEST_LABEL = 34
_LONGEST_ATTRIBUTION = 320


def place(lines: Sequence[BodyLine], marks: Sequence[str] = ()) -> list[Placed]:
    """Every line with its kind and effective depth, in order.

    `marks` are what a quote would name (:func:`pbem.mailer.inbound.wordless.marks_of`).
    """
    return _Placing(lines, marks).run()


class _Placing:
    """One pass over the lines. ``offsets`` holds the depths at which an unmarked quote began:
    what is at least that deep by its marks is one deeper than it looks."""

    def __init__(self, lines: Sequence[BodyLine], marks: Sequence[str]) -> None:
        self.lines = lines
        self.marks = marks
        self.offsets: list[int] = []
        self.out: list[Placed] = []
        self.signature: tuple[int, bool] | None = None
        self.doubtful = False
        self.wrote = False
        """Whether the sender has written anything so far."""
        self.marked = any(line.depth for line in lines)
        self.first = next((place for place, line in enumerate(lines) if line.text), len(lines))
        """The first line with text."""
        self.keys = [line.text.casefold().rstrip() for line in lines]
        self.closing = _closing_soon(self.keys)

    def run(self) -> list[Placed]:
        index = 0
        while index < len(self.lines):
            line = self.lines[index]
            while self.offsets and self.offsets[-1] > line.depth:
                self.offsets.pop()
            if self.signature and line.depth != self.signature[0] and line.text:
                self.signature = None
            if line.depth and self._is_plain(index):
                self.out.append(Placed(line.text, line.depth + len(self.offsets)))
                index += 1
                continue
            length = self._divider(index)
            if length:
                self._divide(index, length)
                index += length
                continue
            found = self._guess(index)
            if found is not None and found.certain:
                self._divide(index, found.lines)
                index += found.lines
                continue
            if found is not None:
                self.offsets.append(0)
                self.doubtful = True
            self._keep(index)
            index += 1
        return self.out

    def _is_plain(self, index: int) -> bool:
        """Whether a look at a line is enough to see that it neither introduces a quote nor
        begins a signature: so are nearly all lines of a quoted report."""
        key = self.keys[index]
        return (
            not self.closing[index]
            and self.signature is None
            and self.lines[index].mark == "text"
            and (key[:1] not in _OPENERS or (key[0] != ">" and not _DOUBLE_DASH.search(key)))
            and (":" not in key or not _may_lead(key))
        )

    def _guess(self, index: int) -> Guess | None:
        """What may introduce a quote below the sender's own words, in whatever language.

        Where quotes are marked, what is not certain is none: a program marks all or nothing.
        """
        line = self.lines[index]
        if line.depth or not line.text or not self.wrote or self.offsets or self.signature:
            return None
        found = guess(self.keys, index, self.marks)
        return None if found is None or (self.marked and not found.certain) else found

    def _keep(self, index: int) -> None:
        line = self.lines[index]
        depth = line.depth + len(self.offsets)
        if line.mark == "struck":
            self._add(line, depth, "device")
            return
        if line.mark == "signature":
            self._add(line, depth, "signature", weak=not self._below_delimiter(line, depth))
            return
        if self.signature is None and line.text.strip() == "--":
            self.signature = (line.depth, not self.wrote)
            self._add(line, depth, "signature")
            return
        if depth == 0 and len(line.text) < 120 and MOBILE.match(self.keys[index]):
            self._add(line, depth, "device")
            return
        if self.signature is not None:
            self._add(line, depth, "signature", weak=self.signature[1])
            return
        self._add(line, depth, "text", doubtful=self.doubtful and depth == 1)

    def _below_delimiter(self, line: BodyLine, depth: int) -> bool:
        """Whether the signature that a tag marks has begun with its own ``--``."""
        if line.text.strip() == "--":
            return True
        last = self.out[-1] if self.out else None
        return last is not None and last.kind == "signature" and not last.weak

    def _add(
        self,
        line: BodyLine,
        depth: int,
        kind: Kind,
        *,
        weak: bool = False,
        doubtful: bool = False,
    ) -> None:
        self.out.append(Placed(line.text, depth, kind, line.pieces, weak=weak, doubtful=doubtful))
        self.wrote = self.wrote or (depth == 0 and kind == "text" and bool(line.text))

    # Dividers ----------------------------------------------------------------

    def _divider(self, index: int) -> int:
        """How many lines from `index` on introduce a quote; 0 for none."""
        line = self.lines[index]
        if not line.text:
            return 0
        if line.mark == "attribution":
            return self._told_by_tag(index)
        key = self.keys[index].strip()
        if _announces(key):
            return 1 + self._follow_up(index + 1)
        if key[0] in "_=-" and _UNDERSCORES.fullmatch(key):
            skipped = self._blank(index + 1)
            block = self._header_block(index + 1 + skipped) if skipped < 3 else 0
            return 1 + skipped + block if block else 0
        return self._header_block(index) or self._attribution(index)

    def _follow_up(self, index: int) -> int:
        """The header block or attribution that stands below "Original Message"."""
        skipped = self._blank(index)
        length = self._header_block(index + skipped) or self._attribution(index + skipped)
        return skipped + length if length else 0

    def _blank(self, index: int) -> int:
        count = 0
        while index + count < len(self.lines) and not self.lines[index + count].text:
            count += 1
        return count

    def _told_by_tag(self, index: int) -> int:
        """How many lines from `index` on an HTML mail's own tags call an attribution."""
        count = 0
        depth = self.lines[index].depth
        while index + count < len(self.lines):
            line = self.lines[index + count]
            if line.depth != depth or line.mark != "attribution":
                break
            count += 1
        return count

    def _header_block(self, index: int) -> int:
        """The length of a block of From, Sent, To, Subject lines in any language; 0 for none."""
        if self._label(index) is None:
            return 0
        kinds: set[str] = set()
        depth, last = self.lines[index].depth, index
        for at in range(index, min(index + _MOST_FIELDS, len(self.lines))):
            line = self.lines[at]
            if line.depth != depth or (at - index >= _HEADER_WINDOW and at - last > _MOST_FOLDED):
                break
            if not line.text:
                if len(kinds) >= 3 or (at + 1 < len(self.lines) and self._label(at + 1) is None):
                    break
                continue
            kind = self._label(at)
            if kind is not None:
                kinds.add(kind)
                last = at
        if "from" in kinds and len(kinds - {"other"}) >= 3:
            return last - index + 1
        return 0

    def _label(self, index: int) -> str | None:
        """Which header field of a quoted mail a line looks like."""
        if index >= len(self.lines):
            return None
        return _label(self.keys[index])

    def _attribution(self, index: int) -> int:
        """The length of an "On such a day So-and-so wrote:", up to four lines; 0 for none."""
        if index >= len(self.lines) or not self.closing[index]:
            return 0
        depth = self.lines[index].depth
        joined = ""
        for at in range(index, min(index + _MOST_ATTRIBUTION_LINES, len(self.lines))):
            line = self.lines[at]
            if line.depth != depth or not line.text or len(joined) > _LONGEST_ATTRIBUTION:
                return 0
            joined = f"{joined} {self.keys[at].strip()}".strip()
            if joined.endswith((":", ":>")) or _DASHED_SENTENCE.fullmatch(joined):
                return at - index + 1 if self._attributes(joined, at + 1, depth) else 0
        return 0

    def _attributes(self, key: str, after: int, depth: int) -> bool:
        """Whether a sentence that ends in a colon introduces a quote.

        Where no deeper line follows, all below would count as quoted: then it must
        name an address, or a day and an hour, as no player's own sentence does.
        """
        following = after + self._blank(after)
        deeper = following < len(self.lines) and self.lines[following].depth > depth
        addressed = "@" in key and _MAILBOX.search(key) is not None
        if not (deeper or addressed or _DIGIT.search(key)):
            return False
        times = len(_TIME.findall(key)) + len(_ASIAN_TIME.findall(key))
        if not (deeper or addressed or times > 1):
            return False
        says = WROTE.search(key) or WROTE_UNSPACED.search(key)
        if deeper:
            return bool(says or (times and addressed))
        return bool(says or (times and addressed and _ENDS_IN_ADDRESS.search(key)))

    def _divide(self, index: int, length: int) -> None:
        """Place a divider, and decide whether all that follows is quoted for want of marks."""
        first = self.lines[index]
        depth = first.depth + len(self.offsets)
        after = index + length + self._blank(index + length)
        deeper = after < len(self.lines) and self.lines[after].depth > first.depth
        leads_run = first.depth > 0 and self._starts_run(index)
        for line in self.lines[index : index + length]:
            self.out.append(Placed(line.text, depth, "divider", leads=deeper or not leads_run))
        self.signature = None
        if deeper or leads_run or self._nothing_else(index, after):
            return
        if self._marks_follow(after, first.depth) and not self._is_block(index):
            return
        self.offsets.append(first.depth)

    def _is_block(self, index: int) -> bool:
        """Whether a divider is one below which programs mark nothing: a header block, or
        "Original Message"."""
        key = self.keys[index].strip()
        return bool(self._header_block(index)) or _announces(key) or key[:1] in _OPENERS

    def _marks_follow(self, after: int, depth: int) -> bool:
        """Whether marked lines come soon: then an attribution quotes these alone, and what stands
        before them was typed there. Marked lines with an attribution of their own are an older
        mail, quoted in one that has no marks."""
        for index in range(after, min(after + _MOST_TYPED, len(self.lines))):
            line = self.lines[index]
            if not line.text:
                continue
            if line.depth != depth:
                return line.depth > depth and not self._divider(index)
            if self._divider(index):
                return False
        return False

    def _starts_run(self, index: int) -> bool:
        """Whether the line is the first of its depth: a quote's own introduction inside it."""
        before = index - 1
        while before >= 0 and not self.lines[before].text:
            before -= 1
        return before < 0 or self.lines[before].depth < self.lines[index].depth

    def _nothing_else(self, index: int, after: int) -> bool:
        """Whether an attribution opens the mail and no mark of a quote follows: the player cut
        the quote away and wrote in its place."""
        return (
            not self.marked
            and index <= self.first
            and self._header_block(index) == 0
            and not any(names_end(key) or key.startswith("|") for key in self.keys[after:])
            and not _announces(self.keys[index].strip())
        )


def _label(key: str) -> str | None:
    """Which header field of a quoted mail a line begins with, by its words alone."""
    label, colon, _value = key.partition(":")
    if not colon or len(label) > _LONGEST_LABEL:
        return None
    found = LABELS.get(" ".join(label.strip(" \t*_").split()))
    return "other" if found is None and _FIELD.fullmatch(label) else found


def _may_lead(key: str) -> bool:
    """Whether what stands before a line's colon is the name of a header field, or announces."""
    return _label(key) is not None or key.partition(":")[0].rstrip() in ALONE


def _closing_soon(keys: Sequence[str]) -> bytearray:
    """For each line, whether it may end an attribution, or begin one that ends within the next
    few of its paragraph."""
    soon = bytearray(len(keys))
    left = 0
    for index in range(len(keys) - 1, -1, -1):
        last = keys[index][-1:]
        if not last:
            left = 0
        elif last in _LAST_OF_CLOSERS and _CLOSING.search(keys[index]):
            left = _MOST_ATTRIBUTION_LINES
        if left:
            soon[index] = left == _MOST_ATTRIBUTION_LINES or _may_open(keys[index])
            left -= 1
    return soon


def _may_open(key: str) -> bool:
    """Whether a first line can begin an attribution that goes on below."""
    return bool("@" in key and _MAILBOX.search(key)) or _TIME.search(key) is not None


def _announces(key: str) -> bool:
    """Whether a line is "----- Original Message -----" or "Begin forwarded message:"."""
    if len(key) >= 120:
        return False
    if key[0] in "-_=*" and key.strip("-_=* \t"):
        found = _BETWEEN_DASHES.fullmatch(key)
        if found is not None and " ".join(found[1].split()) in DASHED:
            return True
    said, colon, _rest = key.partition(":")
    return bool(colon) and said.rstrip() in ALONE
