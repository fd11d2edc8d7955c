"""Introductions to quotes told without a word of their language.

Mail programs speak more languages than any list of phrases. What they all put
above a quote are dates and addresses, and of the addresses the mail's own
headers name two: its sender's and ours. A player's own sentence may hold the
same, so what stands below is only :attr:`Guess.certain` to be quoted where
nobody would write such lines by hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from pbem.mailer.inbound.cleaning import clean

_MOST_ADDRESSES = 20
_LONGEST_BLOCK = 9
_LONGEST_PARAGRAPH = 320

_TAG = re.compile(r"\[[^\[\]\s]{4,80}\]")
_LABELLED = re.compile(r"[^\s:@<>|#\d][^:@<>|]{0,29}:\s*(\S.*)")
_ENCLOSED = re.compile(r"[<(\[]\s?(?:mailto:)?[\w.+'=-]{1,100}@[\w.-]{1,100}\s?[>)\]]")
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|(?:19|20)\d\d(?=\s?[^\W\d_])|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b"
)
_HOUR = re.compile(r"\b(?:[01]?\d|2[0-3])[:.h][0-5]\d\b")
_WORD = re.compile(r"[^\W\d_]+")
_FRAMED = re.compile(r">>> .*@.* >>>")


class Guess(msgspec.Struct, frozen=True):
    """So many lines introduce a quote. Where not ``certain``, it may be the sender's own words."""

    lines: int
    certain: bool


def marks_of(sender: str, recipients: Sequence[str], subject: str) -> tuple[str, ...]:
    """What a quote of our mail would name, in folded case: both addresses, the subject's tag."""
    found: dict[str, None] = {}
    for address in (sender, *recipients[:_MOST_ADDRESSES]):
        local, at, domain = address.rpartition("@")
        if at:
            found[address] = None
            found[f"{local.partition('+')[0]}@{domain}"] = None
    found.update((tag, None) for tag in _TAG.findall(subject))
    return tuple(clean(mark).casefold() for mark in found)


def guess(keys: Sequence[str], index: int, marks: Sequence[str]) -> Guess | None:
    """What the lines from `index` on introduce; `keys` are the lines in folded case."""
    opens = not index or not any(sign.isalnum() for sign in keys[index - 1])
    block = _header_block(keys, index, marks)
    if block is not None:
        return block if opens else Guess(block.lines, certain=False) if block.certain else None
    return _attribution(keys, index, marks) if opens else None


def _header_block(keys: Sequence[str], index: int, marks: Sequence[str]) -> Guess | None:
    """Two or more lines of "label: value", one of which names what only a quote would."""
    values: list[str] = []
    for key in keys[index : index + _LONGEST_BLOCK]:
        found = _LABELLED.fullmatch(key.strip(" *_"))
        if found is None:
            break
        values.append(found[1])
    if len(values) < 2 or not any(mark in value for value in values for mark in marks):
        return None
    dated = any(_DATE.search(value) and _HOUR.search(value) for value in values)
    return Guess(len(values), certain=dated)


def _attribution(keys: Sequence[str], index: int, marks: Sequence[str]) -> Guess | None:
    """A paragraph of a date, an address and little else: "17.11.2026, 19:00, Anna <a@b.c>"."""
    if _FRAMED.fullmatch(keys[index].strip()):  # GroupWise
        return Guess(1, certain=True)
    count = 0
    while index + count < len(keys) and keys[index + count].strip():
        count += 1
        if count > 3:
            return None
    text = " ".join(keys[index : index + count])
    if "@" not in text or len(text) > _LONGEST_PARAGRAPH or text.endswith((".", "!", "?")):
        return None
    if _FRAMED.fullmatch(text):
        return Guess(count, certain=True)
    named = _ENCLOSED.search(text) is not None
    if not named and not any("@" in mark and mark in text for mark in marks):
        return None
    day, hour = _DATE.search(text), _HOUR.search(text)
    if not day and not hour:
        return None
    words = len(_WORD.findall(_without_addresses(text, marks)))
    if words <= 3 or (day and hour and words <= (14 if text.endswith(":") else 7)):
        return Guess(count, certain=bool(named and day and hour and words <= 4))
    return None


def _without_addresses(text: str, marks: Sequence[str]) -> str:
    text = _ENCLOSED.sub(" ", text)
    for mark in marks:
        text = text.replace(mark, " ")
    return text
