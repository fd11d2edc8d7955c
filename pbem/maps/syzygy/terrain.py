"""What every tile is made of (table 6.A, clauses 6.B and 6.C)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.rng import Chance, Stream
from pbem.maps.noise import patches
from pbem.maps.syzygy.biomes import Planets
from pbem.maps.syzygy.cover import Cover
from pbem.maps.syzygy.geometry import INTERSECTIONS, PLANETS, SPACE, Land
from pbem.maps.syzygy.shares import draw_share
from pbem.maps.syzygy.tables import (
    INTERSECTION_TERRAIN,
    SPACE_MASKS,
    SPACE_TERRAIN,
    Ground,
    Mask,
    ground_of,
)

_SPACE_SHARE = (15, 40)
_LEAST_SHARE = 10
"""Percentages that a mask covers."""


def lay_terrain(chance: Chance, land: Land, planets: Planets, cover: Cover) -> tuple[str, ...]:
    """The terrain of every tile, by name."""
    found = dict.fromkeys(land.tiles(*INTERSECTIONS), INTERSECTION_TERRAIN)
    found |= _space(chance.stream("syzygy/space"), land)
    for zone, planet in zip(PLANETS, planets, strict=True):
        stream = chance.stream(f"syzygy/terrain/{zone}")
        found |= _planet(stream, land, zone, ground_of(planet.biome, planet.alien), cover)
    return tuple(found[tile] for tile in range(land.grid.size))


def _space(stream: Stream, land: Land) -> dict[int, str]:
    """Water under black, fog, or both."""
    tiles = land.tiles(SPACE)
    found = dict.fromkeys(tiles, SPACE_TERRAIN)
    combination = 1 + stream.below(3)
    for bit, mask in enumerate(SPACE_MASKS):
        if combination >> bit & 1:
            order = patches(stream, land.grid, tiles, land.grid.width // 6)
            count = draw_share(stream, len(tiles), *_SPACE_SHARE)
            left = [tile for tile in order if found[tile] == SPACE_TERRAIN]
            found |= dict.fromkeys(left[:count], mask)
    return found


def _planet(stream: Stream, land: Land, zone: str, ground: Ground, cover: Cover) -> dict[int, str]:
    tiles = land.tiles(zone)
    found = dict.fromkeys(tiles, ground.base)
    if ground.fields:
        found |= _patchwork(stream, land, tiles, (ground.base, *ground.fields))
    fixed = _fixed(land, tiles, ground, cover)
    # Trees hide what they stand on, so masks must show elsewhere.
    free = [tile for tile in tiles if tile not in fixed and tile not in cover.forests]
    return found | _masks(stream, land, free or tiles, ground.masks) | fixed


def _fixed(land: Land, tiles: Sequence[int], ground: Ground, cover: Cover) -> dict[int, str]:
    """Terrain that has its place by what is around: lakes, barriers, roads beside forests."""
    found: dict[int, str] = {}
    if ground.lakes:
        found |= {tile: ground.lakes for tile in tiles if tile in cover.lakes}
    if ground.barrier:
        found |= dict.fromkeys(on_coast(land, tiles), ground.barrier)
    if ground.beside_forest:
        found |= {
            tile: ground.beside_forest
            for tile in tiles
            if tile not in cover.forests
            and any(near in cover.forests for near in land.grid.around[tile])
        }
    return found


def on_coast(land: Land, tiles: Iterable[int]) -> list[int]:
    """Those of `tiles` with space among the eight tiles around them (SZ-3)."""
    return [
        tile for tile in tiles if any(land.zones[near] == SPACE for near in land.grid.around[tile])
    ]


def _patchwork(
    stream: Stream, land: Land, tiles: Sequence[int], kinds: tuple[str, ...]
) -> dict[int, str]:
    """Square fields, as many of each kind."""
    edge = max(2, land.grid.width // 24)
    fields: dict[tuple[int, int], list[int]] = {}
    for tile in tiles:
        x, y = land.grid.square(tile)
        fields.setdefault((x // edge, y // edge), []).append(tile)
    order = stream.shuffled(sorted(fields))
    return {
        tile: kinds[place % len(kinds)]
        for place, field in enumerate(order)
        for tile in fields[field]
    }


def _masks(
    stream: Stream, land: Land, free: Sequence[int], masks: tuple[Mask, ...]
) -> dict[int, str]:
    """Each drawn mask in patches of its own; a tile at least is left to the base."""
    kinds = [kind for mask in masks for kind in _taken(stream, mask)]
    found: dict[int, str] = {}
    for place, kind in enumerate(kinds):
        order = patches(stream, land.grid, free, land.grid.width // 12)
        left = [tile for tile in order if tile not in found]
        most = max(14, 60 // (len(kinds) + 1))
        count = draw_share(stream, len(free), _LEAST_SHARE, most)
        room = len(left) - (len(kinds) - place)
        found |= dict.fromkeys(left[: max(1, min(count, room))], kind)
    return found


def _taken(stream: Stream, mask: Mask) -> tuple[str, ...]:
    if not stream.strikes(mask.chance, 100):
        return ()
    if mask.take == "all":
        return mask.terrains
    choices = (*mask.terrains, "") if mask.take == "one or none" else mask.terrains
    chosen = stream.choice(choices)
    return (chosen,) if chosen else ()
