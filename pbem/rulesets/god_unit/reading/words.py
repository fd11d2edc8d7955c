"""The words of order lines, and what each may mean (``data/words.toml``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

import msgspec

from pbem.engine.api import Seat
from pbem.engine.orders import Token, nearest

_SHORTEST_GUESSED = 4
LIKE = 0.75
"""The likeness (difflib's ratio) from which on a word is one of ours misspelt."""
LONGEST_FIGURE = 4
"""Digits of a figure; none of the game's has more."""


class Kind(StrEnum):
    """What sort of thing a word names; the value is its table in the file."""

    VERB = "verb"
    PASS = "pass"
    PRODUCT = "product"
    CHARACTERISTIC = "characteristic"
    COLOUR = "colour"
    OPENING = "opening"
    """What may stand before the verb and says nothing: "I want to"."""
    PARTICLE = "particle"


Sense = tuple[Kind, str]
"""A meaning: its kind and the key of the thing meant."""
Names = Mapping[tuple[str, ...], Seat]
"""Players' own names, as folded words."""

_NO_SENSE: frozenset[Sense] = frozenset()
_NO_NAMES: Names = {}
_FORMS: dict[Kind, dict[str, tuple[str, ...]]] = msgspec.toml.decode(
    (files("pbem.rulesets.god_unit") / "data" / "words.toml").read_bytes(),
    type=dict[Kind, dict[str, tuple[str, ...]]],
)
_CELL = re.compile(r"[A-Za-z]{1,2}[0-9]+")
_LETTER = re.compile(r"[A-Za-z]{1,2}")
_TOKEN = re.compile(
    r"->|=>|\.{2,}"
    r"|(?<![^\W\d_])[A-Za-z]{1,2}[0-9]+"
    r"|\d+"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*"
    r"|\S"
)
_CLINGING = re.compile(r"^[ld]'(?=\w)|'s$")
"""French articles that cling to the next word, and a possessive's ending: "l'unité", "Ada's"."""


def fold(word: str) -> str:
    """A word without capitals, accents and what clings to it."""
    plain = _CLINGING.sub("", word.casefold().replace("’", "'"))
    parts = unicodedata.normalize("NFKD", plain)
    return "".join(part for part in parts if not unicodedata.combining(part)) or word


@dataclass(frozen=True)
class Term:
    """Words of a line that mean something together, a figure, a letter with a figure such as
    ``c7``, or what means nothing.

    ``column`` counts from 1; ``senses`` is all that it may mean; ``seat`` whose own name it is.
    """

    text: str
    column: int
    senses: frozenset[Sense] = _NO_SENSE
    seat: Seat | None = None

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)

    @property
    def is_figure(self) -> bool:
        return self.text.isdecimal()

    @property
    def is_cell(self) -> bool:
        """Whether it is one or two letters with a figure: a square, or a level."""
        return _CELL.fullmatch(self.text) is not None

    @property
    def is_letter(self) -> bool:
        """Whether it may be a factory's letter."""
        return _LETTER.fullmatch(self.text) is not None

    @property
    def is_known(self) -> bool:
        return self.is_figure or self.is_cell or bool(self.senses) or self.seat is not None

    def of(self, kind: Kind) -> str | None:
        """What it means as a word of that kind."""
        return next((key for found, key in sorted(self.senses) if found is kind), None)

    def means(self, *particles: str) -> bool:
        """Whether it may be one of these particles."""
        return any((Kind.PARTICLE, particle) in self.senses for particle in particles)


def spanning(text: str, first: Term, last: Term) -> Term:
    """From one term of a line to another, as one."""
    return Term(text[first.column - 1 : last.end - 1], first.column)


def terms(text: str, names: Names = _NO_NAMES) -> tuple[Term, ...]:
    """A line's terms from left to right; of several that fit the longest is taken."""
    return tuple(_terms(text, names))


def words_of(text: str) -> tuple[str, ...]:
    """A name's words as :data:`Names` have them."""
    return tuple(fold(token.text) for token in _tokens(text))


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
        for form in (form for found in _FORMS[kind].values() for form in found):
            if len(form) >= _SHORTEST_GUESSED:
                known.setdefault(fold(form), form)
    return known


def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(Token(found.group(), found.start() + 1) for found in _TOKEN.finditer(text))


def _terms(text: str, names: Names) -> Iterator[Term]:
    tokens = _tokens(text)
    folded = [fold(token.text) for token in tokens]
    place = 0
    while place < len(tokens):
        count, senses, seat = _longest(folded, place, names)
        first, last = tokens[place], tokens[place + count - 1]
        raw = text[first.column - 1 : last.column - 1 + len(last.text)]
        yield Term(raw, first.column, senses, seat)
        place += count


def _longest(
    folded: Sequence[str], place: int, names: Names
) -> tuple[int, frozenset[Sense], Seat | None]:
    """How many tokens from `place` on mean something together, and what."""
    lexicon = _lexicon()
    longest = max(lexicon.longest.get(folded[place], 1), *map(len, names), 1)
    for count in range(min(longest, len(folded) - place), 0, -1):
        words = tuple(folded[place : place + count])
        senses, seat = lexicon.senses.get(words, _NO_SENSE), names.get(words)
        if senses or seat is not None or count == 1:
            return count, senses, seat
    raise AssertionError("one token is always a term")


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
                words = words_of(form)
                senses.setdefault(words, set()).add((kind, key))
                longest[words[0]] = max(longest.get(words[0], 1), len(words))
    return _Lexicon({words: frozenset(found) for words, found in senses.items()}, longest)
