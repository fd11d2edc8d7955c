"""Every ruling on what a turn brings, with the source's worked figures (HG-6 to HG-11)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from pbem.engine.api import Outcome
from pbem.engine.report import Report
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon.events import (
    AttackMade,
    AttackSuffered,
    Contribution,
    Cooperated,
    GameEnded,
)
from pbem.rulesets.hegemon.mechanics import judge_ending
from tests.rulesets.hegemon.table import (
    SECRET,
    Played,
    desk,
    new_game,
    rules,
    source_game,
    with_points,
)

F = Fraction


# HG-6: cooperation


def test_HG_6_20_and_20_cooperating_give_22_each():
    line = "Environment 20% coop 100 with 0-100"
    played = Played(source_game(2), {1: line, 2: line})
    assert played.points(1) == [22, 22]


def test_HG_6_unreciprocated_20_give_0():
    played = Played(source_game(2), {1: "Environment 20% coop 100 with 0-100"})
    assert played.points(1) == [0, 0]


def test_HG_6_each_must_be_in_the_others_range():
    state = with_points(source_game(2), (10, 0, 0), (50, 0, 0))
    moves = {1: "Economy 20% coop 100 with 0-100", 2: "Economy 20% coop 100 with 11-100"}
    assert Played(state, moves).points() == [10, 50]


def test_HG_6_a_group_is_a_connected_set_of_partners():
    state = with_points(source_game(4), (10, 0, 0), (20, 0, 0), (30, 0, 0), (90, 0, 0))
    played = Played(
        state,
        {
            1: "Economy 30% coop 100 with 20-20",
            2: "Economy 60% coop 100 with 0-50",
            3: "Economy 90% coop 100 with 20-20",
            4: "Economy 90% coop 100 with 0-50",
        },
    )
    # The pool of 1, 2 and 3 is 180, so 60 for each; nobody's range holds 4.
    assert played.points() == [10 + 60 + 3, 20 + 60 + 6, 30 + 60 + 9, 90]


def test_HG_6_separate_groups_have_separate_pools():
    state = with_points(source_game(4), (0, 0, 0), (5, 0, 0), (50, 0, 0), (55, 0, 0))
    played = Played(
        state,
        {
            1: "Economy 10% coop 100 with 0-10",
            2: "Economy 30% coop 100 with 0-10",
            3: "Economy 50% coop 100 with 50-60",
            4: "Economy 70% coop 100 with 50-60",
        },
    )
    assert played.points() == [0 + 20 + 1, 5 + 20 + 3, 50 + 60 + 5, 55 + 60 + 7]


# HG-7, HG-8: attacks


def test_HG_7_40_on_one_target_in_range_hits_with_40():
    state = with_points(source_game(3), (0, 0, 0), (0, 0, 120), (0, 0, 90))
    played = Played(state, {1: "Defense 40% comp 100 attack 100-150"})
    assert [(s.target, s.share) for s in played.heard(1, AttackMade)] == [(2, 40)]
    assert played.points(2) == [40 - 8, 80, 90]


def test_HG_7_40_on_two_targets_hits_each_with_20_and_the_malus_is_paid_once():
    state = with_points(source_game(3), (0, 0, 0), (0, 0, 120), (0, 0, 90))
    played = Played(state, {1: "Defense 40% comp 100 attack 90-150"})
    assert [(s.target, s.share) for s in played.heard(1, AttackMade)] == [(2, 20), (3, 20)]
    assert played.points(2) == [40 - 8, 100, 70]


def test_HG_7_nobody_in_range_means_defence_without_malus():
    played = Played(source_game(2), {1: "Defense 40% comp 100 attack 100-150"})
    assert played.points(2) == [40, 0]
    assert "stayed defence" in str(desk.report(played.view(1), played.heard(1)))


def test_HG_7_what_attacks_defends_too():
    state = with_points(source_game(2), (100, 0, 0), (100, 0, 0))
    line = "Economy 30% comp 100 attack 0-*"
    assert Played(state, {1: line, 2: line}).points() == [124, 124]


def test_HG_8_30_against_20_damages_10_and_costs_6():
    state = with_points(source_game(2, competition_counts=False), (50, 0, 0), (50, 0, 0))
    played = Played(state, {1: "Economy 30% comp 100 attack 0-*", 2: "Economy 20% comp 100"})
    assert played.points() == [44, 40]


def test_HG_8_30_against_40_damages_0_and_costs_6():
    state = with_points(source_game(2, competition_counts=False), (50, 0, 0), (50, 0, 0))
    played = Played(state, {1: "Economy 30% comp 100 attack 0-*", 2: "Economy 40% comp 100"})
    assert played.points() == [44, 50]


def test_HG_8_every_attacker_meets_the_whole_defence():
    state = with_points(source_game(3, competition_counts=False), (0, 0, 0), (0, 0, 0), (90, 0, 0))
    attack = "Economy 30% comp 100 attack 90-90"
    played = Played(state, {1: attack, 2: attack, 3: "Economy 20% comp 100"})
    assert played.points() == [0, 0, 90 - 10 - 10]


# HG-9: the sum of it


def test_HG_9_one_may_cooperate_and_attack_in_one_item_at_once():
    state = with_points(source_game(2), (10, 0, 0), (10, 0, 0))
    played = Played(
        state,
        {
            1: "Economy 100% coop 20 with 0-* comp 80 attack 0-*",
            2: "Economy 100% coop 40 with 0-* comp 60",
        },
    )
    assert played.points() == [10 + 30 + 2 + 80 - 16, 10 + 30 + 4 + 60 - 20]


def test_HG_9_points_never_fall_below_nothing():
    state = with_points(source_game(2), (0, 0, 0), (5, 0, 0))
    assert Played(state, {1: "Economy 100% comp 100 attack 5-5"}).points() == [80, 0]


def test_HG_9_competition_counts_is_a_setting():
    line = {1: "Economy 50% comp 100"}
    assert Played(new_game(2), line).points() == [50, 0]
    assert Played(new_game(2, competition_counts=False), line).points() == [0, 0]


# HG-10: the end


def rows(*points):
    return tuple(tuple(F(value) for value in row) for row in points)


def test_HG_10_the_highest_score_wins():
    ending = judge_ending(rows((9, 9, 0), (0, 0, 19)))
    assert (ending.winners, ending.decided_by) == ((2,), "score")


def test_HG_10_on_a_tie_more_items_led_win_and_joint_leads_count():
    ending = judge_ending(rows((9, 5, 4), (9, 9, 0), (0, 9, 0)))
    assert ending.leads == (2, 2, 1)
    assert (ending.winners, ending.decided_by) == ((1, 2), "shared")
    ending = judge_ending(rows((10, 5, 3), (8, 8, 2), (0, 8, 3)))
    assert (ending.winners, ending.decided_by) == ((1,), "leads")


def test_HG_10_the_exact_score_decides_where_print_shows_a_tie():
    ending = judge_ending(rows((F(10001, 10000),), (1,)))
    assert ending.winners == (1,)


def test_HG_10_the_outcome_is_told_to_all():
    state = with_points(new_game(3, turns=1), (1, 2, 3), (3, 3, 3), (0, 0, 0))
    played = Played(state, {})
    assert rules.outcome(played.state) == Outcome(
        (2,), {1: 6.0, 2: 9.0, 3: 0.0}, "the highest score"
    )
    assert played.heard(None, GameEnded)
    assert rules.asks(played.state) == ()
    assert rules.resolve(played.state, {}, Chance(SECRET, 2)) == (played.state, ())


# HG-11: secrets


def test_HG_11_partners_hear_what_each_put_into_the_pool():
    line = "Economy {}% coop 100 with 0-*"
    played = Played(new_game(3), {1: line.format(10), 2: line.format(20), 3: "Defense 5% comp 1"})
    told = played.heard(1, Cooperated)
    assert [event.partners for event in told] == [(Contribution(2, Decimal("20.00")),)]
    assert not played.heard(3, Cooperated)


def section_of(report: Report, heading: str) -> str:
    """All that a report tells under a heading that it has once."""
    (section,) = (section for section in report.sections if section.heading == heading)
    return str(section)


def test_HG_11_partners_of_partners_are_not_named():
    state = with_points(new_game(3), (10, 0, 0), (20, 0, 0), (30, 0, 0))
    line = "Economy 30% coop 100 with {}"
    played = Played(
        state, {1: line.format("20-20"), 2: line.format("0-50"), 3: line.format("20-20")}
    )
    told = played.heard(1, Cooperated)[0]
    assert (told.members, told.pool) == (3, 90)
    assert [part.seat for part in told.partners] == [2]
    report = desk.report(played.view(1), played.heard(1))
    cooperation = section_of(report, "Cooperation")
    assert "Bruno" in cooperation and "Carla" not in cooperation


@pytest.mark.parametrize(("signed", "attacker"), [(True, 1), (False, None)])
def test_HG_11_attackers_are_named_only_where_attacks_are_signed(signed, attacker):
    state = with_points(new_game(2, attacks_signed=signed), (0, 0, 0), (50, 0, 0))
    played = Played(state, {1: "Economy 30% comp 100 attack 50-50"})
    told = played.heard(2, AttackSuffered)
    assert [(event.attacker, event.damage) for event in told] == [(attacker, 30)]
    attacks = section_of(desk.report(played.view(2), played.heard(2)), "Attacks")
    assert ("Anna" in attacks) == signed


def test_HG_11_unsigned_attacks_do_not_come_in_the_order_of_seats():
    state = with_points(new_game(3, attacks_signed=False), (50, 0, 0), (0, 0, 0), (0, 0, 0))
    moves = {2: "Economy 10% comp 100 attack 50-50", 3: "Economy 30% comp 100 attack 50-50"}
    told = [event.damage for event in Played(state, moves).heard(1, AttackSuffered)]
    assert told == [30, 10]
    swapped = {2: moves[3], 3: moves[2]}
    assert [event.damage for event in Played(state, swapped).heard(1, AttackSuffered)] == told


def test_HG_11_spectators_see_points_and_no_move():
    played = Played(new_game(2), {1: "Economy 30% comp 100"})
    view = played.view(None)
    assert view.move is None and view.seat is None
    assert view.now == played.view(1).now
    assert all(event.audience is None for event in played.heard(None))


def test_HG_11_a_scramble_changes_all_that_others_ordered_and_nothing_else():
    state = Played(new_game(3), {1: "Economy 30% comp 100"}).state
    other = rules.scramble(state, 1, Chance(SECRET, 1))
    assert rules.view(other, 1) == rules.view(state, 1)
    assert rules.view(other, None) == rules.view(state, None)
    assert other.moves[0] == state.moves[0]
    assert other.moves != state.moves
