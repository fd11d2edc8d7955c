"""What factories could make: what rivals have and will have, how much time there is, and the
designs that answer it (GU-8, GU-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from math import ceil, inf
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.engine.planner import Proposal
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit.bots.evaluation import Judge, Market, Prospect
from pbem.rulesets.god_unit.bots.features import BotParams, hit
from pbem.rulesets.god_unit.figures import FACTORY, GRUNT, Design, Piece, Site, Unit, factory_letter
from pbem.rulesets.god_unit.mechanics.position import Workshop, workshops
from pbem.rulesets.god_unit.orders import AnyOrder, Produce
from pbem.rulesets.god_unit.view import Appeared, Attacked, Moved, View

_UNSEEN: Mapping[Design, float] = {
    GRUNT: 0.25,
    Design(a=2, r=3): 0.15,
    Design(a=3, d=0, r=5): 0.25,
    Design(a=3, n=2, r=6, d=0): 0.2,
    Design(a=3, n=3, r=4, m=2, d=2): 0.15,
}
"""What a factory may be making that has shown nothing yet."""
_AHEAD = 8
"""Turns for which it is reckoned what rivals' factories may finish."""
_EVIDENCE = 4.0
"""Turns of a factory after which what it has shown counts as much as what it may do."""
_OPENING = 9
"""Turns; who is not under attack after them can afford patience."""
_CLOSE = 16
"""Half squares; where rivals are farther off, bots look farther ahead."""
_SWITCH = 1.5
"""How much better another product must be to be worth the work that is lost."""
_NERVE = 2.0
"""Hits that a factory is thought to survive at most."""
_FORESEEN = 24
"""Turns in which nobody takes so many hits are quiet ones."""
_RUSH = 5.5
"""Turns that are looked ahead at least, in whatever need."""
_RUSHED = 3
"""Half squares to the rivals for each turn that a first product may take: they may come at once."""
_OFFERS = 4
"""So many designs are thought of for a factory."""
_BEST = 10.0
"""What the best of them is worth to it."""


class Shop(NamedTuple):
    """A factory that could be told something: what it could make, with what that is worth."""

    letter: str
    offers: tuple[Proposal[AnyOrder], ...]


def shops(view: View, params: BotParams) -> Iterator[Shop]:
    """Factories that idle, and those whose product may no longer be wanted."""
    own = workshops(view)
    is_news = any(isinstance(one, Appeared) and one.unit.seat != view.seat for one in view.log)
    may_switch = params.answers and is_news
    if not may_switch and all(shop.work is not None for shop in own):
        return
    judge, coming = Judge(market(view, params)), _coming(view)
    for place, shop in enumerate(own):
        if shop.work is None or may_switch:
            prospect = _prospect(view, params, place, shop.site.square, coming)
            offers = tuple(_offers(view, params, judge, prospect, shop))
            if offers:
                yield Shop(shop.site.letter, offers)


