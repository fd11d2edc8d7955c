"""GU-11: targets are drawn, dice are rolled, what falls is gone at once."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.figures import FACTORY
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.mechanics.plans import Fire
from pbem.rulesets.god_unit.view import Attacked
from tests.rulesets.god_unit.dice import SECRET, Loaded
from tests.rulesets.god_unit.notation import (
    attack,
    attack_nearest,
    attack_piece,
    deploy,
    move,
    square,
    squares,
)
from tests.rulesets.god_unit.situation import Game, Played, new_game, open_land


def field(seats: int = 2) -> Game:
    return new_game(*open_land(9, 5), seats=seats)


def duel(attacker: str = "grunt", defender: str = "grunt", *dice: int) -> Played:
    """Red 1 at a1 attacks Blue 1 at b1."""
    game = field().with_unit(1, "a1", attacker).with_unit(2, "b1", defender)
    return game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": dice}))


# Dice


@pytest.mark.parametrize(
    ("attacker", "defender", "dice", "falls"),
    [
        ("grunt", "grunt", (4, 3), True),
        ("grunt", "grunt", (3, 4), False),
        ("A3", "grunt", (2, 6), True),
        ("A2", "D3", (6, 4), False),
        ("A2", "D3", (5, 2), True),
        ("A6", "D5", (2, 3), True),
        ("grunt", "D3", (6, 1), True),
    ],
)
def test_gu11_each_die_times_strength_and_the_higher_wins(attacker, defender, dice, falls):
    played = duel(attacker, defender, *dice)
    [roll] = played.rolls
    assert roll.hit is falls
    assert (played.find("Blue 1") is None) is falls


@pytest.mark.parametrize(
    ("die", "falls"), [(1, False), (2, True), (3, False), (4, True), (5, False), (6, True)]
)
def test_gu11_a_tie_is_decided_by_a_third_die_even_for_the_attacker(die, falls):
    [roll] = duel("A2", "D2", 3, 3, die).rolls
    assert (roll.tie, roll.hit) == (die, falls)


def test_gu11_unequal_dice_may_tie_by_strength():
    [roll] = duel("A2", "D3", 4, 2, 2).rolls
    assert (roll.attack, roll.defence, roll.tie) == ((4, 2), (2, 4), 2)


def test_gu11_a_tie_is_even_odds():
    assert chance_to_hit(1, 1) == Fraction(1, 2)
    ties = [duel("grunt", "grunt", 5, 5, die).rolls[0].hit for die in range(1, 7)]
    assert ties.count(True) == 3


@pytest.mark.parametrize(
    ("attacker", "defender", "odds"),
    [
        (1, 8, Fraction(0)),
        (1, 4, Fraction(5, 72)),
        (1, 2, Fraction(5, 24)),
        (1, 1, Fraction(1, 2)),
        (2, 1, Fraction(19, 24)),
        (4, 1, Fraction(67, 72)),
        (8, 1, Fraction(1)),
        (4, 32, Fraction(0)),
        (8, 32, Fraction(5, 72)),
        (1, 0, Fraction(1)),
    ],
)
def test_gu11_the_odds_of_the_rulings(attacker, defender, odds):
    assert chance_to_hit(attacker, defender) == odds


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("a", [1, 2, 3])
def test_gu11_all_rolls_together_come_to_those_odds(a, d):
    """Every pair of dice, and for a tie every third die."""
    wins = Fraction(0)
    for mine, theirs in product(range(1, 7), repeat=2):
        tied = mine * 2 ** (a - 1) == theirs * 2 ** (d - 1)
        thirds = range(1, 7) if tied else [None]
        for third in thirds:
            dice = (mine, theirs) if third is None else (mine, theirs, third)
            won = duel(f"A{a}", f"D{d}", *dice).rolls[0].hit
            wins += Fraction(won, 36 * len(thirds))
    assert wins == chance_to_hit(2 ** (a - 1), 2 ** (d - 1))


def test_gu11_three_levels_below_the_defence_never_wins():
    for mine, theirs in product(range(1, 7), repeat=2):
        assert not duel("grunt", "D4", mine, theirs).rolls[0].hit


def test_gu11_d0_falls_without_a_roll():
    [roll] = duel("grunt", "D0").rolls
    assert (roll.hit, roll.attack, roll.defence, roll.tie) == (True, None, None, None)


@pytest.mark.parametrize("orders", [[], [deploy(1)]], ids=["undeployed", "deploying"])
def test_gu11_what_is_not_deployed_is_d0_whatever_it_will_be(orders):
    game = field().with_unit(1, "a1").with_unit(2, "b1", "M0 D6", "undeployed")
    played = game.play({1: [attack(1, "b1")], 2: orders}, Loaded(order=(2, 1)))
    [roll] = played.rolls
    assert (str(roll.design), roll.attack, played.find("Blue 1")) == ("D6 M0", None, None)


def test_gu11_a_factory_defends_with_strength_4():
    game = field().with_unit(1, "a1", "A4").with_factory(2, "b1", "D2")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [3, 6, 3]}))
    [roll] = played.rolls
    assert (str(roll.target), roll.design, roll.attack, roll.defence) == (
        "Blue B",
        FACTORY,
        (3, 8),
        (6, 4),
    )
    assert played.where("Blue B") == "b1"


def test_gu11_the_attacker_is_never_lost():
    played = duel("N3", "D6", 1, 6, 1, 6, 1, 6, 1, 6)
    assert played.where("Red 1") == "a1"
    assert len(played.rolls) == 4


# Targets


def stack() -> Game:
    """Blue 1 to 3 and factory B, in this order after the factory, in one square."""
    return field().with_factory(2, "b1").with_unit(2, "b1", many=3)


@pytest.mark.parametrize("place", range(4))
def test_gu11_any_unit_or_factory_of_the_square_may_be_drawn(place):
    game = stack().with_unit(1, "a1")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [place, 1, 6]}))
    assert played.struck == [["Blue B", "Blue 1", "Blue 2", "Blue 3"][place]]


def test_gu11_targets_are_drawn_uniformly():
    game = stack().with_unit(1, "a1", "A0 N0 R0").with_unit(1, "a1", "N6")
    drawn_for: Counter[str] = Counter()
    for turn in range(60):
        drawn_for.update(game.play({1: [attack(2, "b1")]}, Chance(SECRET, turn)).struck[:1])
    assert set(drawn_for) == {"Blue B", "Blue 1", "Blue 2", "Blue 3"}
    assert min(drawn_for.values()) >= 60 // 4 - 10


def test_gu11_a_named_unit_means_its_square_not_itself():
    game = stack().with_unit(1, "a1")
    played = game.play({1: [attack_piece(1, "Blue 3")]}, Loaded({"Red 1": [0, 1, 6]}))
    assert played.struck == ["Blue B"]


@pytest.mark.parametrize(
    ("level", "attacks"), [("N1", 1), ("N2", 2), ("N3", 4), ("N4", 8), ("N5", 16), ("N6", 32)]
)
def test_gu11_so_many_attacks_as_the_strength_of_n(level, attacks):
    assert len(duel(level, "D6", *[1, 6] * attacks).rolls) == attacks


def test_gu11_what_falls_is_gone_before_the_next_attack():
    """Three in the square, then two, then one; the fourth attack finds nobody."""
    game = field().with_unit(1, "a1", "N3").with_unit(2, "b1", many=3)
    dice = [1, 6, 1, 0, 6, 1, 6, 1]
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": dice}))
    assert played.struck == ["Blue 2", "Blue 1", "Blue 3"]
    assert played.names(2) == []


def test_gu11_a_target_that_held_may_be_drawn_again():
    played = duel("N2", "grunt", 1, 6, 6, 1)
    assert played.struck == ["Blue 1", "Blue 1"]
    assert [roll.hit for roll in played.rolls] == [False, True]


# Squares


def test_gu11_named_squares_come_in_the_order_written():
    game = field().with_unit(1, "a1", "N2 R3").with_unit(2, "b1").with_unit(2, "c1")
    played = game.play({1: [attack(1, "c1 b1")]}, Loaded({"Red 1": [6, 1, 6, 1]}))
    assert played.struck == ["Blue 2", "Blue 1"]


def test_gu11_a_square_out_of_range_is_skipped():
    game = field().with_unit(1, "a1", "R2").with_unit(2, "e1").with_unit(2, "b2")
    assert game.plan("Red 1", attack(1, "e1 b2")) == Fire(squares("b2"))
    played = game.play({1: [attack(1, "e1 b2")]}, Loaded({"Red 1": [1, 6]}))
    assert played.struck == ["Blue 2"]


def test_gu11_an_empty_named_square_is_skipped_if_another_one_holds_an_enemy():
    game = field().with_unit(1, "a1", "R3").with_unit(2, "b2")
    played = game.play({1: [attack(1, "b1 a2 b2")]}, Loaded({"Red 1": [1, 6]}))
    assert played.struck == ["Blue 1"]


def test_gu11_with_no_enemy_in_any_named_square_it_waits():
    game = field().with_unit(1, "a1", "R3").with_unit(2, "b2").with_unit(1, "b1")
    assert game.play({1: [attack(1, "b1 a2")]}).left(1) == {1: errors.NOBODY_THERE}


def test_gu11_attacks_stay_in_a_square_until_it_is_empty():
    game = field().with_unit(1, "a1", "N3 R3").with_unit(2, "b1", "D6").with_unit(2, "c1")
    played = game.play({1: [attack(1, "b1 c1")]}, Loaded({"Red 1": [1, 6] * 4}))
    assert played.struck == ["Blue 1"] * 4


def test_gu11_leftover_attacks_go_to_the_nearest_of_those_already_attacked():
    game = field().with_unit(1, "a1", "N3 R5")
    game = game.with_unit(2, "b1").with_unit(2, "e1").with_unit(2, "c2")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [6, 1, 6, 1, 6, 1]}))
    assert played.struck == ["Blue 1", "Blue 3", "Blue 2"]


def test_gu11_leftover_attacks_take_the_next_named_square_before_a_nearer_one():
    game = field().with_unit(1, "a1", "N2 R5")
    game = game.with_unit(2, "b1").with_unit(2, "a2").with_unit(2, "e1")
    played = game.play({1: [attack(1, "b1 e1")]}, Loaded({"Red 1": [6, 1, 6, 1]}))
    assert played.struck == ["Blue 1", "Blue 3"]


@pytest.mark.parametrize(("die", "struck"), [(0, "Blue 2"), (1, "Blue 3")])
def test_gu11_equally_near_squares_are_told_apart_by_a_die(die, struck):
    """c1 and a3 are both two squares away; they are counted row by row."""
    game = field().with_unit(1, "a1", "N2 R5")
    game = game.with_unit(2, "b1").with_unit(2, "c1").with_unit(2, "a3")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [6, 1, die, 6, 1]}))
    assert played.struck == ["Blue 1", struck]


def test_gu11_leftover_attacks_never_go_out_of_range():
    game = field().with_unit(1, "a1", "N3 R2").with_unit(2, "b1").with_unit(2, "c2")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [6, 1]}))
    assert played.struck == ["Blue 1"]


def test_gu11_third_players_are_not_attacked_by_what_is_left_over():
    game = field(seats=3).with_unit(1, "a1", "N3 R5")
    game = game.with_unit(2, "b1").with_unit(3, "a2").with_unit(2, "e1")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [6, 1, 6, 1]}, order=(1, 2, 3)))
    assert played.struck == ["Blue 1", "Blue 2"]
    assert played.where("Green 1") == "a2"


def test_gu11_a_third_player_in_a_named_square_is_attacked_and_from_then_on_fair_game():
    game = field(seats=3).with_unit(1, "a1", "N4 R5").with_unit(2, "b1")
    game = game.with_unit(3, "e1").with_unit(3, "a2").with_unit(2, "a4")
    dice = Loaded({"Red 1": [6, 1] * 4}, order=(1, 2, 3))
    played = game.play({1: [attack(1, "b1 e1")]}, dice)
    assert played.struck == ["Blue 1", "Green 1", "Green 2", "Blue 2"]


def test_gu11_leftover_attacks_go_where_units_stand_not_to_a_factory_alone():
    game = field().with_unit(1, "a1", "N2 R5").with_unit(2, "b1").with_factory(2, "c1")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [6, 1]}))
    assert played.struck == ["Blue 1"]


def test_gu11_a_factory_beside_units_is_a_target_of_leftover_attacks_too():
    game = field().with_unit(1, "a1", "N2 R5").with_unit(2, "b1")
    game = game.with_factory(2, "c1").with_unit(2, "c1")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [6, 1, 0, 1, 6]}))
    assert played.struck == ["Blue 1", "Blue B"]


def test_gu11_nearest_takes_the_nearest_square_whoever_stands_there():
    game = field(seats=3).with_unit(1, "a1", "R5").with_unit(2, "d1").with_unit(3, "b2")
    dice = Loaded({"Red 1": [1, 6]}, order=(1, 2, 3))
    assert game.play({1: [attack_nearest(1)]}, dice).struck == ["Green 1"]


@pytest.mark.parametrize(("die", "struck"), [(0, "Blue 1"), (1, "Green 1")])
def test_gu11_nearest_of_equally_near_squares_is_drawn_and_the_rest_left_in_peace(die, struck):
    game = field(seats=3).with_unit(1, "b2", "N2 R2").with_unit(2, "a2").with_unit(3, "c2")
    dice = Loaded({"Red 1": [die, 6, 1]}, order=(1, 2, 3))
    assert game.play({1: [attack_nearest(1)]}, dice).struck == [struck]


def test_gu11_who_has_no_attacks_cannot_attack():
    game = field().with_unit(1, "a1", "A0 N0 R0").with_unit(2, "b1")
    refusal = game.declined("Red 1", attack(1, "b1"))
    assert (refusal.why, refusal.is_for_now) == (errors.UNARMED, False)


def test_gu11_all_dice_are_in_the_log_that_everyone_sees():
    played = duel("A2 N2", "D2", 3, 3, 5, 6, 1)
    for seat in (1, 2, None):
        [entry] = [e for e in played.view(seat).log if isinstance(e, Attacked)]
        assert (str(entry.unit), str(entry.design), entry.square) == (
            "Red 1",
            "A2 N2",
            square("a1"),
        )
        assert [(r.attack, r.defence, r.tie, r.hit) for r in entry.rolls] == [
            ((3, 2), (3, 2), 5, False),
            ((6, 2), (1, 2), None, True),
        ]


def test_gu11_a_square_that_was_cleared_may_be_entered_in_the_same_turn():
    game = field().with_unit(1, "a1").with_unit(1, "a2").with_unit(2, "b1")
    played = game.play({1: [move(2, "b1"), attack(1, "b1")]}, Loaded({"Red 1": [6, 1]}))
    assert played.left(1) == {2: errors.TOO_FAR}
    straight = game.with_unit(1, "c1")
    played = straight.play({1: [move(3, "b1"), attack(1, "b1")]}, Loaded({"Red 1": [6, 1]}))
    assert played.where("Red 3") == "b1"
