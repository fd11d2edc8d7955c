"""Order lines of seat 1 and what its desk makes of them."""

from __future__ import annotations

from typing import Any

from pbem.engine.api import Ask, Parsed, Verdict
from pbem.engine.orders import read_sheet
from pbem.rulesets.god_unit import language
from pbem.rulesets.god_unit.desk import GodUnitDesk
from pbem.rulesets.god_unit.orders import AnyOrder, Orders
from pbem.rulesets.god_unit.view import View
from tests.rulesets.god_unit.table import factory, unit, view

desk = GodUnitDesk()
ASK = Ask(1)

ARMIES: dict[str, Any] = {
    "units": (
        unit(1, 1, "a1"),
        unit(1, 12, "c4", "A3 N4 R3 M3"),
        unit(1, 13, "c4"),
        unit(1, 14, "d3", "factory"),
        unit(1, 15, "e5", "M0 R3 D3"),
        unit(1, 16, "b7", "A0 N0 R0 M3"),
        unit(2, 3, "j9", "R3 D2"),
        unit(2, 4, "d6", "D2 M3"),
        unit(2, 5, "d6"),
        unit(2, 6, "h4"),
    ),
    "factories": (
        factory(1, "A", "a1", "D2 R3", since=2),
        factory(1, "B", "b2"),
        factory(1, "C", "c2", "M2 D2", since=2, repeat=True),
        factory(2, "A", "j10", "D2", since=3),
    ),
}
"""After turn 4. Red: 12 and 13 at c4, 14 will be a factory, 15 deploys with M0, 16 is unarmed;
factory A is due in turn 6, B idles, C brings unit 17 in turn 5. Blue: 4 (D2) and 5 at d6."""


def armies(**changes: Any) -> View:
    return view(**{**ARMIES, **changes})


def parse(seen: View, *texts: str) -> Parsed[Orders]:
    return desk.parse(seen, ASK, read_sheet(texts, seen.open_turn).now)


def read(text: str, seen: View | None = None) -> tuple[AnyOrder, ...]:
    """The orders of one line; it must be taken."""
    parsed = parse(seen or armies(), text)
    assert parsed.orders is not None, parsed.verdicts
    return parsed.orders.orders


def written(text: str, seen: View | None = None) -> str:
    """The orders of one line as they are written, joined by semicolons."""
    return "; ".join(map(language.written, read(text, seen)))


def verdict(text: str, seen: View | None = None) -> Verdict:
    (only,) = parse(seen or armies(), text).verdicts
    return only


def marked(found: Verdict) -> str:
    return found.text[found.column - 1 : found.column - 1 + found.length]
