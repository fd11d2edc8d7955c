"""Sets of squares as whole numbers, a bit for each square: quick to spread and to count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pbem.maps.grid import Square

Squares = int
"""A set of squares of a :class:`Bitboard`."""


class Bitboard:
    """A rectangle's squares, numbered row by row; ``whole`` are all of them."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.squares = [(x, y) for y in range(height) for x in range(width)]
        self.bit = {square: 1 << number for number, square in enumerate(self.squares)}
        self.whole = (1 << len(self.squares)) - 1
        self._not_first = self.of(square for square in self.squares if square[0] > 0)
        self._not_last = self.of(square for square in self.squares if square[0] < width - 1)

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
        right, left, below, above = self.moved(squares)
        return squares | right | left | below | above

    def flood(self, start: Squares, within: Squares) -> Squares:
        """All squares of a set that hang together with those at the start."""
        # As spread, written out: a search on a board floods it tens of thousands of times.
        not_first, not_last, width = self._not_first, self._not_last, self.width
        found, before = start, 0
        while found != before:
            before = found
            beside = found << 1 & not_first | found >> 1 & not_last | found << width
            found = (found | beside | found >> width) & within
        return found


@lru_cache(maxsize=32)
def bitboard(width: int, height: int) -> Bitboard:
    """That of a size; equal sizes share one."""
    return Bitboard(width, height)
