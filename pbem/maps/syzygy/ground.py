"""The ground of a Syzygy map: space with its stars, land with its relief, forests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pbem.drawing.grid import Frame
from pbem.drawing.palette import mixed
from pbem.drawing.tiling import Edge, dots_path, edges_path, tiles_path
from pbem.engine.scene import AnyShape, Rect, Style
from pbem.maps.grid import Square, distance_from
from pbem.maps.grid import grid as grid_of
from pbem.maps.picture import woods
from pbem.maps.syzygy.geometry import SPACE
from pbem.maps.syzygy.model import NO_FOREST, SyzygyMap
from pbem.maps.syzygy.tables import FOREST_OF, FORESTS, SPACE_TERRAIN, TERRAIN_OF, TERRAINS

NIGHT = "#070b18"
"""Space."""
INK = "#12161d"
SUN, SHADE = "#fffbe8", "#0b0f16"
COAST = "#dfe9ff"
STAR = "#aab6d8"

_SPACE_SHARE = 0.45
"""Of a terrain's colour that it has in space."""
_GLOWS = ((1, 0.20), (2, 0.12), (3, 0.06))
"""Space near the land is lighter: up to so many tiles away by so much more."""


@cache
def of_land(terrain: str, height: int) -> str:
    """A terrain's colour, the lighter the higher it lies above the base of 2."""
    return mixed(SUN, TERRAINS[terrain].colour, 0.085 * max(0, height - 2))


@cache
def of_space(terrain: str) -> str:
    """The same terrain where there is no planet: so dark that nobody takes it for land."""
    return mixed(TERRAINS[terrain].colour, NIGHT, _SPACE_SHARE)


@cache
def under_trees(forest: str) -> str:
    """The ground of a wood."""
    return mixed(FORESTS[forest].colour, INK, 0.62)


def ground(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """The map without anything that stands on it, to draw units and objects upon."""
    water = of_space(SPACE_TERRAIN)
    yield Rect(corner=frame.corner, size=frame.size, style=Style(fill=water))
    by_colour: dict[str, list[Square]] = {}
    for y, (letters, heights) in enumerate(zip(chart.terrain, chart.elevation, strict=True)):
        for x, (letter, height) in enumerate(zip(letters, heights, strict=True)):
            terrain = TERRAIN_OF[letter]
            in_space = chart.zones[y][x] == SPACE
            colour = of_space(terrain) if in_space else of_land(terrain, int(height))
            by_colour.setdefault(colour, []).append((x, y))
    by_colour.pop(water, None)
    for colour, squares in by_colour.items():
        yield tiles_path(squares, frame.corner, frame.tile, Style(fill=colour))
    yield from _sky(chart, frame)
    yield from _edges(chart, frame)
    by_type: dict[str, list[Square]] = {}
    for y, row in enumerate(chart.forest):
        for x, letter in enumerate(row):
            if letter != NO_FOREST:
                by_type.setdefault(FOREST_OF[letter], []).append((x, y))
    for forest, squares in by_type.items():
        crown = Style(fill=FORESTS[forest].colour, stroke=SHADE, width=0.5)
        yield from woods(squares, frame, under_trees(forest), crown)


def _sky(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Light around the planets, as if they had air, and a few stars, strewn without chance."""
    field = grid_of(chart.size, chart.size)
    land = [tile for tile, zone in enumerate("".join(chart.zones)) if zone != SPACE]
    away = distance_from(land, field, most=_GLOWS[-1][0])
    for steps, share in _GLOWS:
        squares = [field.square(tile) for tile, far in away.items() if far == steps]
        glow = Style(fill=COAST, opacity=share)
        yield tiles_path(squares, frame.corner, frame.tile, glow)
    stars = [
        (x + (13 * y % 10) / 10, y + (7 * x % 10) / 10)
        for y, row in enumerate(chart.zones)
        for x, zone in enumerate(row)
        if zone == SPACE and (x * 7919 + y * 104_729 + x * y * 31) % 67 == 0
    ]
    yield dots_path(stars, frame.corner, frame.tile, 0.8, Style(fill=STAR, opacity=0.75))


def _edges(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Slopes lit from the top left, a light line where land rises and a dark one where it falls;
    thin lines where planets meet, and the coast."""
    lit: list[Edge] = []
    shaded: list[Edge] = []
    inland: list[Edge] = []
    coast: list[Edge] = []
    zones, heights, size = chart.zones, chart.elevation, chart.size
    for y in range(size):
        for x in range(size):
            for edge, a, b in (
                (((x + 1, y), (x + 1, y + 1)), x + 1, y),
                (((x, y + 1), (x + 1, y + 1)), x, y + 1),
            ):
                if a >= size or b >= size:
                    continue
                here, there = zones[y][x], zones[b][a]
                if here != there:
                    (coast if SPACE in (here, there) else inland).append(edge)
                if SPACE not in (here, there) and heights[y][x] != heights[b][a]:
                    (lit if heights[b][a] > heights[y][x] else shaded).append(edge)
    tile = frame.tile
    for edges, colour, width, share in (
        (lit, SUN, max(1.0, tile / 7), 0.5),
        (shaded, SHADE, max(1.0, tile / 7), 0.4),
        (inland, INK, max(0.8, tile / 12), 0.55),
        (coast, COAST, max(1.0, tile / 9), 0.85),
    ):
        style = Style(stroke=colour, width=width, opacity=share)
        yield edges_path(edges, frame.corner, tile, style)
