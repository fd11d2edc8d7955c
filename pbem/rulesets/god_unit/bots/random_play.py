"""Any legal orders, by walking the menu: what tests play, and the weakest opponent."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.menu import Item, Menu, branch, walk
from pbem.engine.rng import Stream
from pbem.rulesets.god_unit.legality import Taken
from pbem.rulesets.god_unit.meaning import Position, Situation
from pbem.rulesets.god_unit.menu import acts, placement, production
from pbem.rulesets.god_unit.orders import Act, AnyOrder, Else, Orders, Pass, Place
from pbem.rulesets.god_unit.pieces import Unit
from pbem.rulesets.god_unit.reckoning.outlook import workshops
from pbem.rulesets.god_unit.taking import TAKER
from pbem.rulesets.god_unit.view import View

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
