"""Leaves out of a report what stood in its reader's last one, hints that they have read, and of one
that would be too long what it lists last.

Only sections that list what stands (:attr:`~pbem.engine.report.Section.reference`) are folded, and
of these no picture, no form, no warning, no row that is marked, and nothing that the mail's orders
name. What is listed no longer is named, for among what is left out nobody could miss it. What is
cut is of these, or of what passed among others.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from pbem.engine.i18n import _, ngettext
from pbem.engine.identity import IdentityCache
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Block, Bullets, Paragraph, Picture, Report, Section, Table
from pbem.mailer.outbound.layout_html import WIDEST
from pbem.mailer.outbound.layout_text import lay_out

FEWEST = 3
"""Rows and points of a section that are left out at the least: a line says how many they are."""
LINES, LONG = 120, 180
"""Of a report's text, at the most, and of the first one of a game."""
HIGH, TALL = 4 * 800, 5 * 800
"""Pixels of its page, four screens and five, where a mail program has room for all its breadth."""
_LINE, _ROW, _APART, _HEADING = 21, 26, 8, 46
"""Pixels of a line of words, of a row of a table, below a block, and of a heading."""
_BESIDE, _FRAME = 18, 120
"""Pixels of a line beside the sections, most of which are orders in small letters, and of what a
page has around its words: edges, the button."""
_NAME = re.compile(r"[^(,:]*")
_HINT = ""
"""In the place of a section: a hint is told once, wherever it stands."""


class Fact(NamedTuple):
    """A row, a point or a sentence of a section. ``name`` is what it is about, as orders write it:
    a row's first cell, a point's words before the colon; empty for any other sentence. ``digest``
    stands for all that it says."""

    section: str
    name: str
    digest: str


def facts_of(report: Report, before: Iterable[tuple[str, str, str]] = ()) -> tuple[Fact, ...]:
    """All that the next report may leave out where it stands there as it does in this one, and the
    hints that its reader has had `before`."""
    told = [Fact(*fact) for fact in before if fact[0] == _HINT]
    now = [
        _hint(block) for section in report.sections for block in section.blocks if is_hint(block)
    ]
    listed = (_facts_in(section) for section in report.sections if section.reference)
    return (*dict.fromkeys((*told, *now)), *(fact for facts in listed for fact in facts))


def is_hint(block: Block) -> bool:
    """Whether a block is for readers alone who are new to the game."""
    return isinstance(block, Paragraph) and block.tone == "hint"


def without_hints(report: Report) -> Report:
    """The report for who knows the game."""
    return _but_for(report, is_hint)


class Room(NamedTuple):
    """What the sections of a report may take: ``lines`` of its text, ``pixels`` of its page."""

    lines: int = LINES
    pixels: int = HIGH


_FULL = Room()


def room_beside(around: int, *, first: bool) -> Room:
    """What `around` lines beside its sections leave of a report, be it the `first` of a game."""
    pixels = (TALL if first else HIGH) - _FRAME - around * _BESIDE
    return Room((LONG if first else LINES) - around, pixels)


def folded(
    report: Report,
    before: Iterable[tuple[str, str, str]],
    orders: Sequence[str],
    room: Room = _FULL,
) -> Report:
    """The report without what is among the facts `before`, and where to get that; `orders` are
    the lines that its mail shows. One whose sections would take more than `room` lists less."""
    told = Counter(Fact(*fact) for fact in before)
    said = "\n".join(line.partition(" ;")[0] for line in orders)
    report = _but_for(report, lambda block: is_hint(block) and _hint(block) in told)
    folds = [_fold(section, told, said) for section in report.sections]
    cut: dict[int, str] = {}
    sizes, whole = _Sizes(), len(report.template)
    for chart in _charts(report):
        if sizes.pixels(_composed(report, folds, cut)) > room.pixels:
            folds[chart] = _Fold(_with(report.sections[chart], ()), is_cut=True)
            cut[chart] = report.sections[chart].heading
    for n, names, short in _to_cut(report.sections, said):
        shown = _composed(report, folds, cut)
        spared = whole - len(report.template)
        fits = sizes.lines(shown) <= room.lines + spared
        if fits and sizes.pixels(shown) <= room.pixels + spared * _BESIDE:
            return shown
        if n is None:
            report = _without_choices(report)
            if len(report.template) < whole:
                cut[len(folds)] = _("Your orders")
        elif not folds[n].is_empty:
            section = report.sections[n]
            left = [*(_shortened(section, names) if short else _needed(section, names))]
            if short and left == [*section.blocks]:
                continue
            folds[n] = _Fold(_with(section, left), is_cut=True)
            cut[n] = section.heading
    return _composed(report, folds, cut)


