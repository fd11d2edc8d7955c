"""Clauses 7.A to 7.C.2: starting units, resources, relics, outposts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.maps.grid import Square, distance_from
from pbem.maps.syzygy.conformance.reading import Clause, Reading, names, subject
from pbem.maps.syzygy.geometry import INTERSECTIONS, PLANETS, SPACE
from pbem.maps.syzygy.model import Planet, Unit
from pbem.maps.syzygy.objects import RELICS
from pbem.maps.syzygy.resources import OFFSHORE, SHORE, listed
from pbem.maps.syzygy.tables import (
    GOLD,
    RESOURCES,
    SPACE_RESOURCES,
    TERRAINS,
    WOOD,
    Ground,
    Resource,
)

_MOST_EXTRAS = 3


def check_things(map_: Reading) -> Iterator[Clause]:
    yield _starts(map_)
    for zone, planet, _ground in map_.planets():
        yield from _exceptions(map_, zone, planet)
    yield _standing(map_)
    for zone, planet, ground in map_.planets():
        yield _planet_resources(map_, zone, planet, ground)
    yield _intersections(map_)
    yield _space(map_)
    yield _relics(map_)
    yield _convertible(map_)


def _units(map_: Reading, zone: str) -> list[Unit]:
    return [unit for unit in map_.chart.units if map_.chart.zone(unit.square) == zone]


def _by_seat(map_: Reading, zone: str) -> list[Counter[str]]:
    """What each player has on a planet."""
    units = _units(map_, zone)
    return [
        Counter(unit.kind for unit in units if unit.seat == seat)
        for seat in range(1, map_.chart.players + 1)
    ]


def _starts(map_: Reading) -> Clause:
    """One villager a player on each planet; a Photon man stands for the one on Radioactive."""
    right = 0
    for zone, planet, _ground in map_.planets():
        for mine in _by_seat(map_, zone):
            if planet.biome == "Radioactive":
                right += not mine["villager"]
            elif planet.biome == "City":
                right += 1 <= mine["villager"] <= 1 + _MOST_EXTRAS
            else:
                right += mine["villager"] == 1
    wanted = map_.chart.players * len(PLANETS)
    astray = sum(map_.chart.zone(unit.square) not in PLANETS for unit in map_.chart.units)
    return Clause(
        "7.A",
        f"{right} of {wanted} starts as they must be, {len(map_.chart.units)} units, "
        f"{astray} of them off the planets",
        right == wanted and astray == 0,
    )


def _exceptions(map_: Reading, zone: str, planet: Planet) -> Iterator[Clause]:
    """The bullets of 7.A for this biome, and no other unit without one."""
    seats = _by_seat(map_, zone)
    biomes = {one.biome for one in map_.chart.planets}
    photon = planet.biome == "Radioactive" or (
        planet.biome == "Barren" and "Radioactive" not in biomes
    )
    wanted = {"photon man": int(photon), "horse scout": int(planet.biome == "Plains")}
    camels = seats[0]["bactrian camel"]
    villagers = seats[0]["villager"]
    houses = Counter(
        building.seat
        for building in map_.chart.buildings
        if building.kind == "house" and map_.chart.zone(building.square) == zone
    )
    extras = villagers > 1
    apart = _away_from_home(map_, zone)
    right = [
        all(mine[kind] == count for kind, count in wanted.items())
        and mine["bactrian camel"] == camels
        and mine["villager"] == villagers
        and houses[seat] == extras
        for seat, mine in enumerate(seats, start=1)
    ]
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(seats[0].items()))
    yield Clause(
        "7.A",
        f"each player {told}"
        + (", a house" if extras else "")
        + f": {sum(right)} of {len(right)}, {apart} away from their villager",
        all(right) and apart == 0 and camels <= int(planet.biome == "Desert"),
        subject(zone, planet),
    )


def _away_from_home(map_: Reading, zone: str) -> int:
    """How many units and houses beside villagers do not stand on one of their owner's."""
    units = _units(map_, zone)
    homes = {(unit.seat, unit.square) for unit in units if unit.kind == "villager"}
    others = [(unit.seat, unit.square) for unit in units if unit.kind != "villager"]
    others += [
        (building.seat or 0, building.square)
        for building in map_.chart.buildings
        if building.kind == "house" and map_.chart.zone(building.square) == zone
    ]
    return sum(one not in homes for one in others) if homes else 0


def _standing(map_: Reading) -> Clause:
    """Rivals apart, everything on land that can be walked on, one thing a square."""
    owners: dict[Square, set[int]] = {}
    for unit in map_.chart.units:
        owners.setdefault(unit.square, set()).add(unit.seat)
    shared = sum(len(seats) > 1 for seats in owners.values())
    things = [building.square for building in map_.chart.buildings if building.kind == "outpost"]
    things += map_.chart.relics
    piles = [pile.square for pile in map_.chart.resources]
    squares = [*owners, *things, *piles]
    doubled = len(squares) - len(set(squares))
    stuck = sum(not map_.is_passable(map_.field.tile(square)) for square in (*owners, *things))
    return Clause(
        "SZ-5",
        f"{len(squares)} squares in use, {doubled} of them twice, {shared} by rivals, "
        f"{stuck} impassable",
        doubled == shared == stuck == 0,
    )


