"""A fight, squadron by squadron (AM-20)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, lgamma, log, log1p

from pbem.engine.rng import Stream
from pbem.rulesets.asylamba_mini.figures import (
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    SHIPS,
    Fleets,
    Ship,
)

_EVEN = 100
"""The strength of who has no technology, in percent."""


@dataclass(frozen=True)
class Fought:
    """What a fight left on either side; one of them is empty."""

    attackers: Fleets
    defenders: Fleets
    skirmishes: int

    @property
    def attacker_won(self) -> bool:
        return bool(self.attackers)


def strength(level: int, added: int = 0) -> int:
    """Attack or defence in percent: by technology level, and whatever adds to it (AM-20)."""
    return _EVEN + FIGURES.fleets.strength_per_level * level + added


def attack(faction: str, level: int, megastructures: Iterable[str], *, colonising: bool) -> int:
    """The strength in attack of a faction that owns the sectors of these megastructures."""
    own = FACTIONS[faction].colonisation_strength if colonising else 0
    built = sum(MEGASTRUCTURES[name].attack_strength for name in megastructures)
    return strength(level, own + built)


def defence(faction: str, level: int, megastructures: Iterable[str]) -> int:
    """The strength in defence of a faction that owns the sectors of these megastructures."""
    built = sum(MEGASTRUCTURES[name].defence_strength for name in megastructures)
    return strength(level, FACTIONS[faction].defence_strength + built)


def odds(ship: Ship, strength: int, other: Ship, other_strength: int) -> tuple[int, int]:
    """The chance that a squadron beats another, as (numerator, denominator) (AM-20)."""
    mine = _against(ship, strength, other)
    return mine, mine + _against(other, other_strength, ship)


def _against(ship: Ship, strength: int, other: Ship) -> int:
    """In units of a percent over the advantage's denominator, so that it stays whole."""
    more, common = FIGURES.fleets.advantage
    return strength * (more if FIGURES.ships[ship].beats == other else common)


def fight(
    attackers: Fleets, defenders: Fleets, attack: int, defence: int, stream: Stream
) -> Fought:
    """Squadrons drawn on both sides meet until one side has none left (AM-20, AM-21).

    `attack` and `defence` are strengths in percent. An empty garrison falls without combat.
    """
    chances = {
        (mine, theirs): odds(mine, attack, theirs, defence) for mine in SHIPS for theirs in SHIPS
    }
    left, right = _Side(attackers), _Side(defenders)
    skirmishes = 0
    while left.squadrons and right.squadrons:
        mine, theirs = stream.below(len(left.squadrons)), stream.below(len(right.squadrons))
        if stream.strikes(*chances[left.type_of(mine), right.type_of(theirs)]):
            right.lose(theirs)
        else:
            left.lose(mine)
        skirmishes += 1
    return Fought(left.survivors(), right.survivors(), skirmishes)


def chance_to_win(attackers: Fleets, defenders: Fleets, attack: int, defence: int) -> float:
    """About how often attackers win, from 0 to 1: exactly, where each side has one type; else as if
    all squadrons met the average chance of theirs against the others."""
    mine, theirs = (FIGURES.fleets.squadrons * side.total for side in (attackers, defenders))
    if not mine or not theirs:
        return float(mine > 0)
    met = [
        (attackers.of(ship) * defenders.of(other), odds(ship, attack, other, defence))
        for ship in SHIPS
        for other in SHIPS
    ]
    share = sum(pairs * won / all_ for pairs, (won, all_) in met)
    share /= attackers.total * defenders.total
    # Who wins has beaten all of the others before losing the last: a binomial tail.
    return sum(_binomial(mine + theirs - 1, won, share) for won in range(theirs, mine + theirs))


def percent_to_win(attackers: Fleets, defenders: Fleets, attack: int, defence: int) -> int:
    """The same in 100; no fight is certain."""
    percent = round(100 * chance_to_win(attackers, defenders, attack, defence))
    return min(99, max(1, percent)) if defenders else percent


def _binomial(trials: int, hits: int, share: float) -> float:
    """How probable so many hits are, by logarithms: fleets may be hundreds."""
    missed = trials - hits
    ways = lgamma(trials + 1) - lgamma(hits + 1) - lgamma(missed + 1)
    return exp(ways + hits * log(share) + missed * log1p(-share))


def captured(lost: Fleets, every: int) -> Fleets:
    """Of all fleets lost, heaviest first, every fourth (or so) changes sides (AM-22)."""
    if not every:
        return Fleets()
    row = [ship for ship in reversed(SHIPS) for _fleet in range(lost.of(ship))]
    taken = row[every - 1 :: every]
    return Fleets(*(taken.count(ship) for ship in SHIPS))


class _Side:
    """One side's squadrons, each known by its fleet."""

    def __init__(self, fleets: Fleets) -> None:
        self._types = [ship for ship in SHIPS for _fleet in range(fleets.of(ship))]
        self.squadrons = [
            fleet for fleet in range(len(self._types)) for _each in range(FIGURES.fleets.squadrons)
        ]

    def type_of(self, squadron: int) -> Ship:
        return self._types[self.squadrons[squadron]]

    def lose(self, squadron: int) -> None:
        self.squadrons[squadron] = self.squadrons[-1]
        self.squadrons.pop()

    def survivors(self) -> Fleets:
        """AM-21: a fleet with at least one squadron left survives whole."""
        types = [self._types[fleet] for fleet in set(self.squadrons)]
        return Fleets(*(types.count(ship) for ship in SHIPS))
