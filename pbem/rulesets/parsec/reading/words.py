"""The words of order lines, and what each may mean (``data/words.toml``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import cast

import msgspec

from pbem.engine.orders import Token, nearest
from pbem.rulesets.parsec import kinds

_SHORTEST_GUESSED = 4
LIKE = 0.75
"""The likeness (difflib's ratio) from which on a word is one of ours misspelt."""
LONGEST_FIGURE = 3
"""Digits of a figure; none of the game's has more."""


class Sort(StrEnum):
    """What sort of thing a word names; the value is its table in the file."""

    VERB = "verb"
    PASS = "pass"
    LEADER = "leader"
    """A kind, by a word that names its leader."""
    SHIP = "ship"
    """A kind, by a word that names its ship."""
    KIND = "kind"
    """A kind, by a word that names either."""
    NUMBER = "number"
    """A number in letters; the key is its digits."""
    OPENING = "opening"
    """What may stand before the verb and says nothing: "I want to"."""
    PARTICLE = "particle"


KINDS = (Sort.LEADER, Sort.SHIP, Sort.KIND)
"""The sorts that name one of the four kinds."""

Sense = tuple[Sort, str]
"""A meaning: its sort and the key of the thing meant."""

_NO_SENSE: frozenset[Sense] = frozenset()
_FORMS: dict[Sort, dict[str, tuple[str, ...]]] = msgspec.toml.decode(
    (files("pbem.rulesets.parsec") / "data" / "words.toml").read_bytes(),
    type=dict[Sort, dict[str, tuple[str, ...]]],
)
_CELL = re.compile(r"[A-Za-z]{1,2}[0-9]+")
_LETTER = re.compile(r"[A-Za-z]")
_TOKEN = re.compile(
    r"->|=>"
    r"|(?<![^\W\d_])[A-Za-z]{1,2}[0-9]+"
    r"|\d+"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*"
    r"|\S"
)
_ATTACHED = re.compile(r"['’]s$|^[ld]['’](?=\w)")
"""A possessive's ending, and French articles that cling to the next word."""


def fold(word: str) -> str:
    """A word without capitals, accents, a possessive's ending and a French article."""
    plain = _ATTACHED.sub("", word.casefold()).replace("’", "'")
    parts = unicodedata.normalize("NFKD", plain)
    return "".join(part for part in parts if not unicodedata.combining(part)) or word


@dataclass(frozen=True)
class Term:
    """Words of a line that mean something together, a figure, a square's name, or what means
    nothing. ``column`` counts from 1; ``senses`` is all that it may mean."""

    text: str
    column: int
    senses: frozenset[Sense] = _NO_SENSE

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)

    @property
    def digits(self) -> str:
        """A figure in digits, even if it is written in letters; empty where it is none."""
        return self.text if self.text.isdecimal() else self.of(Sort.NUMBER) or ""

    @property
    def is_cell(self) -> bool:
        """Whether it has the form of a square's name."""
        return _CELL.fullmatch(self.text) is not None

    @property
    def is_letter(self) -> bool:
        """Whether it may be a square's column."""
        return _LETTER.fullmatch(self.text) is not None

    @property
    def is_known(self) -> bool:
        return self.text.isdecimal() or self.is_cell or bool(self.senses)

    @property
    def kind(self) -> kinds.Kind | None:
        """The kind that it names."""
        found = next((key for sort in KINDS if (key := self.of(sort))), None)
        return cast(kinds.Kind | None, found)

    def of(self, sort: Sort) -> str | None:
        """What it means as a word of that sort."""
        return next((key for found, key in sorted(self.senses) if found is sort), None)

    def means(self, *particles: str) -> bool:
        """Whether it may be one of these particles."""
        return any((Sort.PARTICLE, particle) in self.senses for particle in particles)


def spanning(text: str, first: Term, last: Term) -> Term:
    """From one term of a line to another, as one."""
    return Term(text[first.column - 1 : last.end - 1], first.column)


def terms(text: str) -> tuple[Term, ...]:
    """A line's terms from left to right; of several that fit the longest is taken."""
    return tuple(_terms(text))


@lru_cache(maxsize=4096)
def likely(word: str, sorts: tuple[Sort, ...], cutoff: float = 0.7) -> str | None:
    """The word of these sorts that `word` is most like, in capitals where it is, or None.

    Short words are like too many others to guess.
    """
    if len(word) < _SHORTEST_GUESSED:
        return None
    known = _by_plain_form(sorts)
    guess = nearest(fold(word), known, cutoff)
    if guess is None:
        return None
    return known[guess].upper() if word.isupper() else known[guess]


@lru_cache(maxsize=64)
def _by_plain_form(sorts: tuple[Sort, ...]) -> Mapping[str, str]:
    known: dict[str, str] = {}
    for sort in sorts:
        for form in (form for found in _FORMS[sort].values() for form in found):
            if len(form) >= _SHORTEST_GUESSED:
                known.setdefault(fold(form), form)
    return known


def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(Token(found.group(), found.start() + 1) for found in _TOKEN.finditer(text))


def _terms(text: str) -> Iterator[Term]:
    tokens = _tokens(text)
    folded = [fold(token.text) for token in tokens]
    place = 0
    while place < len(tokens):
        count, senses = _longest(folded, place)
        first, last = tokens[place], tokens[place + count - 1]
        raw = text[first.column - 1 : last.column - 1 + len(last.text)]
        yield Term(raw, first.column, senses)
        place += count


def _longest(folded: Sequence[str], place: int) -> tuple[int, frozenset[Sense]]:
    """How many tokens from `place` on mean something together, and what."""
    lexicon = _lexicon()
    longest = lexicon.longest.get(folded[place], 1)
    for count in range(min(longest, len(folded) - place), 1, -1):
        senses = lexicon.senses.get(tuple(folded[place : place + count]))
        if senses:
            return count, senses
    return 1, lexicon.senses.get((folded[place],), _NO_SENSE)


@dataclass(frozen=True)
class _Lexicon:
    """Senses by folded words, and by a first word how many the longest entry has."""

    senses: Mapping[tuple[str, ...], frozenset[Sense]]
    longest: Mapping[str, int]


@lru_cache(maxsize=1)
def _lexicon() -> _Lexicon:
    senses: dict[tuple[str, ...], set[Sense]] = {}
    longest: dict[str, int] = {}
    for sort, table in _FORMS.items():
        for key, found in table.items():
            for form in found:
                words = tuple(fold(token.text) for token in _tokens(form))
                senses.setdefault(words, set()).add((sort, key))
                longest[words[0]] = max(longest.get(words[0], 1), len(words))
    return _Lexicon({words: frozenset(found) for words, found in senses.items()}, longest)
