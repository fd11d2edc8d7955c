"""Where the planets lie (clauses 4 to 4.F, SZ-1), against the ruling worked out in fractions."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise

import pytest

from pbem.maps.errors import MapError
from pbem.maps.grid import pieces
from pbem.maps.syzygy.geometry import (
    CROSSINGS,
    INTERSECTIONS,
    LARGEST,
    PLANETS,
    SMALLEST,
    SPACE,
    lay_out,
    turned,
)
from pbem.maps.syzygy.options import Options
from tests.soaking import soak

SZ_1 = {"1": (".8640", ".1160"), "2": (".7163", ".1508"), "3": (".5244", ".1960"),
        "4": (".2749", ".2549")}  # fmt: skip
"""Centre and radius of each planet's disc, in parts of N."""


def planet_at(x: int, y: int, size: int) -> str:
    """The first planet whose disc holds the tile's centre, by exact fractions."""
    across, down = x + Fraction(1, 2), y + Fraction(1, 2)
    for zone, (centre, radius) in SZ_1.items():
        middle, reach = Fraction(centre) * size, Fraction(radius) * size
        if (across - middle) ** 2 + (down - middle) ** 2 <= reach**2:
            return zone
    return SPACE


def crossings() -> list[tuple[Decimal, Decimal]]:
    """Where neighbouring circles cross, in parts of N, by another road than the code's."""
    getcontext().prec = 40
    found = []
    discs = [(Decimal(c), Decimal(r)) for c, r in SZ_1.values()]
    for (c1, r1), (c2, r2) in pairwise(discs):
        apart = (c1 - c2) * Decimal(2).sqrt()
        along = (apart**2 + r1**2 - r2**2) / (2 * apart)
        off = (r1**2 - along**2).sqrt() / Decimal(2).sqrt()
        middle = c1 - along / Decimal(2).sqrt()
        found += [(middle + off, middle - off), (middle - off, middle + off)]
    return found


def test_sz1_the_intersections_lie_where_the_circles_cross() -> None:
    for (x, y), (wanted_x, wanted_y) in zip(CROSSINGS, crossings(), strict=True):
        assert abs(x - wanted_x * 10**6) < 3
        assert abs(y - wanted_y * 10**6) < 3


@pytest.mark.parametrize("size", [26, 27, 32, 39, 48, 77])
def test_sz1_every_tile_belongs_where_its_centre_lies(size: int) -> None:
    land = lay_out(size, 0)
    wide = max(Decimal("1.2"), Decimal("0.03") * size)
    centres = [(x * size, y * size) for x, y in crossings()]
    half = Decimal("0.5")
    for y in range(size):
        for x in range(size):
            zone = land.zones[land.grid.tile((x, y))]
            near = [
                name
                for name, (a, b) in zip(INTERSECTIONS, centres, strict=True)
                if (x + half - a) ** 2 + (y + half - b) ** 2 <= wide**2
            ]
            assert zone == (near[0] if near else planet_at(x, y, size))


@pytest.mark.parametrize("turns", range(4))
def test_4_the_whole_is_turned_clockwise_by_quarters(turns: int) -> None:
    size = 32
    upright, other = lay_out(size, 0), lay_out(size, turns)
    for tile in range(size * size):
        square = turned(upright.grid.square(tile), size, turns)
        assert other.zones[other.grid.tile(square)] == upright.zones[tile]
    corner = {0: (31, 31), 1: (0, 31), 2: (0, 0), 3: (31, 0)}[turns]
    assert turned((31, 31), size, turns) == corner


SIZES = range(SMALLEST, LARGEST + 1, 7)


@pytest.mark.parametrize("size", [*SIZES[:4], *SIZES[4::6], *map(soak, SIZES)])
def test_sz1_at_every_size_the_land_is_one_piece_and_every_zone_is_there(size: int) -> None:
    land = lay_out(size, 0)
    counts = Counter(land.zones)
    assert set(counts) == {SPACE, *PLANETS, *INTERSECTIONS}
    assert counts["1"] < counts["2"] < counts["3"] < counts["4"]
    assert len(pieces(land.tiles(*PLANETS, *INTERSECTIONS), land.grid)) == 1


@pytest.mark.parametrize(("size", "most"), [(26, 4), (27, 4), (28, 6), (39, 6), (40, 8), (240, 8)])
def test_sz1_small_maps_are_for_fewer_players(size: int, most: int) -> None:
    assert Options(size=size, players=most).players == most
    with pytest.raises(MapError, match=rf"SZ-1.*2 to {most}"):
        Options(size=size, players=most + 1)


@pytest.mark.parametrize("size", [0, 25, 241])
def test_sz1_there_are_no_other_sizes(size: int) -> None:
    with pytest.raises(MapError, match="26 to 240"):
        Options(size=size)


@pytest.mark.parametrize(
    ("biomes", "told"),
    [
        (("City", "Lakes", "Snow"), "four different"),
        (("City", "Lakes", "Snow", "City"), "four different"),
        (("City", "Lakes", "Snow", "Savanah"), "did you mean 'Savannah'"),
        (("City", "Lakes", "Snow", "xyzzy"), "there are: Barren"),
    ],
)
def test_4g_forced_biomes_are_four_different_ones_of_the_table(
    biomes: tuple[str, ...], told: str
) -> None:
    with pytest.raises(MapError, match=told):
        Options(biomes=biomes)
