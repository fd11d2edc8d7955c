"""Maps for tests, made once each."""

from __future__ import annotations

from functools import cache

from pbem.maps.syzygy.generate import chance_of, generate
from pbem.maps.syzygy.model import SyzygyMap
from pbem.maps.syzygy.options import Options

SEEDS = range(24)
SIZES = ((26, 4), (32, 6), (48, 8))
"""Sizes that are quick to make, each with the most players that it has room for."""


@cache
def made(
    size: int, players: int, seed: int, biomes: tuple[str, ...] = (), *, antiquity: bool = False
) -> SyzygyMap:
    options = Options(size=size, players=players, biomes=biomes or None, antiquity=antiquity)
    return generate(options, chance_of(seed))


def with_biome(name: str, zone: int, seed: int, size: int = 32, players: int = 4) -> SyzygyMap:
    """A map with this biome on planet 1 to 4 and quiet ones elsewhere."""
    others = [other for other in ("Snow", "Desert", "Dirt 4", "Savannah") if other != name]
    biomes = [*others[: zone - 1], name, *others[zone - 1 : 3]]
    return made(size, players, seed, tuple(biomes))
