"""Words misspelt: which of those known is meant, however many are known.

Every known word is filed under itself less any one letter; a word is looked up in the same way
(less two letters, if it is long), so that two that differ by a slip meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import combinations

_SHORTEST = 4
_LONG = 8
"""Letters from which on two slips are looked past."""
_LONGEST = 24
_VOWELS = frozenset("aeiouy")
_BEGUN = 6
"""Letters of a word cut short from which on it is completed."""


class Slips:
    """`known` are folded words with what is written for them; `beside` are others that count too,
    which are filed already."""

    def __init__(self, known: Mapping[str, str], beside: Slips | None = None) -> None:
        self._beside = beside
        self._known = {
            word: written
            for word, written in known.items()
            if _SHORTEST <= len(word) <= _LONGEST and word.isalpha()
        }

    @cached_property
    def _files(self) -> dict[str, list[str]]:
        files: dict[str, list[str]] = {}
        for word in self._known:
            for left in _lessened(word, 1):
                files.setdefault(left, []).append(word)
            files.setdefault(f"-{_skeleton(word)}", []).append(word)
            files.setdefault(_letters(word), []).append(word)
        return files

    def like(self, word: str) -> list[tuple[str, int]]:
        """The words that this one may be a slip of, as they are written, with how many letters
        are wrong."""
        found = self._like(word)
        return found if self._beside is None else [*found, *self._beside.like(word)]

    def _like(self, word: str) -> list[tuple[str, int]]:
        if not 3 <= len(word) <= _LONGEST or not word.isalpha():
            return []
        if len(word) < _SHORTEST:
            shortened = self._shortened(word) if word[1] not in _VOWELS else ()
            return [(self._known[one], 2) for one in shortened]
        most = 2 if len(word) >= _LONG - 1 else 1
        near = {one for left in _lessened(word, most) for one in self._files.get(left, ())}
        near.update(self._files.get(_letters(word), ()))
        far = {one: distance(word, one) for one in near}
        found = [(self._known[one], far[one]) for one in near if far[one] <= _allowed(word, one)]
        if not found and word == _skeleton(word):
            found = [(self._known[one], 2) for one in self._shortened(word)]
        found.sort(key=lambda one: (one[1], -len(one[0]), one[0]))
        if len(word) >= _BEGUN:
            begun = sorted((one for one in self._known if one.startswith(word)), key=len)
            found += [(self._known[one], 1) for one in begun]
        return found

    def _shortened(self, word: str) -> Iterator[str]:
        """The words of which vowels were left out, all or some: "MVE" for "move"."""
        for one in self._files.get(f"-{_skeleton(word)}", ()):
            letters = iter(one)
            if all(letter in letters for letter in word):
                yield one

    def short(self, word: str, wanted: Collection[tuple[str, bool]]) -> str | None:
        """Of words of a few letters the one that this is a slip of, those not in the line's
        language (True) last."""
        found = [
            (strange, sorted(one) != sorted(word), abs(len(one) - len(word)), one)
            for one, strange in wanted
            if len(word) > 1 and 1 <= distance(word, one) <= _allowed_of_few(word, one)
        ]
        return min(found)[-1] if found else None


def _allowed(word: str, known: str) -> int:
    shorter = min(len(word), len(known))
    if shorter >= _LONG or (_letters(word) == _letters(known) and word[0] == known[0]):
        return 2
    return 1 if shorter > _SHORTEST or word[0] == known[0] else 0


def _allowed_of_few(word: str, known: str) -> int:
    return 2 if len(word) >= _SHORTEST and _letters(word) == _letters(known) else 1


def _lessened(word: str, most: int) -> Iterator[str]:
    """A word, and what is left of it without any letter, or any two at the `most`."""
    yield word
    for dropped in range(1, most + 1):
        for places in combinations(range(len(word)), dropped):
            yield "".join(letter for place, letter in enumerate(word) if place not in places)


def _letters(word: str) -> str:
    """What words have in common of which one has the other's letters in another order."""
    return f"~{''.join(sorted(word))}"


def _skeleton(word: str) -> str:
    """A word without its vowels, but for the first letter: "BLD" for "build"."""
    return word[0] + "".join(letter for letter in word[1:] if letter not in _VOWELS)


def distance(one: str, other: str) -> int:
    """How many letters are wrong, missing, one too many, or in each other's place."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        last, before, row = before, row, [i]
        for j, wanted in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
