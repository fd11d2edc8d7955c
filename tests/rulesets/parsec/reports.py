"""Reports of hand-made moments."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.advance import news_for
from pbem.engine.api import Ask, Event, Level, Seat
from pbem.engine.orders import read_sheet
from pbem.engine.report import Paragraph, Report
from pbem.rulesets.parsec.desk import make_report
from pbem.rulesets.parsec.orders import Orders
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import AnyEntry, Chapter, ConflictFought, Force, View
from tests.rulesets.parsec.table import desk, rules, square, squares
from tests.rulesets.reports import section

UNION = ConflictFought(
    cause="settlement",
    kind="merchant",
    square=square("g7"),
    attacker=Force(2, 3, 2, square("i7")),
    defender=Force(3, 4, 0, square("e1")),
    winner=2,
    vacated=squares("f1 f2 f3 f4"),
    resource="merchant",
    gain=5,
)
"""Seat 2's merchant leader, on i7, has beaten seat 3's, on e1, in a union at g7."""
DUEL = ConflictFought(
    cause="leader",
    kind="science",
    square=square("c4"),
    attacker=Force(2, 1, 2, square("c4")),
    defender=Force(1, 2, 1, square("b3")),
    winner=1,
    vacated=(),
    resource="science",
    gain=1,
)
"""Seat 2's science leader came to c4, into the region of seat 1's on b3, and lost."""


def toned(report: Report, heading: str, tone: str) -> list[str]:
    """The paragraphs of a section that stand out in this way."""
    blocks = section(report, heading)
    return [b.text for b in blocks if isinstance(b, Paragraph) and b.tone == tone]


def chapters(*turns: tuple[Seat, Sequence[AnyEntry]]) -> tuple[Chapter, ...]:
    """A log of players' turns, counted from the first, each a resolution."""
    return tuple(
        Chapter(number, seat).noting(tuple(entries), turn=number)
        for number, (seat, entries) in enumerate(turns, start=1)
    )


def report_of(after: State, seat: Seat | None, events: Sequence[Event] = ()) -> Report:
    """What `seat` is told after a resolution with these events."""
    return make_report(rules.view(after, seat), news_for(seat, events))


def uncommented(report: Report) -> tuple[str, ...]:
    """The template's suggestions as a player would send them: the # taken away."""
    lines = (line.removeprefix("#").strip() for line in report.template)
    return tuple(line for line in lines if line and not line.endswith(":"))


def sent(seen: View, ask: Ask, lines: Sequence[str]) -> Orders | None:
    """What the desk makes of these lines; not one of them is refused."""
    found = desk.parse(seen, ask, read_sheet(lines, seen.turn + 1).now)
    assert [v for v in found.verdicts if v.level is Level.REFUSED] == []
    return found.orders
