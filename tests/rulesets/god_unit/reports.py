"""Reports of hand-made moments, and the parts of them that tests look at."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.engine.api import Event, Seat
from pbem.engine.report import Bullets, Paragraph, Report, Table
from pbem.rulesets.god_unit.desk import make_report
from pbem.rulesets.god_unit.figures import Name, unit_name
from pbem.rulesets.god_unit.view import AnyLogEntry, Attacked, Roll, View
from tests.rulesets.god_unit.table import design, square

BOUND = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"


def bound(text: str) -> str:
    """With the blank before "%" that no line break parts."""
    return text.replace(" %", f"{BOUND}%")


def section(report: Report, heading: str) -> tuple[object, ...]:
    return next(s.blocks for s in report.sections if s.heading == heading)


def headings(report: Report) -> list[str]:
    return [section.heading for section in report.sections]


def sentences(report: Report, heading: str) -> list[str]:
    """Paragraphs and list entries of a section, in order, with plain blanks."""
    found: list[str] = []
    for block in section(report, heading):
        if isinstance(block, Paragraph):
            found.append(block.text)
        elif isinstance(block, Bullets):
            found += block.items
    return [sentence.replace(BOUND, " ").replace(THIN, "") for sentence in found]


def table(report: Report, heading: str, number: int = 0) -> Table:
    return [b for b in section(report, heading) if isinstance(b, Table)][number]


def told(report: Report) -> str:
    """Every word of a report but its pictures."""
    return str([[b for b in s.blocks if not hasattr(b, "scene")] for s in report.sections])


def report(seen: View, *news: Event | AnyLogEntry) -> Report:
    """Of a turn with this news, and with these entries in its log after those that it has."""
    entries = tuple(one for one in news if not isinstance(one, Event))
    events = tuple(one for one in news if isinstance(one, Event))
    return make_report(msgspec.structs.replace(seen, log=(*seen.log, *entries)), events)


# What a log may hold ------------------------------------------------------------------


def roll(
    target: Name,
    at: str,
    dice: tuple[int, int] | None,
    *,
    strengths: tuple[int, int] = (1, 1),
    notation: str = "grunt",
    tie: int | None = None,
    hit: bool = True,
) -> Roll:
    """One attack on `target`; without `dice` it has no defence."""
    return Roll(
        square=square(at),
        target=target,
        design=design(notation),
        attack=None if dice is None else (dice[0], strengths[0]),
        defence=None if dice is None else (dice[1], strengths[1]),
        tie=tie,
        hit=hit,
    )


def attacked(seat: Seat, number: int, at: str, notation: str, rolls: Sequence[Roll]) -> Attacked:
    return Attacked(
        unit=unit_name(seat, number),
        design=design(notation),
        square=square(at),
        rolls=tuple(rolls),
    )
