"""Land stays in one piece, whatever is taken from it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.maps.carve import carve
from pbem.maps.grid import distance_from, grid, pieces


@given(st.integers(1, 8), st.integers(1, 8), st.data())
def test_what_is_left_hangs_together_after_every_single_tile(
    width: int, height: int, data: st.DataObject
) -> None:
    field = grid(width, height)
    tiles = range(field.size)
    order = data.draw(st.permutations(list(tiles)))
    count = data.draw(st.integers(0, field.size))
    taken = carve(tiles, order, count, field)
    assert len(set(taken)) == len(taken) <= count
    for number in range(1, len(taken) + 1):
        left = set(tiles).difference(taken[:number])
        assert len(pieces(left, field)) == 1


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_it_stops_short_only_when_no_tile_of_the_order_can_go(
    width: int, height: int, data: st.DataObject
) -> None:
    field = grid(width, height)
    tiles = range(field.size)
    order = data.draw(st.lists(st.sampled_from(list(tiles)), unique=True))
    taken = carve(tiles, order, len(order), field)
    left = set(tiles).difference(taken)
    for tile in set(order).difference(taken):
        rest = left - {tile}
        assert not rest or len(pieces(rest, field)) > 1


def test_a_ring_of_land_may_be_opened_but_not_cut_in_two() -> None:
    field = grid(3, 3)
    ring = [tile for tile in range(9) if tile != 4]
    (opened,) = carve(ring, [1, 7], 1, field)
    assert opened == 1
    assert len(carve(ring, [1, 7], 2, field)) == 1


def test_pieces_and_distances() -> None:
    field = grid(4, 2)
    assert pieces([0, 1, 4, 3, 7, 6], field) == (frozenset({0, 1, 4}), frozenset({3, 6, 7}))
    assert distance_from([0], field) == {0: 0, 1: 1, 4: 1, 5: 1, 2: 2, 6: 2, 3: 3, 7: 3}
    assert set(distance_from([0], field, most=1)) == {0, 1, 4, 5}
