"""The players' side of Parsec. It sees views and events, never the state."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Ask, Event, Fit, Line, Parsed
from pbem.engine.i18n import N_, _
from pbem.engine.menu import Menu
from pbem.engine.report import Report
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.bots.random_play import random_orders
from pbem.rulesets.parsec.language import LANGUAGE, WORDS, written
from pbem.rulesets.parsec.meaning import Situation
from pbem.rulesets.parsec.menu import menu_of
from pbem.rulesets.parsec.orders import IDLE, Orders
from pbem.rulesets.parsec.report import make_report
from pbem.rulesets.parsec.taking import read_orders
from pbem.rulesets.parsec.view import View


class ParsecDesk:
    """Implements :class:`pbem.engine.api.Desk`."""

    def fit(self, line: str, view: View | None = None) -> Fit:
        """Whether a mail's line is meant as an order; every game has the same words."""
        return LANGUAGE.fit(line, None if view is None else Situation(view))

    def continues(self, before: str, rest: str, view: View | None = None) -> bool:
        """Whether a line is the rest of the order before it."""
        return LANGUAGE.continues(before, rest, None if view is None else Situation(view))

    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
    ) -> Parsed[Orders]:
        """PA-5: what can be carried out counts; the other lines are refused, each by itself.

        A HARVEST and standing orders are taken over from those `held` (PA-12).
        """
        return read_orders(view, ask, lines, held)

    def write(self, view: View, ask: Ask, orders: Orders) -> tuple[str, ...]:
        """One line an order, or PASS."""
        return tuple(map(written, orders.orders)) or ("PASS",)

    def default(self, view: View, ask: Ask) -> Orders:
        """A missed turn passes (PA-4), and standing orders answer for a conflict (PA-12)."""
        return IDLE

    def idle(self, view: View, ask: Ask) -> Orders:
        """Nothing is ordered; standing orders stay as they are."""
        return IDLE

    def sample(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Any legal orders."""
        return random_orders(view, ask, chance.stream(f"sample/{view.seat}"))

    def menu(self, view: View, ask: Ask, held: Orders | None = None) -> Menu:
        """What can be ordered now, behind the orders held."""
        return menu_of(view, ask, held or IDLE)

    def report(self, view: View, news: Sequence[Event]) -> Report:
        """The turn as the owner of this view saw it."""
        return make_report(view, news)

    def manual(self) -> str:
        """All orders in a screenful."""
        return _(MANUAL)

    def reserved(self) -> frozenset[str]:
        """The words of all orders, in every language."""
        return WORDS.reserved


MANUAL = N_(
    """\
PARSEC: HOW TO WRITE YOUR ORDERS

One order a line. The first two that can be carried out are your turn; up
to four more stand in reserve for lines that cannot.

  LEADER science TO f5        government, science, merchant or mining comes
                              or moves, beside scientists of one region
  RECALL science              a leader goes home
  SETTLE merchant AT g7       a ship of your hand: settler, scientist,
                              merchant, or miner (uninhabitable systems)
  SETTLE settler AT g7 FIRST science merchant
                              where it joins two regions: these conflicts
                              first
  DESTROY h3                  with one of your two prototype weapons
  SWAP scientist miner miner  up to six ships for others, once a turn
  SWAP ALL                    or SWAP 2 scientists 1 miner
  PASS                        one of your two orders, or both, if it stands
                              alone
  HARVEST g4                  the artifact that you want, if your merchant
                              leader may take one when your turn ends

Standing orders for conflicts, at any time, until you send others:

  ATTACK WIN                  the fewest ships that win, or none
  ATTACK WITH 2               two, or as many as you have
  ATTACK NONE                 none at all
  DEFEND TIE                  the fewest that tie, or none; a tie is yours
  DEFEND merchant WITH 2      for one of your leaders only

They do not end your turn: for that, send its orders or PASS. Asked for
ships in a conflict you answer with the same lines, for this once;
REINFORCE merchant WITH 2 does as well.

A leader newly placed fights with scientists; leaders of regions that are
joined fight with ships of their own kind. The defender wins ties.

Other words do as well (COLONIZE g7 WITH merchant, MOVE science TO f5;
French and German too), in any capitals. A line that cannot be carried out
is refused with the reason, and the game waits for you to mend it. A new
mail replaces the orders of your turn; a HARVEST stays for that turn,
standing orders until you send others.
"""
)
