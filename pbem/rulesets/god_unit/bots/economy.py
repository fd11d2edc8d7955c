"""What the factories make (GU-8, GU-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil, inf

from pbem.engine.rng import Stream
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit.bots.designing import Judge, Market, choose
from pbem.rulesets.god_unit.bots.odds import hit
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.designs import FACTORY, Design
from pbem.rulesets.god_unit.log import Appeared, Attacked, Moved
from pbem.rulesets.god_unit.orders import Produce
from pbem.rulesets.god_unit.pieces import Unit, factory_letter
from pbem.rulesets.god_unit.reckoning.outlook import Workshop, workshops
from pbem.rulesets.god_unit.view import View

_PRIOR = (
    (Design(), 0.5),
    (Design(a=2, r=3), 0.5),
    (Design(a=3, n=2, r=6, d=0), 1.0),
    (Design(a=3, n=3, r=4, m=2, d=2), 0.5),
)
"""What factories may be making that nobody has seen yet."""
_SWITCH = 1.5
_CLOSE = 16


def first_products(view: View, temper: Temper, stream: Stream) -> Iterator[Produce]:
    """With the list of squares (GU-7)."""
    for place in range(view.options.factories):
        judge = Judge(_market(view, (), place, temper))
        design = choose(judge, temper, view.options.max_cost, stream)
        yield Produce(factory=factory_letter(place), product=design)


def products(view: View, temper: Temper, stream: Stream) -> Iterator[Produce]:
    """For factories that idle, and for those that make what is no longer wanted."""
    alarmed = any(isinstance(e, Appeared) and e.unit.seat != view.seat for e in view.log)
    for place, shop in enumerate(workshops(view)):
        if shop.work is not None and not (temper.answers and alarmed):
            continue
        judge = Judge(_market(view, (shop.site.square,), place, temper))
        design = choose(judge, temper, view.options.max_cost, stream)
        if shop.work is None or _betters(judge, design, shop, view.open_turn):
            yield Produce(factory=shop.site.letter, product=design)


def _betters(judge: Judge, design: Design, shop: Workshop, turn: int) -> bool:
    """Whether a new product is worth what has been done for the present one."""
    if shop.work is None or shop.due is None or shop.work.product.is_factory:
        return False
    if shop.due - turn <= design.cost:
        return False
    return judge.score(design, design.cost) > _SWITCH * judge.score(shop.work.product, shop.due - turn)


def _market(view: View, homes: tuple[Square, ...], place: int, temper: Temper) -> Market:
    seat = view.seat
    assert seat is not None
    rivals = [factory.site for factory in view.factories if factory.site.seat != seat]
    enemies = [unit for unit in view.units if unit.seat != seat]
    factories = len(rivals) or view.options.factories
    units: Counter[Design] = Counter()
    for design, share in _PRIOR:
        units[design] += share * temper.guess * factories
    if temper.answers:
        units.update(unit.design for unit in enemies if not unit.design.is_factory)
    places = [site.square for site in rivals] or [unit.square for unit in enemies]
    gaps = [distance(home, other) for home in homes for other in places]
    gap = min(gaps, default=view.homes[seat - 1].rival)
    horizon = temper.horizons[place % len(temper.horizons)] + temper.stretch * max(0, gap - _CLOSE) / 2
    if view.turn > 9:
        horizon = max(horizon, temper.patience)
    coming = _coming(view, enemies)
    dooms = [_doom(coming, home, temper.nerve) for home in homes]
    horizon = min(horizon, max(temper.rush, min(dooms, default=horizon)))
    growth = 1 + temper.growth * horizon / max(4, view.turn)
    units = Counter({design: count * growth for design, count in units.items()}) if temper.answers else units
    mates = sum(unit.levels.is_armed for unit in view.units_of(seat))
    return Market(units, factories, mates, gap, horizon)


def _coming(view: View, enemies: list[Unit]) -> list[Unit]:
    """Armed enemies that did anything in the last turn."""
    active = {e.unit for e in view.log if isinstance(e, Moved | Attacked | Appeared)}
    return [u for u in enemies if u.levels.is_armed and u.name in active]


def _contact(unit: Unit, home: Square) -> int:
    return ceil(max(0, distance(unit.square, home) - unit.levels.range) / max(1, unit.levels.walk))


def _doom(coming: list[Unit], home: Square, nerve: float) -> float:
    """In how many turns a factory has taken as many hits as one has the nerve to expect."""
    guns = sorted((_contact(unit, home), _hits(unit)) for unit in coming)
    time, hits, rate = 0.0, 0.0, 0.0
    for contact, more in guns:
        if rate and hits + rate * (contact - time) >= nerve:
            break
        hits, time, rate = hits + rate * (contact - time), contact, rate + more
    return time + (nerve - hits) / rate if rate else inf


def _hits(unit: Unit) -> float:
    return unit.levels.attacks * hit(unit.levels.attack, FACTORY.defence)
