"""Sets of squares as whole numbers, a bit for each square: quick to spread and to count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from pbem.maps.board import Square
from pbem.rulesets.parsec.galaxy import UNINHABITABLE

Squares = int
"""A set of squares of a :class:`Grid`."""


class Grid:
    """A board's squares, numbered row by row. ``rock`` are the uninhabitable ones."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.width = len(rows[0])
        self.squares = [(x, y) for y in range(len(rows)) for x in range(self.width)]
        self.bit = {square: 1 << number for number, square in enumerate(self.squares)}
        self.whole = (1 << len(self.squares)) - 1
        self._not_first = self.of(square for square in self.squares if square[0] > 0)
        self._not_last = self.of(s for s in self.squares if s[0] < self.width - 1)
        self.rock = self.of((x, y) for x, y in self.squares if rows[y][x] == UNINHABITABLE)

    def of(self, squares: Iterable[Square]) -> Squares:
        """These squares as a set."""
        found = 0
        for square in squares:
            found |= self.bit[square]
        return found

    def each(self, squares: Squares) -> Iterator[Square]:
        """The squares of a set, row by row."""
        while squares:
            lowest = squares & -squares
            yield self.squares[lowest.bit_length() - 1]
            squares ^= lowest

    def moved(self, squares: Squares) -> tuple[Squares, Squares, Squares, Squares]:
        """A set moved by a step in each of the four directions, as far as the board goes."""
        return (
            squares << 1 & self._not_first,
            squares >> 1 & self._not_last,
            squares << self.width & self.whole,
            squares >> self.width,
        )

    def spread(self, squares: Squares) -> Squares:
        """A set and all squares beside it."""
        return (
            squares
            | squares << 1 & self._not_first
            | squares >> 1 & self._not_last
            | squares << self.width & self.whole
            | squares >> self.width
        )

    def flood(self, start: Squares, within: Squares) -> Squares:
        """All squares of a set that hang together with those at the start."""
        found, before = start, 0
        while found != before:
            before = found
            found = self.spread(found) & within
        return found


@cache
def grid_of(rows: tuple[str, ...]) -> Grid:
    """The grid of a board; there are few boards, and each is needed over and over."""
    return Grid(rows)
