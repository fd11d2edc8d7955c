"""Many maps: all conform, and what comes up agrees with the tables."""

from __future__ import annotations

import pytest

from pbem.maps.syzygy.geometry import PLANETS
from pbem.maps.syzygy.options import Options
from pbem.maps.syzygy.survey import (
    CRITICAL,
    Fit,
    Seen,
    biome_fit,
    chi_square,
    elevation_fit,
    elevations,
    fits,
    look,
    relic_fit,
)
from pbem.maps.syzygy.tables import BIOMES
from tests.soaking import soak

PLAYERS = {26: 4, 32: 6, 48: 8, 120: 8}
"""Of each size."""


def survey(size: int, seeds: int) -> list[Seen]:
    """Maps of the seeds from 10,000 on; `pbem map syzygy --survey` tries more."""
    return [
        look(Options(size=size, players=PLAYERS[size], antiquity=seed % 2 == 1), seed)
        for seed in range(10_000, 10_000 + seeds)
    ]


@pytest.mark.parametrize(
    ("size", "seeds"),
    [(32, 20), (48, 8), (120, 2), soak(26, 2_000), soak(32, 600), soak(48, 200), soak(120, 40)],
)
def test_sz6_every_map_conforms_and_none_is_refused(size: int, seeds: int) -> None:
    assert [seen for seen in survey(size, seeds) if seen.failed or seen.refused] == []


@pytest.mark.parametrize("seeds", [120, soak(700)])
def test_biomes_elevation_and_relics_come_up_as_often_as_the_tables_say(seeds: int) -> None:
    maps = survey(26, seeds)
    assert [seen for seen in maps if seen.failed or seen.refused] == []
    assert [fit for fit in fits(maps) if not fit.agrees] == []
    for name, (planets, raised) in elevations(maps).items():
        if BIOMES[name].elevated in (0, 100):
            assert raised * 100 == planets * BIOMES[name].elevated


def test_chi_square_is_nothing_where_counts_are_in_proportion_and_grows_with_the_difference() -> (
    None
):
    assert chi_square([10, 20, 30], [1, 2, 3]) == 0
    assert chi_square([60, 40], [1, 1]) == 4
    assert chi_square([0, 0], [1, 1]) == 0


def test_skewed_surveys_do_not_agree() -> None:
    maps = [look(Options(size=26, players=4), seed) for seed in range(30)]
    always_the_same = [maps[0]] * 200
    assert not biome_fit(always_the_same, 0).agrees
    assert not relic_fit(always_the_same).agrees
    assert not elevation_fit(always_the_same * 3 + maps).agrees or not any(
        0 < BIOMES[planet.biome].elevated < 100 for planet in maps[0].planets
    )
    assert all(fit.freedom in CRITICAL for fit in fits(maps))
    assert len(fits(maps)) == len(PLANETS) + 2


def test_a_map_that_is_refused_is_told_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.maps.syzygy.cover.carve", lambda *_all: ())
    biomes = ("Snow", "Barren", "Plains", "Radioactive")
    seen = look(Options(size=26, players=4, biomes=biomes), 1)
    assert seen == Seen(1, refused="6.A: there is no room for the forest")


def test_a_fit_knows_whether_it_agrees() -> None:
    assert Fit("x", 22.4, 6).agrees and not Fit("x", 22.5, 6).agrees
