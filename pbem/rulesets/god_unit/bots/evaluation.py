"""What squares and designs are worth: to stand somewhere, and to make something (GU-1 to GU-12).

A factory that makes nothing but one design finishes its units one after the other; each walks
up to the enemy and then attacks turn by turn, until it falls or the time is over that the bot
looks ahead. The design whose attacks bring most in all is best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from heapq import nlargest, nsmallest
from itertools import product
from math import ceil
from typing import NamedTuple

import msgspec

from pbem.engine.api import Seat
from pbem.engine.planner import Reasons
from pbem.maps.board import Square, distance
from pbem.maps.paths import reach, ways
from pbem.rulesets.god_unit.bots.features import (
    BotParams,
    Danger,
    Remaining,
    Targets,
    hit,
    worth,
    worth_of,
)
from pbem.rulesets.god_unit.figures import FACTORY, FIGURES, FOLDED, Design, Unit
from pbem.rulesets.god_unit.mechanics import Field

_STRIDE = 0.125
"""What a half square nearer to the enemy is worth, by the worth of the unit."""
_COMPANY = 6
"""Half squares within which units share the fire that they draw."""
_MOST_ATTACKS = 4
"""More of them count no more where nobody knows yet who will be there."""
_ENOUGH_ROOM = 9
"""Half squares of range and movement together with which there is always something to attack."""
_LEAST_THREAT = 0.02
_FAR_OUTRANGED, _OUTRANGED, _EQUAL, _OUTRANGING = 0.3, 0.6, 1.0, 2.5
"""The part of an enemy's fire that meets a unit which it cannot reach even after a move, cannot
reach, can reach as far as it is reached, and farther."""
_LEVELS = range(FIGURES.levels[0], FIGURES.levels[1] + 1)
_REACH = tuple(FIGURES.reach(level) for level in _LEVELS)


# Squares ------------------------------------------------------------------------------


class Score(NamedTuple):
    """What a unit may win from a square in the next turn, what it stands to lose there, and the
    way that is left to the enemy. All of it in turns of a factory."""

    chance: float
    risk: float
    way: float

    @property
    def total(self) -> float:
        return self.chance + self.risk + self.way

    def reasons(self, here: Score) -> Reasons:
        """What is better there than here."""
        return {
            "chance": self.chance - here.chance,
            "risk": self.risk - here.risk,
            "nearer": self.way - here.way,
        }


class March:
    """Judges squares to go to, for the units of one seat in one turn. Units that are alike score
    alike."""

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
        self._mates: dict[Square, int] = {}
        self._chances: dict[tuple[Square, int, int, int], float] = {}
        self._scores: dict[tuple[Square, Design], Score] = {}
        self._better: dict[tuple[Square, Design], tuple[tuple[Square, Score], ...]] = {}
        self._standing = targets.all_stand

    def expect(self, standing: Remaining) -> None:
        """From now on units look for what will be left standing."""
        if standing != self._standing:
            self._standing = standing
            for known in (self._chances, self._scores, self._better):
                known.clear()

    def far(self, square: Square) -> int:
        """How far it is from there to the nearest enemy on foot, in half squares."""
        return self._ways.get(square, self._farthest)

    def better(self, unit: Unit, number: int) -> tuple[tuple[Square, Score], ...]:
        """The best squares, so many at most, that are better than where the unit stands."""
        key = unit.square, unit.levels
        if key not in self._better:
            walk = unit.levels.walk if unit.levels.m else 0
            near = reach(self._field.board, unit.square, walk, self._enemies)
            scores = {square: self.score(unit, square) for square in near}
            here = scores[unit.square].total
            totals = ((-score.total, square) for square, score in scores.items())
            better = nsmallest(number, (one for one in totals if -one[0] > here))
            self._better[key] = tuple((square, scores[square]) for _total, square in better)
        return self._better[key]

    def score(self, unit: Unit, square: Square) -> Score:
        """What it is worth to stand there; own units beside share the fire."""
        key = square, unit.levels
        if key not in self._scores:
            value, levels = worth(unit), unit.levels
            if square not in self._mates:
                mates = sum(distance(square, fighter) <= _COMPANY for fighter in self._fighters)
                self._mates[square] = max(1, mates)
            danger = self._danger.at(square, levels.defence)
            falls = min(1.0, danger / self._mates[square])
            gap = max(0, self.far(square) - levels.range)
            chance = self._chance(unit, square) * (1 - falls)
            risk, way = -self._caution * falls * value, -_STRIDE * gap * value
            self._scores[key] = Score(chance, risk, way)
        return self._scores[key]

    def _chance(self, unit: Unit, square: Square) -> float:
        """What its attacks might bring from there in the next turn."""
        levels = unit.levels
        if not levels.is_armed:
            return 0.0
        key = square, levels.range, levels.attack, levels.attacks
        if key not in self._chances:
            near = self._targets.in_range(square, levels.range)
            rates = (self._targets.rate(self._standing, each, levels.attack) for each in near)
            self._chances[key] = max(rates, default=0.0) * min(levels.attacks, _MOST_ATTACKS)
        return self._chances[key]


def care(field: Field, seat: Seat) -> float:
    """How much care a seat must take: less, the stronger it is than all others together."""
    armed = [unit for unit in field.units() if unit.levels.is_armed]
    own = sum(unit.design.cost for unit in armed if unit.seat == seat)
    return min(1.0, (1.0 + sum(unit.design.cost for unit in armed) - own) / (1.0 + own))


# Designs ------------------------------------------------------------------------------


class Market(msgspec.Struct, frozen=True):
    """What designs are judged by: the rivals' ``units`` by design, with how many there are or
    may be, and their ``factories``; how many own ``mates`` draw fire too."""

    units: Mapping[Design, float]
    factories: int
    mates: int


class Prospect(msgspec.Struct, frozen=True):
    """How far a factory is from the nearest target, in half squares, and how many turns it
    looks ahead."""

    gap: int
    horizon: float

    def left(self, m: int, r: int) -> float:
        """The turns left after the walk to where the first enemy is in range. What is immobile
        walks there undeployed, and then deploys (GU-12)."""
        walk = max(0, self.gap - _REACH[r])
        if m == 0:
            return self.horizon - ceil(walk / FOLDED.walk) - 1
        return self.horizon - ceil(walk / _REACH[m])


class Judge:
    """Scores designs for one market."""

    def __init__(self, market: Market) -> None:
        self._market = market
        self._guns = [
            (count * enemy.attacks, enemy.attack, enemy.range, enemy.walk)
            for enemy, count in market.units.items()
            if enemy.is_armed
        ]
        self._pieces = sum(market.units.values()) + market.factories
        self._gains = [self._gain(strength) for strength in FIGURES.strength]
        self._lives: dict[tuple[int, int], float] = {}
        self._weapons: dict[tuple[int, int], tuple[tuple[float, int, int], ...]] = {}

    def score(self, prospect: Prospect, design: Design, ready: int) -> float:
        """What one factory that makes nothing else brings, if the first is `ready` in so many
        turns."""
        left = prospect.left(design.m, design.r) - ready
        turns = _turns(left, design.cost, self._life(design.d, design.r))
        return self._offence(design.a, design.n) * turns * _nimble(design.m, design.r)

    def best(
        self, prospect: Prospect, params: BotParams, most: int, number: int
    ) -> list[tuple[float, Design]]:
        """So many designs of the highest score above 0, within the level's bounds and `most`, the
        highest cost allowed."""
        ranked = nlargest(number, self._offers(prospect, params, most))
        return [(score, Design(*levels)) for score, levels in ranked if score > 0]

    def _offers(
        self, prospect: Prospect, params: BotParams, most: int
    ) -> Iterator[tuple[float, tuple[int, int, int, int, int]]]:
        """For every defence, movement, range and cost the best weapons, with their score."""
        dearest = min(params.dearest, most)
        cheapest = min(params.cheapest, dearest)
        levels = range(1, params.highest + 1)
        for r, m in product(levels, levels):
            weapons = self._best_weapons(params.highest, r)
            left, nimble = prospect.left(m, r), _nimble(m, r)
            for d in range(params.highest + 1):
                others = d + m + r - 2
                if others > dearest or left <= others:
                    break
                life = self._life(d, r)
                for offence, a, n in weapons:
                    cost = others + a + n - 2
                    if cheapest <= cost <= dearest and cost < left:
                        score = offence * nimble * _turns(left - cost, cost, life)
                        yield score, (a, d, m, n, r)

    def _best_weapons(self, highest: int, r: int) -> tuple[tuple[float, int, int], ...]:
        """Attack and number of attacks, the best for every sum of both (GU-2)."""
        if (highest, r) not in self._weapons:
            best: dict[int, tuple[float, int, int]] = {}
            for a, n in _weapons(highest, r):
                found = self._offence(a, n), a, n
                best[a + n] = max(best.get(a + n, found), found)
            self._weapons[highest, r] = tuple(best.values())
        return self._weapons[highest, r]

    def _offence(self, a: int, n: int) -> float:
        """What the attacks of a turn bring. More of them than there is to hit are wasted."""
        return self._gains[a] * min(FIGURES.strength[n], self._pieces)

    def _gain(self, strength: int) -> float:
        """What one attack brings on the average of what there is to hit."""
        market = self._market
        value = market.factories * worth_of(FACTORY) * hit(strength, FACTORY.defence)
        for design, count in market.units.items():
            value += count * worth_of(design) * hit(strength, design.defence)
        return value / self._pieces

    def _life(self, d: int, r: int) -> float:
        """How many turns a unit lasts under fire."""
        if (d, r) not in self._lives:
            defence, reach = FIGURES.strength[d], _REACH[r]
            hits = sum(
                attacks * hit(attack, defence) * _exposed(reach, far, walk)
                for attacks, attack, far, walk in self._guns
            )
            self._lives[d, r] = (1 + self._market.mates) / max(_LEAST_THREAT, hits)
        return self._lives[d, r]


@cache
def _weapons(highest: int, r: int) -> tuple[tuple[int, int], ...]:
    """Levels of attack and of its number that may go with this range (GU-2)."""
    levels, most = range(1, highest + 1), FIGURES.armament
    return tuple((a, n) for a in levels for n in levels if Design(a=a, n=n, r=r).armament <= most)


def _turns(left: float, cost: int, life: float) -> float:
    """For how many turns, all units together, they fight in what is left for the first one."""
    total = 0.0
    while left > 0:
        total += min(life, left)
        left -= cost
    return total


def _nimble(m: int, r: int) -> float:
    """How often there is something in range."""
    return min(1.0, (_REACH[r] + _REACH[m]) / _ENOUGH_ROOM)


def _exposed(reach: int, far: int, walk: int) -> float:
    if reach > far + walk:
        return _FAR_OUTRANGED
    if reach > far:
        return _OUTRANGED
    return _EQUAL if reach == far else _OUTRANGING
