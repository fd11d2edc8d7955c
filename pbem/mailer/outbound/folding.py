"""Leaves out of a report what stood in its reader's last one.

Only sections that list what stands (:attr:`~pbem.engine.report.Section.reference`) are folded, and
of these no picture, no form, no warning, no row that is marked, and nothing that the mail's orders
name. What is listed no longer is named, for among what is left out nobody could miss it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Block, Bullets, Paragraph, Report, Section, Table

FEWEST = 2
"""Rows and points of a section that are left out at the least: a line says how many they are."""
_NAME = re.compile(r"[^(,:]*")


class Fact(NamedTuple):
    """A row, a point or a sentence of a section. ``name`` is what it is about, as orders write it:
    a row's first cell, a point's words before the colon; empty for any other sentence. ``digest``
    stands for all that it says."""

    section: str
    name: str
    digest: str


def facts_of(report: Report) -> tuple[Fact, ...]:
    """All that the next report may leave out where it stands there as it does in this one."""
    return tuple(
        fact
        for section in report.sections
        if section.reference
        for fact in _facts_in(section, section.blocks)
    )


def folded(report: Report, before: Iterable[tuple[str, str, str]], orders: Iterable[str]) -> Report:
    """The report without what is among the facts `before`, and where to get that; `orders` are
    the lines that its mail shows."""
    told, said = [Fact(*fact) for fact in before], "\n".join(orders)
    sections = [
        _folded(section, [fact for fact in told if fact.section == section.heading], said)
        if section.reference
        else section
        for section in report.sections
    ]
    if sections == [*report.sections]:
        return report
    unchanged = [section.heading for section in sections if not section.blocks]
    shown = (section for section in sections if section.blocks)
    return msgspec.structs.replace(report, sections=(*shown, _left_out(unchanged)))


def _left_out(unchanged: Sequence[str]) -> Section:
    said = [_("REPORT FULL sends you the whole report.")]
    if unchanged:
        said.insert(
            0, _("Nothing has changed in: {sections}.").format(sections="; ".join(unchanged))
        )
    return Section(_("As in your last report"), (Paragraph(" ".join(said)),))


def _folded(section: Section, before: Sequence[Fact], said: str) -> Section:
    """The section without what it said before; without blocks where it says nothing else."""
    now = _facts_in(section, section.blocks)
    if _unnamed(now) < _unnamed(before):
        return section  # a sentence has gone, and cannot be named
    known = Counter(before)
    blocks: list[Block] = []
    lines = 0
    for block in section.blocks:
        facts = _facts_in(section, (block,))
        kept = [n for n, fact in enumerate(facts) if not _takes(known, fact, said)]
        shown, left_out = _only(block, kept)
        blocks += shown
        lines += left_out
    names = {fact.name for fact in now}
    gone = dict.fromkeys(fact.name for fact in before if fact.name not in names)
    if not blocks and not gone:
        return msgspec.structs.replace(section, blocks=())
    if lines < FEWEST:
        return section
    more = ngettext("{n} more as in your last report.", "{n} more as in your last report.", lines)
    said_last = [more.format(n=lines)]
    if gone:
        said_last.insert(0, _("No longer listed: {names}.").format(names=", ".join(gone)))
    last = Paragraph(" ".join(said_last))
    return msgspec.structs.replace(section, blocks=(*blocks, last))


def _unnamed(facts: Iterable[Fact]) -> int:
    return sum(not fact.name for fact in facts)


def _takes(known: Counter[Fact], fact: Fact, said: str) -> bool:
    """Whether a fact is known, once for each time that it was told, and no order is about it."""
    if not known[fact] or (fact.name and _is_in(fact.name, said)):
        return False
    known[fact] -= 1
    return True


def _is_in(name: str, said: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said, re.IGNORECASE) is not None


def _only(block: Block, kept: Sequence[int]) -> tuple[tuple[Block, ...], int]:
    """A block with those of its facts alone, if there are any, and how many lines that spares."""
    match block:
        case Bullets(items=items):
            left = Bullets(tuple(items[n] for n in kept))
            return (left,) if kept else (), len(items) - len(kept)
        case Table(rows=rows, mark=mark):
            rest = sorted({*kept, *mark})
            left_rows = tuple(rows[n] for n in rest)
            marks = tuple(rest.index(n) for n in mark)
            table = msgspec.structs.replace(block, rows=left_rows, mark=marks)
            return (table,) if rest else (), len(rows) - len(rest)
        case Paragraph(tone="plain"):
            return (block,) if kept else (), 0
        case _:
            return (block,), 0


def _facts_in(section: Section, blocks: Iterable[Block]) -> list[Fact]:
    return [
        Fact(section.heading, name, _digest(said))
        for block in blocks
        for name, said in _said_by(block)
    ]


def _said_by(block: Block) -> list[tuple[str, tuple[str, ...]]]:
    """What a block tells, one thing after the other: what it is about, and all that it says."""
    match block:
        case Bullets(items=items):
            return [(_name(item) if ":" in item else "", (item,)) for item in items]
        case Table(columns=columns, rows=rows, caption=caption):
            over = (caption, *(column.heading for column in columns))
            return [(_name(row[0]), (*over, *row)) for row in rows]
        case Paragraph(text=text, tone="plain"):
            return [("", (text,))]
        case _:
            return []


def _name(text: str) -> str:
    found = _NAME.match(text)
    return found[0].strip() if found else ""


def _digest(said: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(said).encode()).hexdigest()[:16]
