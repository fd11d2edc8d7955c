"""The words of order lines, in any language, and what each may mean.

A ruleset keeps them in a table (``data/words.toml``): by sort of thing, by the key of the
thing, all that may be written for it. A :class:`Lexicon` finds them in a line, capitals and
accents or not, and guesses what a misspelt one was to be.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Generic, TypeVar

from pbem.engine.orders import Token, nearest, tokenize

K = TypeVar("K", bound=StrEnum)
"""A ruleset's sorts of words; the value is the sort's table in the file."""

Words = tuple[str, ...]
"""Folded words that stand together."""

PARTICLE = "particle"
"""The sort of words that join others, in every ruleset."""
LIKE = 0.75
"""The likeness (difflib's ratio) from which on a word is one of ours misspelt."""
SHORTEST_ABBREVIATION = 3
_SHORTEST_GUESSED = 4
_KEPT = 4096
_CLINGING = re.compile(r"^[ld]'(?=\w)|'s$")
"""French articles that cling to the next word, and a possessive's ending: "l'unité", "Ada's"."""


def fold(word: str) -> str:
    """A word without capitals, accents and what clings to it."""
    plain = _CLINGING.sub("", word.casefold().replace("’", "'"))
    parts = unicodedata.normalize("NFKD", plain)
    return "".join(part for part in parts if not unicodedata.combining(part)) or word


@dataclass(frozen=True)
class Word(Generic[K]):
    """Words of a line that mean something together, or a token that may mean nothing.

    ``column`` counts from 1; ``senses`` is all that it may mean: a sort, and the key of the
    thing. Rulesets derive their own term from it.
    """

    text: str
    column: int
    senses: frozenset[tuple[K, str]] = frozenset()

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)

    def of(self, sort: K) -> str | None:
        """What it means as a word of that sort."""
        return min((key for found, key in self.senses if found is sort), default=None)

    def means(self, *particles: str) -> bool:
        """Whether it may be one of these particles."""
        return any((PARTICLE, particle) in self.senses for particle in particles)


@dataclass(frozen=True)
class Span(Generic[K]):
    """A piece of a line: its text as written, its folded ``words``, and what they may mean."""

    text: str
    column: int
    words: Words
    senses: frozenset[tuple[K, str]]


class Lexicon(Generic[K]):
    """All words of a ruleset. ``forms`` is the table; ``tokens`` takes a line apart. Words of the
    sorts ``abbreviated`` may be cut short where what is left belongs to one thing only."""

    def __init__(
        self,
        forms: Mapping[K, Mapping[str, Sequence[str]]],
        *,
        tokens: Callable[[str], Iterable[Token]] = tokenize,
        abbreviated: Collection[K] = (),
    ) -> None:
        self._forms = forms
        self._tokens = tokens
        self._abbreviated = frozenset(abbreviated)
        self._longest: dict[str, int] = {}
        self._senses = self._collect()
        self._known = lru_cache(maxsize=None)(self._plain_forms)
        self._guess = lru_cache(maxsize=_KEPT)(self._likely)

    def forms(self, *sorts: K) -> tuple[str, ...]:
        """All that may be written for things of these sorts."""
        tables = (self._forms[sort].values() for sort in sorts)
        return tuple(form for table in tables for found in table for form in found)

    def words(self, text: str) -> Words:
        """The folded words of a name."""
        return tuple(fold(token.text) for token in self._tokens(text))

    def spans(self, text: str, names: Collection[Words] = ()) -> Iterator[Span[K]]:
        """A line from left to right; of several words that fit the longest run is taken. `names`
        are runs of words to be found besides those of the table."""
        tokens = tuple(self._tokens(text))
        folded = [fold(token.text) for token in tokens]
        most = max(map(len, names), default=1)
        place = 0
        while place < len(tokens):
            words = self._longest_run(folded, place, names, most)
            first, last = tokens[place], tokens[place + len(words) - 1]
            raw = text[first.column - 1 : last.column - 1 + len(last.text)]
            yield Span(raw, first.column, words, self._senses.get(words, frozenset()))
            place += len(words)

    def likely(self, word: str, sorts: tuple[K, ...], cutoff: float = 0.7) -> str | None:
        """The word of these sorts that `word` is most like, in capitals where it is, or None.

        Short words are like too many others to guess.
        """
        return self._guess(word, sorts, cutoff)

    def _likely(self, word: str, sorts: tuple[K, ...], cutoff: float) -> str | None:
        if len(word) < _SHORTEST_GUESSED:
            return None
        known = self._known(sorts)
        guess = nearest(fold(word), known, cutoff)
        if guess is None:
            return None
        return known[guess].upper() if word.isupper() else known[guess]

    def _plain_forms(self, sorts: tuple[K, ...]) -> Mapping[str, str]:
        """What may be guessed, by its folded form; of equal ones the first."""
        known: dict[str, str] = {}
        for sort in sorts:
            for form in self.forms(sort):
                if len(form) >= self._shortest(sort):
                    known.setdefault(fold(form), form)
        return known

    def _shortest(self, sort: K) -> int:
        """From how many letters on a word of this sort is guessed."""
        return SHORTEST_ABBREVIATION if sort in self._abbreviated else _SHORTEST_GUESSED

    def _longest_run(
        self, folded: Sequence[str], place: int, names: Collection[Words], most: int
    ) -> Words:
        """The words from `place` on that mean something together, or the one that stands there."""
        longest = max(self._longest.get(folded[place], 1), most)
        for count in range(min(longest, len(folded) - place), 1, -1):
            words = tuple(folded[place : place + count])
            if words in self._senses or words in names:
                return words
        return (folded[place],)

    def _collect(self) -> dict[Words, frozenset[tuple[K, str]]]:
        senses: dict[Words, set[tuple[K, str]]] = {}
        for sort, table in self._forms.items():
            for key, found in table.items():
                for words in map(self.words, found):
                    senses.setdefault(words, set()).add((sort, key))
                    self._longest[words[0]] = max(self._longest.get(words[0], 1), len(words))
        whole = set(senses)
        for word, sense in self._abbreviations():
            if (word,) not in whole:
                senses.setdefault((word,), set()).add(sense)
        return {words: frozenset(found) for words, found in senses.items()}

    def _abbreviations(self) -> Iterator[tuple[str, tuple[K, str]]]:
        """Beginnings of words, for each sort in which they belong to one thing only."""
        for sort in (sort for sort in self._forms if sort in self._abbreviated):
            meant: dict[str, set[str]] = {}
            for key, found in self._forms[sort].items():
                for word in filter(str.isalpha, map(fold, found)):
                    for end in range(SHORTEST_ABBREVIATION, len(word)):
                        meant.setdefault(word[:end], set()).add(key)
            for word, keys in meant.items():
                if len(keys) == 1:
                    yield word, (sort, min(keys))
