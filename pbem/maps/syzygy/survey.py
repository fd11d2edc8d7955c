"""Many maps at once: whether each conforms, and how often things come up (SZ-6).

How far counts are from the tables is measured by chi-square; a right generator exceeds
:data:`CRITICAL` once in a thousand surveys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from pbem.maps.errors import MapError
from pbem.maps.syzygy.conformance import check
from pbem.maps.syzygy.generate import chance_of, generate
from pbem.maps.syzygy.geometry import PLANETS
from pbem.maps.syzygy.model import Planet, SyzygyMap
from pbem.maps.syzygy.objects import RELICS
from pbem.maps.syzygy.options import Options
from pbem.maps.syzygy.tables import BIOMES

CRITICAL: Mapping[int, float] = {6: 22.46, 12: 32.91, 15: 37.70}
"""Chi-square's value by degrees of freedom that chance exceeds once in a thousand times."""


class Seen(msgspec.Struct, frozen=True):
    """What a survey keeps of one map. ``refused`` is why none could be made."""

    seed: int
    refused: str | None = None
    failed: tuple[str, ...] = ()
    planets: tuple[Planet, ...] = ()
    raised: tuple[bool, ...] = ()
    relics: int = 0
    left_out: tuple[str, ...] = ()


class Fit(msgspec.Struct, frozen=True):
    """How counts agree with a table: chi-square, its degrees of freedom, and whether it is
    below the critical value."""

    name: str
    statistic: float
    freedom: int

    @property
    def agrees(self) -> bool:
        return self.statistic <= CRITICAL[self.freedom]


def look(options: Options, seed: int) -> Seen:
    """Make one map and check every clause."""
    try:
        chart = generate(options, chance_of(seed))
    except MapError as error:
        return Seen(seed, refused=str(error))
    return Seen(
        seed,
        failed=tuple(clause.number for clause in check(chart) if not clause.holds),
        planets=chart.planets,
        raised=tuple(_is_raised(chart, zone) for zone in PLANETS),
        relics=len(chart.relics),
        left_out=chart.left_out,
    )


def _is_raised(chart: SyzygyMap, zone: str) -> bool:
    return any(
        found == zone and height > "2"
        for zones, heights in zip(chart.zones, chart.elevation, strict=True)
        for found, height in zip(zones, heights, strict=True)
    )


def fits(maps: Sequence[Seen]) -> tuple[Fit, ...]:
    """Biomes of each planet, elevation by biome, and relics, against the tables."""
    return (
        *(biome_fit(maps, place) for place in range(len(PLANETS))),
        elevation_fit(maps),
        relic_fit(maps),
    )


def biome_fit(maps: Sequence[Seen], place: int) -> Fit:
    """Each biome with equal odds on the planet at this place (4.G)."""
    counts = Counter(seen.planets[place].biome for seen in maps)
    statistic = chi_square([counts[name] for name in BIOMES], [1] * len(BIOMES))
    return Fit(f"biomes of planet {place + 1}", statistic, len(BIOMES) - 1)


def elevations(maps: Iterable[Seen]) -> dict[str, tuple[int, int]]:
    """How many planets of each biome there were, and how many of them were raised."""
    planets: Counter[str] = Counter()
    raised: Counter[str] = Counter()
    for seen in maps:
        for planet, is_raised in zip(seen.planets, seen.raised, strict=True):
            planets[planet.biome] += 1
            raised[planet.biome] += is_raised
    return {name: (planets[name], raised[name]) for name in BIOMES}


def elevation_fit(maps: Iterable[Seen]) -> Fit:
    """Each biome raised as often as table 5.A says; those with 0 or 100 % tell nothing here."""
    found = elevations(maps)
    chances = {name: biome.elevated for name, biome in BIOMES.items() if 0 < biome.elevated < 100}
    statistic = sum(
        chi_square([raised, planets - raised], [chances[name], 100 - chances[name]])
        for name, (planets, raised) in found.items()
        if name in chances
    )
    return Fit("elevation by biome", statistic, len(chances))


def relic_fit(maps: Sequence[Seen]) -> Fit:
    """Each number of relics with equal odds (7.C.1)."""
    counts = Counter(seen.relics for seen in maps)
    low, high = RELICS
    numbers = range(low, high + 1)
    statistic = chi_square([counts[number] for number in numbers], [1] * len(numbers))
    return Fit("number of relics", statistic, len(numbers) - 1)


def chi_square(counts: Sequence[int], weights: Sequence[int]) -> float:
    """How far counts are from being in proportion to the weights; 0 where there are none."""
    total, whole = sum(counts), sum(weights)
    if total == 0:
        return 0.0
    expected = [total * weight / whole for weight in weights]
    return sum((n - wanted) ** 2 / wanted for n, wanted in zip(counts, expected, strict=True))
