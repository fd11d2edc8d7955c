"""All that a report tells, and what is told of order lines, text by text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from pbem.engine.api import Parsed
from pbem.engine.report import Report
from pbem.engine.scene import AnyShape, Group, Text
from pbem.mailer.outbound.layout_text import lay_out


def told(report: Report) -> Iterator[str]:
    """Its headings and sentences, its template, and the words and tips of its pictures."""
    yield report.title
    yield report.headline
    yield report.standing
    yield from report.template
    for section in report.sections:
        yield section.heading
        yield from map(lay_out, section.blocks)
    for picture in report.pictures():
        yield from (picture.scene.title, picture.alt, picture.caption)
        yield from _drawn(picture.scene.items)


def _drawn(shapes: tuple[AnyShape, ...]) -> Iterator[str]:
    for shape in shapes:
        yield shape.tip or ""
        if isinstance(shape, Group):
            yield from _drawn(shape.items)
        elif isinstance(shape, Text):
            yield shape.text


def of_lines(
    parse: Callable[..., Parsed[Any]], positions: Iterable[Any], mails: Iterable[str]
) -> Iterator[str]:
    """What players are told of mails, whose lines have `` / `` between them: of all lines together,
    and of each alone, in each position."""
    for seen, text in product(positions, mails):
        lines = text.split(" / ")
        for mail in (lines, *([line] for line in lines)):
            parsed = parse(seen, *mail)
            yield parsed.remark
            for verdict in parsed.verdicts:
                yield from (verdict.message, verdict.note)
