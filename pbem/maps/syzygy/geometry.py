"""Where the planets lie (clauses 4 to 4.F, SZ-1), in whole numbers only.

In the figure's own frame planet 1 lies towards (N, N), the right corner of the diamond
view, and all planets along the diagonal. A length of the ruling's "c N" is kept as
parts of a million of a tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from pbem.maps.grid import Grid, Square, grid

SMALLEST, LARGEST = 26, 240
SPACE = "."
PLANETS = ("1", "2", "3", "4")
INTERSECTIONS = ("a", "b", "c", "d", "e", "f")
"""The zones, as a finished map writes them: two intersections each for planets 1 and 2,
2 and 3, 3 and 4."""

_UNIT = 1_000_000
_SHARE = _UNIT // 10_000
"""The ruling's figures have four decimals."""


@dataclass(frozen=True)
class Disc:
    """A circle; centre and radius in parts of a million of the map's size."""

    x: int
    y: int
    radius: int


DISCS = tuple(
    Disc(centre * _SHARE, centre * _SHARE, radius * _SHARE)
    for centre, radius in ((8640, 1160), (7163, 1508), (5244, 1960), (2749, 2549))
)
"""Planets 1 to 4 (SZ-1)."""


def _crossings(one: Disc, other: Disc) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where two circles with centres on the diagonal cross.

    Along the diagonal the crossing lies `along` from the first centre in x and in y
    alike, and `off` to either side of it in each.
    """
    apart = one.x - other.x
    along = (2 * apart**2 + one.radius**2 - other.radius**2) // (4 * apart)
    off = isqrt((one.radius**2 - 2 * along**2) // 2)
    middle = one.x - along
    return (middle + off, middle - off), (middle - off, middle + off)


CROSSINGS = tuple(crossing for i in range(3) for crossing in _crossings(DISCS[i], DISCS[i + 1]))
"""The centres of intersections a to f, in parts of a million of the map's size."""

_INTERSECTION = 30_000
_LEAST_INTERSECTION = 1_200_000
"""Radius .03 N, at least 1.2 tiles."""


@dataclass(frozen=True, slots=True)
class Land:
    """The zones of a map of one size, turned clockwise by ``turns`` quarters.

    ``zones`` has a zone's letter for every tile.
    """

    grid: Grid
    turns: int
    zones: str

    def tiles(self, *zones: str) -> tuple[int, ...]:
        """The tiles of these zones, in order."""
        wanted = set(zones)
        return tuple(tile for tile, zone in enumerate(self.zones) if zone in wanted)


@lru_cache(maxsize=8)
def lay_out(size: int, turns: int) -> Land:
    """The zones of a map of `size` by `size` tiles."""
    field = grid(size, size)
    zones = [""] * field.size
    for y in range(size):
        for x in range(size):
            zones[field.tile(turned((x, y), size, turns))] = _zone(x, y, size)
    return Land(field, turns, "".join(zones))


def turned(square: Square, size: int, turns: int) -> Square:
    """Where a square comes to lie when the map is turned clockwise by quarters."""
    x, y = square
    for _quarter in range(turns % 4):
        x, y = size - 1 - y, x
    return x, y


def _zone(x: int, y: int, size: int) -> str:
    """The zone of a tile by its centre: an intersection, the first planet that has it, space."""
    across, down = (2 * x + 1) * _UNIT // 2, (2 * y + 1) * _UNIT // 2
    wide = max(_LEAST_INTERSECTION, _INTERSECTION * size)
    for name, (a, b) in zip(INTERSECTIONS, CROSSINGS, strict=True):
        if (across - a * size) ** 2 + (down - b * size) ** 2 <= wide**2:
            return name
    for name, disc in zip(PLANETS, DISCS, strict=True):
        if (across - disc.x * size) ** 2 + (down - disc.y * size) ** 2 <= (disc.radius * size) ** 2:
            return name
    return SPACE


def most_players(size: int) -> int:
    """At most 4 players below 28 tiles, 6 below 40, else 8 (SZ-1)."""
    if size < 28:
        return 4
    return 6 if size < 40 else 8
