"""GU-8 and GU-10: lines of orders, one at a time, by initiative."""

from __future__ import annotations

import pytest

from pbem.rulesets.god_unit.events import LineDone, LineLeft
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.orders import AttackAt, Deploy, Move
from pbem.rulesets.god_unit.view import Initiative
from tests.rulesets.god_unit.dice import Loaded, first
from tests.rulesets.god_unit.notation import (
    attack,
    attack_nearest,
    attack_piece,
    deploy,
    move,
    otherwise,
    square,
    towards,
)
from tests.rulesets.god_unit.situation import PASS, Game, new_game, open_land

WIN = [6, 1]
"""Dice with which an attacker of equal strength wins."""
LOSE = [1, 6]


def field(width: int = 9, height: int = 5, seats: int = 2, **options: object) -> Game:
    return new_game(*open_land(width, height), seats=seats, **options)


# GU-10: dice


def test_gu10_the_highest_roll_acts_first():
    game = field(seats=3).with_unit(1, "a1")
    played = game.play({}, Loaded(order=(3, 1, 2)))
    assert played.entries(Initiative)[0].order == ((3, (3,)), (1, (2,)), (2, (1,)))


class Rolls(Loaded):
    """Initiative dice as they are given, seat by seat, then those of the ties."""

    def __init__(self, *faces: int) -> None:
        super().__init__({"initiative": faces})


def test_gu10_ties_are_rolled_again_among_the_tied_only():
    game = field(seats=4).with_unit(1, "a1")
    # 5, 2, 5, 2: seats 1 and 3 roll again (3, 3), then 2 and 4 (6, 1), then 1 and 3 (2, 4).
    played = game.play({}, Rolls(5, 2, 5, 2, 3, 6, 3, 1, 2, 4))
    assert played.entries(Initiative)[0].order == (
        (3, (5, 3, 4)),
        (1, (5, 3, 2)),
        (2, (2, 6)),
        (4, (2, 1)),
    )


def test_gu10_a_second_die_never_overtakes_a_higher_first_one():
    played = field(seats=3).with_unit(1, "a1").play({}, Rolls(4, 3, 3, 6, 1))
    assert [seat for seat, _dice in played.entries(Initiative)[0].order] == [1, 2, 3]


def test_gu10_who_is_out_rolls_no_die():
    game = field(seats=3).with_unit(1, "a1").without("Blue A").with_side(2, out=7)
    played = game.play({}, Loaded(order=(3, 1)))
    assert [seat for seat, _dice in played.entries(Initiative)[0].order] == [3, 1]


# GU-10: rounds


def three_each() -> Game:
    game = field()
    for column in "ace":
        game = game.with_unit(1, f"{column}1").with_unit(2, f"{column}5")
    return game


def test_gu10_round_after_round_each_players_first_line_is_carried_out():
    orders = {
        1: [move(2, "c2"), move(1, "a2"), move(3, "e2")],
        2: [move(3, "e4"), move(2, "c4"), move(1, "a4")],
    }
    played = three_each().play(orders, first(2, 1))
    assert played.actors == ["Blue 3", "Red 2", "Blue 2", "Red 1", "Blue 1", "Red 3"]


def test_gu10_who_has_no_line_left_is_passed_over():
    orders = {1: [move(1, "a2")], 2: [move(1, "a4"), move(2, "c4"), move(3, "e4")]}
    played = three_each().play(orders, first(1, 2))
    assert played.actors == ["Red 1", "Blue 1", "Blue 2", "Blue 3"]


def test_gu10_pass_spends_the_slot():
    orders = {
        1: [PASS, move(1, "a2"), PASS, move(2, "c2")],
        2: [move(1, "a4"), move(2, "c4"), move(3, "e4")],
    }
    played = three_each().play(orders, first(1, 2))
    assert played.actors == ["Blue 1", "Red 1", "Blue 2", "Blue 3", "Red 2"]


