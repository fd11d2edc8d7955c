"""Lakes and forests (table 6.A, SZ-3b): what lies over the land and bars the way.

Neither ever splits the land that can be walked on: every tile is taken by
:func:`pbem.maps.carve.carve`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.rng import Chance, Stream
from pbem.maps.carve import carve
from pbem.maps.errors import MapError
from pbem.maps.noise import patches
from pbem.maps.syzygy.biomes import Planets
from pbem.maps.syzygy.geometry import INTERSECTIONS, PLANETS, SPACE, Land
from pbem.maps.syzygy.shares import bounds, draw_share
from pbem.maps.syzygy.tables import Ground, ground_of

LAKES = (15, 35)
WOODS = (5, 25)
MAZE = (30, 30)
"""Lowest and highest percentage: lakes of a planet, forest of its land (SZ-3b)."""

_TRIES = 20
_CELL = 3


@dataclass(frozen=True)
class Cover:
    """``lakes`` and ``forests`` (tile to type) of all planets, and the ``passable`` rest."""

    lakes: frozenset[int]
    forests: dict[int, str]
    passable: frozenset[int]


def grow(chance: Chance, land: Land, planets: Planets) -> Cover:
    """Lakes first, then forests on what is left.

    Raises :class:`MapError` where the least share of a planet finds no room.
    """
    passable = frozenset(land.tiles(*PLANETS, *INTERSECTIONS))
    lakes: set[int] = set()
    forests: dict[int, str] = {}
    for zone, planet in zip(PLANETS, planets, strict=True):
        ground = ground_of(planet.biome, planet.alien)
        tiles = land.tiles(zone)
        if ground.lakes:
            found = _lakes(chance.stream(f"syzygy/lakes/{zone}"), land, tiles, passable)
            lakes.update(found)
            passable -= found
        if ground.forests:
            dry = [tile for tile in tiles if tile not in lakes]
            stream = chance.stream(f"syzygy/forests/{zone}")
            trees = _forest(stream, land, dry, passable, ground)
            forests.update(trees)
            passable -= trees.keys()
    return Cover(frozenset(lakes), forests, passable)


def _lakes(
    stream: Stream, land: Land, tiles: Sequence[int], passable: frozenset[int]
) -> frozenset[int]:
    inland = [
        tile for tile in tiles if all(land.zones[near] != SPACE for near in land.grid.around[tile])
    ]
    for _try in range(_TRIES):
        order = patches(stream, land.grid, inland, land.grid.width // 12)
        count = draw_share(stream, len(tiles), *LAKES)
        found = carve(passable, order, count, land.grid)
        if len(found) >= bounds(len(tiles), *LAKES)[0]:
            return frozenset(found)
    raise MapError("6.A: there is no room for the lakes")


def _forest(
    stream: Stream,
    land: Land,
    tiles: Sequence[int],
    passable: frozenset[int],
    ground: Ground,
) -> dict[int, str]:
    share = MAZE if ground.maze else WOODS
    for _try in range(_TRIES):
        count = draw_share(stream, len(tiles), *share)
        found = carve(passable, _order(stream, land, tiles, ground), count, land.grid)
        if len(found) >= bounds(len(tiles), *share)[0]:
            return _types(stream, land, found, ground.forests)
    raise MapError("6.A: there is no room for the forest")


def _order(stream: Stream, land: Land, tiles: Sequence[int], ground: Ground) -> list[int]:
    if ground.scattered:
        return stream.shuffled(tiles)
    if ground.maze:
        return _walls(stream, land, tiles)
    return patches(stream, land.grid, tiles, land.grid.width // 16)


def _walls(stream: Stream, land: Land, tiles: Sequence[int]) -> list[int]:
    """The walls of a maze whose passages are two tiles wide: first the posts where walls may
    meet, then the walls between two posts, one after another."""
    posts: list[int] = []
    walls: dict[tuple[int, int, bool], list[int]] = {}
    passages: list[int] = []
    for tile in tiles:
        x, y = land.grid.square(tile)
        on_column, on_row = x % _CELL == 0, y % _CELL == 0
        if on_column and on_row:
            posts.append(tile)
        elif on_column or on_row:
            walls.setdefault((x // _CELL, y // _CELL, on_row), []).append(tile)
        else:
            passages.append(tile)
    order = stream.shuffled(sorted(walls))
    return [*posts, *(tile for wall in order for tile in walls[wall]), *passages]


def _types(
    stream: Stream, land: Land, tiles: Sequence[int], listed: tuple[str, ...]
) -> dict[int, str]:
    """Any of the listed types, each in a part of the woods of its own."""
    chosen = [name for name in listed if stream.strikes(1, 2)] or [stream.choice(listed)]
    chosen = stream.shuffled(chosen)[: len(tiles)]
    order = patches(stream, land.grid, sorted(tiles), land.grid.width // 8)
    return {tile: chosen[place * len(chosen) // len(order)] for place, tile in enumerate(order)}
