"""Any legal orders: what tests play, and the weakest opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.rng import Stream
from pbem.maps.board import LAND, Square
from pbem.maps.paths import reach, within
from pbem.rulesets.god_unit.designs import CHARACTERISTICS, FACTORY, GRUNT, Design, is_valid
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AnyOrder,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Else,
    Move,
    MoveTowards,
    Orders,
    Pass,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.pieces import Unit, factory_letter
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.outlook import field_of, workshops
from pbem.rulesets.god_unit.reckoning.plans import plan, squares_in_range
from pbem.rulesets.god_unit.reckoning.refusals import Refusal
from pbem.rulesets.god_unit.view import View

_RAISES = 5
"""So many times at most a random design is raised by a level or two."""


def random_orders(view: View, stream: Stream) -> Orders:
    """Legal orders at random; nothing for who has no part in the game."""
    if not view.is_playing:
        return Orders()
    if view.is_placing:
        return Orders(tuple(_placement(view, stream)))
    field = field_of(view)
    produce = _production(view, stream)
    units = [unit for unit in field.units(view.seat) if stream.strikes(5, 6)]
    acts = [act for unit in stream.shuffled(units) if (act := _act(field, unit, stream))]
    passes: list[AnyOrder] = [Pass()] if stream.strikes(1, 12) else []
    return Orders((*produce, *acts[: len(acts) // 2], *passes, *acts[len(acts) // 2 :]))


def _placement(view: View, stream: Stream) -> Iterator[AnyOrder]:
    assert view.seat is not None
    squares: Sequence[Square] = view.homes[view.seat - 1].zone
    if view.options.placement == "open":
        squares = tuple(view.board.squares(LAND))
    count = min(len(squares), stream.below(view.options.factories + 3))
    if count:
        yield Place(squares=tuple(stream.sample(squares, count)))
    for made in range(view.options.factories):
        if stream.strikes(5, 6):
            design = random_design(view.options.max_cost, stream)
            yield Produce(factory=factory_letter(made), product=design, repeat=stream.strikes(1, 2))


def random_design(max_cost: int, stream: Stream) -> Design:
    """A valid design, most often a cheap one."""
    design = GRUNT
    if stream.strikes(1, 8):
        design = Design(a=0, n=0, r=0) if stream.strikes(1, 3) else Design(m=0, r=2)
    for _raise in range(stream.below(_RAISES + 1)):
        name = stream.choice(CHARACTERISTICS)
        raised = design.having(name, design.levels[name] + stream.between(1, 2))
        if is_valid(raised, max_cost):
            design = raised
    return design if is_valid(design, max_cost) else GRUNT


def _production(view: View, stream: Stream) -> Iterator[AnyOrder]:
    """Factories that idle get something to do; now and then one changes its mind."""
    for shop in workshops(view):
        if shop.work is not None and not stream.strikes(1, 20):
            continue
        kind = stream.below(16)
        product: Design | None = random_design(view.options.max_cost, stream)
        if kind == 0:
            product = None
        elif kind == 1:
            product = FACTORY
        repeat = product is not None and stream.strikes(1, 2)
        yield Produce(factory=shop.site.letter, product=product, repeat=repeat)


def _act(field: Field, unit: Unit, stream: Stream) -> Act | None:
    """An action of a unit, with alternatives now and then; None where it can do nothing."""
    choices = [choice for choice in _choices(field, unit, stream) if _may_be(field, unit, choice)]
    if not choices:
        return None
    others = tuple(Else(choice, late=stream.strikes(1, 3)) for choice in choices[1:3])
    return Act(unit=unit.number, choice=choices[0], others=others)


def _may_be(field: Field, unit: Unit, choice: AnyChoice) -> bool:
    found = plan(field, unit, choice)
    return not isinstance(found, Refusal) or found.is_for_now


def _choices(field: Field, unit: Unit, stream: Stream) -> Iterator[AnyChoice]:
    """What a unit might do, in a random order in which attacks come first more often."""
    found: list[AnyChoice] = []
    if unit.phase == "undeployed" and stream.strikes(1, 3):
        yield Deploy()
    if unit.levels.is_armed and not field.truce:
        found += _attacks(field, unit, stream)
    if unit.levels.m:
        found += _moves(field, unit, stream)
    if found and squares_in_range(field, unit):
        yield found[0]
    yield from stream.shuffled(found)


def _attacks(field: Field, unit: Unit, stream: Stream) -> Iterator[AnyChoice]:
    near = squares_in_range(field, unit)
    if near:
        square = stream.choice(near)
        yield AttackAt(squares=(square,))
        yield AttackPiece(target=stream.choice(field.at(square)).name)
    yield AttackNearest()
    seen = within(field.board, unit.square, unit.levels.range)
    squares = stream.sample(seen, min(len(seen), 1 + stream.below(3)))
    yield AttackAt(squares=tuple(squares))


def _moves(field: Field, unit: Unit, stream: Stream) -> Iterator[AnyChoice]:
    enemies = field.enemy_squares(unit.seat)
    near = list(reach(field.board, unit.square, unit.levels.walk, enemies))[1:]
    if near:
        yield Move(to=stream.choice(near))
    goals = sorted(enemies) or list(field.board.squares(LAND))
    goal = stream.choice(goals)
    if goal != unit.square:
        yield MoveTowards(goal=goal)
