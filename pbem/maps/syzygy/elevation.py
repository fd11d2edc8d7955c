"""How high every tile lies (clauses 5.A to 5.C, SZ-3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pbem.engine.rng import Chance
from pbem.maps.noise import patches
from pbem.maps.syzygy.biomes import Planets
from pbem.maps.syzygy.geometry import INTERSECTIONS, PLANETS, Land
from pbem.maps.syzygy.shares import draw_share
from pbem.maps.syzygy.tables import BIOMES, highest

BASE = 2
"""The elevation of planets and intersections."""
RAISED = (20, 60)
"""Percentage of a planet's land without lakes that is raised."""


def raise_land(
    chance: Chance, land: Land, planets: Planets, lakes: Collection[int]
) -> tuple[int, ...]:
    """The elevation of every tile: space at 0, the rest at 2 or more, with ramps between."""
    dry = {tile for tile in land.tiles(*PLANETS, *INTERSECTIONS) if tile not in lakes}
    raised: dict[str, frozenset[int]] = {}
    tops: dict[str, int] = {}
    for zone, planet in zip(PLANETS, planets, strict=True):
        stream = chance.stream(f"syzygy/elevation/{zone}")
        if not stream.strikes(BIOMES[planet.biome].elevated, 100):
            continue
        tiles = [tile for tile in land.tiles(zone) if tile in dry]
        count = draw_share(stream, len(tiles), *RAISED)
        order = patches(stream, land.grid, tiles, land.grid.width // 6)
        raised[zone] = frozenset(order[:count])
        tops[zone] = highest(planet.ceiling)
    return _within_means(land, planets, dry, raised, tops)


def _within_means(
    land: Land,
    planets: Planets,
    dry: Collection[int],
    raised: Mapping[str, frozenset[int]],
    tops: dict[str, int],
) -> tuple[int, ...]:
    """The land with its ramps, planets cut lower until no mean is above its ceiling."""
    while True:
        heights = _ramped(land, dry, raised, tops)
        too_high = [
            zone
            for zone, planet in zip(PLANETS, planets, strict=True)
            if zone in tops and _mean_exceeds(heights, land.tiles(zone), planet.ceiling)
        ]
        if not too_high:
            return tuple(heights)
        tops = {zone: top - (zone in too_high) for zone, top in tops.items()}


def _mean_exceeds(heights: list[int], tiles: Collection[int], ceiling: int) -> bool:
    return sum(heights[tile] for tile in tiles) > ceiling * len(tiles)


def _ramped(
    land: Land,
    dry: Collection[int],
    raised: Mapping[str, frozenset[int]],
    tops: Mapping[str, int],
) -> list[int]:
    """The highest land that keeps below each planet's top and one step from its neighbours."""
    top = {tile: tops[zone] for zone, tiles in raised.items() for tile in tiles}
    heights = [0] * land.grid.size
    for tile in land.tiles(*PLANETS, *INTERSECTIONS):
        heights[tile] = top.get(tile, BASE)
    # Lower land first: what it bounds is final by the time that its turn comes.
    by_height = [[tile for tile in dry if heights[tile] == level] for level in range(10)]
    for level, tiles in enumerate(by_height):
        for tile in tiles:
            if heights[tile] < level:
                continue
            for near in land.grid.around[tile]:
                if near in dry and heights[near] > level + 1:
                    heights[near] = level + 1
                    by_height[level + 1].append(near)
    return heights