def _charts(report: Report) -> Iterator[int]:
    """The sections of charts, but for one with which the page opens: where that is too high they go
    first, for nothing is decided by them."""
    first, _rest = report.opened_by_picture()
    for n, section in enumerate(report.sections):
        if section.is_charts and section.reference and first not in section.blocks:
            yield n


def _to_cut(sections: Sequence[Section], said: str) -> Iterator[tuple[int | None, str, bool]]:
    """What is cut of a report that would be too long, one after the other: sections from the last
    on, of a row of them that tell of others the first before the rest, but for what is in `said`;
    those that have a short form come down to that (True); then the choices that its template has
    (None); in the end also what orders name, the short forms, and what is kept as long as can be.
    """
    found = [
        [(n, section) for n, section in row]
        for _others, row in groupby(enumerate(sections), key=lambda one: one[1].others)
    ]
    order = [
        n
        for row in reversed(found)
        for n, section in (row if row[0][1].others else reversed(row))
        if (section.reference or section.others) and not section.is_charts
    ]
    first = [n for n in order if not (sections[n].kept or sections[n].short)]
    short = [n for n in order if sections[n].short and not sections[n].kept]
    yield from ((n, said, False) for n in first)
    yield from ((n, said, True) for n in short)
    yield None, "", False
    yield from ((n, "", False) for n in first)
    yield from ((n, "", False) for n in order if n not in first)


def _without_choices(report: Report) -> Report:
    """The report with the first part of its template alone: a bare # stands before what else
    there is to choose from, or is in mind for later turns."""
    template = report.template
    first = template.index("#") if "#" in template else len(template)
    return msgspec.structs.replace(report, template=template[:first])


def _composed(report: Report, folds: Sequence[_Fold], cut: Mapping[int, str]) -> Report:
    """The report of what is left of its sections, and a last one on what is not."""
    same = [fold.section.heading for fold in folds if fold.is_empty and not fold.is_cut]
    shown = [fold for fold in folds if not fold.is_empty]
    sections = [_told(fold) for fold in shown]
    said = []
    if same:
        told = _("Nothing has changed in: {sections}.")
        said.append(told.format(sections=side_by_side(same)))
    gone = [n for n in sorted(cut) if n < len(folds) and folds[n].is_empty]
    for told, which in (
        (_("Not shown, for this report was long: {sections}."), gone),
        (_("Cut short, for this report was long: {sections}."), sorted({*cut}.difference(gone))),
    ):
        if which:
            said.append(told.format(sections=side_by_side([cut[n] for n in which])))
    if said:
        said.append(_("REPORT FULL sends you the whole report."))
        sections.append(Section(_("Left out"), (Paragraph(" ".join(said)),)))
    return msgspec.structs.replace(report, sections=tuple(sections))


def _needed(section: Section, said: str) -> Iterator[Block]:
    """Of a section what must not be left out: warnings, the reader's own rows, and those that
    orders name."""
    for block in section.blocks:
        if isinstance(block, Paragraph) and block.tone not in ("plain", "hint"):
            yield block
        elif isinstance(block, Table):
            facts = _facts_in(_with(section, (block,)))
            yield from _only(block, [n for n, one in enumerate(facts) if _is_in(one.name, said)])[0]


def _shortened(section: Section, said: str) -> Iterator[Block]:
    """The section with its first rows and points alone, and those that orders name."""
    for block in section.blocks:
        facts = _facts_in(_with(section, (block,)))
        kept = [n for n, one in enumerate(facts) if n < section.short or _is_in(one.name, said)]
        yield from _only(block, kept)[0]


