"""What could sensibly be ordered in a position, each line tried on the board as it will be.

Facts of the board, no foresight: an attack where it may well hit, else a step nearer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec

from pbem.engine.api import Seat
from pbem.engine.language import Refused
from pbem.maps.board import Square, distance
from pbem.maps.paths import reach
from pbem.rulesets.god_unit.designs import GRUNT, Design, is_valid
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import (
    AnyChoice,
    AttackAt,
    Deploy,
    Move,
    MoveTowards,
    Place,
)
from pbem.rulesets.god_unit.pieces import Site, Unit
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.odds import chance_to_hit
from pbem.rulesets.god_unit.reckoning.plans import Plan, plan
from pbem.rulesets.god_unit.telling.army import Group, groups, in_range
from pbem.rulesets.god_unit.view import View

_STOCK: tuple[Design, ...] = (Design(a=2, m=2), Design(a=3, d=3, m=2, r=3))
"""A cheap design and one that stands its ground, to fill a template with."""
_SPARE_SQUARES = 2
"""So many squares more than factories are suggested: others may take some (GU-7)."""
_APART = 4
"""Factories are suggested so far apart, in half squares, where the zone has room."""
_WORTHWHILE = Fraction(1, 6)
"""An attack less likely than this to hit is suggested only to who can do nothing else."""
_MOST_SQUARES = 3


class Advice(msgspec.Struct, frozen=True):
    """What some units that are alike could do, and what it comes to as the board stands."""

    units: tuple[Unit, ...]
    choice: AnyChoice
    comes_to: Plan


def stock_design(options: Options, place: int = 0) -> Design:
    """A design to suggest; those of neighbouring places differ, as far as the options let them."""
    design = _STOCK[place % len(_STOCK)]
    return design if is_valid(design, options.max_cost) else GRUNT


def good_squares(view: View, seat: Seat) -> Place:
    """Squares for factories, those far from all rivals first, and some to spare (GU-7)."""
    zone = view.homes[seat - 1].zone
    rivals = [home.zone[0] for place, home in enumerate(view.homes, 1) if place != seat]
    ranked = sorted(zone, key=lambda square: -min(distance(square, r) for r in rivals))
    wanted = min(len(zone), view.options.factories + _SPARE_SQUARES)
    chosen: list[Square] = []
    for apart in (_APART, 1):
        for square in ranked:
            if len(chosen) < wanted and all(distance(square, c) >= apart for c in chosen):
                chosen.append(square)
    return Place(squares=tuple(chosen))


def unit_advice(view: View, seat: Seat, field: Field) -> tuple[Advice, ...]:
    """For every group of own units that has something sensible to do, attacks first."""
    found = [advice for group in groups(field, seat) for advice in _for_group(view, field, group)]
    return tuple(sorted(found, key=_urgency))


def _urgency(advice: Advice) -> tuple[int, int]:
    kinds = {AttackAt: 0, Deploy: 1}
    return kinds.get(type(advice.choice), 2), -advice.units[0].design.cost


def _for_group(view: View, field: Field, group: Group) -> Iterator[Advice]:
    """One for all of them; factories, of which a square bears one, part ways."""
    parts = [(unit,) for unit in group.units] if group.one.design.is_factory else [group.units]
    for nth, units in enumerate(parts):
        choices = _choices(view, field, units[0])
        if units[0].design.is_factory and nth:
            choices = _elsewhere(field, units[0])
        for choice in choices:
            try:
                comes_to = plan(field, units[0], choice)
            except Refused:
                continue
            yield Advice(units, choice, comes_to)
            break


def _choices(view: View, field: Field, unit: Unit) -> Iterator[AnyChoice]:
    """What is thought of, the best first; not all of it can be done."""
    if unit.phase == "undeployed":
        yield from _unfolding(field, unit)
        return
    yield from _attacks(field, unit, _WORTHWHILE)
    if unit.levels.m:
        yield from _approaches(view, field, unit)
    yield from _attacks(field, unit, Fraction(0))


def _unfolding(field: Field, unit: Unit) -> Iterator[AnyChoice]:
    """Factories where they stand, else beside; arms where they will have something in range."""
    foes = _squares_of_others(field, unit.seat)
    far = min((distance(unit.square, square) for square in foes), default=0)
    if unit.design.is_factory or not unit.design.is_armed or far <= unit.design.range:
        yield Deploy()
        yield from _elsewhere(field, unit)
    else:
        yield from _towards(unit, foes)


def _elsewhere(field: Field, unit: Unit) -> Iterator[AnyChoice]:
    """A square beside that no factory takes up."""
    foes = field.enemy_squares(unit.seat)
    for square in list(reach(field.board, unit.square, unit.levels.walk, foes))[1:]:
        if not any(isinstance(piece, Site) or _is_factory(piece) for piece in field.at(square)):
            yield Move(to=square)


def _is_factory(piece: Site | Unit) -> bool:
    return isinstance(piece, Unit) and piece.design.is_factory


def _attacks(field: Field, unit: Unit, least: Fraction) -> Iterator[AnyChoice]:
    """The squares in range where an attack may hit, what is worth most before all."""
    worth = {square: _worth(field, unit, square) for square in in_range(field, unit)}
    good = [square for square in worth if worth[square] and _odds(field, unit, square) >= least]
    if good:
        best = sorted(good, key=lambda square: -worth[square])
        yield AttackAt(squares=tuple(best[:_MOST_SQUARES]))


def _odds(field: Field, unit: Unit, square: Square) -> Fraction:
    """How likely one attack on a square destroys anything."""
    pieces = field.at(square)
    hits = [chance_to_hit(unit.levels.attack, piece.levels.defence) for piece in pieces]
    return sum(hits, Fraction(0)) / len(pieces)


def _worth(field: Field, unit: Unit, square: Square) -> Fraction:
    """What one attack on a square may be expected to destroy, in turns of production."""
    pieces = field.at(square)
    costs = [
        chance_to_hit(unit.levels.attack, piece.levels.defence)
        * (piece.design.cost if isinstance(piece, Unit) else piece.levels.cost)
        for piece in pieces
    ]
    return sum(costs, Fraction(0)) / len(pieces)


def _approaches(view: View, field: Field, unit: Unit) -> Iterator[AnyChoice]:
    """Towards the nearest factory of others, else whatever they have; unarmed units towards
    what can be held (SZ-10)."""
    if not unit.levels.is_armed:
        free = [thing.square for thing in view.things if thing.holder != unit.seat]
        yield from _towards(unit, free)
        return
    factories = [site.square for site in field.sites() if site.seat != unit.seat]
    yield from _towards(unit, factories or _squares_of_others(field, unit.seat))


def _squares_of_others(field: Field, seat: Seat) -> Sequence[Square]:
    return sorted(field.enemy_squares(seat))


def _towards(unit: Unit, goals: Iterable[Square]) -> Iterator[AnyChoice]:
    near = min(goals, key=lambda square: (distance(unit.square, square), square), default=None)
    if near is not None:
        yield MoveTowards(goal=near)
