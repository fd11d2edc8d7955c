"""The players' side of God Unit. It sees views and events, never the state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.api import Ask, Event
from pbem.engine.blocks import turn_title
from pbem.engine.i18n import N_, _
from pbem.engine.language import LanguageDesk
from pbem.engine.report import Report, Section
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.bots import Turn, advice
from pbem.rulesets.god_unit.chart import history_chart
from pbem.rulesets.god_unit.language import LANGUAGE
from pbem.rulesets.god_unit.language.menu import menu_of, random_orders
from pbem.rulesets.god_unit.map import board_maps
from pbem.rulesets.god_unit.mechanics.position import Position, Situation
from pbem.rulesets.god_unit.orders import IDLE, Orders
from pbem.rulesets.god_unit.report.battles import other_battles_section, own_battles_section
from pbem.rulesets.god_unit.report.dangers import look_out
from pbem.rulesets.god_unit.report.forces import (
    army_section,
    designs_section,
    factories_section,
    others_section,
)
from pbem.rulesets.god_unit.report.headline import headline
from pbem.rulesets.god_unit.report.news import account_section, happenings_section
from pbem.rulesets.god_unit.report.opening import welcome_sections
from pbem.rulesets.god_unit.report.receipts import read_orders
from pbem.rulesets.god_unit.report.standings import ending_sections, standing, standings_section
from pbem.rulesets.god_unit.report.suggestions import coming_up, order_template
from pbem.rulesets.god_unit.view import View


def make_report(view: View, news: Sequence[Event]) -> Report:
    """What is urgent first, then what became of one's own, how all stand, what one has to order
    with, and last what happened besides.

    A spectator and who is out are told what is public; so is everyone at the end, when
    there is nothing left to order.
    """
    own = _own(view)
    return Report(
        title=turn_title(view.turn, view.options.max_turns, is_over=view.ending is not None),
        headline=headline(view, news),
        sections=(*_what_happened(view, news, own), *_how_it_stands(view, own)),
        template=() if own is None else order_template(*own),
        standing=standing(view),
    )


class _Own(NamedTuple):
    """What somebody has to order with, and what the house bot would order."""

    position: Position
    advised: Turn


def _own(view: View) -> _Own | None:
    if view.seat is None or not view.is_playing or view.is_doomed(view.seat):
        return None
    return _Own(Position(view, view.seat), advice(view))


def _what_happened(view: View, news: Sequence[Event], own: _Own | None) -> Iterator[Section]:
    yield from ending_sections(view)
    yield from welcome_sections(view)
    if own is not None and not view.is_placing:
        yield from look_out(*own)
        yield from coming_up(own.position)
    yield from account_section(view, news)
    yield from own_battles_section(view)


def _how_it_stands(view: View, own: _Own | None) -> Iterator[Section]:
    if view.turn:  # before the first turn all are alike
        yield standings_section(view)
    yield Section(_("The board"), board_maps(view))
    if own is not None:
        yield from factories_section(own.position)
        yield from army_section(own.position)
    yield from others_section(view)
    yield from happenings_section(view)
    yield from other_battles_section(view)
    yield from designs_section(view)
    if view.turn:
        yield Section(_("How it came about"), (history_chart(view),), reference=True)


REMARKS = N_(
    """\
Units act in the order of your lines, one in each round, and each moves,
attacks or deploys once a turn. PASS gives way for a round; alone it orders
nothing. PASS 9: the game goes on without waiting for you, until turn 9 or
until an enemy is in range. Several units are 12 13 15, 12-15 or ALL. What a
unit does otherwise stands behind ELSE (MOVE 12 TO c7 ELSE c6), with LATE
only when nobody can act otherwise (ATTACK 12 NEAREST ELSE LATE c6). MOVE TO
is to that square or not at all, TOWARDS as far as it gets. DEPLOY sets up
an undeployed unit or factory. PLACE is for the first turn: where your
factories are to stand, the dearest square first.

PRODUCE takes GRUNT, FACTORY or NOTHING as well, or the levels that differ
from 1: A attack, D defence, M movement, N number of attacks, R range.

  Level             0    1    2    3    4    5    6
  A, D, N strength  0    1    2    4    8   16   32
  M, R squares      0    1  1.5  2.5  3.5  4.5    7

It takes 1 turn and 1 more for every level above 1, 1 less for D0 and M0
each and for A0 N0 R0 together; a factory takes 10. Those of A, N and R
above 1 may add up to 12. M0 comes out undeployed: MOVE it, then DEPLOY it.
To change what a factory makes gives up the work done.

Other words do as well (German and French ones too), in any capitals: 12 c7
moves, A D2 R3 produces. A line that cannot be carried out yet waits for its
moment; one that never could be is left out, with the reason: the rest counts,
and the game waits until you mend it or say DONE. A new mail replaces all that
you sent for the turn.
"""
)


class GodUnitDesk(LanguageDesk[Orders, View]):
    """Implements :class:`pbem.engine.api.Desk`. Who sends nothing orders nothing: factories go on,
    units stay, and lots place factories (GU-7)."""

    language = LANGUAGE
    situation = Situation
    nothing = IDLE
    remarks = REMARKS
    parse = staticmethod(read_orders)
    menu = staticmethod(menu_of)
    report = staticmethod(make_report)

    def sample(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Any legal orders."""
        return random_orders(view, chance.stream(f"sample/{view.seat}"))
