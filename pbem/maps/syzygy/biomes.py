"""Which planet has which biome (clause 4.G, SZ-2)."""

from __future__ import annotations

from pbem.engine.rng import Chance, Stream
from pbem.maps.syzygy.model import Planet
from pbem.maps.syzygy.tables import BIOMES

Planets = tuple[Planet, Planet, Planet, Planet]


def draw_planets(chance: Chance, forced: tuple[str, ...] | None) -> Planets:
    """Four planets of four biomes: those of the option, or any with equal odds."""
    drawn = chance.stream("syzygy/biomes").sample(tuple(BIOMES), 4)
    stream = chance.stream("syzygy/variants")
    one, two, three, four = (_planet(name, stream) for name in forced or drawn)
    return one, two, three, four


def _planet(name: str, stream: Stream) -> Planet:
    biome = BIOMES[name]
    ground = stream.choice(biome.ground)
    return Planet(name, stream.choice(biome.means), ground.alien)
