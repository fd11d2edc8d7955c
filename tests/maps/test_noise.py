"""Patches: neighbours tend to stand together, and every tile has its turn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.rng import Chance, Stream
from pbem.maps.grid import grid, pieces
from pbem.maps.noise import heights, patches
from pbem.maps.spread import farthest, spread


def stream(label: str = "test") -> Stream:
    return Chance(bytes(32), 0).stream(label)


@given(st.integers(1, 20), st.integers(1, 20), st.integers(0, 12), st.data())
def test_patches_put_every_tile_in_order_once(
    width: int, height: int, spacing: int, data: st.DataObject
) -> None:
    field = grid(width, height)
    tiles = data.draw(st.lists(st.sampled_from(range(field.size)), unique=True))
    assert sorted(patches(stream(), field, tiles, spacing)) == sorted(tiles)


@given(st.integers(1, 30), st.integers(1, 12))
def test_heights_stay_within_their_bounds(size: int, spacing: int) -> None:
    field = grid(size, size)
    found = heights(stream(str(size)), field, range(field.size), spacing)
    assert all(0 <= height <= 65_535 for height in found.values())


def test_the_wider_the_spacing_the_fewer_the_patches() -> None:
    field = grid(48, 48)
    numbers = [
        len(pieces(patches(stream(), field, range(field.size), spacing)[:500], field))
        for spacing in (2, 4, 8, 16)
    ]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > 5 * numbers[-1]


def test_what_is_spread_lies_far_apart() -> None:
    squares = [(x, y) for x in range(10) for y in range(10)]
    assert farthest(squares, [(0, 0)]) == (9, 9)
    four = spread(stream(), squares, 4, [(5, 5)])
    assert len(set(four)) == 4
    assert sum(x in (0, 9) and y in (0, 9) for x, y in four) >= 3
