"""The words of order lines, and what each may mean (``data/words.toml``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

import msgspec

from pbem.engine.lexicon import LIKE, Lexicon, Word
from pbem.rulesets.asylamba_mini.figures import FACTIONS

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

_FORMS = dict[Kind, dict[str, tuple[str, ...]]]

LEXICON: Lexicon[Kind] = Lexicon(
    msgspec.toml.decode(
        (files("pbem.rulesets.asylamba_mini") / "data" / "words.toml").read_bytes(), type=_FORMS
    ),
    abbreviated=_ABBREVIATED,
)
likely = LEXICON.likely
RESERVED = frozenset(
    (*LEXICON.forms(*(kind for kind in Kind if kind is not Kind.OPENING)), *FACTIONS)
)
"""What no player may be called."""


@dataclass(frozen=True)
class Term(Word[Kind]):
    """Words of a line that mean something together, or a figure, or one that means nothing."""

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

    def is_like(self, kinds: tuple[Kind, ...]) -> bool:
        """Whether it is a word of one of these kinds, or one misspelt."""
        if any(self.of(kind) for kind in kinds):
            return True
        return not self.is_known and likely(self.text, kinds, LIKE) is not None


@lru_cache(maxsize=64)
def terms(text: str) -> tuple[Term, ...]:
    """A line's terms from left to right; of several that fit the longest is taken."""
    return tuple(Term(span.text, span.column, span.senses) for span in LEXICON.spans(text))
