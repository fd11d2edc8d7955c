"""A seat's personal report, made from its view and the events for it alone (source, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.i18n import _
from pbem.engine.report import Report, Section
from pbem.rulesets.asylamba_mini.chart import history_chart
from pbem.rulesets.asylamba_mini.map import galaxy_map
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm, realm_of
from pbem.rulesets.asylamba_mini.telling.account import account_section
from pbem.rulesets.asylamba_mini.telling.battles import battles_section
from pbem.rulesets.asylamba_mini.telling.capital import capital_sections
from pbem.rulesets.asylamba_mini.telling.happenings import news_section
from pbem.rulesets.asylamba_mini.telling.headline import headline
from pbem.rulesets.asylamba_mini.telling.missions import missions_section
from pbem.rulesets.asylamba_mini.telling.opening import opening_sections
from pbem.rulesets.asylamba_mini.telling.sectors import sectors_section
from pbem.rulesets.asylamba_mini.telling.standings import open_book, standings_section
from pbem.rulesets.asylamba_mini.telling.suggestions import order_template
from pbem.rulesets.asylamba_mini.telling.targets import targets_section
from pbem.rulesets.asylamba_mini.telling.threats import look_out
from pbem.rulesets.asylamba_mini.telling.wonders import wonders_section
from pbem.rulesets.asylamba_mini.view import View


def make_report(view: View, news: Sequence[Event]) -> Report:
    """What is urgent first, then what happened, how all stand, and what one has to order with.

    A spectator and a faction that has fallen are told what is public; so is everyone at
    the end, when there is nothing left to order.
    """
    realm = _realm(view)
    return Report(
        title=_title(view),
        headline=headline(view, news),
        sections=(*_what_happened(view, news, realm), *_how_it_stands(view, news, realm)),
        template=() if realm is None else order_template(view, realm),
    )


def _realm(view: View) -> Realm | None:
    """The position to order from, if there is any."""
    me = view.me
    return realm_of(view) if me is not None and me.alive and view.ending is None else None


def _title(view: View) -> str:
    if view.ending is not None:
        return _("The end, after turn {turn}").format(turn=view.turn)
    if view.turn == 0:
        return _("Welcome")
    if view.options.max_turns is not None:
        return _("After turn {turn} of {last}").format(turn=view.turn, last=view.options.max_turns)
    return _("After turn {turn}").format(turn=view.turn)


def _what_happened(view: View, news: Sequence[Event], realm: Realm | None) -> Iterator[Section]:
    yield from opening_sections(view, news)
    if realm is not None:
        yield from look_out(view, realm)
    yield from account_section(view, news)
    yield from battles_section(view, news)
    yield from news_section(view, news)


def _how_it_stands(view: View, news: Sequence[Event], realm: Realm | None) -> Iterator[Section]:
    yield standings_section(view)
    yield Section(_("The galaxy"), (galaxy_map(view),))
    if realm is not None:
        yield from capital_sections(realm, news)
        yield from sectors_section(view, realm)
    if view.ending is None:
        yield from missions_section(view, realm)
    if realm is not None:
        yield from targets_section(view, realm)
    yield from wonders_section(view, realm)
    yield from open_book(view)
    if view.turn:  # before the first turn there is nothing to see
        yield Section(_("How it came about"), (history_chart(view),))
