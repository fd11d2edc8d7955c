"""What players would read of a turn, shown to whoever runs the game and does not play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset, Event, Outcome
from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Report
from pbem.mailer.outbound.contents import Excerpt
from pbem.mailer.outbound.layout_text import lay_out
from pbem.service.play.table import humans
from pbem.store.records import SeatRow

MOST_SHOWN = 150
"""Lines of one seat's report that are shown."""


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


def reports_to_come(prospect: Prospect, seats: Sequence[SeatRow]) -> tuple[Excerpt, ...]:
    """What each person of a game would read, in the language of whoever is shown it."""
    return tuple(shown(prospect, seat) for seat in humans(tuple(seats)))


def shown(prospect: Prospect, seat: SeatRow) -> Excerpt:
    """One seat's report as lines of text."""
    caption = _("{name} (seat {seat})").format(name=seat.name, seat=seat.seat)
    lines = list(lines_of(prospect.report_of(seat.seat)))
    return Excerpt(f"{caption}:", tuple(the_first(lines, MOST_SHOWN)))


def lines_of(report: Report) -> Iterator[str]:
    """A report as lines of text."""
    yield from (report.title, report.headline)
    for section in report.sections:
        yield section.heading
        for block in section.blocks:
            yield from (line for line in lay_out(block).splitlines() if line.strip())


def the_first(lines: Sequence[str], most: int) -> Iterator[str]:
    """So many of them, and how many more there are."""
    yield from lines[:most]
    more = len(lines) - most
    if more > 0:
        yield ngettext("... and {n} more line", "... and {n} more lines", more).format(n=more)
