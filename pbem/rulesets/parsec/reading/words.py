"""The words of order lines, and what each may mean (``data/words``, a file for each language)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import cast

import msgspec

from pbem.engine.i18n import language
from pbem.engine.lexicon import Lexicon, Span, Word
from pbem.engine.orders import Token
from pbem.rulesets.parsec import kinds

LANGUAGES = ("en", "de", "fr")
_VERY_LIKE = 0.8
"""From which likeness on a word of another language is guessed."""
_SHORTEST_GLUED = 3
"""Letters of each of two words written as one."""
LONGEST_FIGURE = 3
"""Digits of a figure; none of the game's has more."""


class Sort(StrEnum):
    """What sort of thing a word names; the value is its table in the files."""

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
    OCCASION = "occasion"
    """Which side of a conflict ships are for: "when attacked"."""
    PARTICLE = "particle"
    ASIDE = "aside"
    """What is said beside an order: a remark's beginning, "should", "forget"."""
    PROSE = "prose"
    """What no order has: "your", "was"."""


KINDS = (Sort.LEADER, Sort.SHIP, Sort.KIND)
"""The sorts that name one of the four kinds."""

_CELL = re.compile(r"([A-Za-z]{1,2})(?:[-./,]\s?)?0*([0-9]+)")
_LETTER = re.compile(r"[A-Za-z]")
_TOKEN = re.compile(
    r"->|=>"
    r"|(?<![^\W\d_])(?:to|at|on|auf|nach|en|vers|sur)(?=[A-Z][0-9]+(?!\w))"
    r"|(?<![^\W\d_])(?:[A-Za-z]{1,2}|[A-Za-z][-./,]|(?<=\()[A-Za-z], (?=[0-9]+\)))[0-9]+"
    r"|\d+"
    r"|(?<![^\W\d_])[nj]['’](?=[^\W\d_]|$)"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)*"
    r"|(?<=[^\W\d_])(?P<hyphen>[-\N{NON-BREAKING HYPHEN}])(?=[^\W\d_])"
    r"|\S",
    re.IGNORECASE,
)
"""Arrows, a word such as "to" that clings to a square, squares ("m3", "m-3", "(m, 3)"), figures,
French pronouns that cling to a verb, words, the hyphens between words, which are passed over,
and signs."""


def _tokens(text: str) -> tuple[Token, ...]:
    found = (one for one in _TOKEN.finditer(text) if not one["hyphen"])
    return tuple(Token(one.group(), one.start() + 1) for one in found)


_Rows = dict[str, tuple[str, ...]]
"""By the key of a thing all that may be written for it."""
_Forms = dict[Sort, _Rows]


class _Tables(msgspec.Struct, frozen=True):
    """A language's file: its words by sort, and how some of them are cut short, with or without
    a point, or compounded."""

    words: _Forms
    short: _Forms = {}
    stem: _Rows = {}
    head: dict[Sort, tuple[str, ...]] = {}

    def whole(self) -> _Forms:
        """All words but those cut short."""
        return _joined(self.words, *map(self._compounds, self.head))

    def cut_short(self) -> _Forms:
        return {
            sort: {key: (*found, *(f"{word}." for word in found)) for key, found in rows.items()}
            for sort, rows in self.short.items()
        }

    def _compounds(self, sort: Sort) -> _Forms:
        """Words written as one, the stems of each kind with the heads of leaders or of ships:
        they tell the kind, and what it is."""
        kinds = {
            kind: tuple(f"{stem}{head}" for stem in stems for head in self.head[sort])
            for kind, stems in self.stem.items()
        }
        told = tuple(word for found in kinds.values() for word in found)
        return {sort: kinds, Sort.PARTICLE: {sort.value: told}}


def _joined(*tables: _Forms) -> _Forms:
    forms: _Forms = {}
    for table in tables:
        for sort, rows in table.items():
            joined = forms.setdefault(sort, {})
            for key, found in rows.items():
                joined[key] = (*joined.get(key, ()), *found)
    return forms


