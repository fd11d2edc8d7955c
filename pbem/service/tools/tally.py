"""What many simulated games say: how long they took, and who wins more than a fair share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from statistics import median, quantiles

import msgspec

from pbem.engine.api import Seat
from pbem.service.tools.simulate import Played


class Length(msgspec.Struct, frozen=True):
    """How many turns the games took; between ``lower`` and ``upper`` lies half of them."""

    shortest: int
    lower: float
    median: float
    upper: float
    longest: int


class Tally(msgspec.Struct, frozen=True):
    """How the seats with one value of a trait fared, over all games.

    ``seats`` is how many had it, ``victories`` what they won, a shared one in equal parts; a draw
    is shared by all.
    ``fair`` is what they would have won without any advantage: 1/n for each seat at a table
    of n. ``luck`` is how far from 1 chance alone then takes ``ratio``, up or down, in 19 of
    20 simulations.
    """

    value: str
    seats: int
    victories: float
    fair: float
    luck: float

    @property
    def ratio(self) -> float:
        """Victories to fair ones: above 1 is an advantage."""
        return self.victories / self.fair


_NINETEEN_OF_TWENTY = 1.96
"""Standard deviations about the mean that hold 95 % of a normal distribution."""


def lengths(played: Sequence[Played]) -> Length:
    """The length of games, of which there is at least one."""
    turns = sorted(game.turns for game in played)
    # A single game has no quartiles but itself, which quantiles() does not grant.
    lower, _middle, upper = quantiles(turns * 2 if len(turns) == 1 else turns, method="inclusive")
    return Length(turns[0], lower, median(turns), upper, turns[-1])


def victories_by_seat(played: Sequence[Played]) -> dict[Seat, float]:
    """What each seat has won, a shared victory or a draw in equal parts; seats without any are left
    out."""
    won: dict[Seat, float] = defaultdict(float)
    for game in played:
        victors = _victors(game)
        for seat in victors:
            won[seat] += 1 / len(victors)
    return dict(won)


def _victors(game: Played) -> tuple[Seat, ...]:
    return game.winners or tuple(range(1, len(game.levels) + 1))


def tallies_by_level(played: Sequence[Played]) -> tuple[Tally, ...]:
    """How every level fared, the best first."""
    return _tallies([(game, dict(enumerate(game.levels, start=1))) for game in played])


def tallies_by_trait(played: Sequence[Played]) -> dict[str, tuple[Tally, ...]]:
    """How the seats of every trait fared, by its name in alphabetical order, the best first."""
    names = sorted({name for game in played for facts in game.traits.values() for name in facts})
    return {name: _tallies([(game, _values(game, name)) for game in played]) for name in names}


def _values(game: Played, name: str) -> dict[Seat, str]:
    return {seat: facts[name] for seat, facts in game.traits.items() if name in facts}


def _tallies(games: Sequence[tuple[Played, Mapping[Seat, str]]]) -> tuple[Tally, ...]:
    """One for each value that a seat has in any game."""
    values = {value for _game, by_seat in games for value in by_seat.values()}
    tallies = (_tally(value, games) for value in values)
    return tuple(sorted(tallies, key=lambda tally: (-tally.ratio, tally.value)))


def _tally(value: str, games: Sequence[tuple[Played, Mapping[Seat, str]]]) -> Tally:
    seats = [
        frozenset(seat for seat, found in by_seat.items() if found == value)
        for _game, by_seat in games
    ]
    chances = [len(had) / len(game.levels) for had, (game, _) in zip(seats, games, strict=True)]
    fair = fsum(chances)
    deviation = sqrt(fsum(chance * (1 - chance) for chance in chances))
    return Tally(
        value=value,
        seats=sum(map(len, seats)),
        victories=fsum(
            len(had.intersection(_victors(game))) / len(_victors(game))
            for had, (game, _) in zip(seats, games, strict=True)
        ),
        fair=fair,
        luck=_NINETEEN_OF_TWENTY * deviation / fair,
    )
