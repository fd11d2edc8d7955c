"""The players' side of Asylamba Mini. It sees views and events, never the state."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Ask, Event, Line, Parsed
from pbem.engine.i18n import N_
from pbem.engine.language import LanguageDesk
from pbem.engine.menu import Menu
from pbem.engine.report import Report
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.bots.random_play import random_orders
from pbem.rulesets.asylamba_mini.figures import FACTIONS
from pbem.rulesets.asylamba_mini.language import LANGUAGE
from pbem.rulesets.asylamba_mini.meaning import Situation
from pbem.rulesets.asylamba_mini.menu import menu_of
from pbem.rulesets.asylamba_mini.orders import IDLE, Orders
from pbem.rulesets.asylamba_mini.report import make_report
from pbem.rulesets.asylamba_mini.taking import read_orders
from pbem.rulesets.asylamba_mini.view import View

REMARKS = N_(
    """\
Orders are carried out in your order, each paid as it is reached. Technologies
are attack, defence, frame, conquest, extended administration and spatial
engineering; without TO or BY one level is added. Fleets are light, medium or
heavy, as in 5 heavy 3 light, or ALL, 10 R each; WITH credits is for the Ligue
only. FREE takes a free technology, or a token. EXCHANGE gives 4 for 1
(Negore 2). AUTOBUILD tells what a sector builds from now on.

Level n costs n times the first level. The refinery, fleets and megastructures
are paid with R of your capital; the commercial hub, extended administration,
spatial engineering and colonising with C; defence, attack and frame with S;
conquest and conquering with X.

COLONISE attacks rebels, CONQUER another faction; each costs 50 C or 50 X for
every sector you own and needs one level of extended administration for each
sector beyond your capital. Two missions for each sector may be under way.

Other words do as well (German and French ones too), in any capitals; parts of
a line may stand in any order. A line that cannot be carried out is left out,
with the reason, and the rest counts. A new mail replaces all you sent for the
turn.
"""
)


class AsylambaDesk(LanguageDesk[Orders, View]):
    """Implements :class:`pbem.engine.api.Desk`. Who sends nothing orders nothing: missions
    under way, production and automatic building go on."""

    language = LANGUAGE
    situation = Situation
    nothing = IDLE
    remarks = REMARKS

    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
    ) -> Parsed[Orders]:
        """AM-14: what can be carried out counts; the other lines are refused, each by itself."""
        return read_orders(view, ask, lines)

    def sample(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Any legal orders."""
        return random_orders(view, ask, chance.stream(f"sample/{view.seat}"))

    def menu(self, view: View, ask: Ask, held: Orders | None = None) -> Menu:
        """What can be ordered now, behind the orders held."""
        return menu_of(view, held)

    def report(self, view: View, news: Sequence[Event]) -> Report:
        """The turn as the owner of this view saw it."""
        return make_report(view, news)

    def reserved(self) -> frozenset[str]:
        """The words of all orders, in every language, and the factions."""
        return super().reserved() | frozenset(FACTIONS)
