"""What the factories make (GU-8, GU-9)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import ceil, inf

from pbem.engine.rng import Stream
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit.bots.designing import Judge, Market, Prospect, choose
from pbem.rulesets.god_unit.bots.odds import hit
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.designs import FACTORY, GRUNT, Design
from pbem.rulesets.god_unit.log import Appeared, Attacked, Moved
from pbem.rulesets.god_unit.orders import Produce
from pbem.rulesets.god_unit.pieces import Piece, Unit, factory_letter
from pbem.rulesets.god_unit.reckoning.outlook import Workshop, workshops
from pbem.rulesets.god_unit.view import View

_UNSEEN = {
    Design(): 0.25,
    Design(a=2, r=3): 0.25,
    Design(a=3, n=2, r=6, d=0): 0.5,
    Design(a=3, n=3, r=4, m=2, d=2): 0.25,
}
"""What others may be making that nobody has seen yet, for each of their factories."""
_OPENING = 9
"""Turns; who is not under attack after them can afford patience."""
_CLOSE = 16
"""Half squares; where rivals are farther off, bots look farther ahead."""
_GROWTH, _YOUNG = 5.0, 4
"""Of what has been shown in t turns another 5 / t of it is expected, at most 5 / 4."""
_SWITCH = 1.5
"""How much better another product must be to be worth the work that is lost."""
_NERVE = 2.0
"""Hits that a factory is thought to survive at most."""
_RUSH = 6.5
"""Turns that are looked ahead at least, in whatever need."""


def first_products(view: View, temper: Temper, stream: Stream) -> Iterator[Produce]:
    """What goes with the list of squares (GU-7)."""
    judge = Judge(_market(view, temper))
    for place in range(view.options.factories):
        gap = view.homes[_seat(view) - 1].rival
        prospect = Prospect(gap, _horizon(view, temper, place, gap))
        design = choose(judge, prospect, temper, view.options.max_cost, stream)
        yield Produce(factory=factory_letter(place), product=design or GRUNT)


def products(view: View, temper: Temper, stream: Stream) -> Iterator[Produce]:
    """For factories that idle, and for those whose product is no longer wanted."""
    shops = workshops(view)
    may_switch = temper.answers and _news(view)
    if not may_switch and all(shop.work is not None for shop in shops):
        return
    judge = Judge(_market(view, temper))
    coming = _coming(view)
    for place, shop in enumerate(shops):
        if shop.work is not None and not may_switch:
            continue
        prospect = _prospect(view, temper, place, shop.site.square, coming)
        design = _wanted(view, temper, judge, prospect, shop, stream)
        if design is not None:
            yield Produce(factory=shop.site.letter, product=design)


def _wanted(
    view: View, temper: Temper, judge: Judge, prospect: Prospect, shop: Workshop, stream: Stream
) -> Design | None:
    """What to make instead of what is being made; None: nothing else."""
    idles = shop.work is None
    if idles and _may_be_a_factory(view, temper):
        return FACTORY
    design = choose(judge, prospect, temper, view.options.max_cost, stream)
    if idles:
        return design or GRUNT
    return design if design and _betters(judge, prospect, design, shop, view.open_turn) else None


def _may_be_a_factory(view: View, temper: Temper) -> bool:
    """Whether the game may well be decided by the number of factories (GU-13)."""
    left = view.options.max_turns - view.open_turn
    return temper.founds and FACTORY.cost + 2 <= left <= FACTORY.cost + 5


def _betters(judge: Judge, prospect: Prospect, design: Design, shop: Workshop, turn: int) -> bool:
    """Whether another product makes up for the work on the present one."""
    if shop.work is None or shop.due is None or shop.work.product.is_factory:
        return False
    ready = shop.due - turn
    if ready <= design.cost:
        return False
    present = judge.score(prospect, shop.work.product, ready)
    return judge.score(prospect, design, design.cost) > _SWITCH * present


def _seat(view: View) -> int:
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat


def _market(view: View, temper: Temper) -> Market:
    seat = _seat(view)
    factories = sum(factory.site.seat != seat for factory in view.factories)
    factories = factories or view.options.factories
    growth = 1 + _GROWTH / max(_YOUNG, view.turn)
    seen = [u.design for u in view.units if u.seat != seat and not u.design.is_factory]
    units: dict[Design, float] = {}
    doubt = factories / (1 + len(seen) / factories) if temper.answers else factories
    for design, share in _UNSEEN.items():
        units[design] = share * doubt * growth
    for design in seen if temper.answers else ():
        units[design] = units.get(design, 0.0) + growth
    mates = sum(unit.levels.is_armed for unit in view.units_of(seat))
    return Market(units, factories, mates)


def _prospect(
    view: View, temper: Temper, place: int, home: Square, coming: Collection[Unit]
) -> Prospect:
    """For a factory at `home`. The sooner it may fall, the less far it looks ahead."""
    sites = [factory.site for factory in view.factories if factory.site.seat != view.seat]
    units = [unit for unit in view.units if unit.seat != view.seat]
    pieces: list[Piece] = [*(sites or units), *coming]
    gap = min((distance(home, piece.square) for piece in pieces), default=_CLOSE)
    horizon = _horizon(view, temper, place, gap)
    return Prospect(gap, min(horizon, max(_RUSH, _doom(coming, home))))


def _horizon(view: View, temper: Temper, place: int, gap: int) -> float:
    """How far a factory looks ahead that nobody threatens."""
    horizon = temper.horizons[place % len(temper.horizons)] + max(0, gap - _CLOSE) / 2
    return max(horizon, temper.patience) if view.turn > _OPENING else horizon


def _news(view: View) -> bool:
    """Whether others have shown another unit."""
    return any(isinstance(entry, Appeared) and entry.unit.seat != view.seat for entry in view.log)


def _coming(view: View) -> tuple[Unit, ...]:
    """Armed enemies that did anything in the last turn; the others lie in wait."""
    active = {entry.unit for entry in view.log if isinstance(entry, Moved | Attacked | Appeared)}
    return tuple(
        unit
        for unit in view.units
        if unit.seat != view.seat and unit.levels.is_armed and unit.name in active
    )


def _doom(coming: Collection[Unit], home: Square) -> float:
    """The turns until a factory has taken more hits than it is thought to survive."""
    time, hits, rate = 0.0, 0.0, 0.0
    guns = ((_contact(unit, home), _hits(unit)) for unit in coming)
    for contact, more in sorted(gun for gun in guns if gun[0] < inf):
        if hits + rate * (contact - time) >= _NERVE:
            break
        hits, time, rate = hits + rate * (contact - time), contact, rate + more
    return time + (_NERVE - hits) / rate if rate else inf


def _contact(unit: Unit, home: Square) -> float:
    """The turns until a unit can attack what stands there."""
    gap = distance(unit.square, home) - unit.levels.range
    if gap <= 0:
        return 0
    return ceil(gap / unit.levels.walk) if unit.levels.walk else inf


def _hits(unit: Unit) -> float:
    """What it does to a factory in a turn."""
    return unit.levels.attacks * hit(unit.levels.attack, FACTORY.defence)
