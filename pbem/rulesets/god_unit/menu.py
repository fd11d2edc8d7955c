"""What a player can order now, as a tree whose every path is a line that the desk takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pbem.engine.menu import Item, Menu
from pbem.engine.phrases import count_turns
from pbem.maps.board import LAND, Square, square_name, square_ref
from pbem.maps.paths import reach, regions
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.designs import CHARACTERISTICS, FACTORY, GRUNT, Design, is_valid
from pbem.rulesets.god_unit.orders import IDLE, Act, Orders, Place, Produce
from pbem.rulesets.god_unit.pieces import Site, Unit, factory_letter
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.outlook import field_of, workshops
from pbem.rulesets.god_unit.reckoning.plans import squares_in_range
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
