"""What players would read of a turn, shown to whoever runs the game and does not play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from pbem.drawing.render import Renderer
from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset, Event, Outcome
from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Paragraph, Picture, Report
from pbem.mailer.outbound.contents import Chapter, Excerpt, File
from pbem.mailer.outbound.layout_html import block_in_words, in_words
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


@dataclass(frozen=True)
class Shown:
    """Reports as a mail shows them that is not their reader's: as text, with a picture of each."""

    excerpts: tuple[Excerpt, ...] = ()
    files: tuple[File, ...] = ()


def reports_to_come(
    prospect: Prospect, seats: Sequence[SeatRow], renderer: Renderer | None
) -> Shown:
    """What each person of a game would read, in the language of whoever is shown it. Without a
    `renderer` pictures are told in words."""
    return _shown(prospect, humans(tuple(seats)), renderer)


def report_to(prospect: Prospect, seat: SeatRow, renderer: Renderer | None) -> Shown:
    """The same of one seat, whoever has it."""
    return _shown(prospect, (seat,), renderer)


def _shown(prospect: Prospect, people: Sequence[SeatRow], renderer: Renderer | None) -> Shown:
    most = max(FEWEST_SHOWN, MOST_SHOWN // max(1, len(people)))
    excerpts, pictures = [], []
    for place, seat in enumerate(people):
        report = prospect.report_of(seat.seat)
        if renderer is not None and place < MOST_DRAWN and report.pictures():
            report, picture = _with_one_picture(report, seat.seat)
            pictures.append(picture)
        else:
            report = in_words(report)
        caption = _("{name} (seat {seat})").format(name=seat.name, seat=seat.seat)
        excerpts.append(Excerpt(f"{caption}:", tuple(the_first(list(_spaced(report)), most))))
    drawn = renderer.render([one.scene for one in pictures]) if renderer is not None else []
    files = (
        File(f"{one.name}.png", "image/png", png) for one, png in zip(pictures, drawn, strict=True)
    )
    return Shown(tuple(excerpts), tuple(files))


def _with_one_picture(report: Report, seat: int) -> tuple[Report, Picture]:
    """A seat's report with its first picture alone, named after the seat; others are told. Its
    caption may speak of the vector picture, which does not come with it."""
    first = report.pictures()[0]
    caption = "" if first.svg else first.caption
    kept = replace(first, name=f"seat-{seat}-{first.name}", caption=caption)
    sections = (
        replace(
            section,
            blocks=tuple(kept if one is first else block_in_words(one) for one in section.blocks),
        )
        for section in report.sections
    )
    return replace(report, sections=tuple(sections)), kept


def lines_of(report: Report) -> Iterator[str]:
    """A report as lines of text, its pictures told in words."""
    return (line for line in _spaced(in_words(report)) if line)


def parts_of(report: Report, most: int) -> tuple[Chapter, ...]:
    """So many parts of a report, its pictures told in words."""
    told = in_words(report)
    return (
        Chapter("", (Paragraph(told.headline),)),
        *(
            Chapter(one.heading, tuple(b for b in one.blocks if not isinstance(b, Picture)))
            for one in told.sections[:most]
        ),
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
        yield ngettext("... and {n} more line", "... and {n} more lines", more).format(n=more)
