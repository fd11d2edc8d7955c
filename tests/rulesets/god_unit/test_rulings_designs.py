"""GU-1 to GU-4: what a design costs, what makes it valid, what its levels are worth."""

from __future__ import annotations

from itertools import product

import pytest

from pbem.engine.language import Refusal
from pbem.rulesets.god_unit.figures import (
    FACTORY,
    FOLDED,
    GRUNT,
    UNFOLDING,
    Design,
    Rule,
    broken_rules,
    is_valid,
)
from pbem.rulesets.god_unit.mechanics import errors
from tests.rulesets.god_unit.notation import deploy, design, produce
from tests.rulesets.god_unit.situation import PASS, new_game, open_land

MOST = 16
EVERY_DESIGN = [Design(*levels) for levels in product(range(7), repeat=5)]


# GU-1: cost


@pytest.mark.parametrize(
    ("levels", "cost"),
    [
        ("grunt", 1),
        ("D2 M2 R3", 5),
        ("D6 R6 N6", 16),
        ("A3 R3 D3", 7),
        ("D2 M0", 1),
        ("D3 M0 A0 R0 N0", 1),
        ("A6 D6 M6 R6", 21),
        ("A0", 0),
    ],
)
def test_gu1_the_sources_examples(levels, cost):
    assert design(levels).cost == cost


@pytest.mark.parametrize("letter", "ADMNR")
def test_gu1_every_level_costs_a_turn(letter):
    costs = [design(f"{letter}{level}").cost for level in range(7)]
    assert costs == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("levels", "cost"),
    [("A0 N0 R0 D3", 2), ("A0 N0 D3", 1), ("A0 D3", 2), ("A0 N0 R0 D0 M4", 2), ("D0 M0 A3", 1)],
)
def test_gu1_a_unit_without_any_armament_is_one_turn_cheaper_not_three(levels, cost):
    assert design(levels).cost == cost


# GU-2: what is valid


@pytest.mark.parametrize(
    ("levels", "rules", "cost", "armament"),
    [
        ("A6 N6 R6", (Rule.ARMAMENT,), 16, 18),
        ("A6 D6 M6 R6", (Rule.TOO_DEAR,), 21, 12),
        ("A0", (Rule.ARMS_TOGETHER, Rule.TOO_CHEAP), 0, 0),
    ],
)
def test_gu2_the_sources_invalid_designs(levels, rules, cost, armament):
    made = design(levels)
    assert broken_rules(made, MOST) == rules
    assert (made.cost, made.armament) == (cost, armament)


@pytest.mark.parametrize(
    "levels",
    ["grunt", "D2 M2 R3", "D6 R6 N6", "A3 R3 D3", "D2 M0", "D3 M0 A0 R0 N0"],
)
def test_gu2_the_sources_valid_designs(levels):
    assert broken_rules(design(levels), MOST) == ()
    assert is_valid(design(levels), MOST)


@pytest.mark.parametrize(
    ("levels", "rules"),
    [
        ("A6 N6 R6 D2", (Rule.TOO_DEAR, Rule.ARMAMENT)),
        ("A7", (Rule.LEVEL,)),
        ("D7 A6 N6 R6", (Rule.LEVEL, Rule.TOO_DEAR, Rule.ARMAMENT)),
        ("A0 N6 R7", (Rule.LEVEL, Rule.ARMS_TOGETHER, Rule.ARMAMENT)),
        ("A0 N0 D0 M0", (Rule.ARMS_TOGETHER, Rule.TOO_CHEAP)),
        ("A0 N6 R6 D6", (Rule.ARMS_TOGETHER,)),
        ("A0 N6 R6 D6 M3", (Rule.ARMS_TOGETHER, Rule.TOO_DEAR)),
    ],
)
def test_gu2_every_broken_rule_is_reported_not_the_first_only(levels, rules):
    assert broken_rules(design(levels), MOST) == rules


def test_gu2_exactly_7461_designs_are_valid():
    assert sum(is_valid(one, MOST) for one in EVERY_DESIGN) == 7461


def test_gu2_armament_sums_to_12_of_what_is_raised_and_never_more():
    assert is_valid(design("R6 N6 D6"), MOST)
    assert is_valid(design("A2 R6 N4"), MOST)
    assert not is_valid(design("A2 R6 N5"), MOST)
    assert max(one.armament for one in EVERY_DESIGN if is_valid(one, MOST)) == 12


