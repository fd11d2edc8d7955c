"""What a player can order now, as a tree whose every path is a line that the desk takes; and any
legal orders, by walking it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pbem.engine.menu import Item, Menu, branch, walk
from pbem.engine.phrases import count_turns
from pbem.engine.rng import Stream
from pbem.maps.board import LAND, Square, square_name, square_ref
from pbem.maps.paths import reach, regions
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import (
    CHARACTERISTICS,
    FACTORY,
    GRUNT,
    Design,
    Site,
    Unit,
    factory_letter,
    is_valid,
)
from pbem.rulesets.god_unit.language import TAKER
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.execution import Taken
from pbem.rulesets.god_unit.mechanics.plans import squares_in_range
from pbem.rulesets.god_unit.mechanics.position import Position, Situation, field_of, workshops
from pbem.rulesets.god_unit.orders import IDLE, Act, AnyOrder, Else, Orders, Pass, Place, Produce
from pbem.rulesets.god_unit.view import View

_FOLDED = Design(m=0, r=2)


def menu_of(view: View, held: Orders = IDLE) -> Menu:
    """Made from the view alone; units and factories with orders among those `held` have none to
    choose from."""
    if not view.is_playing:
        return ()
    told = {order.factory for order in held.orders if isinstance(order, Produce)}
    products = tuple(production(view, told))
    if view.is_placing:
        named = any(isinstance(order, Place) for order in held.orders)
        return (*(() if named else placement(view)), *products, PASS)
    assert view.seat is not None
    busy = {order.unit for order in held.orders if isinstance(order, Act)}
    field = field_of(view)
    units = sorted(field.units(view.seat), key=lambda unit: unit.number)
    actions = [action for unit in units if unit.number not in busy for action in acts(field, unit)]
    return (*products, *_by_verb(actions), PASS)


def _by_verb(actions: Sequence[Item]) -> Iterator[Item]:
    """What units may do, a branch for each verb."""
    for verb in dict.fromkeys(action.words for action in actions):
        units = [action.then for action in actions if action.words == verb]
        yield Item(
            words=verb, then=tuple(one for then in units if isinstance(then, tuple) for one in then)
        )


PASS = Item(words="PASS")


def _squares(lead: str, squares: Iterable[Square]) -> Iterator[Item]:
    for square in squares:
        name = square_name(square)
        yield Item(words=f"{lead} {name}".strip(), refs=(square_ref(square),))


# Factories ----------------------------------------------------------------------------


def placement(view: View) -> Menu:
    """Where a factory may stand (GU-7)."""
    assert view.seat is not None
    squares: Iterable[Square] = view.homes[view.seat - 1].zone
    if view.options.placement == "open":
        squares = view.board.squares(LAND)
    return (Item(words="PLACE", then=tuple(_squares("", squares))),)


def production(view: View, told: Iterable[str] = ()) -> Iterator[Item]:
    """What each factory may make."""
    shops: dict[str, tuple[str, ...]] = {
        shop.site.letter: (square_ref(shop.site.square),) for shop in workshops(view)
    }
    if view.is_placing:
        shops = {factory_letter(made): () for made in range(view.options.factories)}
    known = (one.design for one in view.built if not one.design.is_factory)
    products = _products(frozenset(known), view.options.max_cost)
    free = tuple(
        Item(words=letter, refs=(f"factory:{letter}", *place), then=products)
        for letter, place in shops.items()
        if letter not in told
    )
    if free:
        yield Item(words="PRODUCE", then=free)


@lru_cache(maxsize=32)
def _products(known: frozenset[Design], max_cost: int) -> Menu:
    """Designs that somebody has shown, and those a level above them; a factory; nothing."""
    start = {GRUNT, _FOLDED, *known}
    raised = {one.having(name, one.levels[name] + 1) for one in start for name in CHARACTERISTICS}
    designs = sorted((one for one in start | raised if is_valid(one, max_cost)), key=_dearest_last)
    made = (*designs, FACTORY) if is_valid(FACTORY, max_cost) else tuple(designs)
    return (*(item for design in made for item in _product(design)), Item(words="NOTHING"))


def _dearest_last(design: Design) -> tuple[int, str]:
    return design.cost, str(design)


def _product(design: Design) -> Iterator[Item]:
    words, note = naming.product(design), count_turns(design.cost)
    yield Item(words=words, note=note)
    yield Item(words=words, note=note, then=(Item(words="REPEAT"),))


# Units --------------------------------------------------------------------------------


def acts(field: Field, unit: Unit) -> Iterator[Item]:
    """What a unit may do as the board stands, by verbs."""
    for verb, choices in (("ATTACK", _attacks(field, unit)), ("MOVE", _moves(field, unit))):
        found = tuple(choices)
        if found:
            yield Item(words=verb, then=(_named(unit, found),))
    if unit.phase == "undeployed":
        yield Item(words="DEPLOY", then=(_named(unit),))


def _named(unit: Unit, then: Menu = ()) -> Item:
    refs = (f"unit:{unit.number}", square_ref(unit.square))
    return Item(words=str(unit.number), label=naming.state(unit), refs=refs, then=then)


def _moves(field: Field, unit: Unit) -> Iterator[Item]:
    walk = unit.levels.walk
    if not walk:
        return
    enemies = field.enemy_squares(unit.seat)
    near = reach(field.board, unit.square, walk, enemies)
    yield from _squares("TO", (square for square in near if square != unit.square))
    region = regions(field.board)
    here = region.get(unit.square)
    yield from _squares("TOWARDS", (one for one in sorted(enemies) if region.get(one) == here))


def _attacks(field: Field, unit: Unit) -> Iterator[Item]:
    if not unit.levels.is_armed or field.truce:
        return
    yield Item(words="NEAREST")
    for square in squares_in_range(field, unit):
        yield from _squares("AT", (square,))
        for piece in field.at(square):
            kind = "FACTORY" if isinstance(piece, Site) else "UNIT"
            yield Item(words=f"{kind} {piece.name}", refs=(square_ref(square),))


_SELDOM = {"NOTHING": 16, "FACTORY": 8}
"""One of so many products is that."""


def random_orders(view: View, stream: Stream) -> Orders:
    """Legal orders at random; nothing for who has no part in the game."""
    if not view.is_playing:
        return Orders()
    assert view.seat is not None
    at = Situation(view, Position(view, view.seat))
    if view.is_placing:
        return Orders((*_placement(at, stream), *_production(at, stream)))
    produce = tuple(_production(at, stream))
    units = [unit for unit in at.here.units.values() if stream.strikes(5, 6)]
    found = [act for unit in stream.shuffled(units) if (act := _act(at, unit, stream))]
    passes: list[AnyOrder] = [Pass()] if found and stream.strikes(1, 12) else []
    middle = len(found) // 2
    return Orders((*produce, *found[:middle], *passes, *found[middle:]))


def _read(menu: Menu, at: Situation, stream: Stream) -> AnyOrder:
    """The order of a line of the menu at random."""
    (step,) = TAKER.take(walk(menu, stream), at)
    taken: Taken = step.done
    (order,) = taken.orders
    return order


def _placement(at: Situation, stream: Stream) -> Iterator[Place]:
    """Some squares, or none."""
    menu = placement(at.view)
    drawn = (
        _read(menu, at, stream) for _square in range(stream.below(at.view.options.factories + 3))
    )
    squares = dict.fromkeys(
        one for order in drawn if isinstance(order, Place) for one in order.squares
    )
    if squares:
        yield Place(squares=tuple(squares))


def _production(at: Situation, stream: Stream) -> Iterator[AnyOrder]:
    """Factories that idle get something to do; now and then one changes its mind."""
    working = {shop.site.letter for shop in workshops(at.view) if shop.work is not None}
    for verb in production(at.view):
        for letter in verb.then if isinstance(verb.then, tuple) else ():
            if stream.strikes(1, 20) if letter.words in working else stream.strikes(5, 6):
                yield _read((_making(verb, letter, stream),), at, stream)


def _making(verb: Item, letter: Item, stream: Stream) -> Item:
    """One factory's branch: a design, seldom another factory or nothing."""
    assert isinstance(letter.then, tuple)
    rare = next((words for words, one in _SELDOM.items() if stream.strikes(1, one)), "")
    products = branch(letter.then, rare) or tuple(
        item for item in letter.then if item.words not in _SELDOM
    )
    return Item(words=verb.words, then=(Item(words=letter.words, then=products),))


def _act(at: Situation, unit: Unit, stream: Stream) -> Act | None:
    """An action of a unit, with alternatives now and then; None where it can do nothing."""
    menu = tuple(acts(at.here.field, unit))
    if not menu:
        return None
    first, *more = (
        _read((item,), at, stream) for item in (stream.choice(menu), *stream.shuffled(menu)[:2])
    )
    assert isinstance(first, Act)
    others = tuple(
        Else(other.choice, late=stream.strikes(1, 3))
        for other in more
        if isinstance(other, Act) and other.choice != first.choice and stream.strikes(1, 2)
    )
    return Act(unit=unit.number, choice=first.choice, others=others)
