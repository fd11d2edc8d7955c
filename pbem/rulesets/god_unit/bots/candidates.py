"""What units could do, line by line: attack, wait for whoever comes, go, or settle (GU-7, GU-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.planner import Proposal
from pbem.maps.board import Square, distance
from pbem.maps.paths import reach
from pbem.rulesets.god_unit.bots.evaluation import March
from pbem.rulesets.god_unit.bots.features import Danger, Standing, Targets
from pbem.rulesets.god_unit.figures import Unit
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AnyOrder,
    AttackAt,
    AttackNearest,
    Deploy,
    Else,
    Move,
    Place,
)
from pbem.rulesets.god_unit.view import View

_GOALS = 2
"""So many squares are thought of to go to."""
_SPARE = 4
"""So many more squares than factories are named, should some be taken."""


class Lines:
    """What comes to mind for each unit of a seat in one turn."""

    def __init__(
        self, field: Field, targets: Targets, danger: Danger, march: March, *, waits: bool
    ) -> None:
        self._field = field
        self._waits = waits
        self._targets = targets
        self._danger = danger
        self._march = march

    def squares(self, unit: Unit, standing: Standing) -> tuple[Square, ...]:
        """Where its attacks bring anything, the best first."""
        if not self._may_attack(unit):
            return ()
        near = self._targets.in_range(unit.square, unit.levels.range)
        return self._targets.ranked(standing, near, unit.levels.attack)

    def of(self, unit: Unit, standing: Standing) -> Iterator[Proposal[AnyOrder]]:
        """Its lines; to stay where it is and do nothing is always one."""
        squares = self.squares(unit, standing)
        if not squares:
            self._march.expect(standing)
        goals = self._march.better(unit, _GOALS)
        first = [square for square, _score in goals[:1]]
        here = self._march.score(unit, unit.square)
        if squares:
            gain, _after = self._targets.volley(standing, squares, unit.levels)
            choices = (AttackAt(squares=squares), AttackNearest())
            yield Proposal(gain, (_act(unit, choices, first, late=True),))
        for square, score in goals:
            yield Proposal(score.total - here.total, (self._going(unit, square),))
        wait = (_act(unit, (AttackNearest(),)),) if self._may_attack(unit) else ()
        yield Proposal(0.0, wait)

    def _may_attack(self, unit: Unit) -> bool:
        return unit.levels.is_armed and not self._field.truce

    def _going(self, unit: Unit, goal: Square) -> Act:
        """Who waits goes only when nobody comes into range first."""
        if not self._may_attack(unit):
            return _act(unit, (Move(to=goal),))
        if self._waits and not self._flees(unit, goal):
            return _act(unit, (AttackNearest(),), (goal,), late=True)
        return _act(unit, (Move(to=goal), AttackNearest()))

    def _flees(self, unit: Unit, goal: Square) -> bool:
        """Whether it is better off there at once than here."""
        defence = unit.levels.defence
        return self._danger.at(goal, defence) < self._danger.at(unit.square, defence)


def _act(
    unit: Unit, choices: Sequence[AnyChoice], goals: Sequence[Square] = (), *, late: bool = False
) -> Act:
    """A line with alternatives: these choices, then the goals, which may be for later."""
    others = [Else(choice) for choice in choices[1:]]
    others += [Else(Move(to=goal), late=late) for goal in goals]
    return Act(unit=unit.number, choice=choices[0], others=tuple(others))


# Factories on their way ---------------------------------------------------------------


def places(view: View) -> Place:
    """Squares of the home zone, the farthest from the rivals first."""
    assert view.seat is not None
    rivals = [home.zone[0] for seat, home in enumerate(view.homes, start=1) if seat != view.seat]
    zone = view.homes[view.seat - 1].zone
    ranked = sorted(zone, key=lambda square: -min(distance(square, r) for r in rivals))
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
    """Of arms, a step nearer until they will have something in range. Of a factory, the least
    dangerous square at hand that it may have, best of all its own; where all are taken, any way
    out of the crowd."""
    enemies = field.enemy_squares(unit.seat)
    near = reach(field.board, unit.square, unit.levels.walk, enemies)
    if unit.design.is_armed and enemies:
        gaps = {square: min(distance(square, enemy) for enemy in enemies) for square in near}
        aims = gaps[unit.square] <= unit.design.range
        return unit.square if aims else min(near, key=lambda square: (gaps[square], square))
    free = [square for square in near if not unit.design.is_factory or square not in taken]
    ways = free or [square for square in near if square != unit.square] or [unit.square]
    return min(ways, key=lambda square: (danger.at(square, 0), square != unit.square, square))
