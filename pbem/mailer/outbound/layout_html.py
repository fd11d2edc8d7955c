"""Keeps a report's HTML small enough to be shown whole, and prepares what its template needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from pbem.engine.i18n import _, ngettext
from pbem.engine.report import (
    Block,
    Bullets,
    Column,
    Forms,
    Paragraph,
    Picture,
    Report,
    Section,
    Table,
    TextBlock,
)
from pbem.mailer.outbound.contents import Chapter, ChapterBlock, Excerpt, Figure, ReportContext
from pbem.mailer.outbound.layout_text import GUTTER, printable

HTML_OCTETS = 80_000
"""Webmail cuts a page off at some 100 KB; ours stays well below."""
REPORT_OCTETS = 40_000
"""Of a report's page: what is read every day is short."""
MAILTO_BODY = 1_500
"""Characters of a mailto: link's body that all mail programs bear."""
WIDEST = 608
"""Pixels of the column that a picture may fill."""


class Limits(msgspec.Struct, frozen=True):
    """How much of a report its HTML shows; the text part always has everything.

    ``rows`` of a table, ``items`` of a list, ``letters`` of a text, ``blocks`` of
    a section, ``sections``, and ``lines`` of the order template.
    """

    rows: int = 1_000_000
    items: int = 1_000_000
    letters: int = 1_000_000
    blocks: int = 1_000_000
    sections: int = 1_000_000
    lines: int = 1_000_000


_BAR = Markup('<span class="bar">{bar}</span>').format(bar=GUTTER)

STEPS = (
    Limits(),
    Limits(rows=60, items=60, lines=200),
    Limits(rows=25, items=25, letters=4_000, blocks=40, lines=100),
    Limits(rows=10, items=10, letters=1_000, blocks=15, sections=40, lines=60),
    Limits(rows=5, items=5, letters=300, blocks=8, sections=12, lines=40),
    Limits(rows=2, items=3, letters=200, blocks=3, sections=4, lines=30),
    Limits(rows=0, items=1, letters=100, blocks=0, sections=0, lines=20),
)
"""Tried one after the other until the page is small enough; the last one always is."""


def shortened(report: Report, limits: Limits) -> Report:
    """The report within `limits`; whatever was cut says where to find the rest."""
    return Report(
        title=_cut(report.title, limits),
        headline=_cut(report.headline, limits),
        sections=_few_sections(report.sections, limits, Section),
        template=tuple(_cut(line, limits) for line in report.template[: limits.lines]),
        standing=_cut(report.standing, limits),
    )


def with_players(report: Report, context: ReportContext) -> Report:
    """The report with who plays: below the standings those of whom there is more to tell than a
    name; in a section of its own everyone, where nothing else ranks them."""
    ranked = next((n for n, section in enumerate(report.sections) if section.ranks), None)
    sections = list(report.sections)
    if ranked is None and context.players:
        sections.append(Section(_("Players"), (Bullets(context.players),)))
    elif ranked is not None and context.of_note:
        told = Paragraph(_("Among the players: {names}.").format(names=", ".join(context.of_note)))
        found = sections[ranked]
        sections[ranked] = msgspec.structs.replace(found, blocks=(*found.blocks, told))
    return msgspec.structs.replace(report, sections=tuple(sections))


def shortened_chapters(chapters: Sequence[Chapter], limits: Limits) -> tuple[Chapter, ...]:
    """The chapters within `limits`, in the same way."""
    return _few_sections(chapters, limits, Chapter)


Part = TypeVar("Part", Section, Chapter)


def _few_sections(
    sections: Sequence[Part], limits: Limits, more: Callable[[str, tuple[Paragraph]], Part]
) -> tuple[Part, ...]:
    shown = [_section(section, limits) for section in sections[: limits.sections]]
    left_out = len(sections) - len(shown)
    if left_out:
        where = ngettext(
            "{n} more section is in the plain text of this mail.",
            "{n} more sections are in the plain text of this mail.",
            left_out,
        ).format(n=left_out)
        shown.append(more(_("More"), (Paragraph(where),)))
    return tuple(shown)


def in_words(report: Report) -> Report:
    """The report with what its pictures show told in their place."""
    sections = (
        msgspec.structs.replace(section, blocks=tuple(map(told, section.blocks)))
        for section in report.sections
    )
    return msgspec.structs.replace(report, sections=tuple(sections))


def without_vectors(report: Report) -> Report:
    """The report with pictures that tell nothing where one points at them, nor say so."""

    def still(block: Block) -> Block:
        if not isinstance(block, Picture) or not block.svg:
            return block
        return msgspec.structs.replace(block, caption="", svg=False)

    sections = (
        msgspec.structs.replace(section, blocks=tuple(map(still, section.blocks)))
        for section in report.sections
    )
    return msgspec.structs.replace(report, sections=tuple(sections))


