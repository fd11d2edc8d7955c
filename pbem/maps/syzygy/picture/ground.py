"""Space, land, relief and forest of a map as a few large shapes."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.drawing.grid import Frame
from pbem.drawing.tiling import Edge, dots_path, edges_path, tiles_path
from pbem.engine.scene import AnyShape, Rect, Style
from pbem.maps.grid import Square, distance_from, grid
from pbem.maps.syzygy.geometry import SPACE
from pbem.maps.syzygy.model import NO_FOREST, SyzygyMap
from pbem.maps.syzygy.picture import colours
from pbem.maps.syzygy.tables import FOREST_OF, FORESTS, TERRAIN_OF, TERRAINS

_GLOWS = ((1, 0.20), (2, 0.12), (3, 0.06))
"""Space near the land is lighter: up to so many tiles away by so much more."""
_DETAILED = 12.0
"""From this size on a wood's tile shows three crowns, below it one."""
_CROWNS = ((0.3, 0.34, 0.27), (0.72, 0.4, 0.25), (0.48, 0.74, 0.26))
"""Places and radii in tiles."""
_STARS_IN = 67
"""One space tile of so many has a star."""


def ground(chart: SyzygyMap, frame: Frame) -> list[AnyShape]:
    """The map without anything that stands on it, to draw units and objects upon."""
    return [
        Rect(
            corner=frame.corner,
            size=frame.size,
            style=Style(fill=TERRAINS["water"].colour),
        ),
        *_tiles(chart, frame),
        *_glow(chart, frame),
        _stars(chart, frame),
        *_relief(chart, frame),
        *_borders(chart, frame),
        *_forests(chart, frame),
    ]


def _tiles(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    by_colour: dict[str, list[Square]] = {}
    for y, (letters, heights) in enumerate(zip(chart.terrain, chart.elevation, strict=True)):
        for x, (letter, height) in enumerate(zip(letters, heights, strict=True)):
            colour = colours.of_land(TERRAIN_OF[letter], int(height))
            by_colour.setdefault(colour, []).append((x, y))
    by_colour.pop(TERRAINS["water"].colour, None)
    for colour, squares in by_colour.items():
        yield tiles_path(squares, frame.corner, frame.tile, Style(fill=colour))


def _land(chart: SyzygyMap) -> list[int]:
    zones = "".join(chart.zones)
    return [tile for tile, zone in enumerate(zones) if zone != SPACE]


def _glow(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Light around the planets, as if they had air."""
    field = grid(chart.size, chart.size)
    away = distance_from(_land(chart), field, most=_GLOWS[-1][0])
    for steps, share in _GLOWS:
        squares = [field.square(tile) for tile, far in away.items() if far == steps]
        style = Style(fill=colours.COAST, opacity=share)
        yield tiles_path(squares, frame.corner, frame.tile, style)


def _stars(chart: SyzygyMap, frame: Frame) -> AnyShape:
    """A few, strewn without drawing upon chance."""
    places = [
        (x + (13 * y % 10) / 10, y + (7 * x % 10) / 10)
        for y, row in enumerate(chart.zones)
        for x, zone in enumerate(row)
        if zone == SPACE and (x * 7919 + y * 104_729 + x * y * 31) % _STARS_IN == 0
    ]
    style = Style(fill=colours.STAR, opacity=0.75)
    return dots_path(places, frame.corner, frame.tile, 0.8, style)


def _relief(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Slopes lit from the top left: a light line where land rises, a dark one where it falls."""
    lit: list[Edge] = []
    shaded: list[Edge] = []
    for edge, step in _steps(chart):
        (lit if step > 0 else shaded).append(edge)
    width = max(1.0, frame.tile / 7)
    for edges, colour, share in ((lit, colours.SUN, 0.5), (shaded, colours.SHADE, 0.4)):
        style = Style(stroke=colour, width=width, opacity=share)
        yield edges_path(edges, frame.corner, frame.tile, style)


def _steps(chart: SyzygyMap) -> Iterator[tuple[Edge, int]]:
    """Edges between land tiles of different height, and the step to the right or down."""
    for edge, one, other in _edges(chart.size):
        if SPACE in (chart.zone(one), chart.zone(other)):
            continue
        step = _height(chart, other) - _height(chart, one)
        if step:
            yield edge, step


def _height(chart: SyzygyMap, square: Square) -> int:
    return int(chart.elevation[square[1]][square[0]])


def _edges(size: int) -> Iterator[tuple[Edge, Square, Square]]:
    """Every edge between two tiles, with the tiles to its left or above, right or below."""
    for y in range(size):
        for x in range(size):
            if x + 1 < size:
                yield ((x + 1, y), (x + 1, y + 1)), (x, y), (x + 1, y)
            if y + 1 < size:
                yield ((x, y + 1), (x + 1, y + 1)), (x, y), (x, y + 1)


def _borders(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """The coast, and thinner lines where planets meet."""
    coast: list[Edge] = []
    inland: list[Edge] = []
    for edge, one, other in _edges(chart.size):
        zones = {chart.zone(one), chart.zone(other)}
        if len(zones) == 2:
            (coast if SPACE in zones else inland).append(edge)
    thin = Style(stroke=colours.INK, width=max(0.8, frame.tile / 12), opacity=0.55)
    yield edges_path(inland, frame.corner, frame.tile, thin)
    thick = Style(stroke=colours.COAST, width=max(1.0, frame.tile / 9), opacity=0.85)
    yield edges_path(coast, frame.corner, frame.tile, thick)


def _forests(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    by_type: dict[str, list[Square]] = {}
    for y, row in enumerate(chart.forest):
        for x, letter in enumerate(row):
            if letter != NO_FOREST:
                by_type.setdefault(FOREST_OF[letter], []).append((x, y))
    crowns = _CROWNS if frame.tile >= _DETAILED else ((0.5, 0.5, 0.42),)
    for forest, squares in by_type.items():
        soil = Style(fill=colours.under_trees(forest))
        yield tiles_path(squares, frame.corner, frame.tile, soil)
        style = Style(fill=FORESTS[forest].colour, stroke=colours.SHADE, width=0.5)
        for dx, dy, radius in crowns:
            places = [(x + dx, y + dy) for x, y in squares]
            yield dots_path(places, frame.corner, frame.tile, radius * frame.tile, style)
