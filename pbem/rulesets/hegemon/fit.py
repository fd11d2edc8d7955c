"""Tells a line meant as an order, well written or not, from prose.

Every token gets a letter for what it could be in an order (:func:`_letter`),
and the line's letters are matched as one word: misspelt orders have the right
shape, prose has not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pbem.engine.api import Fit
from pbem.engine.nearness import Part, near
from pbem.engine.orders import Token, nearest, split_prefix, tokenize
from pbem.rulesets.hegemon.grammar import (
    DASHES,
    EVERYONE_WORDS,
    LEADING_FILLERS,
    PARTS,
    PERCENT,
    SEPARATORS,
    STARS,
    TRAILING_FILLERS,
    item_names,
    without_bullet,
)
from pbem.rulesets.hegemon.grammar import Part as Word
from pbem.rulesets.hegemon.orders import PASS

_LONGEST_LINE = 300
_LIKE = 0.75
"""The likeness (difflib's ratio) from which on a word is an item misspelt."""
_SOMEWHAT_LIKE = 0.6
"""The likeness from which on a word may be one, where the rest of the line is faultless."""
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$|;.*$")

_SEPARATED = r"[C.A+]*"
_VALUE = r"(?:D?[NS](?:(?:[DA]|\.+)D?[NS]|D|\+)?P?F*|E)"
_PART = rf"[Kk]C*F*{_VALUE}?"
_PARTS = rf"(?:{_SEPARATED}{_PART})"
_ALLOCATED = re.compile(rf"{_SEPARATED}D?NP?{_PARTS}*{_SEPARATED}")
_UNALLOCATED = re.compile(rf"{_PARTS}+{_SEPARATED}")
_VALUE_FIRST = re.compile(rf"(?:{_VALUE}{_PARTS}+|[NS](?:D|\.+)[NS]|NP){_SEPARATED}")
_CERTAIN = re.compile(rf"KC*F*{_VALUE}")
_PERCENTAGE = re.compile(rf"{_SEPARATED}D?NP")
_VALUED = re.compile(rf"[Kk]C*F*{_VALUE}")

_PARTS_OF = {
    "N": Part.FIGURE,
    "P": Part.SIGN,
    "K": Part.WORD,
    "k": Part.WORD,
    "X": Part.STRANGE,
}
_NOT_ITEMS = frozenset({"about", "almost", "left", "maybe", "only", "over", "rest", "sum", "total"})
"""Words that often stand before a percentage alone and are not a misspelt item."""


def fit(line: str, items: tuple[str, ...]) -> Fit:
    """How `line` looks in a game with these items."""
    text = _bare(line)
    if not text or len(text) > _LONGEST_LINE:
        return Fit.NO
    if text.strip(" .!").upper() == PASS:
        return Fit.ORDER
    tokens = tokenize(text)
    letters = "".join(_letter(token.key) for token in tokens)
    head = _words_before_figures(tokens, letters)
    found = _judged(head, letters, items)
    return near(text, _parts(tokens, letters, head, items)) if found is Fit.NO else found


def _judged(head: Sequence[str], letters: str, items: tuple[str, ...]) -> Fit:
    if not head:
        return Fit.CONTINUES if _VALUE_FIRST.fullmatch(letters) else Fit.NO
    if _is_part(head[0], items):
        return _continuation(letters)
    named = _item_words(head, items)
    if named:
        return _ordered(letters[named:])
    return _perhaps_ordered(head, letters[len(head) :], items)


def _parts(
    tokens: Sequence[Token], letters: str, head: Sequence[str], items: tuple[str, ...]
) -> Iterator[Part]:
    """What each token is to the game; a sum ("Total 100%") is told of, whatever its sign."""
    named = _item_words(head, items)
    told = bool(head) and head[0].casefold() in _NOT_ITEMS
    for place, (token, letter) in enumerate(zip(tokens, letters, strict=True)):
        if place < named or token.key in item_names(items):
            yield Part.WORD
        elif letter == "P" and told:
            yield Part.STRANGE
        elif PARTS.get(token.key) is Word.WITH or not token.text[0].isalnum():
            yield Part.SIGN if letter == "P" else Part.JOINT
        else:
            yield _PARTS_OF.get(letter, Part.JOINT)


def _bare(line: str) -> str:
    """The line without prefix, bullet and comment."""
    text = split_prefix(line)[1]
    return _COMMENT.sub("", without_bullet(text)).strip()


@lru_cache(maxsize=4096)
def _letter(key: str) -> str:
    """N number, P percent, D dash, S star, K part, k perhaps a part, X any other word or sign,
    C what may separate, F what may fill, A "and", E "everyone"; "." and "+" for themselves."""
    if key[0].isdecimal():
        return "N"
    if key in ".+":
        return key
    for letter, words in _LETTERS:
        if key in words:
            return letter
    return "k" if len(key) >= 3 and any(_one_slip(key, form) for form in PARTS) else "X"


_LETTERS = (
    ("K", frozenset(PARTS)),
    ("P", PERCENT),
    ("D", DASHES | {"to", "…"}),
    ("S", STARS),
    ("A", frozenset({"and"})),
    ("C", SEPARATORS | {"!"}),
    ("E", EVERYONE_WORDS),
    ("F", LEADING_FILLERS | TRAILING_FILLERS),
)


def _one_slip(word: str, meant: str) -> bool:
    """Whether one letter added, left out, changed or swapped with its neighbour explains `word`."""
    if abs(len(word) - len(meant)) > 1:
        return False
    start = 0
    while start < min(len(word), len(meant)) and word[start] == meant[start]:
        start += 1
    written, wanted = word[start:], meant[start:]
    return (
        written[1:] == wanted
        or written == wanted[1:]
        or written[1:] == wanted[1:]
        or (written[:2] == wanted[1::-1] and written[2:] == wanted[2:])
    )


def _words_before_figures(tokens: Sequence[Token], letters: str) -> list[str]:
    """The words that the line begins with, up to the first figure, sign or part."""
    head: list[str] = []
    for token, letter in zip(tokens, letters, strict=True):
        if not token.text[0].isalpha() or (head and letter == "K"):
            break
        head.append(token.text)
    return head


def _is_part(word: str, items: tuple[str, ...]) -> bool:
    """Whether a line's first word is a part. Items win: "Defense" may be both, and a
    capitalised "Defence" is rather a misspelt item."""
    if word.casefold() in item_names(items) or word.casefold() not in PARTS:
        return False
    return not (word[0].isupper() and nearest(word, items, cutoff=0.8))


def _item_words(head: Sequence[str], items: tuple[str, ...]) -> int:
    """How many words of `head`, from its first, name an item, misspelt or not; 0 for none."""
    for count in range(len(head), 0, -1):
        name = " ".join(head[:count]).casefold()
        if name in item_names(items) or nearest(name, items, cutoff=_LIKE):
            return count
    return 0


def _continuation(letters: str) -> Fit:
    """What begins with a part: the rest of a line that a mail client wrapped, or prose."""
    wrapped = _UNALLOCATED.fullmatch(letters) and _VALUED.search(letters)
    return Fit.CONTINUES if wrapped else Fit.NO


def _ordered(letters: str) -> Fit:
    """What follows an item. One strange word is a slip where the rest is beyond doubt."""
    shapes = [letters]
    if letters.count("X") == 1 and _CERTAIN.search(letters):
        shapes = [letters.replace("X", ""), letters.replace("X", "k")]
    return Fit.ORDER if any(map(_has_shape, shapes)) else Fit.NO


def _has_shape(letters: str) -> bool:
    """Whether this may follow an item: an allocation and parts, or parts alone."""
    if _ALLOCATED.fullmatch(letters):
        return True
    return bool(_UNALLOCATED.fullmatch(letters) and _VALUED.search(letters))


def _perhaps_ordered(head: Sequence[str], letters: str, items: tuple[str, ...]) -> Fit:
    """What follows words that name no item: an order only in faultless shape.

    A part with its figure must be there ("Tourism 40% coop 50"), or the one word be
    somewhat like an item ("Enviro 40%"): "Battery 80%" is prose.
    """
    if len(head) > 3 or not _ALLOCATED.fullmatch(letters):
        return Fit.NO
    if _CERTAIN.search(letters):
        return Fit.ORDER
    likely = (
        len(head) == 1
        and head[0][0].isupper()
        and head[0].casefold() not in _NOT_ITEMS
        and nearest(head[0], items, cutoff=_SOMEWHAT_LIKE)
        and _PERCENTAGE.match(letters)
    )
    return Fit.ORDER if likely else Fit.NO
