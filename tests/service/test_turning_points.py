"""What of a game's standings its story tells."""

from __future__ import annotations

from itertools import pairwise

from pbem.engine.chronicle import Course, first_out
from pbem.service.story.turning import (
    MOST,
    MOST_LEADS,
    MOST_LEAPS,
    Kind,
    TurningPoint,
    changes_of_lead,
    turning_points,
)


def course(*after: tuple[float, ...], **more: dict[int, int]) -> Course:
    """Of a game that ranks by points alone."""
    return Course(("points",), tuple(tuple((one,) for one in turn) for turn in after), **more)


def of_kind(found: tuple[TurningPoint, ...], kind: Kind) -> list[TurningPoint]:
    return [point for point in found if point.kind is kind]


def leads(told: Course) -> list[tuple[int, tuple[int, ...], tuple[int, ...], int]]:
    """In which turn who came to lead, and who had led until when."""
    points = of_kind(turning_points(told), Kind.LEAD)
    return [(point.turn, point.seats, point.before, point.until) for point in points]


def test_the_lead_changes_when_others_have_most() -> None:
    """While all are level nobody leads: in turn 2."""
    told = course((0, 0), (2, 1), (2, 2), (2, 3), (5, 3))
    assert leads(told) == [(1, (1,), (), 0), (3, (2,), (1,), 1), (4, (1,), (2,), 3)]


def test_a_tie_takes_the_lead_from_nobody() -> None:
    assert leads(course((1, 0), (2, 2), (3, 2))) == [(0, (1,), (), 0)]


def test_those_who_are_level_before_the_rest_lead_together() -> None:
    """The last of three passes two that were level: the lead was theirs, and was no longer that of
    whoever had led before them."""
    told = course((1, 0, 0), (1, 2, 2), (3, 2, 2))
    assert leads(told) == [(0, (1,), (), 0), (1, (2, 3), (1,), 0), (2, (1,), (2, 3), 1)]


def test_who_is_level_by_the_first_figure_is_told_apart_by_the_next() -> None:
    """As God Unit ranks: a factory more leads before any worth in units."""
    after = (((2.0, 5.0), (2.0, 4.0)), ((2.0, 9.0), (3.0, 0.0)))
    told = Course(("factories", "worth"), after)
    assert leads(told) == [(0, (1,), (), 0), (1, (2,), (1,), 0)]
    assert of_kind(turning_points(told), Kind.LEAD)[1].figures == (3.0, 0.0)


def test_of_many_changes_those_are_told_after_which_the_lead_was_held_longest() -> None:
    """And of each from when until when it had been whose, so that nothing is told that was not."""
    back_and_forth = [(float(turn % 2), float(1 - turn % 2)) for turn in range(30)]
    steady = [(float(turn), 0.0) for turn in range(30, 40)]
    told = course(*back_and_forth, *steady)
    found = leads(told)
    assert len(found) <= MOST_LEADS
    assert found[-1][1] == (1,)
    for (_turn, seats, _before, _until), after in pairwise(found):
        assert after[2] == seats
        assert told.after[after[3]][seats[0] - 1] == max(told.after[after[3]])


def test_the_largest_gains_and_losses_are_told_and_no_others() -> None:
    """By what they are more than the turn's median: half of 3 in turn 4. The 8 of turn 2 brought
    the lead, and are told as that."""
    found = turning_points(course((0, 9), (1, 8), (9, 5), (11, 5), (14, 5), (14, 0)))
    gains, losses = of_kind(found, Kind.GAIN), of_kind(found, Kind.LOSS)
    assert [(p.turn, p.seats, p.figures) for p in gains] == [(4, (1,), (3,))]
    assert [(p.turn, p.figures) for p in losses] == [(2, (3,)), (5, (5,))]
    many = course(*((float(n), 0.0) for n in (1, 4, 6, 10, 13)))
    assert len(of_kind(turning_points(many), Kind.GAIN)) == MOST_LEAPS


def test_gains_of_each_measure_count_beside_the_most_of_that_at_the_end() -> None:
    """One factory of three is more than 9 of 40 in worth."""
    after = (((1.0, 31.0), (3.0, 0.0)), ((1.0, 40.0), (3.0, 0.0)), ((2.0, 40.0), (3.0, 0.0)))
    found = turning_points(Course(("factories", "worth"), after))
    gains = of_kind(found, Kind.GAIN)
    assert [(p.turn, p.measure, p.figures) for p in gains] == [(1, 1, (9.0,)), (2, 0, (1.0,))]


def test_what_a_turn_brings_to_all_is_no_great_gain_of_anybody() -> None:
    found = turning_points(course((0, 0, 0), (151, 148, 148), (300, 296, 280)))
    assert of_kind(found, Kind.GAIN) == []


def test_what_brought_the_lead_is_told_as_that_alone() -> None:
    """The second passes the first in turn 1 with all the 9 that it has at the end."""
    found = turning_points(course((1, 0, 0), (1, 9, 0), (1, 9, 0)))
    assert [(point.turn, point.kind) for point in found] == [(0, Kind.LEAD), (1, Kind.LEAD)]


def test_a_see_saw_is_told_in_few_lines_and_counted() -> None:
    """Forty turns in which two have the lead by turns, gaining and losing a lot, and five fall."""
    seven = [
        (10.0 * (turn % 2), 10.0 * (1 - turn % 2), *(float(n == turn % 5) * 4 for n in range(5)))
        for turn in range(40)
    ]
    told = course(*seven, out={seat: 30 + seat for seat in range(3, 8)})
    found = turning_points(told)
    assert len(found) <= MOST
    assert len(of_kind(found, Kind.OUT)) == 5
    assert changes_of_lead(told) == 39


def test_who_falls_is_told_with_what_the_last_stroke_took() -> None:
    after = (((2.0, 5.0), (2.0, 0.0)), ((2.0, 6.0), (0.0, 0.0)))
    told = Course(("factories", "worth"), after, {2: 1})
    (fall,) = of_kind(turning_points(told), Kind.OUT)
    assert fall == TurningPoint(1, Kind.OUT, (2,), (2.0, 0.0))


def test_nothing_is_told_of_a_game_in_which_nothing_changed() -> None:
    assert turning_points(course((0, 0), (0, 0))) == ()
    assert turning_points(course()) == ()


def test_who_fell_is_told_at_its_turn() -> None:
    out = first_out([[True, True, True], [True, False, True], [True, False, False]])
    assert out == {2: 1, 3: 2}
    found = turning_points(course((1, 1, 1), (1, 1, 1), (1, 1, 1), out=out))
    assert found == (TurningPoint(1, Kind.OUT, (2,)), TurningPoint(2, Kind.OUT, (3,)))
