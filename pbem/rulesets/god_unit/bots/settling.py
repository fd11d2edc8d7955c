"""Where factories are to stand: the list of squares, and those that are on their way (GU-7,
GU-12)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.maps.board import LAND, Square, distance
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
    """The squares of the home zone, those farthest from the rivals' first, or the nearest."""
    seat = view.seat
    assert seat is not None
    rivals = [home.zone[0] for n, home in enumerate(view.homes, start=1) if n != seat]
    zone = view.homes[seat - 1].zone
    sign = 1 if temper.hastes else -1
    ranked = sorted(zone, key=lambda s: (sign * min(distance(s, r) for r in rivals), s))
    return Place(squares=tuple(ranked[: view.options.factories + _SPARE]))


def settle(field: Field, nomads: list[Unit], danger: Danger) -> Iterator[Act]:
    """Undeployed units deploy where they are safe; factories need a square of their own."""
    taken = {site.square for site in field.sites()}
    for unit in nomads:
        goal = _goal(field, unit, taken, danger)
        if unit.design.is_factory:
            taken.add(goal)
        if goal == unit.square:
            yield Act(unit=unit.number, choice=Deploy())
        else:
            yield Act(unit=unit.number, choice=Move(to=goal), others=(Else(Deploy()),))


def _goal(field: Field, unit: Unit, taken: set[Square], danger: Danger) -> Square:
    """The least dangerous square at hand where it may deploy; where it stands, if that is one."""
    enemies = field.enemy_squares(unit.seat)
    near = reach(field.board, unit.square, unit.levels.walk, enemies)
    free = [s for s in near if s not in taken] if unit.design.is_factory else list(near)
    if not free:
        # Any way out will do: the crowd is gone sooner or later.
        free = [square for square in near if square != unit.square]
    return min(free or [unit.square], key=lambda s: (danger.at(s, 0), s != unit.square, s))
