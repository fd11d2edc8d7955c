"""Where units go."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heappop, heappush

from pbem.engine.api import Seat
from pbem.maps.board import Board, Square, distance
from pbem.maps.paths import reach, steps
from pbem.rulesets.god_unit.bots.danger import Danger
from pbem.rulesets.god_unit.bots.targets import Targets, worth
from pbem.rulesets.god_unit.pieces import Unit
from pbem.rulesets.god_unit.reckoning.field import Field

_MARGIN = 14
"""Half squares; so much farther than the farthest own unit ways are known."""
_STRIDE = 0.125
"""What a half square nearer to the enemy is worth, by the worth of the unit."""
_COMPANY = 6
"""Half squares within which units share the fire that they draw."""
_MOST_ATTACKS = 4
"""More of them count no more where nobody knows yet who will be there."""


class March:
    """Judges squares to go to, for the units of one seat in one turn."""

    def __init__(
        self, field: Field, seat: Seat, caution: float, targets: Targets, danger: Danger
    ) -> None:
        self._field = field
        self._caution = caution
        self._targets = targets
        self._danger = danger
        self._enemies = field.enemy_squares(seat)
        own = [unit for unit in field.units(seat) if not unit.design.is_factory]
        self._fighters = [unit.square for unit in own if unit.levels.is_armed]
        self._ways = ways(field.board, self._enemies, {unit.square for unit in own})
        self._farthest = max(self._ways.values(), default=0)
        self._company: dict[Square, int] = {}
        self._chances: dict[tuple[Square, int, int, int], float] = {}

    def far(self, square: Square) -> int:
        """How far it is from there to the nearest enemy on foot, in half squares."""
        return self._ways.get(square, self._farthest)

    def best(self, unit: Unit, most: int) -> tuple[Square, ...]:
        """So many squares at most that are better than where the unit stands."""
        if not unit.levels.m:
            return ()
        near = reach(self._field.board, unit.square, unit.levels.walk, self._enemies)
        scores = {square: self._score(unit, square) for square in near}
        here = scores[unit.square]
        better = sorted((-score, square) for square, score in scores.items() if score > here)
        return tuple(square for _score, square in better[:most])

    def _score(self, unit: Unit, square: Square) -> float:
        """What there is to win from a square, less what there is to lose and the way to go."""
        value, levels = worth(unit), unit.levels
        falls = min(1.0, self._danger.at(square, levels.defence) / self._mates(square))
        gap = max(0, self.far(square) - levels.range)
        wins = self._chance(unit, square) * (1 - falls)
        return wins - self._caution * falls * value - _STRIDE * gap * value

    def _mates(self, square: Square) -> int:
        """How many own units share the fire there, at least one."""
        if square not in self._company:
            mates = sum(distance(square, fighter) <= _COMPANY for fighter in self._fighters)
            self._company[square] = max(1, mates)
        return self._company[square]

    def _chance(self, unit: Unit, square: Square) -> float:
        """What its attacks might bring from there in the next turn."""
        levels = unit.levels
        if not levels.is_armed:
            return 0.0
        key = square, levels.range, levels.attack, levels.attacks
        if key not in self._chances:
            near = self._targets.in_range(square, levels.range)
            rate = max((self._targets.rate(each, levels.attack) for each in near), default=0.0)
            self._chances[key] = rate * min(levels.attacks, _MOST_ATTACKS)
        return self._chances[key]


def ways(board: Board, goals: Iterable[Square], starts: Collection[Square]) -> dict[Square, int]:
    """How far squares are on foot from the nearest goal, in half squares: all that are not much
    farther than the farthest of `starts`. Nobody bars the way."""
    best = dict.fromkeys(goals, 0)
    front = [(0, square) for square in sorted(best)]
    found: dict[Square, int] = {}
    missing = set(starts)
    last = 0
    while front:
        far, square = heappop(front)
        if not missing and far > last + _MARGIN:
            break
        if square in found:
            continue
        found[square] = far
        if square in missing:
            missing.remove(square)
            last = far
        for near, length in steps(board, square):
            total = far + length
            if total < best.get(near, total + 1):
                best[near] = total
                heappush(front, (total, near))
    return found
