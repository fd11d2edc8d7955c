"""Where factories are to stand: the list of squares, and those that are on their way (GU-7,
GU-12)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.maps.board import Square, distance
from pbem.maps.paths import reach
from pbem.rulesets.god_unit.bots.danger import Danger
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.orders import Act, Deploy, Else, Move, Place
from pbem.rulesets.god_unit.pieces import Unit
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.view import View

_SPARE = 4
"""So many more squares than factories are named, should some be taken."""


def places(view: View, temper: Temper) -> Place:
    """Squares of the home zone, the farthest from the rivals first, or the nearest."""
    if view.seat is None:
        raise ValueError("a spectator places nothing")
    rivals = [home.zone[0] for seat, home in enumerate(view.homes, start=1) if seat != view.seat]
    side = 1 if temper.hastes else -1
    zone = view.homes[view.seat - 1].zone
    ranked = sorted(zone, key=lambda square: side * min(distance(square, r) for r in rivals))
    return Place(squares=tuple(ranked[: view.options.factories + _SPARE]))


def settle(field: Field, seat: Seat, danger: Danger) -> Iterator[Act]:
    """Undeployed units deploy where they are safe; each factory in a square of its own."""
    taken = {site.square for site in field.sites(seat)}
    for unit in field.units(seat):
        if unit.phase != "undeployed":
            continue
        goal = _goal(field, unit, taken, danger)
        if unit.design.is_factory:
            taken.add(goal)
        if goal == unit.square:
            yield Act(unit=unit.number, choice=Deploy())
        else:
            yield Act(unit=unit.number, choice=Move(to=goal), others=(Else(Deploy()),))


def _goal(field: Field, unit: Unit, taken: set[Square], danger: Danger) -> Square:
    """The least dangerous square at hand that a factory may have, best of all its own; where
    all are taken, any way out of the crowd."""
    near = reach(field.board, unit.square, unit.levels.walk, field.enemy_squares(unit.seat))
    free = [square for square in near if not unit.design.is_factory or square not in taken]
    ways = free or [square for square in near if square != unit.square] or [unit.square]
    return min(ways, key=lambda square: (danger.at(square, 0), square != unit.square, square))
