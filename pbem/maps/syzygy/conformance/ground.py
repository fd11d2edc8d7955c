"""Clauses 5.A to 6.C: elevation, terrain and forests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.maps.syzygy.conformance.reading import Clause, Reading, names, percent, ratio, subject
from pbem.maps.syzygy.cover import LAKES, MAZE, WOODS
from pbem.maps.syzygy.elevation import BASE, RAISED
from pbem.maps.syzygy.geometry import INTERSECTIONS, SPACE
from pbem.maps.syzygy.model import Planet
from pbem.maps.syzygy.shares import bounds
from pbem.maps.syzygy.tables import (
    BIOMES,
    INTERSECTION_TERRAIN,
    SPACE_MASKS,
    SPACE_TERRAIN,
    Ground,
    Mask,
    highest,
)


def check_ground(map_: Reading) -> Iterator[Clause]:
    for zone, planet, _ground in map_.planets():
        yield _elevation(map_, zone, planet)
    yield _ramps(map_)
    yield _level(map_, "5.B", (SPACE,), 0)
    yield _level(map_, "5.C", INTERSECTIONS, BASE)
    for zone, planet, ground in map_.planets():
        yield _terrain(map_, zone, planet, ground)
        yield _forest(map_, zone, planet, ground)
        if ground.lakes:
            yield _lakes(map_, zone, planet)
    yield _space(map_)
    tiles = [tile for zone in INTERSECTIONS for tile in map_.tiles[zone]]
    rock = sum(map_.terrain[tile] == INTERSECTION_TERRAIN for tile in tiles)
    yield Clause("6.C", f"{rock} of {len(tiles)} tiles are rock", rock == len(tiles))


def _elevation(map_: Reading, zone: str, planet: Planet) -> Clause:
    """Base 2; if raised, then by a share within bounds, to a mean within the table's."""
    tiles = map_.tiles[zone]
    dry = [tile for tile in tiles if not map_.is_lake(tile)]
    heights = [map_.heights[tile] for tile in tiles]
    raised = sum(map_.heights[tile] > BASE for tile in dry)
    biome = BIOMES[planet.biome]
    fewest, most = bounds(len(dry), *RAISED)
    may = raised == 0 if biome.elevated == 0 else raised == 0 or fewest <= raised <= most
    must = biome.elevated < 100 or raised > 0
    total, ceiling = sum(heights), planet.ceiling
    return Clause(
        "5.A",
        f"{percent(raised, len(dry))} raised, heights {min(heights)} to {max(heights)}, "
        f"mean {ratio(total, len(tiles))} of at most {ceiling}",
        may
        and must
        and min(heights) == BASE
        and max(heights) <= highest(ceiling)
        and total <= ceiling * len(tiles)
        and ceiling in biome.means
        and all(map_.heights[tile] == BASE for tile in tiles if map_.is_lake(tile)),
        subject(zone, planet),
    )


def _ramps(map_: Reading) -> Clause:
    """The ruling's slopes: no cliff between neighbouring tiles of dry land."""
    dry = {tile for tile in map_.land if not map_.is_lake(tile)}
    steepest = max(
        (
            abs(map_.heights[tile] - map_.heights[near])
            for tile in dry
            for near in map_.field.around[tile]
            if near in dry
        ),
        default=0,
    )
    return Clause("SZ-3", f"neighbours differ by at most {steepest}", steepest <= 1)


def _level(map_: Reading, number: str, zones: tuple[str, ...], height: int) -> Clause:
    tiles = [tile for zone in zones for tile in map_.tiles[zone]]
    level = sum(map_.heights[tile] == height for tile in tiles)
    return Clause(
        number, f"{level} of {len(tiles)} tiles at elevation {height}", level == len(tiles)
    )


def _terrain(map_: Reading, zone: str, planet: Planet, ground: Ground) -> Clause:
    tiles = map_.tiles[zone]
    counts = Counter(map_.terrain[tile] for tile in tiles)
    faults = [
        *_foreign(counts, ground),
        *_missing(map_, tiles, counts, ground),
        *_misplaced(map_, tiles, ground),
    ]
    found = ", ".join(f"{name} {count}" for name, count in counts.most_common())
    return Clause(
        "6.A",
        "; ".join((found, *faults)),
        not faults,
        subject(zone, planet),
    )


