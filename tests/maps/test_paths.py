"""Walking and range (GU-6), against searches that try everything."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.maps import paths
from pbem.maps.board import Board, Square, distance
from pbem.maps.paths import length, path, reach, within

Case = tuple[Board, Square, frozenset[Square]]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A small board, a square to start from, and squares held by enemies."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    row = st.text(alphabet="...~^", min_size=width, max_size=width)
    board = Board(tuple(draw(st.lists(row, min_size=height, max_size=height))))
    anywhere = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return board, draw(anywhere), frozenset(draw(st.lists(anywhere, max_size=5)))


def may_step(board: Board, blocked: Collection[Square], one: Square, other: Square) -> bool:
    """GU-6, written down once more."""
    (x0, y0), (x1, y1) = one, other
    if max(abs(x1 - x0), abs(y1 - y0)) != 1:
        return False
    entered = {other, (x0, y1), (x1, y0)} - {one}
    return all(board.is_land(square) and square not in blocked for square in entered)


def walked(board: Board, start: Square, blocked: Collection[Square]) -> dict[Square, int]:
    """All distances on foot, bettered until nothing can be (Bellman and Ford)."""
    found = {start: 0}
    while True:
        better = dict(found)
        for one, spent in found.items():
            for other in board.squares():
                if may_step(board, blocked, one, other):
                    total = spent + distance(one, other)
                    better[other] = min(better.get(other, total), total)
        if better == found:
            return found
        found = better


@given(cases(), st.one_of(st.none(), st.integers(0, 14)))
def test_gu6_reach_is_every_square_within_the_limit_and_its_true_distance(
    case: Case, limit: int | None
) -> None:
    board, start, blocked = case
    everything = walked(board, start, blocked)
    wanted = {s: far for s, far in everything.items() if limit is None or far <= limit}
    found = reach(board, start, limit, blocked)
    assert found == wanted
    assert list(found.values()) == sorted(found.values())


@given(cases(), st.data())
def test_gu6_a_path_is_shortest_and_every_step_of_it_is_allowed(
    case: Case, data: st.DataObject
) -> None:
    board, start, blocked = case
    everything = walked(board, start, blocked)
    goal = data.draw(st.sampled_from(list(board.squares())))
    way = path(board, start, goal, blocked=blocked)
    if goal not in everything:
        assert way is None
        return
    assert way is not None
    assert (way[0], way[-1]) == (start, goal)
    assert all(may_step(board, blocked, one, other) for one, other in pairwise(way))
    assert length(way) == everything[goal]
    assert path(board, start, goal, everything[goal], blocked) is not None
    assert goal == start or path(board, start, goal, everything[goal] - 1, blocked) is None


@given(cases(), st.data())
def test_gu6_who_cannot_step_diagonally_is_shown_the_shortest_straight_way(
    case: Case, data: st.DataObject
) -> None:
    """Both squares beside a diagonal step are open, so that whatever can be reached can be
    reached in straight steps."""
    board, start, blocked = case
    everything = walked(board, start, blocked)
    goal = data.draw(st.sampled_from(list(everything)))
    way = path(board, start, goal, blocked=blocked, longest=paths.STRAIGHT)
    assert way is not None
    assert (way[0], way[-1]) == (start, goal)
    assert all(may_step(board, blocked, one, other) for one, other in pairwise(way))
    assert length(way) == paths.STRAIGHT * (len(way) - 1)
    assert len(way) == fewest_steps(board, start, blocked, goal) + 1


def fewest_steps(board: Board, start: Square, blocked: Collection[Square], goal: Square) -> int:
    """So many straight steps, ring by ring."""
    ring, seen, count = {start}, {start}, 0
    while goal not in ring:
        ring = {
            other
            for one in ring
            for other in board.squares()
            if distance(one, other) == paths.STRAIGHT and may_step(board, blocked, one, other)
        } - seen
        seen |= ring
        count += 1
    return count


def test_gu6_a_diagonal_step_needs_both_squares_beside_it() -> None:
    around_the_corner = Board(("..", ".~"))
    assert reach(Board((".~", "~.")), (0, 0)) == {(0, 0): 0}
    assert reach(Board((".~", "..")), (0, 0)) == {(0, 0): 0, (0, 1): 2, (1, 1): 4}
    assert reach(around_the_corner, (1, 0))[0, 1] == 4
    assert reach(Board(("..", "..")), (0, 0))[1, 1] == 3
    assert reach(Board(("..", "..")), (0, 0), blocked={(1, 0)})[1, 1] == 4


def test_gu6_forests_and_enemies_bar_the_way() -> None:
    board = Board(("...", ".^.", "..."))
    assert (1, 1) not in reach(board, (0, 0))
    assert path(board, (0, 0), (2, 0), blocked={(1, 0), (0, 1)}) is None


@given(cases(), st.integers(0, 12))
def test_gu6_range_looks_over_everything_and_names_the_nearest_first(
    case: Case, limit: int
) -> None:
    board, centre, _blocked = case
    found = within(board, centre, limit)
    assert set(found) == {s for s in board.squares() if distance(centre, s) <= limit}
    assert len(set(found)) == len(found)
    far = [distance(centre, square) for square in found]
    assert far == sorted(far)


@pytest.mark.parametrize("size", [16, 32, 64])
def test_a_search_looks_at_as_many_squares_however_large_the_board(size: int) -> None:
    looked = 0

    class Counted(Board, frozen=True):
        def is_land(self, square: Square) -> bool:
            nonlocal looked
            looked += 1
            return super().is_land(square)

    board = Counted(("." * size,) * size)
    middle = (size // 2, size // 2)
    assert len(reach(board, middle, 14)) == len(within(board, middle, 14)) == 141
    assert paths.path(board, middle, (middle[0] + 4, middle[1] + 3), 14) is not None
    assert looked < 2000


@given(cases(), st.data())
def test_a_search_for_some_squares_ends_where_the_nearest_is_found(
    case: Case, data: st.DataObject
) -> None:
    board, start, blocked = case
    everything = reach(board, start, blocked=blocked)
    until = data.draw(st.sets(st.sampled_from(list(everything)), min_size=1))
    nearest = min(everything[square] for square in until)
    found = reach(board, start, blocked=blocked, until=until)
    assert found == {square: far for square, far in everything.items() if far <= nearest}


@given(cases())
def test_a_region_is_all_that_can_be_walked_to_where_nobody_bars_the_way(case: Case) -> None:
    board, _start, _blocked = case
    found = paths.regions(board)
    assert set(found) == {square for square in board.squares() if board.is_land(square)}
    for square, number in found.items():
        together = {other for other, region in found.items() if region == number}
        assert together == set(walked(board, square, ()))