def test_gu10_pass_comes_in_its_place_before_lines_written_after_it():
    """The first line waits, so PASS is the first that can be carried out."""
    game = three_each().with_unit(2, "b1")
    orders = {1: [move(1, "b1"), PASS, move(2, "c2")], 2: [move(1, "a4"), move(2, "c4")]}
    played = game.play(orders, first(1, 2))
    assert played.actors == ["Blue 1", "Red 2", "Blue 2"]


def test_gu10_a_line_that_cannot_be_carried_out_waits_and_comes_before_later_ones():
    """Red 1's way is free once Blue 4 has gone; it goes then, before Red 3."""
    game = three_each().with_unit(2, "b1")
    orders = {1: [move(1, "b1"), move(2, "c2"), move(3, "e2")], 2: [move(4, "b2")]}
    played = game.play(orders, first(1, 2))
    assert played.actors == ["Red 2", "Blue 4", "Red 1", "Red 3"]


def test_gu10_the_turn_ends_when_nobody_has_a_line_that_can_be_carried_out():
    """Each waits for the other to leave."""
    game = field().with_unit(1, "a1").with_unit(2, "b1")
    played = game.play({1: [move(1, "b1")], 2: [move(1, "a1")]})
    assert (played.left(1), played.left(2)) == ({1: errors.BLOCKED}, {1: errors.BLOCKED})
    assert played.actors == []


def test_gu10_a_unit_acts_once():
    game = field().with_unit(1, "a1").with_unit(2, "b2")
    played = game.play({1: [move(1, "b1"), move(1, "c1"), attack(1, "b2")]})
    assert played.where("Red 1") == "b1"
    assert [(e.order.unit, e.refusal.message) for e in played.heard(1, LineLeft)] == [
        (1, errors.ACTED),
        (1, errors.ACTED),
    ]
    assert played.struck == []


def test_gu10_a_unit_moves_or_attacks_but_not_both():
    game = field().with_unit(1, "a1").with_unit(2, "b1", "D6")
    played = game.play({1: [attack(1, "b1"), move(1, "a2")]}, Loaded({"Red 1": LOSE}))
    assert played.where("Red 1") == "a1"
    assert played.left(1) == {1: errors.ACTED}


def test_gu10_a_move_to_its_own_square_is_nothing():
    game = field().with_unit(1, "a1")
    played = game.play({1: [move(1, "a1")]})
    assert played.actors == []
    [left] = played.heard(1, LineLeft)
    assert left.refusal.message == errors.HERE
    assert not game.declined("Red 1", move(1, "a1")).is_for_now
    # It does not use the unit up either.
    assert game.play({1: [move(1, "a1"), move(1, "a2")]}).where("Red 1") == "a2"


def test_gu10_moving_towards_its_own_square_is_nothing():
    played = field().with_unit(1, "a1").play({1: [towards(1, "a1")]})
    assert played.left(1) == {1: errors.HERE}


def test_gu10_a_move_to_its_own_square_gives_way_to_its_alternative():
    played = field().with_unit(1, "a1").play({1: [otherwise(move(1, "a1"), move(1, "b1"))]})
    assert played.where("Red 1") == "b1"


def test_gu10_lines_for_units_that_one_does_not_have_are_told():
    game = field().with_unit(1, "a1").with_unit(2, "a5", many=4)
    assert game.play({1: [move(3, "a2"), move(99, "a2")]}).left(1) == {
        3: errors.NO_UNIT,
        99: errors.NO_UNIT,
    }


def test_gu10_a_unit_destroyed_before_its_line_came_does_nothing():
    game = field().with_unit(1, "a1").with_unit(2, "b1")
    played = game.play({1: [attack(1, "b1")], 2: [attack(1, "a1")]}, Loaded({"Red 1": WIN}))
    assert played.left(2) == {1: errors.NO_UNIT}
    assert played.where("Red 1") == "a1"


