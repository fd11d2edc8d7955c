"""The words of order lines, and what each may mean (``data/words.toml``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import cast

import msgspec

from pbem.engine.lexicon import Lexicon, Word
from pbem.engine.orders import Token
from pbem.rulesets.parsec import kinds

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

_CELL = re.compile(r"[A-Za-z]{1,2}[0-9]+")
_LETTER = re.compile(r"[A-Za-z]")
_TOKEN = re.compile(
    r"->|=>"
    r"|(?<![^\W\d_])[A-Za-z]{1,2}[0-9]+"
    r"|\d+"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*"
    r"|\S"
)


def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(Token(found.group(), found.start() + 1) for found in _TOKEN.finditer(text))


_FORMS = dict[Sort, dict[str, tuple[str, ...]]]

LEXICON: Lexicon[Sort] = Lexicon(
    msgspec.toml.decode(
        (files("pbem.rulesets.parsec") / "data" / "words.toml").read_bytes(), type=_FORMS
    ),
    tokens=_tokens,
)
likely = LEXICON.likely


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


def terms(text: str) -> tuple[Term, ...]:
    """A line's terms from left to right; of several that fit the longest is taken."""
    return tuple(Term(span.text, span.column, span.senses) for span in LEXICON.spans(text))
