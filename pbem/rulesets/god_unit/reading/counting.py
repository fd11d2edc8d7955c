"""What a line holds, as far as order lines go: units, squares, pieces, and words that are strange.

Read as what a unit's order says, or a factory's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.lexicon import LIKE
from pbem.rulesets.god_unit.reading.words import (
    LONGEST_FIGURE,
    Kind,
    Term,
    likely,
)

UNIT_VERBS = ("move", "attack", "deploy", "hold")
FACTORY_VERBS = ("produce", "stop", "keep")
RANGE = ("-", "–", "—", "..", "...", "…")
SHORTEST_SLIP = 4
"""A shorter word is like too many others to be one of ours misspelt."""

_MOST_SLIPS = 2
_LONGEST_NAME = 4
_UNIT_JOINS = ("to", "towards", "at", "from", "with", "of", "unit", "factory", "also", "filler")
_AIMS = ("nearest", "all", "else", "late")
_FACTORY_JOINS = ("to", "at", "from", "with", "of", "also", "filler", "level")


@dataclass(frozen=True)
class Count:
    """What a line holds behind its verb: ``figures`` (units), ``cells`` (squares, levels),
    ``letters`` of factories, ``things`` else that such an order names, words of ours misspelt,
    and strange ones."""

    figures: int = 0
    cells: int = 0
    letters: int = 0
    things: int = 0
    slips: int = 0
    strange: int = 0

    @property
    def said(self) -> int:
        """How much of what such an order says is there."""
        return self.figures + self.cells + self.letters + self.things

    @property
    def is_faultless(self) -> bool:
        return self.slips == 0 and self.strange == 0


def count_units(rest: Sequence[Term], *, verbs: bool = True) -> Count:
    """As what a unit's order says; without `verbs` another one stands behind ELSE only."""
    figures = cells = slips = strange = 0
    named = _in_names(rest)
    things = sum(rest[place].of(Kind.COLOUR) is not None for place in named)
    for place, term in enumerate(rest):
        before = rest[place - 1] if place else None
        if place in named:
            continue
        if term.is_figure:
            figures += 1
            strange += len(term.text) > LONGEST_FIGURE
        elif term.is_cell:
            cells += 1
        elif term.of(Kind.COLOUR) or term.seat is not None or term.means(*_AIMS):
            things += 1
        elif _names_piece(term, before):
            continue
        elif term.of(Kind.VERB) in UNIT_VERBS:
            strange += not (verbs or any(one.means("else") for one in rest[:place]))
        elif not (term.means(*_UNIT_JOINS, "repeat") or term.text in RANGE):
            slip = slips < _MOST_SLIPS and _is_slip(term, (Kind.VERB, Kind.COLOUR, Kind.PARTICLE))
            slips += slip
            strange += not slip
    return Count(figures, cells, 0, things, slips, strange)


def _in_names(rest: Sequence[Term]) -> set[int]:
    """The places of words that may be a player's name: between UNIT and a number, or FACTORY and
    a letter."""
    found: set[int] = set()
    for place, term in enumerate(rest):
        if not term.means("unit", "factory") or place + 1 == len(rest):
            continue
        words: list[int] = []
        for after in range(place + 1, min(place + 2 + _LONGEST_NAME, len(rest))):
            if rest[after].is_figure or (rest[after].is_letter and len(rest[after].text) == 1):
                found.update(words)
                break
            if rest[after].is_cell or rest[after].means("else"):
                break
            words.append(after)
    return found


def _names_piece(term: Term, before: Term | None) -> bool:
    """Whether a single letter names a factory or a colour: "Red B", "FACTORY R B", "c 7"."""
    if before is None or len(term.text) != 1 or not term.is_letter:
        return False
    named = before.of(Kind.COLOUR) is not None or before.seat is not None
    lettered = len(before.text) == 1 and before.is_letter
    return named or lettered or before.means("unit", "factory", "to", "at", "towards", "also")


def count_factory(rest: Sequence[Term]) -> Count:
    """As what a factory's order says."""
    figures = cells = letters = things = slips = strange = 0
    for term in rest:
        if term.is_figure:
            figures += 1
            strange += len(term.text) > 1
        elif term.is_cell:
            cells += 1
        elif term.is_letter and len(term.text) == 1:
            letters += 1
        elif _is_made(term) or term.means("factory", "repeat", "once", "all"):
            things += 1
        elif not (term.means(*_FACTORY_JOINS) or term.of(Kind.VERB) in FACTORY_VERBS):
            slip = slips < _MOST_SLIPS and _is_slip(
                term, (Kind.PRODUCT, Kind.CHARACTERISTIC, Kind.PARTICLE)
            )
            slips += slip
            strange += not slip
    return Count(figures, cells, letters, things, slips, strange)


def _is_made(term: Term) -> bool:
    return term.of(Kind.PRODUCT) is not None or term.of(Kind.CHARACTERISTIC) is not None


def _is_slip(term: Term, kinds: tuple[Kind, ...]) -> bool:
    return (
        not term.is_known
        and len(term.text) >= SHORTEST_SLIP
        and likely(term.text, kinds, LIKE) is not None
    )