def test_gu10_lines_are_told_as_left_where_no_unit_is_on_the_board_at_all():
    """Red's only unit wastes away before it can act (GU-13)."""
    game = field().with_unit(1, "a1").without("Red A")
    played = game.play({1: [move(1, "a2")]})
    assert played.left(1) == {1: errors.NO_UNIT}
    assert played.entries(Initiative) == []


def test_gu10_a_line_done_is_told_to_its_owner_alone():
    game = field().with_unit(1, "a1")
    played = game.play({1: [move(1, "a2")]})
    [event] = played.heard(1, LineDone)
    assert played.state.log[event.entry].path[-1] == square("a2")
    assert played.heard(2, LineDone) == played.heard(None, LineDone) == []


# GU-8: lines that wait


def test_gu8_attack_nearest_waits_for_who_comes_in_range():
    """Overwatch: nobody is near when the line's turn comes first."""
    game = field().with_unit(1, "a1", "R3").with_unit(2, "e1", "M3")
    played = game.play(
        {1: [attack_nearest(1)], 2: [move(1, "c1")]}, Loaded({"Red 1": WIN}, order=(1, 2))
    )
    assert played.struck == ["Blue 1"]
    assert played.find("Blue 1") is None


def test_gu8_attack_at_waits_for_who_enters_a_named_square():
    game = field().with_unit(1, "a1", "R3").with_unit(2, "e1", "M3").with_unit(2, "b3")
    orders = {1: [attack(1, "c1 c2")], 2: [move(2, "b2"), move(1, "c1")]}
    played = game.play(orders, Loaded({"Red 1": WIN}))
    assert played.actors == ["Blue 2", "Blue 1", "Red 1"]
    assert played.struck == ["Blue 1"]


def test_gu8_attack_unit_follows_its_target_wherever_it_stands():
    game = field().with_unit(1, "a1", "R3").with_unit(2, "c1", "M3")
    played = game.play(
        {1: [attack_piece(1, "Blue 1")], 2: [move(1, "b3")]},
        Loaded({"Red 1": WIN}, order=(2, 1)),
    )
    assert [(str(roll.target), roll.square) for roll in played.rolls] == [("Blue 1", square("b3"))]


def test_gu8_attack_unit_waits_until_its_target_is_in_range():
    game = field().with_unit(1, "a1").with_unit(2, "c1")
    played = game.play({1: [attack_piece(1, "Blue 1")], 2: [move(1, "b1")]}, Loaded({"Red 1": WIN}))
    assert played.actors == ["Blue 1", "Red 1"]


def test_gu8_attack_factory_by_its_letter():
    game = field().with_unit(1, "a1", "A5").with_factory(2, "b1")
    played = game.play({1: [attack_piece(1, "Blue B")]}, Loaded({"Red 1": WIN}))
    assert played.find("Blue B") is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (attack_piece(1, "Blue 9"), errors.NO_TARGET),
        (attack_piece(1, "Red 1"), errors.OWN_TARGET),
        (attack_piece(1, "Blue 1"), errors.TARGET_AWAY),
        (attack(1, "d1 e1"), errors.OUT_OF_RANGE),
        (attack(1, "b1"), errors.NOBODY_THERE),
        (attack_nearest(1), errors.NOBODY_BESIDE),
        (move(1, "e5"), errors.TOO_FAR),
        (deploy(1), errors.NOT_UNDEPLOYED),
    ],
)
def test_gu8_a_line_left_is_told_with_its_reason(line, why):
    game = field().with_unit(1, "a1").with_unit(2, "e1")
    assert game.play({1: [line]}).left(1) == {1: why}


# GU-8: ELSE and ELSE LATE


def test_gu8_else_is_tried_at_once():
    """Red acts first and finds nobody at b1: it moves, and Blue comes too late."""
    game = field().with_unit(1, "a1").with_unit(2, "c1")
    line = otherwise(attack(1, "b1"), move(1, "a2"))
    played = game.play({1: [line], 2: [move(1, "b1")]}, first(1, 2))
    assert played.actors == ["Red 1", "Blue 1"]
    assert played.done(1) == [(1, Move(to=square("a2")))]


