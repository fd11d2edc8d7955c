"""The players' side of God Unit. It sees views and events, never the state."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Ask, Event, Line, Parsed
from pbem.engine.i18n import N_
from pbem.engine.language import LanguageDesk
from pbem.engine.menu import Menu
from pbem.engine.report import Report
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.bots.random_play import random_orders
from pbem.rulesets.god_unit.language import LANGUAGE
from pbem.rulesets.god_unit.meaning import Situation
from pbem.rulesets.god_unit.menu import menu_of
from pbem.rulesets.god_unit.orders import IDLE, Orders
from pbem.rulesets.god_unit.report import make_report
from pbem.rulesets.god_unit.taking import read_orders
from pbem.rulesets.god_unit.view import View

REMARKS = N_(
    """\
Units act in the order of your lines, one in each round, and each moves,
attacks or deploys once a turn. PASS gives way for a round; alone it orders
nothing. Several units are 12 13 15, 12-15 or ALL. What a unit does
otherwise stands behind ELSE (MOVE 12 TO c7 ELSE c6), with LATE only when
nobody can act otherwise (ATTACK 12 NEAREST ELSE LATE c6). MOVE TO is to
that square or not at all, TOWARDS as far as it gets. DEPLOY sets up an
undeployed unit or factory. PLACE is for the first turn: where your
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
moment; one that never could be is left out, with the reason, and the rest
counts. A new mail replaces all that you sent for the turn.
"""
)


class GodUnitDesk(LanguageDesk[Orders, View]):
    """Implements :class:`pbem.engine.api.Desk`. Who sends nothing orders nothing: factories go on,
    units stay, and lots place factories (GU-7)."""

    language = LANGUAGE
    situation = Situation
    nothing = IDLE
    remarks = REMARKS

    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
    ) -> Parsed[Orders]:
        """GU-8: what may be carried out counts; the other lines are refused, each by itself."""
        return read_orders(view, lines)

    def sample(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Any legal orders."""
        return random_orders(view, chance.stream(f"sample/{view.seat}"))

    def menu(self, view: View, ask: Ask, held: Orders | None = None) -> Menu:
        """What can be ordered now, behind the orders held."""
        return menu_of(view, held or IDLE)

    def report(self, view: View, news: Sequence[Event]) -> Report:
        """The turn as the owner of this view saw it."""
        return make_report(view, news)
