"""The players' side of Parsec. It sees views and events, never the state."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Ask, Event, Line, Parsed
from pbem.engine.i18n import N_
from pbem.engine.language import LanguageDesk
from pbem.engine.menu import Menu
from pbem.engine.report import Report
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.bots.random_play import random_orders
from pbem.rulesets.parsec.language import LANGUAGE
from pbem.rulesets.parsec.meaning import Situation
from pbem.rulesets.parsec.menu import menu_of
from pbem.rulesets.parsec.orders import IDLE, Orders
from pbem.rulesets.parsec.report import make_report
from pbem.rulesets.parsec.taking import read_orders
from pbem.rulesets.parsec.view import View

REMARKS = N_(
    """\
The first two orders that can be carried out are your turn; up to four more
stand in reserve for lines that cannot. PASS is one of the two, or both, if
it stands alone. A leader (government, science, merchant or mining) comes or
moves beside scientists of one region. A ship is a settler, scientist or
merchant, or a miner for uninhabitable systems; FIRST names the conflicts
that come first where it joins two regions. DESTROY takes one of your two
prototype weapons. SWAP is for up to six ships, once a turn; SWAP ALL does
as well. HARVEST names the artifact that you want, if your merchant leader
may take one when your turn ends.

ATTACK and DEFEND stand for all conflicts, or for those of one leader, until
you send others: WIN or TIE sends the fewest ships that do, or none, WITH n
so many, or as many as you have. They do not end your turn: for that, send
its orders or PASS. Asked for ships in a conflict you answer with the same
lines, for this once.

A leader newly placed fights with scientists; leaders of regions that are
joined fight with ships of their own kind. The defender wins ties.

Other words do as well (COLONIZE g7 WITH merchant; German and French too),
in any capitals. A line that cannot be carried out is refused with the
reason, and the game waits for you to mend it. A new mail replaces the
orders of your turn; a HARVEST stays for that turn.
"""
)


class ParsecDesk(LanguageDesk[Orders, View]):
    """Implements :class:`pbem.engine.api.Desk`. Who misses a turn passes (PA-4), and
    standing orders answer for a conflict (PA-12)."""

    language = LANGUAGE
    situation = Situation
    nothing = IDLE
    remarks = REMARKS

    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
    ) -> Parsed[Orders]:
        """PA-5: what can be carried out counts; the other lines are refused, each by itself.

        A HARVEST and standing orders are taken over from those `held` (PA-12).
        """
        return read_orders(view, ask, lines, held)

    def sample(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Any legal orders."""
        return random_orders(view, ask, chance.stream(f"sample/{view.seat}"))

    def menu(self, view: View, ask: Ask, held: Orders | None = None) -> Menu:
        """What can be ordered now, behind the orders held."""
        return menu_of(view, ask, held or IDLE)

    def report(self, view: View, news: Sequence[Event]) -> Report:
        """The turn as the owner of this view saw it."""
        return make_report(view, news)
