"""The players' side of Hegemon. It sees views and events, never the state."""

from __future__ import annotations

from pbem.engine.api import Ask
from pbem.engine.i18n import N_
from pbem.engine.language import LanguageDesk
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon.language import LANGUAGE, Situation
from pbem.rulesets.hegemon.menu import menu_of, random_move
from pbem.rulesets.hegemon.orders import IDLE, Move
from pbem.rulesets.hegemon.receipts import read_move
from pbem.rulesets.hegemon.report import make_report
from pbem.rulesets.hegemon.view import View

REMARKS = N_(
    """\
One line for each item you give points to. 60% of this turn's points go to
it; coop 70: 70% of those are for cooperation, with 0-200: with players who
have 0 to 200 points in it; comp 30: 30% are for competition, they defend you
and, attack 100-150, attack players who have 100 to 150 points.
Everything after the allocation may stand in any order.

All allocations together make at most 100, and so do coop and comp of an item;
what is missing is lost. * leaves a range open: 100-* is 100 and more.
Item names may be shortened to three letters. PASS alone gives nothing away.

Ranges look at the points as last printed. Cooperation works only between two
players who both give to it and are each in the other's range. The points of
all who are linked so go into one pool that is shared out equally, and each
gets a bonus on what was put in.

An attack is divided equally among all in the range. What exceeds a player's
own competition in that item damages that player. Attacking costs you a malus.

Other words do as well, in German and French too. A move with one wrong line
is invalid as a whole; then your last valid move is played again, as it is
when you send nothing. A new mail replaces your move.
"""
)


class HegemonDesk(LanguageDesk[Move, View]):
    """Implements :class:`pbem.engine.api.Desk`."""

    language = LANGUAGE
    situation = Situation
    nothing = IDLE
    remarks = REMARKS
    parse = staticmethod(read_move)
    menu = staticmethod(menu_of)
    report = staticmethod(make_report)

    def default(self, view: View, ask: Ask) -> Move:
        """HG-3: the last valid move; before there is one, nothing is allocated."""
        return view.move or IDLE

    def sample(self, view: View, ask: Ask, chance: Chance) -> Move:
        """Any legal move."""
        return random_move(view, chance.stream(f"sample/{view.seat}"))
