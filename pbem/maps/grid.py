"""Tiles by number, for generators: tile (x, y) is ``y * width + x``.

Players and rulesets speak of squares (see ``pbem.maps.board``); generators go over
all tiles many times, and numbers are several times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

Square = tuple[int, int]
"""Column and row, both from 0, counted from the top left."""

_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of tiles and who neighbours whom.

    ``ring`` holds the eight tiles around each one, clockwise from the top, where ``size``
    (a number that no tile has) stands for what lies beyond the edge. ``beside`` holds the
    orthogonal neighbours that there are, ``around`` the diagonal ones too.
    """

    width: int
    height: int
    ring: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        return self.width * self.height

    def square(self, tile: int) -> Square:
        y, x = divmod(tile, self.width)
        return x, y

    def tile(self, square: Square) -> int:
        x, y = square
        return y * self.width + x

    def squares(self, tiles: Iterable[int]) -> tuple[Square, ...]:
        """The squares of these tiles, row by row."""
        return tuple(self.square(tile) for tile in sorted(tiles))


@lru_cache(maxsize=4)
def grid(width: int, height: int) -> Grid:
    """The grid of that size; equal sizes share one."""
    beyond = width * height
    ring = tuple(
        tuple(
            (y + dy) * width + x + dx if 0 <= x + dx < width and 0 <= y + dy < height else beyond
            for dx, dy in _AROUND
        )
        for y in range(height)
        for x in range(width)
    )
    return Grid(
        width,
        height,
        ring,
        tuple(tuple(n for n in tiles[::2] if n < beyond) for tiles in ring),
        tuple(tuple(n for n in tiles if n < beyond) for tiles in ring),
    )


def distance_from(tiles: Iterable[int], field: Grid, *, most: int | None = None) -> dict[int, int]:
    """Steps of a king from the nearest of `tiles` to every tile, or to those within `most`."""
    found = dict.fromkeys(tiles, 0)
    front = list(found)
    steps = 0
    while front and (most is None or steps < most):
        steps += 1
        reached = []
        for tile in front:
            for near in field.around[tile]:
                if near not in found:
                    found[near] = steps
                    reached.append(near)
        front = reached
    return found


def pieces(tiles: Iterable[int], field: Grid) -> tuple[frozenset[int], ...]:
    """The tiles as orthogonally connected pieces, the largest first."""
    left = set(tiles)
    found = []
    while left:
        piece = {min(left)}
        front = list(piece)
        while front:
            for near in field.beside[front.pop()]:
                if near in left and near not in piece:
                    piece.add(near)
                    front.append(near)
        left -= piece
        found.append(frozenset(piece))
    return tuple(sorted(found, key=lambda piece: (-len(piece), min(piece))))
