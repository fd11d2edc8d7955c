"""What a factory should make: what a design would bring, as far as anybody can tell.

A factory that makes nothing but one design finishes its units one after the other; each walks
up to the enemy and then brings what its attacks bring, turn by turn, until it falls or the time
is over that the bot looks ahead. The design that brings most is best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

import msgspec

from pbem.engine.rng import Stream
from pbem.rulesets.god_unit.bots.odds import hit
from pbem.rulesets.god_unit.bots.targets import worth_of
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.designs import FACTORY, Design
from pbem.rulesets.god_unit.figures import FIGURES

_NEAR_BEST = 0.9
_AT_HOME_EVERYWHERE = 9
"""Half squares of range and walk together beyond which there is always something to attack."""
_LEAST_THREAT = 0.02
_EXPOSED = (0.3, 0.6, 1.0, 1.3)
"""How much of an enemy's fire a unit gets that outranges it even when it comes nearer, that
outranges it, that is its equal, that is outranged."""


class Market(msgspec.Struct, frozen=True):
    """What a design is judged by: rivals' ``units`` by design, with how many there are or may
    be; how many ``factories`` they have; own ``mates`` that draw fire too; the ``gap`` to the
    nearest factory of theirs, in half squares; the ``horizon`` in turns."""

    units: Mapping[Design, float]
    factories: float
    mates: int
    gap: int
    horizon: float


Levels = tuple[int, int, int, int, int]
"""Of A, D, M, N and R."""


def choose(judge: Judge, temper: Temper, most: int, stream: Stream) -> Design:
    """One of the best within the temper's bounds and `most`, the highest cost allowed."""
    offers = tuple(judge.offers(temper, most))
    best = max(score for score, _levels in offers)
    good = [levels for score, levels in offers if score >= _NEAR_BEST * best]
    return Design(*stream.choice(good))


class Judge:
    """Scores designs for one market."""

    def __init__(self, market: Market) -> None:
        self._market = market
        self._pieces = sum(market.units.values()) + market.factories
        self._gains = [self._gain(strength) for strength in FIGURES.strength]

    def score(self, design: Design, ready: int) -> float:
        """What one factory that makes nothing else brings; the first one is `ready` in so many
        turns."""
        offence = self._offence(design.a, design.n)
        life = self._life(design.d, design.r)
        left = self._left(design.m, design.r)
        return offence * _turns(left - ready, design.cost, life) * _nimble(design.m, design.r)

    def offers(self, temper: Temper, most: int) -> Iterator[tuple[float, Levels]]:
        """For every defence, movement and range, and every cost, the best weapons."""
        dearest = min(temper.dearest, most)
        cheapest = min(temper.cheapest, dearest)
        for r in range(1, temper.highest + 1):
            weapons = self._best_weapons(temper.highest, r)
            for m in range(1, temper.highest + 1):
                left, nimble = self._left(m, r), _nimble(m, r)
                for d in range(temper.highest + 1):
                    life = self._life(d, r)
                    besides = Design(d=d, m=m, r=r).cost - 2
                    for offence, a, n in weapons:
                        cost = besides + a + n
                        if cheapest <= cost <= dearest:
                            score = offence * nimble * _turns(left - cost, cost, life)
                            yield score, (a, d, m, n, r)

    def _best_weapons(self, highest: int, r: int) -> tuple[tuple[float, int, int], ...]:
        """Attack and number of attacks, the best for every sum of both."""
        best: dict[int, tuple[float, int, int]] = {}
        for a in range(1, highest + 1):
            for n in range(1, highest + 1):
                if Design(a=a, n=n, r=r).armament <= FIGURES.armament:
                    found = self._offence(a, n), a, n
                    best[a + n] = max(best.get(a + n, found), found)
        return tuple(best.values())

    def _offence(self, a: int, n: int) -> float:
        """What attacks bring a turn. More of them than there is to hit are wasted."""
        return self._gains[a] * min(FIGURES.strength[n], self._pieces)

    def _gain(self, strength: int) -> float:
        """What one attack brings on the average of what there is to hit."""
        market = self._market
        value = market.factories * worth_of(FACTORY) * hit(strength, FACTORY.defence)
        for design, count in market.units.items():
            value += count * worth_of(design) * hit(strength, design.defence)
        return value / self._pieces

    def _left(self, m: int, r: int) -> float:
        """What is left of the horizon after the walk to where the first enemy is in range."""
        gap = self._market.gap - FIGURES.reach(r)
        return self._market.horizon - ceil(max(0, gap) / FIGURES.reach(m))

    def _life(self, d: int, r: int) -> float:
        """How many turns a unit lasts under fire."""
        defence, reach = FIGURES.strength[d], FIGURES.reach(r)
        hits = sum(
            count * enemy.attacks * hit(enemy.attack, defence) * _exposed(reach, enemy)
            for enemy, count in self._market.units.items()
            if enemy.is_armed
        )
        return (1 + self._market.mates) / max(_LEAST_THREAT, hits)


def _turns(left: float, cost: int, life: float) -> float:
    """For how many turns, all units together, they fight in what is left for the first one."""
    total = 0.0
    while left > 0:
        total += min(life, left)
        left -= cost
    return total


def _nimble(m: int, r: int) -> float:
    """How often there is something in range."""
    return min(1.0, (FIGURES.reach(r) + FIGURES.reach(m)) / _AT_HOME_EVERYWHERE)


def _exposed(reach: int, enemy: Design) -> float:
    if reach > enemy.range + enemy.walk:
        return _EXPOSED[0]
    if reach > enemy.range:
        return _EXPOSED[1]
    return _EXPOSED[2] if reach == enemy.range else _EXPOSED[3]
