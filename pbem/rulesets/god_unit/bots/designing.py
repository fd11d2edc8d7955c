"""What a factory should make: what a design would bring, as far as anybody can tell.

A factory that makes nothing but one design finishes its units one after the other; each walks
up to the enemy and then attacks turn by turn, until it falls or the time is over that the bot
looks ahead. The design whose attacks bring most in all is best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

import msgspec

from pbem.engine.rng import Stream
from pbem.rulesets.god_unit.bots.odds import hit
from pbem.rulesets.god_unit.bots.targets import worth_of
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.designs import FACTORY, FOLDED, Design
from pbem.rulesets.god_unit.figures import FIGURES

_NEAR_BEST = 0.9
_ENOUGH_ROOM = 9
"""Half squares of range and movement together with which there is always something to attack."""
_LEAST_THREAT = 0.02
_FAR_OUTRANGED, _OUTRANGED, _EQUAL, _OUTRANGING = 0.3, 0.6, 1.0, 1.3
"""The part of an enemy's fire that meets a unit which it cannot reach even after a move, cannot
reach, can reach as far as it is reached, and farther."""
_LEVELS = range(FIGURES.levels[0], FIGURES.levels[1] + 1)
_REACH = tuple(FIGURES.reach(level) for level in _LEVELS)

Levels = tuple[int, int, int, int, int]
"""Of A, D, M, N and R."""


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


def choose(
    judge: Judge, prospect: Prospect, temper: Temper, most: int, stream: Stream
) -> Design | None:
    """One of the best within the temper's bounds and `most`, the highest cost allowed; None
    where nothing would be ready in time."""
    offers = [offer for offer in judge.offers(prospect, temper, most) if offer[0] > 0]
    if not offers:
        return None
    best = max(score for score, _levels in offers)
    good = [levels for score, levels in offers if score >= _NEAR_BEST * best]
    return Design(*stream.choice(good))


class Judge:
    """Scores designs for one market."""

    def __init__(self, market: Market) -> None:
        self._market = market
        self._pieces = sum(market.units.values()) + market.factories
        self._gains = [self._gain(strength) for strength in FIGURES.strength]
        self._lives: dict[tuple[int, int], float] = {}

    def score(self, prospect: Prospect, design: Design, ready: int) -> float:
        """What one factory that makes nothing else brings, if the first is `ready` in so many
        turns."""
        left = prospect.left(design.m, design.r) - ready
        turns = _turns(left, design.cost, self._life(design.d, design.r))
        return self._offence(design.a, design.n) * turns * _nimble(design.m, design.r)

    def offers(
        self, prospect: Prospect, temper: Temper, most: int
    ) -> Iterator[tuple[float, Levels]]:
        """For every defence, movement, range and cost the best weapons, with their score."""
        dearest = min(temper.dearest, most)
        cheapest = min(temper.cheapest, dearest)
        for r in range(1, temper.highest + 1):
            weapons = self._best_weapons(temper.highest, r)
            for m in range(1, temper.highest + 1):
                left, nimble = prospect.left(m, r), _nimble(m, r)
                for d in range(temper.highest + 1):
                    life = self._life(d, r)
                    others = Design(d=d, m=m, r=r).cost
                    for offence, a, n in weapons:
                        cost = others + a + n - 2
                        if cheapest <= cost <= dearest:
                            score = offence * nimble * _turns(left - cost, cost, life)
                            yield score, (a, d, m, n, r)

    def _best_weapons(self, highest: int, r: int) -> tuple[tuple[float, int, int], ...]:
        """Attack and number of attacks, the best for every sum of both (GU-2)."""
        best: dict[int, tuple[float, int, int]] = {}
        for a in range(1, highest + 1):
            for n in range(1, highest + 1):
                if Design(a=a, n=n, r=r).armament <= FIGURES.armament:
                    found = self._offence(a, n), a, n
                    best[a + n] = max(best.get(a + n, found), found)
        return tuple(best.values())

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
                count * enemy.attacks * hit(enemy.attack, defence) * _exposed(reach, enemy)
                for enemy, count in self._market.units.items()
                if enemy.is_armed
            )
            self._lives[d, r] = (1 + self._market.mates) / max(_LEAST_THREAT, hits)
        return self._lives[d, r]


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


def _exposed(reach: int, enemy: Design) -> float:
    if reach > enemy.range + enemy.walk:
        return _FAR_OUTRANGED
    if reach > enemy.range:
        return _OUTRANGED
    return _EQUAL if reach == enemy.range else _OUTRANGING
