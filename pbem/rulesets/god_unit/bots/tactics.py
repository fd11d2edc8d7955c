"""What each unit is to do: attack, wait for whoever comes, or go (GU-8, GU-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.god_unit.bots.danger import Danger
from pbem.rulesets.god_unit.bots.march import March
from pbem.rulesets.god_unit.bots.targets import Targets
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.orders import Act, AnyChoice, AttackAt, AttackNearest, Else, Move
from pbem.rulesets.god_unit.pieces import Unit
from pbem.rulesets.god_unit.reckoning.field import Field

_WAYS = 2
"""So many squares are named to go to, should enemies bar the first."""


class Tactics:
    """One turn's lines for the units of a seat."""

    def __init__(self, field: Field, seat: Seat, temper: Temper, danger: Danger) -> None:
        self._field = field
        self._seat = seat
        self._temper = temper
        self._danger = danger
        self._targets = Targets(field, seat)
        caution = temper.caution * _need(field, seat)
        self._march = March(field, seat, caution, self._targets, danger)

    def acts(self) -> Iterator[Act]:
        """Attacks, the most rewarding first; then those who lie in wait; then those who go."""
        shooters: list[tuple[float, Unit]] = []
        others: list[Unit] = []
        for unit in self._field.units(self._seat):
            if unit.phase == "undeployed":
                continue
            gain = self._gain(unit)
            if gain > 0:
                shooters.append((gain, unit))
            else:
                others.append(unit)
        for _gain, unit in sorted(shooters, key=lambda each: (-each[0], each[1].number)):
            yield self._attack(unit)
        others.sort(key=lambda unit: (self._march.far(unit.square), unit.number))
        acts = [act for unit in others if (act := self._go(unit)) is not None]
        yield from (act for act in acts if not isinstance(act.choice, Move))
        yield from (act for act in acts if isinstance(act.choice, Move))

    def _may_attack(self, unit: Unit) -> bool:
        return unit.levels.is_armed and not self._field.truce

    def _in_range(self, unit: Unit) -> tuple[Square, ...]:
        """Where its attacks bring anything, the best first."""
        if not self._may_attack(unit):
            return ()
        near = self._targets.in_range(unit.square, unit.levels.range)
        return self._targets.ranked(near, unit.levels.attack)

    def _gain(self, unit: Unit) -> float:
        return self._targets.volley(self._in_range(unit), unit.levels)

    def _attack(self, unit: Unit) -> Act:
        """On what those before it have probably left, else on whoever is nearest; where nobody
        is left at all, it goes."""
        squares = self._in_range(unit)
        self._targets.volley(squares, unit.levels, planned=True)
        at = [AttackAt(squares=squares)] if squares else []
        return _act(unit, (*at, AttackNearest()), self._march.best(unit, _WAYS), late=True)

    def _go(self, unit: Unit) -> Act | None:
        """To a better square; who waits does so only when nobody comes into range first."""
        goals = self._march.best(unit, _WAYS)
        wait = (AttackNearest(),) if self._may_attack(unit) else ()
        if not goals or not self._temper.waits or not wait or self._flees(unit, goals[0]):
            moves = tuple(Move(to=goal) for goal in goals)
            return _act(unit, (*moves, *wait)) if moves or wait else None
        return _act(unit, wait, goals, late=True)

    def _flees(self, unit: Unit, goal: Square) -> bool:
        """Whether it is better off there at once than here."""
        defence = unit.levels.defence
        return self._danger.at(goal, defence) < self._danger.at(unit.square, defence)


def _need(field: Field, seat: Seat) -> float:
    """How much care a seat must take: less, the stronger it is than all others together."""
    own = rivals = 1.0
    for unit in field.units():
        if unit.levels.is_armed:
            if unit.seat == seat:
                own += unit.design.cost
            else:
                rivals += unit.design.cost
    return min(1.0, rivals / own)


def _act(
    unit: Unit,
    choices: Sequence[AnyChoice],
    goals: Sequence[Square] = (),
    *,
    late: bool = False,
) -> Act:
    """A line with alternatives: these choices, then the goals, which may be for later."""
    others = [Else(choice) for choice in choices[1:]]
    others += [Else(Move(to=goal), late=late) for goal in goals]
    return Act(unit=unit.number, choice=choices[0], others=tuple(others))