def figures_told(chapters: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """The chapters with what their figures show told in their place; without charts and films."""
    still = [(chapter, [b for b in chapter.blocks if not _is_chart(b)]) for chapter in chapters]
    return tuple(
        msgspec.structs.replace(chapter, blocks=tuple(map(_figure_told, blocks)))
        for chapter, blocks in still
        if blocks or not chapter.blocks
    )


def _is_chart(block: ChapterBlock) -> bool:
    return isinstance(block, Figure) and block.is_chart


def _figure_told(block: ChapterBlock) -> ChapterBlock:
    if not isinstance(block, Figure):
        return block
    return _pictured(block.caption, block.alt)


def told(block: Block) -> TextBlock:
    """A block of a report, told where it is a picture. Its caption may speak of the vector picture,
    which does not come with it."""
    if not isinstance(block, Picture):
        return block
    caption = "" if block.svg else block.caption
    return _pictured(caption, block.alt)


def _pictured(caption: str, alt: str) -> Paragraph:
    if not (caption and alt):
        return Paragraph(caption.rstrip(".") or alt)
    return Paragraph(_("{name}: {what}").format(name=caption.rstrip("."), what=alt))


def few(lines: Sequence[str], limits: Limits) -> tuple[str, ...]:
    """As many of `lines` as the limits allow, and a word on the rest."""
    shown = tuple(_cut(line, limits) for line in lines[: limits.items])
    left_out = len(lines) - len(shown)
    return (*shown, _rest(left_out)) if left_out else shown


def _section(section: Part, limits: Limits) -> Part:
    blocks = [*_blocks(section.blocks[: limits.blocks], limits)]
    left_out = len(section.blocks) - limits.blocks
    if left_out > 0:
        where = ngettext(
            "{n} more part of this section is in the plain text of this mail.",
            "{n} more parts of this section are in the plain text of this mail.",
            left_out,
        ).format(n=left_out)
        blocks.append(Paragraph(where))
    heading = _cut(section.heading, limits)
    return msgspec.structs.replace(section, heading=heading, blocks=tuple(blocks))


def _blocks(
    blocks: Sequence[Block | ChapterBlock], limits: Limits
) -> Iterator[Block | ChapterBlock]:
    for block in blocks:
        match block:
            case Paragraph(text=text, tone=tone):
                yield Paragraph(_cut(text, limits), tone)
            case Bullets(items=items):
                yield Bullets(few(items, limits))
            case Table():
                yield from _table(block, limits)
            case Forms(forms=forms):
                yield Forms(forms[: limits.items])
                if len(forms) > limits.items:
                    yield Paragraph(_rest(len(forms) - limits.items))
            case Excerpt(caption=caption, lines=lines):
                yield Excerpt(_cut(caption, limits), few(lines, limits))
            case Picture() | Figure():
                yield msgspec.structs.replace(
                    block, alt=_cut(block.alt, limits), caption=_cut(block.caption, limits)
                )


def _table(block: Table, limits: Limits) -> Iterator[Block]:
    """The first rows, and the player's own, which must not be cut off."""
    own = [n for n in block.mark if n < len(block.rows)][: limits.rows]
    first = set(range(min(limits.rows, len(block.rows))))
    kept = sorted(first | set(own))
    yield Table(
        columns=tuple(Column(_cut(c.heading, limits), c.align) for c in block.columns),
        rows=tuple(tuple(_cut(cell, limits) for cell in block.rows[n]) for n in kept),
        caption=_cut(block.caption, limits),
        mark=tuple(kept.index(n) for n in own),
    )
    if len(kept) < len(block.rows):
        yield Paragraph(_rest(len(block.rows) - len(kept)))


def _cut(text: str, limits: Limits) -> str:
    return text if len(text) <= limits.letters else text[: limits.letters] + "…"


def _rest(count: int) -> str:
    return ngettext(
        "{n} more line is in the plain text of this mail.",
        "{n} more lines are in the plain text of this mail.",
        count,
    ).format(n=count)


def mailto(address: str, subject: str, lines: Sequence[str], *, whole: bool = False) -> str:
    """A mailto: link that opens a reply with `lines` in it, as many as all programs bear; where it
    is to have them `whole`, all or none.

    RFC 6068: line breaks are %0D%0A.
    """
    body = ""
    for line in lines:
        longer = f"{body}{quote(line, safe='')}%0D%0A"
        if len(longer) > MAILTO_BODY:
            body = "" if whole else body
            break
        body = longer
    where = quote(address, safe="@+.-_")
    return f"mailto:{where}?subject={quote(subject, safe='')}" + (f"&body={body}" if body else "")


def bars(lines: Iterable[str]) -> Markup:
    """Lines behind the gutter, as :func:`layout_text.gutter` has them. The bars stay in the page,
    for a reply may quote it as text; they are faint there, and no hand copies them with a line."""
    parts = (printable(part) for line in lines for part in line.splitlines() or [""])
    return Markup("\n").join(_BAR + part for part in parts)


def content_id(message_id: str, name: str) -> str:
    """The name under which the HTML finds a picture (RFC 2392), without brackets."""
    local, _at, host = message_id.strip("<>").rpartition("@")
    return f"{name}.{local}@{host}"
