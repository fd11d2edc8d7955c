"""The words that order lines are made of (HG-12), with the forms that people write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache


class Part(StrEnum):
    """What may follow an item's allocation; the value is the word we write."""

    COOP = "coop"
    WITH = "with"
    COMP = "comp"
    ATTACK = "attack"


_FORMS: Mapping[Part, str] = {
    Part.COOP: "coop co-op cooperation co-operation cooperate cooperates cooperating cooperative",
    Part.WITH: "with",
    Part.COMP: "comp competition compete competes competing competitive"
    " defend defends defending defence defense",
    Part.ATTACK: "attack attacks attacking att atk",
}

PARTS: Mapping[str, Part] = {form: part for part, forms in _FORMS.items() for form in forms.split()}

DASHES = frozenset("-–—−‒―")
STARS = frozenset("*∞")
PERCENT = frozenset({"%", "percent", "pct"})
SEPARATORS = frozenset({",", ":", "=", ".", "|", "/", "+", "and"})
"""May stand between parts."""
EVERYONE_WORDS = frozenset({"all", "anyone", "anybody", "everyone", "everybody"})
LEADING_FILLERS = frozenset({"players", "player", "those", "of", "on", "from", "between", "range"})
"""May stand before a range."""
TRAILING_FILLERS = frozenset({"points", "pts"})
"""May stand behind a range."""

_SHORTEST_ABBREVIATION = 3


@lru_cache(maxsize=64)
def item_names(items: tuple[str, ...]) -> Mapping[str, str]:
    """Casefolded names and unambiguous abbreviations of 3 letters or more, with their item."""
    full = {item.casefold(): item for item in items}
    known = dict(full)
    for key, item in full.items():
        for end in range(_SHORTEST_ABBREVIATION, len(key)):
            short = key[:end]
            alone = sum(other.startswith(short) for other in full) == 1
            if alone and not short.endswith((" ", "-", "'", "’")):
                known[short] = item
    return known


_BULLET = re.compile(r"\s*(?:[-*•·–]|\d{1,2}[.)])\s+")


def without_bullet(text: str) -> str:
    """`text` with a list's bullet or number blanked out, so that columns stay."""
    bullet = _BULLET.match(text)
    return " " * bullet.end() + text[bullet.end() :] if bullet else text
