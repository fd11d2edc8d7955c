"""A finished map taken apart for counting, and what a clause's check answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from pbem.maps.grid import Grid, grid
from pbem.maps.syzygy.geometry import INTERSECTIONS, PLANETS, SPACE
from pbem.maps.syzygy.model import NO_FOREST, Planet, SyzygyMap
from pbem.maps.syzygy.tables import FOREST_OF, TERRAIN_OF, TERRAINS, Ground, ground_of


class Clause(msgspec.Struct, frozen=True):
    """What was counted for a clause of the specification, and whether the clause holds.

    ``subject`` says for what: a planet, or the whole map where it is empty.
    """

    number: str
    counted: str
    holds: bool
    subject: str = ""


@dataclass(frozen=True)
class Reading:
    """A map tile by tile, and its tiles by zone. Of what the generator noted down only the
    planets (biome, highest mean elevation) and the angle are believed."""

    chart: SyzygyMap
    field: Grid
    zones: str
    terrain: tuple[str, ...]
    heights: tuple[int, ...]
    forest: tuple[str | None, ...]
    tiles: dict[str, tuple[int, ...]]

    @property
    def land(self) -> tuple[int, ...]:
        """All tiles of planets and intersections."""
        return tuple(tile for tile, zone in enumerate(self.zones) if zone != SPACE)

    def is_lake(self, tile: int) -> bool:
        return TERRAINS[self.terrain[tile]].lake

    def is_passable(self, tile: int) -> bool:
        """Land that is neither lake nor forest."""
        return self.zones[tile] != SPACE and self.forest[tile] is None and not self.is_lake(tile)

    def touches(self, tile: int, *zones: str) -> bool:
        """Whether one of these zones is among the eight tiles around."""
        return any(self.zones[near] in zones for near in self.field.around[tile])

    def planets(self) -> list[tuple[str, Planet, Ground]]:
        """Each planet's zone, the planet, and the ground that its biome asks for."""
        return [
            (zone, planet, ground_of(planet.biome, planet.alien))
            for zone, planet in zip(PLANETS, self.chart.planets, strict=True)
        ]


def read(chart: SyzygyMap) -> Reading:
    zones = "".join(chart.zones)
    tiles: dict[str, list[int]] = {zone: [] for zone in (SPACE, *PLANETS, *INTERSECTIONS)}
    for tile, zone in enumerate(zones):
        tiles[zone].append(tile)
    return Reading(
        chart=chart,
        field=grid(chart.size, chart.size),
        zones=zones,
        terrain=tuple(TERRAIN_OF[letter] for letter in "".join(chart.terrain)),
        heights=tuple(int(digit) for digit in "".join(chart.elevation)),
        forest=tuple(
            None if letter == NO_FOREST else FOREST_OF[letter] for letter in "".join(chart.forest)
        ),
        tiles={zone: tuple(found) for zone, found in tiles.items()},
    )


def subject(zone: str, planet: Planet) -> str:
    """What a clause for one planet is about."""
    return f"planet {zone}, {planet.name}"


def ratio(part: int, whole: int) -> str:
    """A quotient for people, to one decimal, halves up."""
    tenths = (20 * part + whole) // (2 * whole)
    return f"{tenths // 10}.{tenths % 10}"


def percent(part: int, whole: int) -> str:
    return f"{ratio(100 * part, whole)} %"


def names(found: Sequence[str]) -> str:
    """A list for people."""
    return ", ".join(found) or "none"
