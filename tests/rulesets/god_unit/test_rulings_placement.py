"""GU-7: factories are placed from secret lists, one each in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from pbem.engine.api import Ask, OptionsError
from pbem.engine.rng import Chance
from pbem.maps.board import LAND, square_name
from pbem.rulesets.god_unit.events import ChosenByLot, Finished, ProductSet, WishSkipped
from pbem.rulesets.god_unit.orders import AnyOrder
from pbem.rulesets.god_unit.view import Home, Initiative, Placed
from tests.rulesets.god_unit.dice import Loaded
from tests.rulesets.god_unit.notation import design, move, place, produce, square, squares
from tests.rulesets.god_unit.situation import Game, Played, drawn, new_game, open_land, rules

WEST, EAST = "a1 a2 a3 a4", "f1 f2 f3 f4"


def before(seats: int = 2, **options: Any) -> Game:
    """An open board of 6 by 4; seat 1 is at home in the west, seat 2 in the east."""
    game = new_game(*open_land(6, 4), seats=seats, turn=0, reserve=False, **options)
    homes = tuple(Home(squares(zone), 24, 10) for zone in (WEST, EAST, "c1 c2 c3", "d1 d2 d3"))
    return Game(msgspec.structs.replace(game.state, homes=homes[:seats]))


def placing(
    orders: Mapping[int, Sequence[AnyOrder]],
    order: Sequence[int] = (1, 2),
    dice: Mapping[str, Sequence[int]] | None = None,
    **options: Any,
) -> Played:
    """The first turn, with the seats in this order."""
    faces = {seat: len(order) - n for n, seat in enumerate(order)}
    rolled = {"placement/order": [faces[seat] for seat in sorted(order)], **(dice or {})}
    return before(len(order), **options).play(orders, Loaded(rolled))


def placed(played: Played) -> list[tuple[str, str]]:
    return [(str(entry.factory), square_name(entry.square)) for entry in played.entries(Placed)]


def test_gu7_before_the_first_turn_everyone_is_asked_for_a_placement():
    state = drawn(3)
    assert rules.asks(state) == tuple(Ask(seat, "placement") for seat in (1, 2, 3))
    after, _events = rules.resolve(state, {}, Loaded())
    assert rules.asks(after) == tuple(Ask(seat, "orders") for seat in (1, 2, 3))


def test_gu7_one_each_in_turn_from_the_top_of_the_list():
    played = placing({1: [place("a1 a3 a2")], 2: [place("f2 f1")]})
    assert placed(played) == [("Red A", "a1"), ("Blue A", "f2"), ("Red B", "a3"), ("Blue B", "f1")]
    assert not played.heard(1, ChosenByLot)


def test_gu7_dice_order_the_players_once():
    played = placing({1: [place(WEST)], 2: [place(EAST)]}, order=(2, 1), factories=3)
    assert [name for name, _square in placed(played)] == [
        "Blue A",
        "Red A",
        "Blue B",
        "Red B",
        "Blue C",
        "Red C",
    ]
    assert played.entries(Initiative)[0].order == ((2, (2,)), (1, (1,)))


def test_gu7_ties_are_rolled_again_among_the_tied():
    orders = {1: [place(WEST)], 2: [place(EAST)], 3: [place("c1 c2")]}
    played = before(3).play(orders, Loaded({"placement/order": [4, 5, 4, 1, 6]}))
    assert played.entries(Initiative)[0].order == ((2, (5,)), (3, (4, 6)), (1, (4, 1)))


@pytest.mark.parametrize("factories", [1, 2, 4])
def test_gu7_the_number_of_factories_is_an_option(factories):
    played = placing({1: [place(WEST)], 2: [place(EAST)]}, factories=factories)
    assert [standing.factories for standing in played.state.history[-1]] == [factories] * 2


def test_gu7_two_factories_a_player_are_the_default():
    assert len(placed(placing({1: [place(WEST)], 2: [place(EAST)]}))) == 4


def test_gu7_taken_squares_are_skipped_and_their_owner_is_told():
    orders = {1: [place("c2 c3")], 2: [place("c2 c3 d1 d2")]}
    played = placing(orders, dice={"placement/lot/1": [0]}, placement="open")
    assert placed(played) == [("Red A", "c2"), ("Blue A", "c3"), ("Red B", "a1"), ("Blue B", "d1")]
    assert [(e.square, e.taken) for e in played.heard(1, WishSkipped)] == [(square("c3"), True)]
    assert [(e.square, e.taken) for e in played.heard(2, WishSkipped)] == [(square("c2"), True)]


def test_gu7_a_square_outside_the_home_zone_is_skipped():
    played = placing({1: [place("f1 b1 a4 a2")], 2: [place("f1 f2")]})
    assert [s for name, s in placed(played) if name.startswith("Red")] == ["a4", "a2"]
    assert [(e.square, e.taken) for e in played.heard(1, WishSkipped)] == [
        (square("f1"), False),
        (square("b1"), False),
    ]


def test_gu7_open_placement_allows_any_land_and_skips_the_sea():
    game = new_game("..~.", "....", turn=0, reserve=False, placement="open", factories=1)
    played = game.play({1: [place("c1 z9 d1")], 2: [place("b1")]})
    assert sorted(placed(played)) == [("Blue A", "b1"), ("Red A", "d1")]
    assert [square_name(e.square) for e in played.heard(1, WishSkipped)] == ["c1", "z9"]


def test_gu7_a_list_that_is_used_up_is_completed_by_lot_in_the_home_zone():
    orders = {1: [place("a2")], 2: [place(EAST)]}
    played = placing(orders, dice={"placement/lot/1": [1]})
    assert placed(played)[2] == ("Red B", "a3")
    assert [(e.letter, e.square) for e in played.heard(1, ChosenByLot)] == [("B", square("a3"))]
    assert not played.heard(2, ChosenByLot)


@pytest.mark.parametrize("seed", range(8))
def test_gu7_a_missing_list_is_completed_by_lot_and_never_with_a_square_twice(seed):
    played = before(factories=4).play({}, Chance(bytes([seed] * 32), 1))
    assert sorted(s for name, s in placed(played) if name.startswith("Red")) == WEST.split()
    assert [e.letter for e in played.heard(1, ChosenByLot)] == ["A", "B", "C", "D"]


def test_gu7_a_lot_avoids_what_is_taken_by_others():
    game = new_game("..", "..", turn=0, reserve=False, placement="open")
    played = game.play({1: [place("a1 a2")], 2: []})
    assert sorted(s for _name, s in placed(played)) == ["a1", "a2", "b1", "b2"]


def test_gu7_a_square_named_twice_counts_once():
    played = placing({1: [place("a1 a1 a2"), place("a2 a3")], 2: [place(EAST)]})
    assert [s for name, s in placed(played) if name.startswith("Red")] == ["a1", "a2"]
    assert not played.heard(1, WishSkipped)


def test_gu7_production_orders_go_with_the_list_and_belong_to_turn_1():
    orders = {1: [place(WEST), produce("A", "grunt"), produce("B", "D2", repeat=True)]}
    played = placing(orders)
    assert played.state.turn == 1
    assert [(e.order.factory, e.due) for e in played.heard(1, ProductSet)] == [("A", 2), ("B", 3)]
    assert played.factory("Red B").work.product == design("D2")
    assert [e.number for e in played.play().heard(1, Finished)] == [1]


def test_gu7_nobody_acts_in_the_turn_of_the_placement():
    played = placing({1: [place(WEST), move(1, "b1")], 2: []})
    assert played.state.units == ()
    assert list(played.left(1)) == [1]


def test_gu7_the_same_chance_places_the_same_whatever_order_answers_come_in():
    one = before(4).play({1: [place(WEST)], 2: [], 3: [], 4: [place("d1")]})
    other = before(4).play({4: [place("d1")], 3: [], 2: [], 1: [place(WEST)]})
    assert one == other


@pytest.mark.parametrize("count", range(2, 9))
def test_gu7_two_to_eight_players_are_placed_in_their_own_zones(count):
    state = drawn(count)
    after, _events = rules.resolve(state, {}, Loaded())
    assert len(after.factories) == 2 * count
    for factory in after.factories:
        assert factory.site.square in state.homes[factory.site.seat - 1].zone
        assert factory.work is None


def test_gu7_a_zone_too_small_for_the_factories_is_refused_at_the_start():
    for seed in range(8):
        try:
            state = drawn(8, secret=bytes([seed] * 32), width=8, height=8, sea=60, factories=6)
        except OptionsError as error:
            assert "home zones" in str(error)
        else:
            assert min(len(home.zone) for home in state.homes) >= 6


def test_gu7_a_board_without_room_for_all_factories_is_refused_at_the_start():
    with pytest.raises(OptionsError, match="26 squares of land, too few for 48"):
        drawn(8, width=8, height=8, sea=60, factories=6, placement="open")


@pytest.mark.parametrize("seed", range(4))
def test_gu7_a_crowded_open_board_is_filled_to_the_last_square(seed):
    secret = bytes([seed] * 32)
    state = drawn(8, secret, width=8, height=8, sea=60, factories=3, placement="open")
    after, _events = rules.resolve(state, {}, Loaded())
    squares_held = {factory.site.square for factory in after.factories}
    assert len(squares_held) == 24 <= len(list(state.board.squares(LAND)))
