"""The players' side of Asylamba Mini. It sees views and events, never the state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Ask, Event
from pbem.engine.blocks import turn_title
from pbem.engine.i18n import N_, _
from pbem.engine.language import LanguageDesk
from pbem.engine.orders import OrderError
from pbem.engine.report import Paragraph, Report, Section, TextBlock
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.bots import Turn, advice
from pbem.rulesets.asylamba_mini.chart import history_chart
from pbem.rulesets.asylamba_mini.figures import FACTIONS, SHIPS
from pbem.rulesets.asylamba_mini.language import FACILITY, LANGUAGE, TAKER, TECHNOLOGY
from pbem.rulesets.asylamba_mini.language.meaning import Situation
from pbem.rulesets.asylamba_mini.language.menu import menu_of
from pbem.rulesets.asylamba_mini.language.sampling import random_orders
from pbem.rulesets.asylamba_mini.map import galaxy_map
from pbem.rulesets.asylamba_mini.mechanics import Realm, own_realm, realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.orders import (
    IDLE,
    Autobuild,
    Build,
    Exchange,
    Orders,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.report.battles import battles_section
from pbem.rulesets.asylamba_mini.report.headline import headline, look_out
from pbem.rulesets.asylamba_mini.report.missions import missions_section, targets_section
from pbem.rulesets.asylamba_mini.report.news import account_section, news_section
from pbem.rulesets.asylamba_mini.report.opening import how_fights_go, opening_sections
from pbem.rulesets.asylamba_mini.report.position import (
    capital_sections,
    open_book,
    powers_section,
    sectors_section,
    standing,
    standings_section,
    wonders_section,
)
from pbem.rulesets.asylamba_mini.report.receipts import read_orders
from pbem.rulesets.asylamba_mini.report.suggestions import order_template
from pbem.rulesets.asylamba_mini.view import View


def make_report(view: View, news: Sequence[Event]) -> Report:
    """What is urgent first, then what happened, how all stand, and what one has to order with.

    A spectator and a faction that has fallen are told what is public; so is everyone at
    the end, when there is nothing left to order.
    """
    realm = own_realm(view) if view.ending is None else None
    advised = None if realm is None else advice(view)
    return Report(
        title=turn_title(view.turn, view.options.max_turns, is_over=view.ending is not None),
        headline=headline(view, news),
        sections=(
            *_what_happened(view, news, realm, advised),
            *_how_it_stands(view, news, realm),
        ),
        template=() if realm is None or advised is None else order_template(view, realm, advised),
        standing=standing(view) if realm is not None else "",
    )


def _what_happened(
    view: View, news: Sequence[Event], realm: Realm | None, advised: Turn | None
) -> Iterator[Section]:
    yield from opening_sections(view, news)
    if realm is not None and advised is not None:
        yield from look_out(view, realm, advised)
    yield from account_section(view, news)
    yield from battles_section(view, news)
    yield from news_section(view, news)


def _how_it_stands(view: View, news: Sequence[Event], realm: Realm | None) -> Iterator[Section]:
    yield standings_section(view)
    yield Section(_("The galaxy"), (galaxy_map(view),))
    if realm is not None:
        yield from targets_section(view, realm)
        yield from capital_sections(realm, news)
        yield from sectors_section(view, realm)
    if view.ending is None:
        yield from missions_section(view, realm)
    yield from wonders_section(view, realm)
    yield from powers_section(view)
    yield from open_book(view)
    if view.turn:  # before the first turn there is nothing to see
        yield Section(_("How it came about"), (history_chart(view),), reference=True)


REMARKS = N_(
    """\
Orders are carried out in your order, each paid as it is reached. Technologies
are attack, defence, frame, conquest, extended administration and spatial
engineering; without TO or BY one level is added. Fleets are light, medium or
heavy, as in 5 heavy 3 light, or ALL, 10 R each; WITH credits is for the Ligue
only. FREE behind RESEARCH takes a free technology, behind SEND a free
colonisation or conquest. EXCHANGE gives 4 for 1 (Negore 2). AUTOBUILD tells
what a sector builds from now on.

Level n costs n times the first level. The refinery, fleets and megastructures
are paid with R of your capital; the commercial hub, extended administration,
spatial engineering and colonising with C; defence, attack and frame with S;
conquest and conquering with X.

COLONISE attacks rebels, CONQUER another faction; each costs 50 C or 50 X for
every sector you own and needs one level of extended administration for each
sector beyond your capital. Two missions for each sector may be under way.

Other words do as well (German and French ones too), in any capitals; parts of
a line may stand in any order. A line that cannot be carried out is left out,
with the reason: the rest counts, and the game waits until you mend it or say
DONE. A new mail replaces all you sent for the turn.
"""
)


class AsylambaDesk(LanguageDesk[Orders, View]):
    """Implements :class:`pbem.engine.api.Desk`. Who sends nothing orders nothing: missions
    under way, production and automatic building go on."""

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

    def menu_lines(self, view: View, ask: Ask, lines: Sequence[str]) -> tuple[str, ...]:
        """Missions and levels are written in other words than the menu's."""
        return tuple(_menu_lines(view, ask, lines))

    def manual(self, view: View | None = None, ask: Ask | None = None) -> tuple[TextBlock, ...]:
        """How orders are written, and how fights go."""
        return (*super().manual(view, ask), Paragraph(how_fights_go()))

    def reserved(self) -> frozenset[str]:
        """The words of all orders, in every language, and the factions."""
        return super().reserved() | frozenset(FACTIONS)


def _menu_lines(view: View, ask: Ask, lines: Sequence[str]) -> Iterator[str]:
    """Each line as the menu has it, behind those before it; as it is where no path of the menu is
    just that order."""
    if view.me is None or view.me.means is None:
        yield from lines
        return
    at = start = Situation(view, ask, realm_of(view))
    for line in lines:
        try:
            steps = TAKER.take(line, at)
        except OrderError:
            yield line
            continue
        at = steps[-1].after
        (*more, last) = steps
        is_one = not more and last.done is not None
        yield (_spelled(start.position, last.done) if is_one else "") or line


def _spelled(realm: Realm, done: Done) -> str:
    match done.order:
        case Upgrade(facility=key):
            return f"UPGRADE {FACILITY.write(key)} TO {done.after}"
        case Research(technology=key, free=free):
            return f"RESEARCH {TECHNOLOGY.write(key)} {'FREE' if free else f'TO {done.after}'}"
        case Build(ship=ship, count=count, with_credits=credit):
            return f"BUILD {'WITH credits ' if credit else ''}{ship} {count}"
        case Wonder(megastructure=name):
            return f"WONDER {name}"
        case Exchange(give=give, get=get):
            return f"EXCHANGE {give} FOR {get} {done.gain.of(get)}"
        case Autobuild(sector=sector, ship=ship):
            return f"AUTOBUILD {sector} {ship}"
        case Send() as order:
            fleets = _fleets(realm, order)
            aim = f"TO {order.target} {order.kind.upper()}{' FREE' if order.free else ''}"
            return f"SEND FROM {order.source} {aim} {fleets}" if fleets else ""


def _fleets(realm: Realm, order: Send) -> str:
    """One type, or all that the sector has had; nothing for anything else."""
    sent = {ship: order.fleets.of(ship) for ship in SHIPS if order.fleets.of(ship)}
    if len(sent) == 1:
        ((ship, count),) = sent.items()
        return f"{ship} {count}"
    return "ALL" if order.fleets == realm.sectors[order.source].fleets else ""
