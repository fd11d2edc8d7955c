"""A seat's personal report, made from its view and the events for it alone (PA-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.i18n import _
from pbem.engine.report import Report, Section
from pbem.rulesets.parsec.chart import course_chart
from pbem.rulesets.parsec.map import board_map
from pbem.rulesets.parsec.telling.asking import asking_section
from pbem.rulesets.parsec.telling.ending import ending_section
from pbem.rulesets.parsec.telling.happenings import happenings_sections
from pbem.rulesets.parsec.telling.headline import headline
from pbem.rulesets.parsec.telling.holdings import holdings_sections
from pbem.rulesets.parsec.telling.standings import standings_section
from pbem.rulesets.parsec.telling.suggestions import order_template
from pbem.rulesets.parsec.telling.welcome import welcome_sections
from pbem.rulesets.parsec.view import View


def make_report(view: View, news: Sequence[Event]) -> Report:
    """What is asked first, then what happened, how all stand, and what one has to order with.

    A spectator is told what is public; so is everyone at the end, when all is open. Who is asked
    for ships gets the question, what led to it and what it needs for an answer, and no more.
    """
    return Report(
        title=_title(view),
        headline=headline(view, news),
        sections=(*_what_happened(view, news), *_how_it_stands(view, news)),
        template=order_template(view),
    )


def _title(view: View) -> str:
    if view.ending is not None:
        return _("The end, after turn {turn}").format(turn=view.turn)
    if view.turn == 0:
        return _("Welcome")
    return _("After turn {turn}").format(turn=view.turn)


def _what_happened(view: View, news: Sequence[Event]) -> Iterator[Section]:
    yield from ending_section(view)
    yield from welcome_sections(view)
    yield from asking_section(view)
    yield from happenings_sections(view, news)


def _how_it_stands(view: View, news: Sequence[Event]) -> Iterator[Section]:
    yield Section(_("The board"), (board_map(view),))
    yield from holdings_sections(view, news)
    if view.is_asked:
        return
    if view.turn and view.ending is None:  # before the first turn all are alike
        yield standings_section(view)
    chart = course_chart(view) if view.is_moving or view.ending is not None else None
    if chart is not None:
        yield Section(_("How it came about"), (chart,))
