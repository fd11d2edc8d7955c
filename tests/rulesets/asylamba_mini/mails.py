"""Order lines of seat 1 and what its desk makes of them."""

from __future__ import annotations

from typing import Any

from pbem.engine.api import Ask, Parsed, Verdict
from pbem.engine.orders import read_sheet
from pbem.rulesets.asylamba_mini.desk import AsylambaDesk
from pbem.rulesets.asylamba_mini.figures import (
    Facilities,
    Fleets,
    Inside,
    Purse,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.orders import AnyOrder, Orders
from pbem.rulesets.asylamba_mini.view import View
from tests.rulesets.asylamba_mini.table import colony, view

desk = AsylambaDesk()
ASK = Ask(1)

RICH: dict[str, Any] = {
    "home": Inside(Facilities(refinery=4, hub=4), Fleets(light=4, heavy=6), resources=300),
    "own": {17: colony(2, light=5, heavy=3), 9: colony(1, light=7)},
    "foreign": {2: 2},
    "garrisons": {2: 3, 8: 5},
    "technologies": Technologies(administration=3, engineering=5, conquest=1, frame=2),
    "purse": Purse(500, 200, 200),
    "tokens": Tokens(technology=1, colonisation=1),
}
"""Sectors 9, 17 and 18 with fleets, means for any order, a neighbour of faction 2 in sector 2."""


def rich(**changes: Any) -> View:
    return view(**{**RICH, **changes})


def parse(seen: View, *texts: str) -> Parsed[Orders]:
    return desk.parse(seen, ASK, read_sheet(texts, seen.open_turn).now)


def read(text: str, seen: View | None = None) -> tuple[AnyOrder, ...]:
    """The orders of one line; it must be taken."""
    parsed = parse(seen or rich(), text)
    assert parsed.orders is not None, parsed.verdicts
    return parsed.orders.orders


def verdict(text: str, seen: View | None = None) -> Verdict:
    (only,) = parse(seen or rich(), text).verdicts
    return only


def marked(found: Verdict) -> str:
    return found.text[found.column - 1 : found.column - 1 + found.length]
