"""Resources of planets, intersections and space (clauses 7.B.1 to 7.B.3, SZ-4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.rng import Chance, Stream
from pbem.maps.grid import Grid, distance_from
from pbem.maps.syzygy.biomes import Planets
from pbem.maps.syzygy.cover import Cover
from pbem.maps.syzygy.geometry import INTERSECTIONS, PLANETS, SPACE, Land
from pbem.maps.syzygy.tables import (
    GOLD,
    GOLD_OR_OYSTERS,
    OYSTERS,
    RESOURCES,
    SPACE_RESOURCES,
    TERRAINS,
    WOOD,
    Resource,
    ground_of,
)

PRESENT = (3, 4)
"""The chance of each listed resource."""
SHORE, OFFSHORE = 2, 4
"""Shore fish are at most so many tiles from land; dolphins and oysters at least so many."""
_FULLEST = 2
"""One of so many suitable tiles may hold a resource, so that units find room."""


@dataclass(frozen=True)
class Yield:
    """``piles`` by tile, and what was to be placed but found no room."""

    piles: dict[int, str]
    left_out: tuple[str, ...] = ()


def on_planets(
    chance: Chance,
    land: Land,
    planets: Planets,
    cover: Cover,
    terrain: Sequence[str],
    taken: Collection[int],
    antiquity: bool,
) -> Yield:
    """Each planet's listed resources, as many as strike, where there is a suitable tile."""
    piles: dict[int, str] = {}
    left_out: list[str] = []
    for zone, planet in zip(PLANETS, planets, strict=True):
        stream = chance.stream(f"syzygy/resources/{zone}")
        tiles = land.tiles(zone)
        rooms = _rooms(tiles, cover, terrain, taken)
        limit = {where: len(room) // _FULLEST for where, room in rooms.items()}
        for name in listed(ground_of(planet.biome, planet.alien).resources, antiquity):
            if not stream.strikes(*PRESENT):
                continue
            entry = RESOURCES[name]
            kind = stream.choice(entry.kinds) if entry.kinds else name
            room = rooms[entry.where]
            count = min(_amount(stream, entry, len(tiles)), limit[entry.where])
            found = _groups(stream, land.grid, room, count, entry.group)
            limit[entry.where] -= len(found)
            for left in rooms.values():
                left.difference_update(found)
            piles |= dict.fromkeys(found, kind)
            if not found:
                left_out.append(f"planet {zone}: {name}")
    return Yield(piles, tuple(left_out))


def listed(resources: Iterable[str], antiquity: bool) -> list[str]:
    """A biome's possible resources; oysters are for antiquity only (SZ-4)."""
    gold_or_oysters = OYSTERS if antiquity else GOLD
    names = [gold_or_oysters if name == GOLD_OR_OYSTERS else name for name in resources]
    return [name for name in names if antiquity or name != OYSTERS]


def _rooms(
    tiles: Iterable[int], cover: Cover, terrain: Sequence[str], taken: Collection[int]
) -> dict[str, set[int]]:
    """Where each sort of resource can stand; starts, relics and outposts are left free."""
    land = {tile for tile in tiles if tile in cover.passable and tile not in taken}
    return {
        "land": land,
        "lake": {tile for tile in tiles if tile in cover.lakes},
        "shallows": {tile for tile in land if TERRAINS[terrain[tile]].shallow},
    }


def _amount(stream: Stream, entry: Resource, tiles: int) -> int:
    """From half the table's figure to half as much again."""
    return max(1, tiles * entry.per_mille * stream.between(50, 150) // 100_000)


def _groups(stream: Stream, field: Grid, room: Collection[int], count: int, size: int) -> list[int]:
    """`count` tiles of the room in groups, each grown from a tile drawn by chance."""
    left = set(room)
    found: list[int] = []
    for tile in stream.shuffled(sorted(room)):
        if len(found) >= count:
            break
        if tile in left:
            group = _group(stream, field, tile, left, min(size, count - len(found)))
            left.difference_update(group)
            found += group
    return found


def _group(stream: Stream, field: Grid, tile: int, left: Collection[int], size: int) -> list[int]:
    group = [tile]
    while len(group) < size:
        around = {near for one in group for near in field.around[one]}
        near = sorted(tile for tile in around if tile in left and tile not in group)
        if not near:
            break
        group.append(stream.choice(near))
    return group


def on_intersections(
    chance: Chance,
    land: Land,
    on_planets: Mapping[int, str],
    forests: Collection[int],
    taken: Collection[int],
    antiquity: bool,
) -> Yield:
    """Neutral gold where the planets have none, wood where at most one has forests; one pile
    of each an intersection (7.B.2)."""
    stream = chance.stream("syzygy/resources/intersections")
    wanted = needed_on_intersections(land, on_planets, forests, antiquity)
    piles: dict[int, str] = {}
    left_out: list[str] = []
    for zone in INTERSECTIONS:
        room = [tile for tile in land.tiles(zone) if tile not in taken]
        found = stream.shuffled(room)[: len(wanted)]
        piles |= dict(zip(found, wanted, strict=False))
        left_out += [f"intersection {zone}: {kind}" for kind in wanted[len(found) :]]
    return Yield(piles, tuple(left_out))


def needed_on_intersections(
    land: Land, on_planets: Mapping[int, str], forests: Iterable[int], antiquity: bool
) -> tuple[str, ...]:
    """What the finished planets leave for the intersections to offer."""
    wooded = {land.zones[tile] for tile in forests}
    gold = not antiquity and GOLD not in on_planets.values()
    return (*([GOLD] if gold else []), *([WOOD] if len(wooded) <= 1 else []))


def in_space(chance: Chance, land: Land, antiquity: bool) -> Yield:
    """Shore fish by the land, dolphins and antiquity's oysters farther out (7.B.3)."""
    away = distance_from(land.tiles(*PLANETS, *INTERSECTIONS), land.grid)
    tiles = land.tiles(SPACE)
    rooms = {
        "shore": {tile for tile in tiles if away[tile] <= SHORE},
        "offshore": {tile for tile in tiles if away[tile] >= OFFSHORE},
    }
    piles: dict[int, str] = {}
    left_out: list[str] = []
    for name, entry in SPACE_RESOURCES.items():
        if entry.antiquity and not antiquity:
            continue
        stream = chance.stream(f"syzygy/resources/space/{name}")
        room = rooms[entry.where] - piles.keys()
        count = _amount(stream, entry, len(tiles))
        found = _groups(stream, land.grid, room, count, entry.group)
        piles |= dict.fromkeys(found, name)
        if not found:
            left_out.append(f"space: {name}")
    return Yield(piles, tuple(left_out))
