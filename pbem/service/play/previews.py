"""What players would read of a turn, shown to whoever runs the game and does not play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pbem.drawing.render import Renderer
from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset, Event, Outcome
from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Paragraph, Picture, Report
from pbem.mailer.outbound.contents import Chapter, ChapterBlock, Figure, File
from pbem.mailer.outbound.layout_html import in_words, told
from pbem.mailer.outbound.layout_text import lay_out
from pbem.service.play.table import humans
from pbem.store.records import SeatRow

MOST_SHOWN = 3000
"""Lines of all reports together that one mail shows; of each at least :data:`FEWEST_SHOWN`."""
FEWEST_SHOWN = 150
MOST_DRAWN = 20
"""Seats whose pictures come with one mail."""


@dataclass(frozen=True)
class Prospect:
    """What has come of a turn, or would come of it."""

    ruleset: AnyRuleset
    state: Any
    events: Sequence[Event]
    outcome: Outcome | None = None

    def report_of(self, seat: int | None) -> Report:
        """A seat's report (None: a spectator's), from its view and the events it may hear of."""
        view = self.ruleset.rules.view(self.state, seat)
        return self.ruleset.desk.report(view, news_for(seat, self.events))


def reports_to_come(
    prospect: Prospect, seats: Sequence[SeatRow], renderer: Renderer | None
) -> tuple[Chapter, ...]:
    """What each person of a game would read, in the language of whoever is shown it, with a picture
    of each. Without a `renderer` pictures are told in words."""
    return _shown(prospect, humans(tuple(seats)), renderer)


def report_to(prospect: Prospect, seat: SeatRow, renderer: Renderer | None) -> tuple[Chapter, ...]:
    """The same of one seat, whoever has it."""
    return _shown(prospect, (seat,), renderer)


def _shown(
    prospect: Prospect, people: Sequence[SeatRow], renderer: Renderer | None
) -> tuple[Chapter, ...]:
    most = max(FEWEST_SHOWN, MOST_SHOWN // max(1, len(people)))
    reports = [(seat, prospect.report_of(seat.seat)) for seat in people]
    first = {seat.seat: report.pictures()[0] for seat, report in reports if report.pictures()}
    chosen = dict(islice(first.items(), MOST_DRAWN)) if renderer is not None else {}
    drawn = renderer.render([one.scene for one in chosen.values()]) if renderer is not None else ()
    figures = {
        seat: _figure(picture, seat, png)
        for (seat, picture), png in zip(chosen.items(), drawn, strict=True)
    }
    return tuple(
        chapter
        for seat, report in reports
        for chapter in _of_seat(seat, report, figures.get(seat.seat), most)
    )


def _figure(picture: Picture, seat: int, png: bytes) -> Figure:
    file = File(f"seat-{seat}-{picture.name}.png", "image/png", png)
    caption = "" if picture.svg else picture.caption  # it may speak of the vector picture
    return Figure(file, picture.alt, caption or picture.scene.title, picture.scene.width)


def _of_seat(seat: SeatRow, report: Report, figure: Figure | None, most: int) -> Iterator[Chapter]:
    """A seat's report, with its first picture where that is drawn; others are told."""
    heading = _("{name} (seat {seat})").format(name=seat.name, seat=seat.seat)
    yield Chapter(heading, (Paragraph(report.title), Paragraph(report.headline)))
    left = most
    for section in report.sections:
        blocks: list[ChapterBlock] = []
        for block in section.blocks:
            if isinstance(block, Picture) and figure is not None:
                blocks.append(figure)
                figure = None
                continue
            shown = told(block)
            left -= len(lay_out(shown).splitlines())
            if left >= 0:
                blocks.append(shown)
        if blocks:
            yield Chapter(section.heading, tuple(blocks), level=2)
    if left < 0:
        yield Chapter("", (Paragraph(_more(-left)),))


def lines_of(report: Report) -> Iterator[str]:
    """A report as lines of text, its pictures told in words."""
    return (line for line in _spaced(in_words(report)) if line)


def chapters_of(report: Report, most: int = MOST_SHOWN) -> tuple[Chapter, ...]:
    """So many parts of a report, its pictures told in words."""
    return (
        Chapter("", (Paragraph(report.headline),)),
        *(Chapter(one.heading, tuple(map(told, one.blocks))) for one in report.sections[:most]),
    )


def _spaced(report: Report) -> Iterator[str]:
    """A report as lines of text, an empty one above each heading."""
    yield from (report.title, report.headline)
    for section in report.sections:
        yield from ("", section.heading)
        for block in section.blocks:
            yield from (line for line in lay_out(block).splitlines() if line.strip())


def the_first(lines: Sequence[str], most: int) -> Iterator[str]:
    """So many of them, and how many more there are."""
    yield from lines[:most]
    more = len(lines) - most
    if more > 0:
        yield _more(more)


def _more(count: int) -> str:
    return ngettext("... and {n} more line", "... and {n} more lines", count).format(n=count)
