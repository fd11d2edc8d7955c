"""Who begins where (clause 7.A, SZ-5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pbem.engine.rng import Chance, Stream
from pbem.maps.board import distance
from pbem.maps.errors import MapError
from pbem.maps.grid import Grid, Square
from pbem.maps.spread import crowd, farthest
from pbem.maps.syzygy.biomes import Planets
from pbem.maps.syzygy.geometry import PLANETS, Land
from pbem.maps.syzygy.model import Building, Unit, UnitKind

_POLISH = 2
"""Rounds in which every villager may move to where it is farther from all others."""

_EXTRAS = (1, 3)


@dataclass(frozen=True)
class Starts:
    """``homes`` has each planet's squares by seat; ``units`` stand there, all one a planet."""

    homes: dict[str, tuple[Square, ...]]
    units: tuple[Unit, ...]

    def squares(self) -> set[Square]:
        return {square for homes in self.homes.values() for square in homes}


def place_starts(
    chance: Chance, land: Land, planets: Planets, passable: Collection[int], players: int
) -> Starts:
    """A villager a player and planet, and what the biomes add or put in its place.

    Raises :class:`MapError` where a planet has no room for all players.
    """
    homes = _homes(chance.stream("syzygy/starts"), land, passable, players)
    camels = chance.stream("syzygy/camels").strikes(1, 2)
    biomes = [planet.biome for planet in planets]
    units = [
        Unit(kind, seat, square)
        for zone, biome in zip(PLANETS, biomes, strict=True)
        for seat, square in enumerate(homes[zone], start=1)
        for kind in _kinds(biome, biomes, camels)
    ]
    return Starts(homes, tuple(units))


def _kinds(biome: str, biomes: Collection[str], camels: bool) -> Iterable[UnitKind]:
    """Who stands on one square of a planet's start."""
    if biome == "Radioactive":
        yield "photon man"
        return
    yield "villager"
    if biome == "Desert" and camels:
        yield "bactrian camel"
    if biome == "Barren" and "Radioactive" not in biomes:
        yield "photon man"
    if biome == "Plains":
        yield "horse scout"


def _homes(
    stream: Stream, land: Land, passable: Collection[int], players: int
) -> dict[str, tuple[Square, ...]]:
    """Squares for all players on every planet, far from each other over the whole map."""
    room: dict[str, list[Square]] = {}
    for zone in PLANETS:
        squares = [land.grid.square(tile) for tile in land.tiles(zone) if tile in passable]
        if len(squares) < players:
            raise MapError(f"7.A: planet {zone} has no room for {players} villagers")
        room[zone] = crowd(stream, squares, players)
    chosen = {zone: squares[:players] for zone, squares in room.items()}
    for _round in range(_POLISH):
        for zone in PLANETS:
            for place in range(players):
                others = [
                    square
                    for other, squares in chosen.items()
                    for n, square in enumerate(squares)
                    if (other, n) != (zone, place)
                ]
                chosen[zone][place] = farthest(room[zone], others)
    return {zone: tuple(stream.shuffled(squares)) for zone, squares in chosen.items()}


def draw_extras(chance: Chance) -> int:
    """How many extra villagers a City gives each player, with a house; 0 for none (7.A)."""
    stream = chance.stream("syzygy/city")
    return stream.between(*_EXTRAS) if stream.strikes(1, 2) else 0


@dataclass(frozen=True)
class Extras:
    """What a City adds: the same for every player (7.A)."""

    units: tuple[Unit, ...] = ()
    houses: tuple[Building, ...] = ()


def place_extras(
    wished: int, homes: Sequence[Square], free: Collection[int], field: Grid
) -> Extras:
    """A house in every player's square and extra villagers apart, near by.

    As many as wished, or fewer where not all players' find room on `free` tiles.
    """
    for count in range(wished, 0, -1):
        if count * len(homes) <= len(free):
            units = _around(homes, count, free, field)
            houses = (Building("house", home, seat) for seat, home in enumerate(homes, start=1))
            return Extras(units, tuple(houses))
    return Extras()


def _around(
    homes: Sequence[Square], count: int, free: Collection[int], field: Grid
) -> tuple[Unit, ...]:
    left = {field.square(tile) for tile in free}
    units = []
    for _round in range(count):
        for seat, home in enumerate(homes, start=1):
            square = min(left, key=lambda one: (distance(one, home), one))
            left.remove(square)
            units.append(Unit("villager", seat, square))
    return tuple(units)
