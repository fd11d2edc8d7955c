"""All that a report tells, text by text."""

from __future__ import annotations

from collections.abc import Iterator

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
