"""Patches: tiles put in an order in which neighbours tend to stand together.

Whole numbers only, so that every platform finds the same order.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.rng import Stream
from pbem.maps.grid import Grid

_LEVELS = 1 << 12
_DETAIL = 3
"""One part in so many of the value is drawn at half the spacing, for ragged edges."""


def patches(stream: Stream, field: Grid, tiles: Sequence[int], spacing: int) -> list[int]:
    """`tiles` in an order whose first n lie in patches about `spacing` tiles across."""
    values = heights(stream, field, tiles, spacing)
    return sorted(tiles, key=lambda tile: (-values[tile], tile))


def heights(stream: Stream, field: Grid, tiles: Sequence[int], spacing: int) -> dict[int, int]:
    """A rolling landscape: a height from 0 to 65,535 for each of `tiles`."""
    coarse, fine = max(2, spacing), max(1, spacing // 2)
    broad = _Landscape(stream, field, coarse)
    detail = _Landscape(stream, field, fine)
    found = {}
    for tile in tiles:
        y, x = divmod(tile, field.width)
        mixed = (_DETAIL - 1) * broad.at(x, y) + detail.at(x, y)
        found[tile] = mixed * 65_535 // (_DETAIL * (_LEVELS - 1) << 8)
    return found


class _Landscape:
    """Heights drawn at the crossings of a wide mesh, straight lines between them."""

    def __init__(self, stream: Stream, field: Grid, spacing: int) -> None:
        self._spacing = spacing
        across, down = field.width // spacing + 2, field.height // spacing + 2
        self._mesh = [[stream.below(_LEVELS) for _x in range(across)] for _y in range(down)]

    def at(self, x: int, y: int) -> int:
        """The height at a tile, 256 times as fine as it was drawn."""
        step = self._spacing
        (column, dx), (row, dy) = divmod(x, step), divmod(y, step)
        above, below = self._mesh[row], self._mesh[row + 1]
        upper = above[column] * (step - dx) + above[column + 1] * dx
        lower = below[column] * (step - dx) + below[column + 1] * dx
        return (upper * (step - dy) + lower * dy << 8) // (step * step)
