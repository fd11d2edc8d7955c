"""Who could spoil a move before it is carried out (GU-6, GU-10)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from pbem.engine.api import Seat
from pbem.maps.board import Square, distance
from pbem.maps.paths import path, reach
from pbem.rulesets.god_unit.pieces import Name, Unit
from pbem.rulesets.god_unit.reckoning.field import Field


class Rivalry:
    """Where the enemies of a seat could walk in the open turn."""

    def __init__(self, field: Field, seat: Seat) -> None:
        self._field = field
        self._seat = seat
        self._reaches: dict[Name, Collection[Square]] = {}

    def could_be_first(self, unit: Unit, way: tuple[Square, ...]) -> tuple[Name, Square] | None:
        """An enemy that could stand on the goal of a way before the unit gets there, or where
        it would cut every way to it, and that square."""
        goal = way[-1]
        for square in (goal, *self._beside(way)):
            for name in self._walkers(square):
                if square == goal or not self._is_free(unit, goal, square):
                    return name, square
        return None

    def _beside(self, way: tuple[Square, ...]) -> Iterator[Square]:
        """The squares that a way needs, behind its start and before its goal."""
        for one, two in pairwise(way):
            if one[0] != two[0] and one[1] != two[1]:
                yield from ((one[0], two[1]), (two[0], one[1]))
            if two != way[-1]:
                yield two

    def _is_free(self, unit: Unit, goal: Square, taken: Square) -> bool:
        blocked = self._field.enemy_squares(unit.seat) | {taken}
        way = path(self._field.board, unit.square, goal, unit.levels.walk, blocked)
        return way is not None

    def _walkers(self, square: Square) -> Iterator[Name]:
        """Enemies that could walk to a square this turn, as the board stands."""
        if self._field.owner(square) == self._seat:
            return
        for enemy in self._field.units():
            walk = enemy.levels.walk
            if enemy.seat == self._seat or distance(enemy.square, square) > walk:
                continue
            if enemy.square != square and square in self._reach(enemy):
                yield enemy.name

    def _reach(self, enemy: Unit) -> Collection[Square]:
        if enemy.name not in self._reaches:
            blocked = self._field.enemy_squares(enemy.seat)
            found = reach(self._field.board, enemy.square, enemy.levels.walk, blocked)
            self._reaches[enemy.name] = frozenset(found)
        return self._reaches[enemy.name]
