"""The plain board: one land mass in the sea, and a home for every seat (GU-5)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from pbem.engine.rng import Chance, Stream
from pbem.maps.board import LAND, Board, Square, board_of, distance
from pbem.maps.carve import carve
from pbem.maps.errors import MapError
from pbem.maps.fairness import Worth, evenness, near_land, worths
from pbem.maps.grid import Grid, grid
from pbem.maps.noise import heights
from pbem.maps.paths import reach
from pbem.maps.spread import crowd, spread

SMALLEST, LARGEST = 8, 48
MOST_SEA = 60
_COAST, _SLOPE = 4, 3_000
"""So many rows along the edge lie the lower the nearer they are to it."""
_SEARCHES, _MOVES = 5, 800
"""How often homes are searched for, and how many moves each search tries."""
_ZONE = (6, 24)
"""Fewest and most squares of a home zone, where land and rivals allow."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Size in squares, seats, and the share of sea in percent.

    Raises :class:`MapError` for what no board can have.
    """

    width: int
    height: int
    players: int
    sea: int = 25

    def __post_init__(self) -> None:
        if not all(SMALLEST <= side <= LARGEST for side in (self.width, self.height)):
            raise MapError(f"GU-5: a board has {SMALLEST} to {LARGEST} squares a side")
        if not 2 <= self.players <= 8:
            raise MapError("GU-5: a board is for 2 to 8 players")
        if not 0 <= self.sea <= MOST_SEA:
            raise MapError(f"GU-5: at most {MOST_SEA} % of a board are sea, not {self.sea} %")


class Home(msgspec.Struct, frozen=True):
    """A seat's home: its middle, the squares of its zone from the nearest on, its worth."""

    seat: int
    square: Square
    zone: tuple[Square, ...]
    worth: Worth


class Islands(msgspec.Struct, frozen=True):
    """A board with its homes. ``evenness`` is the worst home's share of the best one's worth,
    in percent (see :func:`pbem.maps.fairness.evenness`)."""

    board: Board
    homes: tuple[Home, ...]
    evenness: int


def default_size(players: int) -> tuple[int, int]:
    """Width and height on which haste can beat greed (GU-5)."""
    if players <= 2:
        return 8, 8
    if players <= 4:
        return 12, 10
    return (16, 12) if players <= 6 else (16, 16)


def make_islands(options: Options, chance: Chance) -> Islands:
    """A board of these options; the same chance gives the same board everywhere."""
    board = _board(options, chance.stream("islands/land"))
    squares = _seating(board, options.players, chance.stream("islands/homes"))
    zones = _zones(board, squares)
    found = worths(board, {seat: (square,) for seat, square in enumerate(squares, start=1)})
    homes = tuple(
        Home(seat, square, zones[seat - 1], found[seat])
        for seat, square in enumerate(squares, start=1)
    )
    return Islands(board, homes, evenness(found))


def chance_of(seed: int) -> Chance:
    """The chance of a board that belongs to no game, for a seed of the command line."""
    return Chance(hashlib.sha256(f"map/islands/{seed}".encode()).digest(), 0)


def _board(options: Options, stream: Stream) -> Board:
    """All land, then the lowest of it drowned as long as the rest stays one piece."""
    field = grid(options.width, options.height)
    tiles = range(field.size)
    rolling = heights(stream, field, tiles, max(3, max(options.width, options.height) // 4))
    lowest = sorted(tiles, key=lambda tile: (rolling[tile] - _drop(field, tile), tile))
    count = (field.size * options.sea + 50) // 100
    sea = set(carve(tiles, lowest, count, field))
    land = (field.square(tile) for tile in tiles if tile not in sea)
    return board_of(options.width, options.height, land)


def _drop(field: Grid, tile: int) -> int:
    """By how much the land falls towards the edge; corners lie lowest."""
    x, y = field.square(tile)
    across, down = min(x, field.width - 1 - x), min(y, field.height - 1 - y)
    return _SLOPE * (max(0, _COAST - across) ** 2 + max(0, _COAST - down) ** 2)


def _seating(board: Board, players: int, stream: Stream) -> tuple[Square, ...]:
    """The best of several searches for homes that are far apart and alike in worth."""
    land = list(board.squares(LAND))
    judge = _Judge(board)
    searched = [
        _searched(stream, crowd(stream, land, players), players, judge)
        for _search in range(_SEARCHES)
    ]
    return max(searched, key=judge.score)


def _searched(
    stream: Stream, candidates: Sequence[Square], players: int, judge: _Judge
) -> tuple[Square, ...]:
    """Homes spread wide, then moved one at a time as long as it betters the whole."""
    homes = list(spread(stream, candidates, players))
    best = judge.score(homes)
    for _move in range(_MOVES):
        place, square = stream.below(players), stream.choice(candidates)
        moved = [square if n == place else home for n, home in enumerate(homes)]
        if square not in homes and (score := judge.score(moved)) >= best:
            homes, best = moved, score
    return tuple(stream.shuffled(homes))


class _Judge:
    """Scores homes on one board, remembering how much land is near each square."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._land: dict[Square, int] = {}

    def _near(self, square: Square) -> int:
        if square not in self._land:
            self._land[square] = len(near_land(self._board, square))
        return self._land[square]

    def score(self, homes: Sequence[Square]) -> int:
        """The square of the evenness, times the nearest rivals' distance, the less the more
        homes differ on the whole (which tells two seatings with equal extremes apart)."""
        lands = [self._near(home) for home in homes]
        rivals = _nearest_rivals(homes)
        alike = min(1000 * min(lands) // max(lands), 1000 * min(rivals) // max(rivals))
        return 1000 * alike**2 * min(rivals) // (_scatter(lands) + _scatter(rivals))


def _nearest_rivals(homes: Sequence[Square]) -> list[int]:
    """How far it is from each home to the nearest of the others."""
    nearest = [distance((0, 0), (LARGEST, LARGEST))] * len(homes)
    for n, home in enumerate(homes):
        for m in range(n):
            apart = distance(home, homes[m])
            if apart < nearest[n]:
                nearest[n] = apart
            if apart < nearest[m]:
                nearest[m] = apart
    return nearest


def _scatter(values: Sequence[int]) -> int:
    """How much values differ: the mean of their squares by the square of their mean, times
    1,000, which is the least."""
    return 1000 * len(values) * sum(value**2 for value in values) // sum(values) ** 2


def _zones(board: Board, squares: tuple[Square, ...]) -> tuple[tuple[Square, ...], ...]:
    """The nearest land on foot around each home that is nearer to no other; the same number
    for all."""
    walks = [reach(board, square) for square in squares]
    claims: list[list[Square]] = []
    for mine in walks:
        others = [walk for walk in walks if walk is not mine]
        claims.append([s for s, far in mine.items() if all(far < walk[s] for walk in others)])
    land = len(walks[0])
    fewest, most = _ZONE
    wished = max(fewest, min(most, land // (2 * len(squares))))
    size = min(wished, *map(len, claims))
    return tuple(tuple(claim[:size]) for claim in claims)