def test_gu8_else_late_waits_as_long_as_anybody_can_act_otherwise():
    game = field().with_unit(1, "a1").with_unit(2, "c1")
    line = otherwise(attack(1, "b1"), move(1, "a2"), late=True)
    played = game.play({1: [line], 2: [move(1, "b1")]}, Loaded({"Red 1": WIN}))
    assert played.actors == ["Blue 1", "Red 1"]
    assert played.done(1) == [(1, AttackAt(squares=(square("b1"),)))]


def test_gu8_else_late_comes_when_nobody_can_act_otherwise():
    game = field().with_unit(1, "a1").with_unit(2, "c1").with_unit(2, "e1")
    line = otherwise(attack(1, "b1"), move(1, "a2"), late=True)
    played = game.play({1: [line], 2: [move(1, "c2"), move(2, "e2")]}, first(1, 2))
    assert played.actors == ["Blue 1", "Blue 2", "Red 1"]
    assert played.where("Red 1") == "a2"


def test_gu8_a_late_move_may_set_waiting_lines_going():
    """Red goes late, which lets Blue 1 in; only then Blue 2's late choice is due."""
    game = field().with_unit(1, "a1").with_unit(2, "b1").with_unit(2, "e1")
    red = otherwise(attack(1, "c3"), move(1, "a2"), late=True)
    blue = [move(1, "a1"), otherwise(attack(2, "e3"), move(2, "e2"), late=True)]
    played = game.play({1: [red], 2: blue}, first(1, 2))
    assert played.actors == ["Red 1", "Blue 1", "Blue 2"]


def test_gu8_late_choices_go_round_in_the_order_of_initiative_too():
    game = three_each()
    late = {
        seat: [
            otherwise(attack(n, "i3" if seat == 1 else "i4"), move(n, f"{column}{row}"), late=True)
            for n, column in ((1, "a"), (2, "c"))
        ]
        for seat, row in ((1, 2), (2, 4))
    }
    played = game.play(late, first(2, 1))
    assert played.actors == ["Blue 1", "Red 1", "Blue 2", "Red 2"]


def test_gu8_several_alternatives_are_tried_in_the_order_written():
    game = field().with_unit(1, "b2", "M2").with_unit(2, "c2")
    line = otherwise(otherwise(move(1, "c2"), move(1, "z9"), late=True), move(1, "b1"))
    line = otherwise(line, move(1, "a1"))
    played = game.play({1: [line]})
    assert played.where("Red 1") == "b1"
    [event] = played.heard(1, LineDone)
    assert event.choice == 2


def test_gu8_a_line_and_its_alternatives_are_used_up_together():
    game = field().with_unit(1, "a1").with_unit(1, "e1").with_unit(2, "i5")
    played = game.play({1: [otherwise(move(1, "b1"), move(1, "c1")), move(2, "e2")]})
    assert (played.where("Red 1"), played.where("Red 2")) == ("b1", "e2")
    assert played.left(1) == {}


def test_gu8_deploy_is_a_choice_like_any_other():
    game = field().with_unit(1, "a1", "M0", "undeployed").with_unit(2, "b1")
    line = otherwise(move(1, "b1"), deploy(1))
    assert game.play({1: [line]}).done(1) == [(1, Deploy())]


def test_gu8_a_unit_without_orders_does_nothing():
    game = field().with_unit(1, "a1", "A6 N6 R6").with_unit(2, "b1")
    played = game.play()
    assert played.actors == []
    assert played.where("Blue 1") == "b1"


def test_gu10_the_same_chance_plays_the_same_whatever_order_answers_come_in():
    game = three_each()
    orders = {1: [move(1, "a2")], 2: [move(1, "a4")]}
    turned = dict(reversed(orders.items()))
    assert game.play(orders) == game.play(turned)
