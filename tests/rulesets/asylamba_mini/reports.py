"""Reports of hand-made moments, and the parts of them that tests look at."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.api import Event
from pbem.engine.report import Bullets, Paragraph, Report, Table
from pbem.rulesets.asylamba_mini.desk import make_report
from pbem.rulesets.asylamba_mini.view import Battle, Side, View


def section(report: Report, heading: str) -> tuple[object, ...]:
    return next(s.blocks for s in report.sections if s.heading == heading)


def headings(report: Report) -> list[str]:
    return [section.heading for section in report.sections]


def sentences(report: Report, heading: str) -> list[str]:
    """Paragraphs and list entries of a section, in order."""
    found: list[str] = []
    for block in section(report, heading):
        if isinstance(block, Paragraph):
            found.append(block.text)
        elif isinstance(block, Bullets):
            found += block.items
    return found


def table(report: Report, heading: str, number: int = 0) -> Table:
    return [b for b in section(report, heading) if isinstance(b, Table)][number]


def told(report: Report) -> str:
    """Every word of a report but its pictures."""
    return str([[b for b in s.blocks if not hasattr(b, "scene")] for s in report.sections])


def report(seen: View, *news: Event | Battle) -> Report:
    """Of a turn with this news and these battles."""
    battles = tuple(one for one in news if isinstance(one, Battle))
    events = tuple(one for one in news if isinstance(one, Event))
    return make_report(msgspec.structs.replace(seen, battles=battles), events)


def fight(sector: int, attacker: Side, defender: Side, **more: Any) -> Battle:
    figures: dict[str, Any] = {
        "kind": "conquer",
        "taken": True,
        "captured": 0,
        **more,
    }
    return Battle(sector=sector, attacker=attacker, defender=defender, **figures)
