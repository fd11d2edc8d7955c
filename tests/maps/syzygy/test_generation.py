"""The same seed gives the same map everywhere; what finds no room is given up in order (SZ-6)."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.engine.codec import canonical, from_json
from pbem.engine.rng import Chance
from pbem.maps import islands
from pbem.maps.errors import MapError
from pbem.maps.grid import grid
from pbem.maps.islands import make_islands
from pbem.maps.syzygy.biomes import draw_planets
from pbem.maps.syzygy.cover import Cover, grow
from pbem.maps.syzygy.geometry import PLANETS, lay_out
from pbem.maps.syzygy.model import SyzygyMap
from pbem.maps.syzygy.objects import place_outposts, place_relics
from pbem.maps.syzygy.playing import as_board
from pbem.maps.syzygy.resources import on_planets
from pbem.maps.syzygy.shares import bounds, draw_share
from pbem.maps.syzygy.units import place_extras, place_starts
from tests.maps.syzygy.makes import made

ROOT = Path(__file__).parents[3]

GOLDEN = {
    (26, 4): "4d73ab1e8243502c",
    (32, 6): "88b36f05bba62ba3",
    (48, 8): "92e943758e982c4a",
    (120, 8): "9228ebcdfc3c4419",
}
"""The beginning of the SHA-256 of each size's map with seed 7."""

MANY = "a1b5a7e2845e4919"
"""The same of several maps as boards, and of a plain board, at once."""

PROGRAM = """
from tests.maps.syzygy.test_generation import digest_of_many
print(digest_of_many())
"""


def digest_of_many() -> str:
    charts = [made(26, 4, seed, antiquity=True) for seed in range(12)]
    boards = [as_board(chart, chance()) for chart in charts]
    plain = make_islands(islands.Options(width=12, height=10, players=4), chance())
    return hashlib.sha256(canonical([charts, boards, plain])).hexdigest()[:16]


def chance(label: str = "test") -> Chance:
    return Chance(hashlib.sha256(label.encode()).digest(), 0)


def digest(chart: SyzygyMap) -> str:
    return hashlib.sha256(canonical(chart)).hexdigest()[:16]


@pytest.mark.parametrize(("size", "players"), GOLDEN)
def test_sz6_the_same_seed_gives_the_same_bytes_for_ever(size: int, players: int) -> None:
    assert digest(made(size, players, 7)) == GOLDEN[size, players]


@pytest.mark.parametrize("salt", ["1", "2"])
def test_sz6_the_order_of_sets_has_no_say(salt: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": salt}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == digest_of_many() == MANY


def test_another_seed_gives_another_map() -> None:
    assert len({digest(made(26, 4, seed)) for seed in range(20)}) == 20


def test_a_map_is_read_back_from_its_bytes() -> None:
    chart = made(32, 4, 3)
    assert from_json(canonical(chart), SyzygyMap) == chart


def test_all_four_turns_come_up() -> None:
    assert {made(26, 4, seed).turned for seed in range(20)} == {0, 90, 180, 270}


def test_sz6_extras_are_lowered_for_all_until_they_fit() -> None:
    field = grid(4, 4)
    homes = [(0, 0), (3, 3)]
    free = [tile for tile in range(16) if field.square(tile) not in homes]
    for room, wanted in ((14, 3), (6, 3), (5, 2), (4, 2), (3, 1), (2, 1), (1, 0), (0, 0)):
        extras = place_extras(3, homes, free[:room], field)
        seats = [unit.seat for unit in extras.units]
        assert sorted(seats) == [1] * wanted + [2] * wanted
        assert [house.seat for house in extras.houses] == ([1, 2] if wanted else [])
        assert len({unit.square for unit in extras.units}) == len(seats)


def test_sz5_extra_villagers_stand_near_their_owner_and_apart() -> None:
    field = grid(9, 9)
    extras = place_extras(3, [(1, 1), (7, 7)], set(range(81)) - {10, 70}, field)
    near = {1: (1, 1), 2: (7, 7)}
    for unit in extras.units:
        x, y = near[unit.seat]
        assert max(abs(unit.square[0] - x), abs(unit.square[1] - y)) == 1


def test_sz6_where_nothing_can_be_given_up_the_map_is_refused_by_clause() -> None:
    with pytest.raises(MapError, match=r"7\.C\.2.*4 outposts"):
        place_outposts(chance().stream("x"), [(0, 0)] * 3, 4, [])
    with pytest.raises(MapError, match=r"7\.C\.1"):
        place_relics(chance(), [(0, 0)])
    land = lay_out(26, 0)
    planets = draw_planets(chance(), None)
    with pytest.raises(MapError, match=r"7\.A: planet 1"):
        place_starts(chance(), land, planets, land.tiles("2", "3", "4"), 4)


def test_sz6_resources_without_a_suitable_tile_are_left_out_and_reported() -> None:
    land = lay_out(26, 0)
    planets = draw_planets(chance(), ("Bogland/Mangrove", "Snow", "Desert", "City"))
    nowhere = Cover(frozenset(), {}, frozenset())
    found = on_planets(chance(), land, planets, nowhere, ["bogland"] * 26**2, (), False)
    assert not found.piles
    assert {"planet 1: gold", "planet 4: gold"} <= set(found.left_out)


def test_sz6_a_resource_leaves_room_for_units() -> None:
    for seed in range(8):
        chart = made(26, 4, seed)
        piles = {pile.square for pile in chart.resources if chart.zone(pile.square) in PLANETS}
        assert not piles & {unit.square for unit in chart.units}
        assert not piles & set(chart.relics)


def test_lakes_and_forests_that_cannot_be_are_told_by_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pbem.maps.syzygy.cover.carve", lambda *_all: ())
    land = lay_out(26, 0)
    lakes = draw_planets(chance("1"), ("Lakes", "Barren", "Plains", "Radioactive"))
    with pytest.raises(MapError, match=r"6\.A.*lakes"):
        grow(chance(), land, lakes)
    woods = draw_planets(chance("2"), ("Barren", "Plains", "Radioactive", "Snow"))
    with pytest.raises(MapError, match=r"6\.A.*forest"):
        grow(chance(), land, woods)


@pytest.mark.parametrize("tiles", [1, 2, 3, 7, 19, 28, 100, 999])
def test_a_share_of_tiles_never_leaves_its_bounds_where_it_need_not(tiles: int) -> None:
    stream = chance().stream(str(tiles))
    fewest, most = bounds(tiles, 15, 35)
    for _try in range(50):
        assert max(1, fewest) <= draw_share(stream, tiles, 15, 35) <= max(1, fewest, most)
