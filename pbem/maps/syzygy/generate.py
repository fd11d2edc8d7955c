"""A whole Syzygy map from its options and chance (SZ-1 to SZ-6)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence

from pbem.engine.rng import Chance
from pbem.maps.grid import Square
from pbem.maps.syzygy import resources
from pbem.maps.syzygy.biomes import Planets, draw_planets
from pbem.maps.syzygy.cover import Cover, grow
from pbem.maps.syzygy.elevation import raise_land
from pbem.maps.syzygy.geometry import INTERSECTIONS, PLANETS, Land, lay_out
from pbem.maps.syzygy.model import NO_FOREST, Building, Pile, SyzygyMap, Unit
from pbem.maps.syzygy.objects import draw_outposts, place_outposts, place_relics
from pbem.maps.syzygy.options import Options
from pbem.maps.syzygy.tables import FOREST_OF, FORESTS, TERRAIN_OF, TERRAINS
from pbem.maps.syzygy.terrain import lay_terrain
from pbem.maps.syzygy.units import Extras, Starts, draw_extras, place_extras, place_starts

_KEPT_FREE = 2
"""Tiles of each intersection that relics leave to its gold and wood."""

_SPARE = 4
"""More outposts than must be take at most one of so many free squares of a City."""


def generate(options: Options, chance: Chance) -> SyzygyMap:
    """The map of these options; the same chance gives the same map on every platform.

    Raises :class:`MapError`, naming the clause, where something that must be finds no room.
    """
    land = lay_out(options.size, chance.stream("syzygy/turn").below(4))
    planets = draw_planets(chance, options.biomes)
    cover = grow(chance, land, planets)
    terrain = lay_terrain(chance, land, planets, cover)
    heights = raise_land(chance, land, planets, cover.lakes)
    starts = place_starts(chance, land, planets, cover.passable, options.players)
    extras, outposts = _city(chance, land, planets, cover, starts)
    units = (*starts.units, *extras.units)
    buildings = (*(Building("outpost", square) for square in outposts), *extras.houses)
    used = {unit.square for unit in units} | {building.square for building in buildings}
    relics = _relics(chance, land, cover, used)
    taken = {land.grid.tile(square) for square in (*used, *relics)}
    found = _resources(chance, land, planets, cover, terrain, taken, options.antiquity)
    return SyzygyMap(
        size=options.size,
        players=options.players,
        antiquity=options.antiquity,
        turned=90 * land.turns,
        planets=planets,
        key={"terrain": TERRAIN_OF, "forest": FOREST_OF},
        zones=_rows(land.zones, options.size),
        terrain=_rows([TERRAINS[name].letter for name in terrain], options.size),
        elevation=_rows([str(height) for height in heights], options.size),
        forest=_rows(_letters(land, cover.forests), options.size),
        units=tuple(sorted(units, key=_order)),
        buildings=tuple(sorted(buildings, key=_order)),
        relics=relics,
        resources=_piles(land, found.piles),
        left_out=found.left_out,
    )


def chance_of(seed: int) -> Chance:
    """The chance of a map that belongs to no game, for a seed of the command line."""
    return Chance(hashlib.sha256(f"map/syzygy/{seed}".encode()).digest(), 0)


def _city(
    chance: Chance, land: Land, planets: Planets, cover: Cover, starts: Starts
) -> tuple[Extras, tuple[Square, ...]]:
    """A City's extras and outposts; where room lacks, outposts above one a player go first,
    then extras (SZ-6)."""
    zone = next((z for z, p in zip(PLANETS, planets, strict=True) if p.biome == "City"), None)
    if zone is None:
        return Extras(), ()
    homes = starts.homes[zone]
    free = [tile for tile in land.tiles(zone) if tile in cover.passable]
    room = [tile for tile in free if land.grid.square(tile) not in starts.squares()]
    stream = chance.stream("syzygy/outposts")
    count = draw_outposts(chance, len(homes))
    squares = [land.grid.square(tile) for tile in room]
    outposts = place_outposts(stream, squares, len(homes), homes)
    left = [tile for tile in room if land.grid.square(tile) not in outposts]
    extras = place_extras(draw_extras(chance), homes, left, land.grid)
    used = {unit.square for unit in extras.units}
    more = [square for square in land.grid.squares(left) if square not in used]
    wished = min(count - len(homes), len(more) // _SPARE)
    return extras, (*outposts, *place_outposts(stream, more, wished, (*homes, *outposts)))


def _relics(
    chance: Chance, land: Land, cover: Cover, taken: Collection[Square]
) -> tuple[Square, ...]:
    kept = {tile for zone in INTERSECTIONS for tile in land.tiles(zone)[:_KEPT_FREE]}
    free = land.grid.squares(cover.passable - kept)
    return place_relics(chance, [square for square in free if square not in taken])


def _resources(
    chance: Chance,
    land: Land,
    planets: Planets,
    cover: Cover,
    terrain: Sequence[str],
    taken: Collection[int],
    antiquity: bool,
) -> resources.Yield:
    planet = resources.on_planets(chance, land, planets, cover, terrain, taken, antiquity)
    between = resources.on_intersections(
        chance, land, planet.piles, cover.forests, taken, antiquity
    )
    space = resources.in_space(chance, land, antiquity)
    return resources.Yield(
        planet.piles | between.piles | space.piles,
        (*planet.left_out, *between.left_out, *space.left_out),
    )


def _piles(land: Land, piles: Mapping[int, str]) -> tuple[Pile, ...]:
    return tuple(Pile(piles[tile], land.grid.square(tile)) for tile in sorted(piles))


def _letters(land: Land, forests: Mapping[int, str]) -> list[str]:
    return [
        FORESTS[forests[tile]].letter if tile in forests else NO_FOREST
        for tile in range(land.grid.size)
    ]


def _rows(letters: Sequence[str], size: int) -> tuple[str, ...]:
    return tuple("".join(letters[y * size : (y + 1) * size]) for y in range(size))


def _order(thing: Unit | Building) -> tuple[int, int, int, str]:
    """Row by row, by seat where several stand together."""
    x, y = thing.square
    return y, x, thing.seat or 0, thing.kind
