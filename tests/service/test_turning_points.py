"""What of a game's standings its story tells."""

from __future__ import annotations

from pbem.engine.chronicle import Course, first_out
from pbem.service.story.turning import (
    MOST_LEADS,
    MOST_LEAPS,
    Kind,
    TurningPoint,
    turning_points,
)


def course(*after: tuple[float, ...], **more: dict[int, int]) -> Course:
    return Course("points", after, **more)


def of_kind(found: tuple[TurningPoint, ...], kind: Kind) -> list[TurningPoint]:
    return [point for point in found if point.kind is kind]


def test_the_lead_changes_when_somebody_else_has_most_alone() -> None:
    found = turning_points(course((0, 0), (2, 1), (2, 2), (2, 3), (5, 3)))
    assert of_kind(found, Kind.LEAD) == [
        TurningPoint(1, Kind.LEAD, 1, 2, None),
        TurningPoint(3, Kind.LEAD, 2, 3, 1),
        TurningPoint(4, Kind.LEAD, 1, 5, 2),
    ]


def test_a_tie_takes_the_lead_from_nobody() -> None:
    found = turning_points(course((1, 0), (2, 2), (3, 2)))
    assert [p.turn for p in of_kind(found, Kind.LEAD)] == [0]


def test_who_has_fallen_behind_two_that_are_level_leads_no_more() -> None:
    """The next to lead takes the lead from none of them."""
    found = turning_points(course((1, 0, 0), (1, 2, 2), (1, 2, 3)))
    assert of_kind(found, Kind.LEAD) == [
        TurningPoint(0, Kind.LEAD, 1, 1, None),
        TurningPoint(2, Kind.LEAD, 3, 3, None),
    ]


def test_of_many_changes_those_are_told_after_which_the_lead_was_held_longest() -> None:
    back_and_forth = [(float(turn % 2), float(1 - turn % 2)) for turn in range(30)]
    steady = [(float(turn), 0.0) for turn in range(30, 40)]
    found = of_kind(turning_points(course(*back_and_forth, *steady)), Kind.LEAD)
    assert len(found) == MOST_LEADS
    assert found[-1].turn == 29
    assert [p.turn for p in found] == sorted(p.turn for p in found)


def test_the_largest_gains_and_losses_are_told_and_no_others() -> None:
    """By what they are more than the turn's median: half of 3 in turn 4."""
    found = turning_points(course((0, 9), (1, 8), (9, 5), (11, 5), (14, 5), (14, 0)))
    assert [(p.turn, p.seat, p.amount) for p in of_kind(found, Kind.GAIN)] == [(2, 1, 8), (4, 1, 3)]
    assert [(p.turn, p.amount) for p in of_kind(found, Kind.LOSS)] == [(2, 3), (5, 5)]
    many = course(*((float(n), 0.0) for n in (0, 3, 5, 9, 12)))
    assert len(of_kind(turning_points(many), Kind.GAIN)) == MOST_LEAPS


def test_what_a_turn_brings_to_all_is_no_great_gain_of_anybody() -> None:
    found = turning_points(course((0, 0, 0), (151, 148, 148), (300, 296, 280)))
    assert of_kind(found, Kind.GAIN) == []


def test_nothing_is_told_of_a_game_in_which_nothing_changed() -> None:
    assert turning_points(course((0, 0), (0, 0))) == ()
    assert turning_points(course()) == ()


def test_who_fell_is_told_at_its_turn() -> None:
    out = first_out([[True, True, True], [True, False, True], [True, False, False]])
    assert out == {2: 1, 3: 2}
    found = turning_points(course((1, 1, 1), (1, 1, 1), (1, 1, 1), out=out))
    assert found == (TurningPoint(1, Kind.OUT, 2), TurningPoint(2, Kind.OUT, 3))
