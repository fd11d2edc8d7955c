"""Orders that a mail client broke within a list of units, where the rest looks like an order.

``MOVE 2 3 5 8`` / ``13 21 TO c7``: the second half could be 13's own order. That it is not shows
in the first one, which is as long as such lines are and says nothing but who is to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from pbem.engine.api import Line
from pbem.rulesets.god_unit.reading.clauses import begun
from pbem.rulesets.god_unit.reading.counting import RANGE
from pbem.rulesets.god_unit.reading.words import Kind, Names, Term

_SHORTEST = 50
"""No mail client breaks lines of fewer characters."""


@dataclass(frozen=True)
class Whole:
    """A line as it was meant, and what of it stood on lines of their own."""

    line: Line
    rest: tuple[Line, ...] = ()


def whole_lines(lines: Sequence[Line], names: Names) -> tuple[Whole, ...]:
    """The lines, those that were broken within a list of units put together again."""
    found: list[Whole] = []
    for line in lines:
        if found and _goes_on(found[-1].line, line, names):
            found[-1] = _together(found[-1], line)
        else:
            found.append(Whole(line))
    return tuple(found)


def _goes_on(line: Line, following: Line, names: Names) -> bool:
    is_bare = line.source[line.offset :].rstrip() == line.text and following.offset == 0
    if not is_bare or len(line.source) < _SHORTEST or following.number != line.number + 1:
        return False
    found, rest = begun(line.text, names), begun(following.text, names)
    return _only_names_units(found) and _begins_with_units(rest)


def _only_names_units(found: Sequence[Term]) -> bool:
    if len(found) < 2 or found[0].of(Kind.VERB) not in ("move", "attack"):
        return False
    return all(_is_in_list(term) for term in found[1:])


def _begins_with_units(found: Sequence[Term]) -> bool:
    return bool(found) and found[0].is_figure and not any(term.of(Kind.VERB) for term in found)


def _is_in_list(term: Term) -> bool:
    return term.is_figure or term.means("also", "unit") or term.text in RANGE


def _together(before: Whole, line: Line) -> Whole:
    first = before.line
    joined = msgspec.structs.replace(
        first, text=f"{first.text} {line.text}", source=f"{first.source.rstrip()} {line.source}"
    )
    return Whole(joined, (*before.rest, line))