def _planet_resources(map_: Reading, zone: str, planet: Planet, ground: Ground) -> Clause:
    counts = _piles(map_, zone)
    possible: dict[str, Resource] = {}
    for name in listed(ground.resources, map_.chart.antiquity):
        for kind in RESOURCES[name].kinds or (name,):
            possible[kind] = RESOURCES[name]
    foreign = [kind for kind in counts if kind not in possible]
    misplaced = sum(
        not _suits(map_, map_.field.tile(pile.square), possible[pile.kind])
        for pile in map_.chart.resources
        if map_.chart.zone(pile.square) == zone and pile.kind in possible
    )
    herds = [kind for kind in counts if kind in RESOURCES["buffalo"].kinds]
    faults = [f"{kind} is not listed" for kind in foreign]
    faults += [f"{misplaced} on the wrong ground"] if misplaced else []
    faults += ["buffalo of several sorts"] if len(herds) > 1 else []
    return Clause("7.B.1", "; ".join((_told(counts), *faults)), not faults, subject(zone, planet))


def _piles(map_: Reading, *zones: str) -> Counter[str]:
    return Counter(
        pile.kind for pile in map_.chart.resources if map_.chart.zone(pile.square) in zones
    )


def _told(counts: Counter[str]) -> str:
    return names([f"{count} {kind}" for kind, count in sorted(counts.items())])


def _suits(map_: Reading, tile: int, resource: Resource) -> bool:
    if resource.where == "lake":
        return map_.is_lake(tile)
    if not map_.is_passable(tile):
        return False
    return resource.where == "land" or TERRAINS[map_.terrain[tile]].shallow


def _intersections(map_: Reading) -> Clause:
    """Gold where no biome has any, wood where at most one has forests, else nothing."""
    gold = _piles(map_, *PLANETS)[GOLD]
    wooded = [zone for zone in PLANETS if any(map_.forest[tile] for tile in map_.tiles[zone])]
    wanted = Counter[str]()
    if not gold and not map_.chart.antiquity:
        wanted[GOLD] = 1
    if len(wooded) <= 1:
        wanted[WOOD] = 1
    right = sum(_piles(map_, zone) == wanted for zone in INTERSECTIONS)
    return Clause(
        "7.B.2",
        f"{gold} gold on the planets, {len(wooded)} biomes with forest, so that each "
        f"intersection has {_told(wanted)}: {right} of 6",
        right == len(INTERSECTIONS),
    )


def _space(map_: Reading) -> Clause:
    counts = _piles(map_, SPACE)
    away = distance_from(map_.land, map_.field)
    possible = {
        kind: entry
        for kind, entry in SPACE_RESOURCES.items()
        if map_.chart.antiquity or not entry.antiquity
    }
    misplaced = 0
    for pile in map_.chart.resources:
        if map_.chart.zone(pile.square) == SPACE and pile.kind in possible:
            far = away[map_.field.tile(pile.square)]
            near = possible[pile.kind].where == "shore"
            misplaced += far > SHORE if near else far < OFFSHORE
    return Clause(
        "7.B.3",
        f"{_told(counts)}; {misplaced} at the wrong distance from land",
        set(counts) == set(possible) and misplaced == 0,
    )


def _relics(map_: Reading) -> Clause:
    relics = map_.chart.relics
    starts = {unit.square for unit in map_.chart.units}
    zones = sorted({map_.chart.zone(square) for square in relics})
    on_start = sum(square in starts for square in relics)
    return Clause(
        "7.C.1",
        f"{len(relics)} relics in zones {names(zones)}, {on_start} on a start",
        RELICS[0] <= len(set(relics)) == len(relics) <= RELICS[1] and on_start == 0,
    )


def _convertible(map_: Reading) -> Clause:
    """Outposts stand in the City only, one a player at least, and nothing else converts."""
    city = [zone for zone, planet, _ground in map_.planets() if planet.biome == "City"]
    buildings = map_.chart.buildings
    convertible = [building for building in buildings if building.convertible]
    in_city = sum(map_.chart.zone(building.square) in city for building in convertible)
    least = map_.chart.players if city else 0
    return Clause(
        "7.C.2",
        f"{len(convertible)} outposts, {in_city} of them in a City, at least {least} wanted; "
        f"{len(buildings) - len(convertible)} other buildings",
        in_city == len(convertible) >= least
        and all(building.seat is None for building in convertible),
    )
