"""What units could do, line by line: attack, wait for whoever comes, go, or settle (GU-7, GU-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.planner import Proposal
from pbem.maps.board import Square, distance
from pbem.maps.paths import reach
from pbem.rulesets.god_unit.bots.evaluation import March, care
from pbem.rulesets.god_unit.bots.features import BotParams, Danger, Remaining, Targets
from pbem.rulesets.god_unit.figures import Unit
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.position import field_of
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
    """What comes to mind for each unit of a seat in one turn. Time presses in the last two thirds
    of the game: down to nothing in the last turn units care less."""

    def __init__(self, view: View, seat: Seat, params: BotParams) -> None:
        time = min(1.0, 1.5 * (1 - view.open_turn / view.options.max_turns))
        self.field = field_of(view)
        self.danger = Danger(self.field, seat)
        self.targets = Targets(self.field, seat)
        caution = params.caution * time * care(self.field, seat)
        self.march = March(self.field, seat, caution, self.targets, self.danger)
        self._waits = params.waits and time == 1

    def squares(self, unit: Unit, standing: Remaining) -> tuple[Square, ...]:
        """Where its attacks bring anything, the best first."""
        if not self._may_attack(unit):
            return ()
        near = self.targets.in_range(unit.square, unit.levels.range)
        return self.targets.ranked(standing, near, unit.levels.attack)

    def of(self, unit: Unit, standing: Remaining) -> Iterator[Proposal[AnyOrder]]:
        """Its lines; to stay where it is and do nothing is always one."""
        squares = self.squares(unit, standing)
        if not squares:
            self.march.expect(standing)
        goals = self.march.better(unit, _GOALS)
        here = self.march.score(unit, unit.square)
        if squares:
            gain, _after = self.targets.volley(standing, squares, unit.levels)
            choices = (AttackAt(squares=squares), AttackNearest())
            first = [square for square, _score in goals[:1]]
            yield Proposal(gain, (_act(unit, choices, first, late=True),))
        for square, score in goals:
            yield Proposal(score.total - here.total, (self._going(unit, square),))
        wait = (_act(unit, (AttackNearest(),)),) if self._may_attack(unit) else ()
        yield Proposal(0.0, wait)

    def _may_attack(self, unit: Unit) -> bool:
        return unit.levels.is_armed and not self.field.truce

    def _going(self, unit: Unit, goal: Square) -> Act:
        """Who waits goes only when nobody comes into range first, or where it is better off there
        at once than here."""
        if not self._may_attack(unit):
            return _act(unit, (Move(to=goal),))
        there, here = (self.danger.at(s, unit.levels.defence) for s in (goal, unit.square))
        if self._waits and there >= here:
            return _act(unit, (AttackNearest(),), (goal,), late=True)
        return _act(unit, (Move(to=goal), AttackNearest()))


def _act(
    unit: Unit, choices: Sequence[AnyChoice], goals: Sequence[Square] = (), *, late: bool = False
) -> Act:
    """A line with alternatives: these choices, then the goals, which may be for later."""
    others = [Else(choice) for choice in choices[1:]]
    others += [Else(Move(to=goal), late=late) for goal in goals]
    return Act(unit=unit.number, choice=choices[0], others=tuple(others))


# Factories on their way ---------------------------------------------------------------


def places(view: View, seat: Seat) -> Place:
    """Squares of the home zone, the farthest from the rivals first."""
    rivals = [home.zone[0] for one, home in enumerate(view.homes, start=1) if one != seat]
    zone = view.homes[seat - 1].zone
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
