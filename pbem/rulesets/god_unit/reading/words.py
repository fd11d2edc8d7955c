"""The words of order lines, and what each may mean (``data/words.toml``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files

import msgspec

from pbem.engine.api import Seat
from pbem.engine.lexicon import Lexicon, Word, Words
from pbem.engine.orders import Token

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


Names = Mapping[Words, Seat]
"""Players' own names, as folded words."""

_NO_NAMES: Names = {}
_CELL = re.compile(r"[A-Za-z]{1,2}[0-9]+")
_LETTER = re.compile(r"[A-Za-z]{1,2}")
_TOKEN = re.compile(
    r"->|=>|\.{2,}"
    r"|(?<![^\W\d_])[A-Za-z]{1,2}[0-9]+"
    r"|\d+"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*"
    r"|\S"
)


def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(Token(found.group(), found.start() + 1) for found in _TOKEN.finditer(text))


_FORMS = dict[Kind, dict[str, tuple[str, ...]]]

LEXICON: Lexicon[Kind] = Lexicon(
    msgspec.toml.decode(
        (files("pbem.rulesets.god_unit") / "data" / "words.toml").read_bytes(), type=_FORMS
    ),
    tokens=_tokens,
)
likely = LEXICON.likely
words_of = LEXICON.words
RESERVED = frozenset(LEXICON.forms(*(kind for kind in Kind if kind is not Kind.OPENING)))
"""What no player may be called."""


@dataclass(frozen=True)
class Term(Word[Kind]):
    """Words of a line that mean something together, a figure, a letter with a figure such as
    ``c7``, or what means nothing; ``seat`` is whose own name it is."""

    seat: Seat | None = None

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


def spanning(text: str, first: Term, last: Term) -> Term:
    """From one term of a line to another, as one."""
    return Term(text[first.column - 1 : last.end - 1], first.column)


def terms(text: str, names: Names = _NO_NAMES) -> tuple[Term, ...]:
    """A line's terms from left to right; of several that fit the longest is taken."""
    return tuple(
        Term(span.text, span.column, span.senses, names.get(span.words))
        for span in LEXICON.spans(text, names)
    )