def test_gu2_a_cost_of_16_is_allowed_and_17_is_not_unless_the_game_says_so():
    dear = design("A6 D6 M6 R2")
    assert dear.cost == 17
    assert broken_rules(dear, MOST) == (Rule.TOO_DEAR,)
    assert is_valid(dear, 17)
    assert is_valid(design("A6 D6 M6"), MOST)
    assert not is_valid(design("A6 D6 M6"), 15)


def test_gu2_a_negative_level_is_no_level():
    assert Rule.LEVEL in broken_rules(Design(d=-1, m=3), MOST)


def test_gu2_the_turn_refuses_an_invalid_design():
    game = new_game(*open_land(2, 2))
    played = game.play({1: [produce("A", "A6 N6 R6 D2"), PASS]})
    [refused] = [e for e in played.events if hasattr(e, "refusal")]
    assert refused.refusal == Refusal(errors.INVALID_DESIGN)
    assert played.factory("Red A").work is None


# GU-3: what levels are worth


@pytest.mark.parametrize(
    ("level", "strength"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 8), (5, 16), (6, 32)]
)
def test_gu3_strength_of_attack_defence_and_number_of_attacks(level, strength):
    made = Design(a=level, d=level, n=level)
    assert (made.attack, made.defence, made.attacks) == (strength, strength, strength)


@pytest.mark.parametrize(
    ("level", "squares"), [(0, 0), (1, 1), (2, 1.5), (3, 2.5), (4, 3.5), (5, 4.5), (6, 7)]
)
def test_gu3_distance_of_movement_and_range(level, squares):
    made = Design(m=level, r=level)
    assert (made.walk, made.range) == (2 * squares, 2 * squares)


# GU-4: factories and notation


def test_gu4_a_factory_costs_10_turns_and_comes_out_undeployed():
    game = new_game(*open_land(3, 3)).with_factory(1, "b2")
    played = game.play({1: [produce("B", "factory")]})
    assert played.play_turns(9).names(1) == []
    [unit] = played.play_turns(10).state.units
    assert (unit.design, unit.phase, unit.levels) == (FACTORY, "undeployed", FOLDED)


def test_gu4_an_undeployed_factory_is_d0_m1():
    assert (FOLDED.d, FOLDED.m, FOLDED.walk) == (0, 1, 2)
    assert (FACTORY.cost, FACTORY.d, FACTORY.defence) == (10, 3, 4)
    assert UNFOLDING.walk == 0


def test_gu4_a_factory_is_no_dearer_than_the_game_allows_whatever_max_cost_says():
    played = new_game(*open_land(2, 2), max_cost=4).play({1: [produce("A", "factory")]})
    assert played.factory("Red A").work.product == FACTORY


@pytest.mark.parametrize(
    ("made", "written"),
    [
        (GRUNT, "grunt"),
        (Design(d=2, r=3), "D2 R3"),
        (Design(a=0, d=3, m=0, n=0, r=0), "A0 D3 M0 N0 R0"),
        (FACTORY, "factory"),
    ],
)
def test_gu4_only_levels_that_differ_from_1_are_written(made, written):
    assert str(made) == written


def test_gu4_units_are_numbered_per_player():
    game = new_game(*open_land(5, 5)).with_factory(1, "a1", "grunt", 20)
    game = game.with_factory(2, "e5", "grunt", 20).with_unit(1, "b1", many=3)
    played = game.play()
    assert played.names(1) == ["Red 1", "Red 2", "Red 3", "Red 4"]
    assert played.names(2) == ["Blue 1"]


def test_gu4_a_number_is_not_given_twice():
    game = new_game(*open_land(5, 5)).with_factory(1, "a1", "grunt", 20, repeat=True)
    game = game.with_unit(1, "b1").without("Red 1")
    assert game.play().names(1) == ["Red 2"]
    assert game.play_turns(2).names(1) == ["Red 2", "Red 3"]


def test_gu4_a_deployed_factory_leaves_its_number_and_takes_a_letter():
    game = new_game(*open_land(5, 5)).with_unit(1, "b1", "factory", "undeployed")
    played = game.play({1: [deploy(1)]}).play()
    assert played.names(1) == []
    assert played.where("Red B") == "b1"
    assert played.with_unit(1, "c1").names(1) == ["Red 2"]
