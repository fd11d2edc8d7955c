"""A seat's personal report, made from its view and the events for it alone (GU-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.api import Event, Seat
from pbem.engine.i18n import _
from pbem.engine.report import Report, Section
from pbem.rulesets.god_unit.bots import advice
from pbem.rulesets.god_unit.bots.search import Turn
from pbem.rulesets.god_unit.chart import history_chart
from pbem.rulesets.god_unit.map import board_maps
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.outlook import field_of
from pbem.rulesets.god_unit.telling.account import account_section
from pbem.rulesets.god_unit.telling.army import army_section
from pbem.rulesets.god_unit.telling.battles import battles_section
from pbem.rulesets.god_unit.telling.ending import ending_sections
from pbem.rulesets.god_unit.telling.happenings import happenings_section
from pbem.rulesets.god_unit.telling.headline import headline
from pbem.rulesets.god_unit.telling.others import designs_section, others_section
from pbem.rulesets.god_unit.telling.own_factories import factories_section
from pbem.rulesets.god_unit.telling.standings import standings_section
from pbem.rulesets.god_unit.telling.suggestions import order_template
from pbem.rulesets.god_unit.telling.urgent import coming_up, look_out
from pbem.rulesets.god_unit.telling.welcome import welcome_sections
from pbem.rulesets.god_unit.view import View


def make_report(view: View, news: Sequence[Event]) -> Report:
    """What is urgent first, then what happened, how all stand, and what one has to order with.

    A spectator and who is out are told what is public; so is everyone at the end, when
    there is nothing left to order.
    """
    own = _own(view)
    return Report(
        title=_title(view),
        headline=headline(view, news),
        sections=(*_what_happened(view, news, own), *_how_it_stands(view, own)),
        template=() if own is None else order_template(view, own.field, own.advised),
    )


class _Own(NamedTuple):
    """Who has something to order, the board that the orders will find, and what the house bot would
    order."""

    seat: Seat
    field: Field
    advised: Turn


def _own(view: View) -> _Own | None:
    if view.seat is None or not view.is_playing:
        return None
    return _Own(view.seat, field_of(view), advice(view))


def _title(view: View) -> str:
    if view.ending is not None:
        return _("The end, after turn {turn}").format(turn=view.turn)
    if view.turn == 0:
        return _("Welcome")
    return _("After turn {turn} of {last}").format(turn=view.turn, last=view.options.max_turns)


def _what_happened(view: View, news: Sequence[Event], own: _Own | None) -> Iterator[Section]:
    yield from ending_sections(view)
    yield from welcome_sections(view)
    if own is not None and not view.is_placing:
        yield from look_out(view, own.seat, own.field, own.advised)
        yield from coming_up(view, own.seat)
    yield from account_section(view, news)
    yield from happenings_section(view)
    yield from battles_section(view)


def _how_it_stands(view: View, own: _Own | None) -> Iterator[Section]:
    if view.turn:  # before the first turn all are alike
        yield standings_section(view)
    yield Section(_("The board"), board_maps(view))
    if own is not None:
        yield from factories_section(view, own.seat)
        yield from army_section(view, own.seat, own.field)
    yield from others_section(view)
    yield from designs_section(view)
    if view.turn:
        yield Section(_("How it came about"), (history_chart(view),))
