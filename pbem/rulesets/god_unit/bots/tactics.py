"""What each unit is to do: shoot, go, or wait for whoever comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.maps.board import Square, distance
from pbem.maps.paths import reach
from pbem.rulesets.god_unit.bots.danger import Danger
from pbem.rulesets.god_unit.bots.march import tide
from pbem.rulesets.god_unit.bots.targets import Targets, worth
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AttackAt,
    AttackNearest,
    Else,
    Move,
)
from pbem.rulesets.god_unit.pieces import Unit
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.view import View

_STRIDE = 0.5
"""What a half square nearer to the enemy is worth, for each turn of cost."""


class Tactics:
    """One turn's plan for the units of a seat."""

    def __init__(self, view: View, field: Field, temper: Temper) -> None:
        assert view.seat is not None
        self._field = field
        self._seat = view.seat
        self._temper = temper
        self._enemies = field.enemy_squares(view.seat)
        self._targets = Targets(field, view.seat)
        self._danger = Danger(field, view.seat)
        self._tide = tide(field.board, self._goals())
        self._own = [u for u in field.units(view.seat)]

    def _goals(self) -> dict[Square, int]:
        return dict.fromkeys(self._enemies, 0)

    def acts(self) -> Iterator[Act]:
        shooters: list[tuple[float, Unit]] = []
        others: list[Unit] = []
        for unit in self._own:
            if unit.design.is_factory or unit.phase == "undeployed":
                continue
            gain = self._best_gain(unit)
            if gain > 0:
                shooters.append((gain, unit))
            else:
                others.append(unit)
        for _gain, unit in sorted(shooters, key=lambda pair: (-pair[0], pair[1].number)):
            yield self._shoot(unit)
        near = sorted(others, key=lambda u: (self._tide.get(u.square, 999), u.number))
        moves = [act for unit in near if (act := self._go(unit))]
        yield from (a for a in moves if not isinstance(a.choice, Move))
        yield from (a for a in moves if isinstance(a.choice, Move))

    def _in_range(self, unit: Unit) -> list[Square]:
        if not unit.levels.is_armed or self._field.truce:
            return []
        return self._targets.in_range(unit.square, unit.levels.range)

    def _best_gain(self, unit: Unit) -> float:
        squares = self._in_range(unit)
        if not squares:
            return 0.0
        return self._targets.volley(self._targets.ranked(squares, unit.levels), unit.levels)

    def _shoot(self, unit: Unit) -> Act:
        squares = self._targets.ranked(self._in_range(unit), unit.levels)
        self._targets.volley(squares, unit.levels, planned=True)
        choices: list[AnyChoice] = [AttackAt(squares=squares)] if squares else []
        choices.append(AttackNearest())
        others = [Else(choice) for choice in choices[1:]]
        goal = self._goal(unit)
        if goal != unit.square:
            others.append(Else(Move(to=goal), late=True))
        return Act(unit=unit.number, choice=choices[0], others=tuple(others))

    def _goal(self, unit: Unit) -> Square:
        if not unit.levels.m:
            return unit.square
        near = reach(self._field.board, unit.square, unit.levels.walk, self._enemies)
        return max(near, key=lambda s: (self._score(unit, s), s == unit.square, s))

    def _score(self, unit: Unit, square: Square) -> float:
        value = worth(unit)
        levels = unit.levels
        mates = sum(1 for u in self._own if u.levels.is_armed and distance(u.square, square) <= 6)
        danger = min(1.0, self._danger.at(square, levels.defence) / max(1, mates))
        chance = 0.0
        if levels.is_armed:
            near = self._targets.in_range(square, levels.range)
            chance = max((self._targets.rate(s, levels.attack) for s in near), default=0.0)
            chance *= min(levels.attacks, 4)
        far = max(0, self._tide.get(square, 999) - (levels.range if levels.is_armed else 0))
        return (
            chance * (1 - danger)
            - self._temper.caution * danger * value
            - _STRIDE * value * far * 0.25
        )

    def _go(self, unit: Unit) -> Act | None:
        goal = self._goal(unit)
        armed = unit.levels.is_armed and not self._field.truce
        if goal == unit.square:
            return Act(unit=unit.number, choice=AttackNearest()) if armed else None
        flees = self._danger.at(unit.square, unit.levels.defence) > self._danger.at(
            goal, unit.levels.defence
        )
        if armed and self._temper.waits and not flees:
            late = Else(Move(to=goal), late=True)
            return Act(unit=unit.number, choice=AttackNearest(), others=(late,))
        others: Sequence[Else] = (Else(AttackNearest()),) if armed else ()
        choice: AnyChoice = Move(to=goal)
        return Act(unit=unit.number, choice=choice, others=tuple(others))
