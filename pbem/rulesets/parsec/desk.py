"""The players' side of Parsec. It sees views and events, never the state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Ask, Event
from pbem.engine.blocks import turn_title
from pbem.engine.i18n import N_, _
from pbem.engine.language import LanguageDesk
from pbem.engine.report import Report, Section
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.chart import course_chart
from pbem.rulesets.parsec.language import LANGUAGE
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.language.menu import menu_of
from pbem.rulesets.parsec.language.random_play import random_orders
from pbem.rulesets.parsec.map import board_map
from pbem.rulesets.parsec.orders import IDLE, Orders
from pbem.rulesets.parsec.report.headline import headline, standing, with_score
from pbem.rulesets.parsec.report.news import happenings_sections
from pbem.rulesets.parsec.report.opening import welcome_sections
from pbem.rulesets.parsec.report.position import holdings_sections
from pbem.rulesets.parsec.report.questions import asking_section
from pbem.rulesets.parsec.report.receipts import read_orders
from pbem.rulesets.parsec.report.standings import ending_section, standings_section
from pbem.rulesets.parsec.report.suggestions import order_template
from pbem.rulesets.parsec.view import View


def make_report(view: View, news: Sequence[Event]) -> Report:
    """What is asked first, then what happened, how all stand, and what one has to order with.

    A spectator is told what is public; so is everyone at the end, when all is open. Who is asked
    for ships gets the question, what led to it and what it needs for an answer, and no more.
    """
    return Report(
        title=turn_title(view.turn, is_over=view.ending is not None),
        headline=with_score(view, headline(view, news)),
        sections=tuple(_sections(view, news)),
        template=order_template(view),
        standing=standing(view),
    )


def _sections(view: View, news: Sequence[Event]) -> Iterator[Section]:
    yield from ending_section(view)
    yield from welcome_sections(view)
    yield from asking_section(view)
    yield from happenings_sections(view, news)
    yield Section(_("The board"), (board_map(view),))
    yield from holdings_sections(view, news)
    if view.is_asked:
        return
    if view.turn and view.ending is None:  # before the first turn all are alike
        yield standings_section(view)
    chart = course_chart(view) if view.is_moving or view.ending is not None else None
    if chart is not None:
        yield Section(_("How it came about"), (chart,), reference=True)


REMARKS = N_(
    """\
The first two orders that can be carried out are your turn; up to four more
stand in reserve for lines that cannot. PASS is one of the two, or both, if
it stands alone. LEADER brings a leader (government, science, merchant or
mining) to a system beside scientists of one region. SETTLE takes a settler,
scientist or merchant, or a miner for uninhabitable systems; FIRST names the
conflicts that come first where it joins two regions. DESTROY takes one of
your two prototype weapons. SWAP, once a turn and one of the two, is for up
to six ships: they leave the game, and as many are drawn; SWAP ALL does as
well. HARVEST names the artifact that your merchant leader takes when your
turn ends, in a region with two or more; unnamed, it takes one marked
border, or else the first, row by row.

ATTACK and DEFEND stand for all conflicts, or for those of one leader, until
you send others: WIN or TIE sends the fewest ships that do, or none, WITH n
so many, or as many as you have. ATTACK and DEFEND do not end your turn: for
that, send its orders or PASS. Asked for ships in a conflict you answer with
the same lines, for this once.

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
    parse = staticmethod(read_orders)
    menu = staticmethod(menu_of)
    report = staticmethod(make_report)

    def sample(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Any legal orders."""
        return random_orders(view, ask, chance.stream(f"sample/{view.seat}"))
