"""Labels never lie upon each other, and cover as little as they can."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing.labels import Box, Crowd, Label, Spot, along, apart, length
from pbem.engine.scene import Point

FIELD = Box((100.0, 100.0), (100.0, 100.0))
points = st.tuples(st.floats(0, 200), st.floats(0, 200))
halves = st.tuples(st.floats(4, 40), st.floats(4, 12))


def label(half: Point, *wished: Point) -> Label:
    """One that may stand at these places, as near to its first as can be."""
    spots = [Spot(FIELD.kept(half, at), wished[0]) for at in wished]
    return Label(half, spots)


def placed(*labels: Label, crowd: Crowd | None = None) -> list[Spot | None]:
    return apart(labels, crowd or Crowd(), FIELD, line=4, label=250)


@given(st.lists(st.tuples(halves, points, points), max_size=25))
def test_labels_never_overlap_and_stay_within_the_picture(
    wishes: list[tuple[Point, Point, Point]],
) -> None:
    labels = [label(half, *places) for half, *places in wishes]
    spots = placed(*labels)
    boxes = [Box(s.at, one.half) for s, one in zip(spots, labels, strict=True) if s is not None]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    for (x, y), (wide, high) in boxes:
        assert wide - 1e-6 <= x <= 200 - wide + 1e-6
        assert high - 1e-6 <= y <= 200 - high + 1e-6


def test_a_label_whose_places_are_taken_stands_at_the_nearest_free_one() -> None:
    same = [label((20, 8), (100, 100)) for _n in range(9)]
    spots = placed(*same)
    assert all(spot is not None for spot in spots)
    assert spots[0] == Spot((100, 100), (100, 100))
    assert all(spot.anchor == (100, 100) for spot in spots if spot)


def test_where_there_is_no_room_at_all_a_label_is_left_out() -> None:
    assert placed(label((90, 90), (100, 100)), label((90, 90), (100, 100)))[1] is None


def test_a_label_covers_what_weighs_least() -> None:
    crowd = Crowd()
    crowd.box(Box((50, 50), (20, 8)), 250)
    crowd.line([(0, 150), (200, 150)], 4)
    wished = label((20, 8), (50, 50), (100, 150))
    (spot,) = placed(wished, crowd=crowd)
    assert spot is not None and spot.at == (100, 150)


def test_a_label_may_cover_its_own_line() -> None:
    way = [(0.0, 100.0), (200.0, 100.0)]
    crowd = Crowd()
    crowd.line(way, 4)
    own = label((20, 8), (100, 100), (100, 60))._replace(line=way)
    own = own._replace(spots=[own.spots[0], own.spots[1]._replace(price=1.0)])
    (spot,) = placed(own, crowd=crowd)
    assert spot is not None and spot.at == (100, 100)
    assert crowd.covered(Box((100, 100), (20, 8))) > 250


def test_no_labels_need_no_places() -> None:
    assert placed() == []


def test_a_point_along_a_line_is_found_by_its_share_of_the_length() -> None:
    way = [(0.0, 0.0), (10.0, 0.0), (10.0, 30.0)]
    assert length(way) == 40
    assert along(way, 0.5) == ((10.0, 10.0), (0.0, 1.0))
    assert along(way, 1.0)[0] == pytest.approx((10.0, 30.0))
    assert along([(5.0, 5.0), (5.0, 5.0)], 0.5)[0] == (5.0, 5.0)