def _read(language: str) -> _Tables:
    source = files("pbem.rulesets.parsec") / "data" / "words" / f"{language}.toml"
    return msgspec.toml.decode(source.read_bytes(), type=_Tables)


_TABLES = {language: _read(language) for language in LANGUAGES}
_SPOKEN = {language: Lexicon(table.whole(), tokens=_tokens) for language, table in _TABLES.items()}
LEXICON: Lexicon[Sort] = Lexicon(
    _joined(*(form for table in _TABLES.values() for form in (table.whole(), table.cut_short()))),
    tokens=_tokens,
)


def likely(word: str, sorts: tuple[Sort, ...], cutoff: float = 0.7, *, text: str) -> str | None:
    """The word of these sorts that `word` is most like, if there is one: of the language that
    the `text` around it is in, or else of any if it is very like."""
    own, *others = _spoken(text, language())
    guess = _unglued(word, sorts) or _SPOKEN[own].likely(word, sorts, cutoff)
    guesses = (_SPOKEN[one].likely(word, sorts, max(cutoff, _VERY_LIKE)) for one in others)
    return guess or next((other for other in guesses if other), None)


@lru_cache(maxsize=256)
def _unglued(word: str, sorts: tuple[Sort, ...]) -> str | None:
    """Two words that were written as one, the first of them of one of these sorts."""
    for place in range(_SHORTEST_GLUED, len(word) - _SHORTEST_GLUED + 1):
        first, second = word[:place], word[place:]
        (one, *_rest), (other, *_more) = LEXICON.spans(first), LEXICON.spans(second)
        found = {sort for sort, _key in one.senses}
        if found & set(sorts) and any(sort in KINDS for sort, _key in other.senses):
            return f"{first} {second}"
    return None


def short_slip(word: str, wanted: tuple[str, ...]) -> str | None:
    """Of the words wanted, the one that a word of two or three letters is a slip of: a letter
    wrong, missing or one too many, or letters in the wrong order."""
    folded = word.casefold()
    for one in wanted:
        turned = len(one) == len(folded) and sorted(one) == sorted(folded)
        if one != folded and (turned or _differs_once(one, folded)):
            return one
    return None


def _differs_once(one: str, other: str) -> bool:
    """Whether a single letter is wrong, missing or one too many."""
    shorter, longer = sorted((one, other), key=len)
    if len(longer) - len(shorter) > 1:
        return False
    if len(shorter) == len(longer):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))


@lru_cache(maxsize=256)
def _spoken(text: str, reader: str) -> tuple[str, ...]:
    """All languages, that of most of a text's words first; of equal ones the reader's own."""
    known = {one: _known(_SPOKEN[one].spans(text)) for one in LANGUAGES}
    return tuple(sorted(LANGUAGES, key=lambda one: (-known[one], one != reader)))


def _known(spans: Iterable[Span[Sort]]) -> int:
    """How many words of them mean something, signs apart."""
    return sum(bool(span.senses) and span.text[0].isalpha() for span in spans)


@dataclass(frozen=True)
class Term(Word[Sort]):
    """Words of a line that mean something together, a figure, a square's name, or what means
    nothing."""

    @property
    def digits(self) -> str:
        """A figure in digits, even if it is written in letters; empty where it is none."""
        return self.text if self.text.isdecimal() else self.of(Sort.NUMBER) or ""

    @property
    def is_cell(self) -> bool:
        """Whether it has the form of a square's name."""
        return _CELL.fullmatch(self.text) is not None

    @property
    def cell(self) -> str:
        """A square's name in its plain form: "m3" for "M-03"."""
        return "".join(_CELL.sub(r"\1\2", self.text).split()).lower()

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


def spanning(text: str, first: Term, last: Term) -> Term:
    """From one term of a line to another, as one."""
    return Term(text[first.column - 1 : last.end - 1], first.column)


@lru_cache(maxsize=64)
def terms(text: str) -> tuple[Term, ...]:
    """A line's terms from left to right; of several that fit the longest is taken."""
    return tuple(Term(span.text, span.column, span.senses) for span in LEXICON.spans(text))