def first_shops(view: View, params: BotParams) -> Iterator[Shop]:
    """What goes with the list of squares (GU-7)."""
    assert view.seat is not None
    judge, gap = Judge(market(view, params)), view.homes[view.seat - 1].rival
    for place in range(view.options.factories):
        prospect = Prospect(gap, _horizon(view, params, place, gap))
        letter, most = factory_letter(place), min(view.options.max_cost, gap // _RUSHED)
        yield Shop(letter, tuple(_ranked(params, judge, prospect, letter, most)))


def _ranked(
    params: BotParams, judge: Judge, prospect: Prospect, letter: str, most: int
) -> Iterator[Proposal[AnyOrder]]:
    """Something for a factory that idles, whatever it is good for."""
    found = judge.best(prospect, params, most, _OFFERS) or [(1.0, GRUNT)]
    for score, design in found:
        yield _offer(letter, design, _BEST * score / found[0][0])


def _offer(letter: str, design: Design, gain: float) -> Proposal[AnyOrder]:
    return Proposal(gain, (Produce(factory=letter, product=design),))


def _offers(
    view: View, params: BotParams, judge: Judge, prospect: Prospect, shop: Workshop
) -> Iterator[Proposal[AnyOrder]]:
    letter, work = shop.site.letter, shop.work
    if work is None:
        # The game may well be decided by the number of factories (GU-13).
        left = view.options.max_turns - view.open_turn
        if params.founds and FACTORY.cost + 2 <= left <= FACTORY.cost + 5:
            yield _offer(letter, FACTORY, 2 * _BEST)
        yield from _ranked(params, judge, prospect, letter, view.options.max_cost)
        return
    ready = (shop.due or 0) - view.open_turn
    if ready <= 1 or work.product.is_factory:
        return
    present = judge.score(prospect, work.product, ready)
    for score, design in judge.best(prospect, params, ready - 1, _OFFERS):
        if score > _SWITCH * present:
            yield _offer(letter, design, _BEST * (score / max(_SWITCH * present, score / 2) - 1))


# Rivals -------------------------------------------------------------------------------


def market(view: View, params: BotParams) -> Market:
    """What rivals have, and what their factories may finish soon."""
    units: dict[Design, float] = {}
    factories = 0
    for seat in view.seats:
        if seat == view.seat or not view.is_alive(seat):
            continue
        sites: list[Site | None] = [factory.site for factory in view.factories_of(seat)]
        sites = sites or [None] * view.options.factories
        factories += len(sites)
        likely = _likely(view, seat) if params.answers else _UNSEEN
        for site in sites:
            for design, count in _coming_from(view, site, likely):
                units[design] = units.get(design, 0.0) + count
        for unit in view.units_of(seat) if params.answers else ():
            if not unit.design.is_factory:
                units[unit.design] = units.get(unit.design, 0.0) + 1
    mates = sum(unit.levels.is_armed for unit in view.units_of(view.seat))
    return Market(units, max(1, factories), mates)


def _likely(view: View, seat: Seat) -> Mapping[Design, float]:
    """What a rival makes, by what it has made: in shares of its factories' time."""
    shown = {
        built.design: float(built.count * built.design.cost)
        for built in view.built
        if built.seat == seat and not built.design.is_factory
    }
    total = sum(shown.values()) + _EVIDENCE
    likely = {design: _EVIDENCE / total * share for design, share in _UNSEEN.items()}
    shares = {design: time / total for design, time in shown.items()}
    return likely | {design: likely.get(design, 0.0) + share for design, share in shares.items()}


def _coming_from(
    view: View, site: Site | None, likely: Mapping[Design, float]
) -> Iterator[tuple[Design, float]]:
    """What a factory may finish. How long it has worked is public: what costs less it cannot be
    making (GU-14)."""
    since = view.open_turn if site is None or site.since is None else site.since
    worked = view.open_turn - since
    possible = {design: share for design, share in likely.items() if design.cost >= worked}
    total = sum(possible.values())
    for design, share in possible.items():
        yield design, share / total * (_AHEAD + worked) / design.cost


def _coming(view: View) -> tuple[Unit, ...]:
    """Armed enemies that did anything in the last turn; the others lie in wait."""
    active = {entry.unit for entry in view.log if isinstance(entry, Moved | Attacked | Appeared)}
    return tuple(
        unit
        for unit in view.units
        if unit.seat != view.seat and unit.levels.is_armed and unit.name in active
    )


# Time ---------------------------------------------------------------------------------


def _prospect(
    view: View, params: BotParams, place: int, home: Square, coming: Collection[Unit]
) -> Prospect:
    """For a factory at `home`. The sooner it may fall, the less far it looks ahead."""
    sites = [factory.site for factory in view.factories if factory.site.seat != view.seat]
    units = [unit for unit in view.units if unit.seat != view.seat]
    pieces: list[Piece] = [*(sites or units), *coming]
    gap = min((distance(home, piece.square) for piece in pieces), default=_CLOSE)
    horizon = _horizon(view, params, place, gap)
    return Prospect(gap, min(horizon, max(_RUSH, _doom(view, coming, home))))


def _horizon(view: View, params: BotParams, place: int, gap: int) -> float:
    """How far a factory looks ahead that nobody threatens."""
    horizon = params.horizons[place % len(params.horizons)] + max(0, gap - _CLOSE) / 2
    return max(horizon, params.patience) if view.turn > _OPENING else horizon


def _doom(view: View, coming: Collection[Unit], home: Square) -> float:
    """The turns until a factory has taken more hits than it is thought to survive, from those who
    come and those who will come after them: as many of their like as are made at a time, where
    others of their seat come too."""
    together = Counter(unit.seat for unit in coming)
    guns = []
    for unit in coming:
        more, rate = len(view.factories_of(unit.seat)) / together[unit.seat], _hits(unit)
        guns.append((_contact(unit, home), rate, rate / unit.design.cost * more))
    hits = 0.0
    for turn in range(_FORESEEN):
        here = [gun for gun in guns if gun[0] <= turn]
        hits += sum(rate for _contact, rate, _wave in here)
        hits += sum(wave * (turn - contact) for contact, _rate, wave in here)
        if hits >= _NERVE:
            return turn + 1.0
    return inf


def _contact(unit: Unit, home: Square) -> float:
    """The turns until a unit can attack what stands there."""
    gap = distance(unit.square, home) - unit.levels.range
    if gap <= 0:
        return 0
    return ceil(gap / unit.levels.walk) if unit.levels.walk else inf


def _hits(unit: Unit) -> float:
    """What it does to a factory in a turn."""
    return unit.levels.attacks * hit(unit.levels.attack, FACTORY.defence)