class _Sizes:
    """How long reports are that differ in a section or two."""

    def __init__(self) -> None:
        self._lines: IdentityCache[Block, int] = IdentityCache(
            lambda block: lay_out(block).count("\n") + 2, most=512
        )

    def lines(self, report: Report) -> int:
        """Of its sections' text: each has a heading, its line and a blank one; blocks are apart."""
        sections = (section for section in report.sections if not section.is_charts)
        return sum(3 + sum(map(self._lines, section.blocks)) - 1 for section in sections)

    def pixels(self, report: Report) -> int:
        """Of its sections on a page, nearly."""
        blocks = (block for section in report.sections for block in section.blocks)
        return sum(map(self._high, blocks)) + _HEADING * len(report.sections)

    def _high(self, block: Block) -> int:
        match block:
            case Picture(scene=scene):
                shown = min(1.0, WIDEST / scene.width)
                return round(scene.height * shown) + _APART + (_LINE if block.caption else 0)
            case Table(rows=rows, caption=caption):
                broken = max(0, self._lines(block) - len(rows) - 3)
                above = _ROW + (_LINE if caption else 0)
                return above + _ROW * len(rows) + _LINE * broken + _APART
            case _:
                return _LINE * (self._lines(block) - 1) + _APART


class _Fold(NamedTuple):
    """What is left of a section: how many of its lines are left out, and what has gone."""

    section: Section
    lines: int = 0
    gone: tuple[str, ...] = ()
    is_cut: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.section.blocks and not self.gone


def _told(fold: _Fold) -> Section:
    """The section, with a word on what it lacks and on where to get that: not in the last report,
    which may have lacked the same."""
    if not fold.lines:
        return fold.section
    said = []
    if fold.gone:
        said.append(_("Gone or changed: {names}.").format(names=", ".join(fold.gone)))
    more = ngettext(
        "{n} more as before: REPORT FULL shows it.",
        "{n} more as before: REPORT FULL shows them.",
        fold.lines,
    )
    said.append(more.format(n=fold.lines))
    return _with(fold.section, (*fold.section.blocks, Paragraph(" ".join(said))))


def _fold(section: Section, told: Counter[Fact], said: str) -> _Fold:
    known = Counter({fact: n for fact, n in told.items() if fact.section == section.heading})
    now = Counter(_facts_in(section))
    if not section.reference or not known or _unnamed(now) < _unnamed(known):
        return _Fold(section)  # never told, or a sentence has gone and could not be named
    if section.together and now != known:
        return _Fold(section)
    names = {fact.name for fact in now}
    gone = tuple(dict.fromkeys(fact.name for fact in known if fact.name not in names))
    blocks: list[Block] = []
    lines = 0
    for block in section.blocks:
        facts = _facts_in(_with(section, (block,)))
        kept = [n for n, fact in enumerate(facts) if not _takes(known, fact, said)]
        shown, left_out = _only(block, kept)
        blocks += shown
        lines += left_out
    if lines < FEWEST and (blocks or gone):
        return _Fold(section)
    return _Fold(_with(section, blocks), lines, gone)


def _but_for(report: Report, unwanted: Callable[[Block], bool]) -> Report:
    """The report without some blocks, and without sections of which nothing is left."""
    sections = (
        _with(section, [block for block in section.blocks if not unwanted(block)])
        for section in report.sections
    )
    left = tuple(section for section in sections if section.blocks)
    return msgspec.structs.replace(report, sections=left)


def _hint(block: Block) -> Fact:
    return Fact(_HINT, "", _digest([block.text] if isinstance(block, Paragraph) else []))


def _with(section: Section, blocks: Sequence[Block]) -> Section:
    return msgspec.structs.replace(section, blocks=tuple(blocks))


def _unnamed(facts: Counter[Fact]) -> int:
    return sum(count for fact, count in facts.items() if not fact.name)


def _takes(known: Counter[Fact], fact: Fact, said: str) -> bool:
    """Whether a fact is known, once for each time that it was told, and no order is about it."""
    if not known[fact] or _is_in(fact.name, said):
        return False
    known[fact] -= 1
    return True


def _is_in(name: str, said: str) -> bool:
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said, re.IGNORECASE) if name else None
    return found is not None


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


def _facts_in(section: Section) -> list[Fact]:
    return [
        Fact(section.heading, name, _digest(said))
        for block in section.blocks
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
