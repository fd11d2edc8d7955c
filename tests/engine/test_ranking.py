"""How a reader stands, in a clause."""

from __future__ import annotations

import pytest

from pbem.engine.ranking import best_of, own_standing


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ({1: 1, 2: 2, 3: 3}, "you lead with 412"),
        ({1: 1, 2: 1, 3: 3}, "you share the lead with 412"),
        ({1: 1, 2: 1, 3: 1}, "all are level with 412"),
        ({1: 2, 2: 1, 3: 3}, "you are in place 2 of 3 with 412"),
        ({1: 2, 2: 1, 3: 2}, "you share place 2 of 3 with 412"),
    ],
)
def test_a_tie_is_never_hidden(places: dict[int, int], told: str) -> None:
    assert own_standing(places, 1, "412") == told


def test_who_watches_stands_nowhere() -> None:
    assert own_standing({1: 1, 2: 2}, None, "412") == ""


def test_who_is_level_is_told_apart_by_the_next_measure_until_one_is_left():
    figures = {1: (3, 5, 1), 2: (4, 5, 1), 3: (4, 6, 1), 4: (4, 6, 1)}
    measures = {
        name: lambda seat, at=at: figures[seat][at]
        for at, name in enumerate(("points", "sectors", "fleets"))
    }
    assert best_of((1, 2), measures) == ((2,), "points")
    assert best_of((1, 2, 3), measures) == ((3,), "sectors")
    assert best_of((1, 2, 3, 4), measures) == ((3, 4), None)
