"""The words of order lines, and what each may mean (``data/words.toml``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

import msgspec

from pbem.engine.orders import nearest, tokenize

SHORTEST_ABBREVIATION = 3
_SHORTEST_GUESSED = 4
LIKE = 0.75
"""The likeness (difflib's ratio) from which on a word is one of ours misspelt."""
LONGEST_FIGURE = 6
"""Digits of a figure; none of the game's has more."""


class Kind(StrEnum):
    """What sort of thing a word names; the value is its table in the file."""

    VERB = "verb"
    MISSION = "mission"
    FACILITY = "facility"
    TECHNOLOGY = "technology"
    SHIP = "ship"
    RESOURCE = "resource"
    MEGASTRUCTURE = "megastructure"
    PARTICLE = "particle"
    PASS = "pass"
    NUMBER = "number"
    """A number in letters; the key is its digits."""
    OPENING = "opening"
    """What may stand before the verb and says nothing: "I want to"."""
    CLOSING = "closing"
    """A verb that may stand last, as German has it: "Raffinerie ausbauen"."""


_ABBREVIATED = (
    Kind.VERB,
    Kind.MISSION,
    Kind.FACILITY,
    Kind.TECHNOLOGY,
    Kind.SHIP,
    Kind.RESOURCE,
    Kind.MEGASTRUCTURE,
)

Sense = tuple[Kind, str]
"""A meaning: its kind and the key of the thing meant."""

_NO_SENSE: frozenset[Sense] = frozenset()
_ELIDED = re.compile(r"^[ld]'(?=\w)")
"""French articles that cling to the next word: "l'attaque"."""
_Forms = dict[Kind, dict[str, tuple[str, ...]]]
_FORMS = msgspec.toml.decode(
    (files("pbem.rulesets.asylamba_mini") / "data" / "words.toml").read_bytes(), type=_Forms
)


def fold(word: str) -> str:
    """A word without capitals, accents and a French article that clings to it."""
    parts = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    return _ELIDED.sub("", "".join(part for part in parts if not unicodedata.combining(part)))


@dataclass(frozen=True)
class Term:
    """Words of a line that mean something together, or a figure, or one that means nothing.

    ``column`` counts from 1; ``senses`` is all that it may mean.
    """

    text: str
    column: int
    senses: frozenset[Sense] = _NO_SENSE

    @property
    def digits(self) -> str:
        """A figure in digits, even if it is written in letters; empty where it is none."""
        return self.text if self.text[0].isdecimal() else self.of(Kind.NUMBER) or ""

    @property
    def is_figure(self) -> bool:
        return bool(self.digits)

    @property
    def is_known(self) -> bool:
        return self.is_figure or bool(self.senses)

    def of(self, kind: Kind) -> str | None:
        """What it means as a word of that kind."""
        return next((key for found, key in sorted(self.senses) if found is kind), None)

    def is_like(self, kinds: tuple[Kind, ...]) -> bool:
        """Whether it is a word of one of these kinds, or one misspelt."""
        if any(self.of(kind) for kind in kinds):
            return True
        return not self.is_known and likely(self.text, kinds, LIKE) is not None

    def means(self, *particles: str) -> bool:
        """Whether it may be one of these particles."""
        return any((Kind.PARTICLE, particle) in self.senses for particle in particles)


def terms(text: str) -> tuple[Term, ...]:
    """A line's terms from left to right; of several that fit the longest is taken."""
    return tuple(_terms(text))


def forms(*kinds: Kind) -> tuple[str, ...]:
    """All that may be written for things of these kinds."""
    return tuple(form for kind in kinds for found in _FORMS[kind].values() for form in found)


@lru_cache(maxsize=4096)
def likely(word: str, kinds: tuple[Kind, ...], cutoff: float = 0.7) -> str | None:
    """The word of these kinds that `word` is most like, in capitals where it is, or None.

    Short words are like too many others to guess.
    """
    if len(word) < _SHORTEST_GUESSED:
        return None
    known = _by_plain_form(kinds)
    guess = nearest(fold(word), known, cutoff)
    if guess is None:
        return None
    return known[guess].upper() if word.isupper() else known[guess]


@lru_cache(maxsize=64)
def _by_plain_form(kinds: tuple[Kind, ...]) -> Mapping[str, str]:
    known: dict[str, str] = {}
    for kind in kinds:
        shortest = _SHORTEST_GUESSED if kind is Kind.PARTICLE else SHORTEST_ABBREVIATION
        for form in forms(kind):
            if len(form) >= shortest:
                known.setdefault(fold(form), form)
    return known


def _terms(text: str) -> Iterator[Term]:
    tokens = tokenize(text)
    folded = [fold(token.text) for token in tokens]
    lexicon = _lexicon()
    place = 0
    while place < len(tokens):
        longest = lexicon.longest.get(folded[place], 1)
        for count in range(min(longest, len(tokens) - place), 0, -1):
            senses = lexicon.senses.get(tuple(folded[place : place + count]), _NO_SENSE)
            if senses or count == 1:
                first, last = tokens[place], tokens[place + count - 1]
                raw = text[first.column - 1 : last.column - 1 + len(last.text)]
                yield Term(raw, first.column, senses)
                place += count
                break


@dataclass(frozen=True)
class _Lexicon:
    """Senses by folded words, and by a first word how many the longest entry has."""

    senses: Mapping[tuple[str, ...], frozenset[Sense]]
    longest: Mapping[str, int]


@lru_cache(maxsize=1)
def _lexicon() -> _Lexicon:
    senses: dict[tuple[str, ...], set[Sense]] = {}
    longest: dict[str, int] = {}
    for kind, table in _FORMS.items():
        for key, found in table.items():
            for form in found:
                words = tuple(fold(token.text) for token in tokenize(form))
                senses.setdefault(words, set()).add((kind, key))
                longest[words[0]] = max(longest.get(words[0], 1), len(words))
    whole = set(senses)
    for word, sense in _abbreviations():
        if (word,) not in whole:
            senses.setdefault((word,), set()).add(sense)
    return _Lexicon({words: frozenset(found) for words, found in senses.items()}, longest)


def _abbreviations() -> Iterator[tuple[str, Sense]]:
    """Beginnings of words, for each kind in which they belong to one thing only."""
    for kind in _ABBREVIATED:
        meant: dict[str, set[str]] = {}
        for key, found in _FORMS[kind].items():
            for word in filter(str.isalpha, map(fold, found)):
                for end in range(SHORTEST_ABBREVIATION, len(word)):
                    meant.setdefault(word[:end], set()).add(key)
        for word, keys in meant.items():
            if len(keys) == 1:
                yield word, (kind, min(keys))
