"""A Syzygy map as a God Unit board (SZ-7, SZ-9)."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine.codec import canonical, from_json
from pbem.maps.board import LAND, ROCK, SEA
from pbem.maps.fairness import evenness, worths
from pbem.maps.grid import grid, pieces
from pbem.maps.syzygy.generate import chance_of
from pbem.maps.syzygy.geometry import PLANETS, SPACE
from pbem.maps.syzygy.playing import PlayingBoard, as_board, board_from
from pbem.maps.syzygy.tables import TERRAIN_OF
from tests.maps.syzygy.makes import made

BIOMES = ("Lakes", "Dirt/Mud/Mangrove Maze", "City", "Barren")


@pytest.mark.parametrize("seed", range(6))
def test_sz7_sea_is_space_and_lakes_forests_bar_the_way_and_all_else_is_land(seed: int) -> None:
    chart = made(32, 4, seed, BIOMES)
    board = board_from(chart)
    for x, y in board.squares():
        terrain, kind = TERRAIN_OF[chart.terrain[y][x]], board.rows[y][x]
        if chart.zone((x, y)) == SPACE or terrain == "water 5":
            assert kind == SEA
        else:
            assert kind == (LAND if chart.forest[y][x] == "." else ROCK)


@pytest.mark.parametrize("seed", range(6))
def test_sz7_everybody_can_walk_everywhere(seed: int) -> None:
    chart = made(32, 6, seed)
    playing = as_board(chart, chance_of(seed))
    field = grid(32, 32)
    land = {field.tile(square) for square in playing.board.squares(LAND)}
    assert len(pieces(land, field)) == 1
    things = [unit.square for unit in playing.units] + [*playing.relics, *playing.outposts]
    assert all(playing.board.is_land(square) for square in things)


@pytest.mark.parametrize("seed", range(8))
def test_sz9_a_seating_moves_nothing_but_who_begins_where(seed: int) -> None:
    chart = made(32, 4, seed, BIOMES)
    playing = as_board(chart, chance_of(seed))
    assert [(u.kind, u.square) for u in playing.units] == [(u.kind, u.square) for u in chart.units]
    for zone in PLANETS:
        kinds = [
            Counter(
                u.kind for u in playing.units if u.seat == seat and chart.zone(u.square) == zone
            )
            for seat in (1, 2, 3, 4)
        ]
        assert kinds[0] and all(kind == kinds[0] for kind in kinds)
    together: dict[tuple[int, int], set[int]] = {}
    for unit in playing.units:
        together.setdefault(unit.square, set()).add(unit.seat)
    assert all(len(seats) == 1 for seats in together.values())


@pytest.mark.parametrize("seed", range(8))
def test_sz9_the_seating_is_more_even_than_the_maps_own_and_its_ratio_is_true(seed: int) -> None:
    chart = made(32, 6, seed, ("Snow", "Leaves", "Desert", "Dirt 4"))
    playing = as_board(chart, chance_of(seed))

    def starts(units: object) -> dict[int, list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(1, 7)}
        for unit in units:  # type: ignore[attr-defined]  # units of either
            if unit.square not in found[unit.seat]:
                found[unit.seat].append(unit.square)
        return found

    seated = worths(playing.board, starts(playing.units))
    assert seated == playing.worths
    assert playing.evenness == evenness(seated)
    assert playing.evenness >= evenness(worths(playing.board, starts(chart.units)))


def test_sz9_seatings_are_even() -> None:
    ratios = [as_board(made(32, 4, seed), chance_of(seed)).evenness for seed in range(24)]
    assert sum(ratios) / len(ratios) >= 80
    assert min(ratios) >= 60


def test_a_playing_board_travels_as_bytes() -> None:
    playing = as_board(made(26, 4, 1), chance_of(1))
    assert from_json(canonical(playing), PlayingBoard) == playing
    assert playing == as_board(made(26, 4, 1), chance_of(1))