def _foreign(counts: Counter[str], ground: Ground) -> Iterator[str]:
    """Terrains that the biome does not have."""
    listed = {ground.base, *ground.fields, ground.barrier, ground.beside_forest, ground.lakes}
    listed |= {terrain for mask in ground.masks for terrain in mask.terrains}
    yield from (f"{terrain} is not listed" for terrain in counts if terrain not in listed)


def _missing(
    map_: Reading, tiles: tuple[int, ...], counts: Counter[str], ground: Ground
) -> Iterator[str]:
    """Terrains joined by "and" that are not all there, by "or" that are not just one."""
    if not counts[ground.base]:
        yield f"{ground.base} is missing"
    if ground.fields and len(set(ground.fields) & set(counts)) < 2:
        yield "farm terrains are not mixed"
    if ground.beside_forest and not _has_room_for_masks(map_, tiles):
        return
    for mask in ground.masks:
        present = sum(counts[terrain] > 0 for terrain in mask.terrains)
        if not _is_lawful(mask, present):
            yield f"{present} of {names(mask.terrains)}"


def _has_room_for_masks(map_: Reading, tiles: tuple[int, ...]) -> bool:
    """Whether a City has any tile that is neither wood nor beside one."""
    return any(map_.forest[tile] is None and not _beside_forest(map_, tile) for tile in tiles)


def _is_lawful(mask: Mask, present: int) -> bool:
    if mask.take == "one":
        return present == 1
    if mask.take == "one or none":
        return present <= 1
    return present == len(mask.terrains) or (mask.chance < 100 and present == 0)


def _misplaced(map_: Reading, tiles: tuple[int, ...], ground: Ground) -> Iterator[str]:
    """Barriers elsewhere than along space, special roads elsewhere than along woods."""
    if ground.barrier:
        coast = [tile for tile in tiles if map_.touches(tile, SPACE)]
        open_ = sum(map_.terrain[tile] != ground.barrier for tile in coast)
        if open_:
            yield f"{open_} tiles of the barrier are open"
        own = all(ground.barrier not in mask.terrains for mask in ground.masks)
        inside = set(tiles).difference(coast)
        astray = sum(map_.terrain[tile] == ground.barrier for tile in inside) if own else 0
        if astray:
            yield f"{astray} tiles of the barrier lie inland"
    if ground.beside_forest:
        wrong = sum(
            (map_.terrain[tile] == ground.beside_forest)
            != (map_.forest[tile] is None and _beside_forest(map_, tile))
            for tile in tiles
        )
        if wrong:
            yield f"{wrong} tiles of {ground.beside_forest} are not where woods are"


def _beside_forest(map_: Reading, tile: int) -> bool:
    return any(map_.forest[near] is not None for near in map_.field.around[tile])


def _forest(map_: Reading, zone: str, planet: Planet, ground: Ground) -> Clause:
    dry = [tile for tile in map_.tiles[zone] if not map_.is_lake(tile)]
    counts = Counter(forest for tile in dry if (forest := map_.forest[tile]) is not None)
    wooded = sum(counts.values())
    fewest, most = bounds(len(dry), *(MAZE if ground.maze else WOODS))
    # No whole number of tiles may be just 30 %.
    right = fewest <= wooded <= max(most, fewest) if ground.forests else wooded == 0
    found = ", ".join(f"{name} {count}" for name, count in counts.most_common())
    return Clause(
        "6.A",
        f"forest on {percent(wooded, len(dry))} of the land: {found or 'none'}",
        right and set(counts) <= set(ground.forests),
        subject(zone, planet),
    )


def _lakes(map_: Reading, zone: str, planet: Planet) -> Clause:
    tiles = map_.tiles[zone]
    lakes = [tile for tile in tiles if map_.is_lake(tile)]
    fewest, most = bounds(len(tiles), *LAKES)
    at_space = sum(map_.touches(tile, SPACE) for tile in lakes)
    return Clause(
        "6.A",
        f"lakes on {percent(len(lakes), len(tiles))} of the planet, {at_space} tiles at space",
        fewest <= len(lakes) <= most and at_space == 0,
        subject(zone, planet),
    )


def _space(map_: Reading) -> Clause:
    counts = Counter(map_.terrain[tile] for tile in map_.tiles[SPACE])
    found = ", ".join(f"{name} {count}" for name, count in counts.most_common())
    masked = any(counts[mask] for mask in SPACE_MASKS)
    return Clause(
        "6.B",
        found,
        masked and counts[SPACE_TERRAIN] > 0 and set(counts) <= {SPACE_TERRAIN, *SPACE_MASKS},
    )
