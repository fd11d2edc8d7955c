"""The parts of a report that tests look at, in every game."""

from __future__ import annotations

from pbem.engine.report import Bullets, Paragraph, Report, Table

BOUND = "\N{NO-BREAK SPACE}"
_THIN = "\N{NARROW NO-BREAK SPACE}"


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
    return [sentence.replace(BOUND, " ").replace(_THIN, "") for sentence in found]


def table(report: Report, heading: str, number: int = 0) -> Table:
    return [b for b in section(report, heading) if isinstance(b, Table)][number]


def told(report: Report) -> str:
    """Every word of a report but its pictures."""
    return str([[b for b in s.blocks if not hasattr(b, "scene")] for s in report.sections])
