"""GU-13: attrition, elimination and the end of the game."""

from __future__ import annotations

import pytest

from pbem.engine.api import Outcome
from pbem.rulesets.god_unit.events import GameEnded
from pbem.rulesets.god_unit.view import Ending, Fallen, Standing, Wasted
from tests.rulesets.god_unit.dice import Loaded, first
from tests.rulesets.god_unit.notation import attack, deploy, move
from tests.rulesets.god_unit.situation import TURN, Game, Played, new_game, open_land, rules


def field(seats: int = 2, **options: object) -> Game:
    return new_game(*open_land(9, 5), seats=seats, **options)


def wasted(played: Played) -> list[str]:
    return [str(entry.unit) for entry in played.entries(Wasted)]


# Attrition


def test_gu13_without_a_factory_one_random_unit_is_lost_each_turn():
    game = field().with_unit(1, "a1", many=4).without("Red A")
    played = game.play({}, Loaded({"attrition/1": [2]}))
    assert wasted(played) == ["Red 3"]
    assert played.names(1) == ["Red 1", "Red 2", "Red 4"]
    assert len(played.play().names(1)) == 2
    assert played.play_turns(3).state.sides[0].out is not None


def test_gu13_nobody_waits_for_who_loses_the_last_unit_before_anything_can_be_ordered():
    two = field(seats=3).with_unit(1, "a1", many=2).without("Red A")
    assert [ask.seat for ask in rules.asks(two.state)] == [1, 2, 3]
    one = field(seats=3).with_unit(1, "a1").without("Red A")
    assert [ask.seat for ask in rules.asks(one.state)] == [2, 3]
    assert one.play().state.sides[0].out == TURN + 1
    saved = one.with_unit(1, "b1", "factory", "undeployed")
    assert [ask.seat for ask in rules.asks(saved.state)] == [1, 2, 3]


def test_gu13_where_all_are_about_to_lose_their_last_they_are_asked_for_the_end():
    all_lost = field().with_unit(1, "a1").with_unit(2, "b1").without("Red A").without("Blue A")
    assert [ask.seat for ask in rules.asks(all_lost.state)] == [1, 2]
    assert all_lost.play().state.ending == Ending((), "nobody")


def test_gu13_any_of_the_units_may_be_lost():
    game = field().with_unit(1, "a1", many=3).without("Red A")
    lost = [wasted(game.play({}, Loaded({"attrition/1": [n]}))) for n in range(3)]
    assert lost == [["Red 1"], ["Red 2"], ["Red 3"]]


def test_gu13_with_a_factory_nothing_is_lost():
    assert wasted(field().with_unit(1, "a1", many=3).play()) == []


@pytest.mark.parametrize("phase", ["undeployed", "deploying"])
def test_gu13_an_undeployed_factory_prevents_attrition(phase):
    game = field().with_unit(1, "a1", many=3).with_unit(1, "b1", "factory", phase)
    assert wasted(game.without("Red A").play()) == []


def test_gu13_attrition_strikes_at_production_from_the_turn_after_the_loss():
    game = field().with_unit(1, "a1", many=2).with_factory(1, "c1").without("Red A")
    game = game.with_unit(2, "c2", "A6")
    played = game.play({2: [attack(1, "c1")]}, Loaded({"Blue 1": [6, 1]}))
    assert played.find("Red B") is None
    assert wasted(played) == []
    assert len(wasted(played.play())) == 1


def test_gu13_it_ends_once_there_is_a_factory_again():
    """On the way to one nothing is lost either."""
    game = field().with_unit(1, "a1", "factory", "undeployed").with_unit(1, "b1")
    played = game.without("Red A").play({1: [deploy(1)]})
    assert played.play_turns(3).names(1) == ["Red 2"]


def test_gu13_an_m0_unit_is_no_factory():
    game = field().with_unit(1, "a1", "M0", "undeployed").without("Red A")
    assert wasted(game.play()) == ["Red 1"]


def test_gu13_what_wastes_away_is_gone_before_it_acts():
    game = field().with_unit(1, "a1").without("Red A").with_unit(2, "b1")
    assert game.play({1: [attack(1, "b1")]}).rolls == []


# Elimination and victory


def test_gu13_with_neither_units_nor_factories_a_player_is_out():
    game = field(3).with_unit(1, "a1", "A6").with_factory(2, "b1").without("Blue A")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [6, 1]}, order=(1, 2, 3)))
    assert [entry.seat for entry in played.entries(Fallen)] == [2]
    assert [side.out for side in played.state.sides] == [None, 21, None]
    assert [ask.seat for ask in rules.asks(played.state)] == [1, 3]
    assert played.state.ending is None


def test_gu13_who_is_out_stays_out_and_is_told_once():
    game = field(3).without("Blue A").play()
    assert game.state.sides[1].out == 21
    later = game.play()
    assert (later.state.sides[1].out, later.entries(Fallen)) == (21, [])


def test_gu13_with_units_but_no_factory_one_is_still_in():
    game = field().with_unit(1, "a1", many=2).without("Red A")
    played = game.play()
    assert played.state.ending is None
    assert played.play().state.ending == Ending((2,), "last")


def test_gu13_with_a_factory_but_no_units_one_is_still_in():
    assert field().play().state.ending is None


def test_gu13_the_last_one_left_wins():
    played = field(3).without("Blue A").without("Green A").play()
    assert played.state.ending == Ending((1,), "last")
    outcome = rules.outcome(played.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), {1: 1000.0, 2: 0.0, 3: 0.0})
    assert rules.asks(played.state) == ()
    assert [event.ending for event in played.heard(None, GameEnded)] == [played.state.ending]


def test_gu13_a_factory_that_falls_with_its_owners_last_piece_ends_the_game():
    game = field().with_unit(1, "a1", "A6").with_factory(2, "b1").without("Blue A")
    played = game.play({1: [attack(1, "b1")]}, Loaded({"Red 1": [6, 1]}))
    assert played.state.ending == Ending((1,), "last")


def test_gu13_all_out_at_once_is_a_draw():
    """Both have a unit and nothing to keep it alive."""
    game = field().with_unit(1, "a1").with_unit(2, "e1").without("Red A").without("Blue A")
    played = game.play()
    assert played.state.ending == Ending((), "nobody")
    outcome = rules.outcome(played.state)
    assert outcome == Outcome(winners=(), scores={1: 0.0, 2: 0.0}, reason="nobody was left")


def test_gu13_after_its_end_nothing_changes_any_more():
    ended = field().without("Blue A").play()
    again = ended.play({1: [move(1, "a2")]})
    assert (again.state, again.events) == (ended.state, ())


# The last turn


def at_the_end(game: Game, turns: int = 21) -> Ending | None:
    return game.play({}, first(*range(1, len(game.state.players) + 1))).state.ending


def test_gu13_at_max_turns_the_most_factories_win():
    game = field(max_turns=21).with_factory(2, "a1").with_unit(1, "c1", "A6 D6", many=4)
    assert at_the_end(game) == Ending((2,), "turns", "factories")


def test_gu13_a_turn_earlier_the_game_goes_on():
    game = field(max_turns=22).with_factory(2, "a1")
    assert at_the_end(game) is None
    assert game.play_turns(2).state.ending == Ending((2,), "turns", "factories")


def test_gu13_60_turns_are_the_default():
    assert field().state.options.max_turns == 60
    game = new_game(*open_land(3, 3), turn=59).with_factory(2, "a1")
    assert at_the_end(game) == Ending((2,), "turns", "factories")
    assert at_the_end(new_game(*open_land(3, 3), turn=58).with_factory(2, "a1")) is None


def test_gu13_then_the_highest_total_cost_of_units_wins():
    game = field(max_turns=21).with_unit(1, "a1", "D3 R2").with_unit(2, "c1", many=3)
    assert at_the_end(game) == Ending((1,), "turns", "cost")


def test_gu13_an_undeployed_factory_counts_10():
    game = field(max_turns=21).with_unit(1, "a1", "factory", "undeployed")
    assert at_the_end(game.with_unit(2, "c1", "A3 D4 R5")) == Ending((1, 2), "turns", "shared")
    assert at_the_end(game.with_unit(2, "c1", "A3 D4 R4")) == Ending((1,), "turns", "cost")
    assert at_the_end(game.with_unit(2, "c1", "A3 D4 R6")) == Ending((2,), "turns", "cost")


def test_gu13_a_deploying_factory_is_not_deployed_yet():
    game = field(max_turns=21).with_unit(1, "a1", "factory", "undeployed").with_factory(2, "c1")
    played = game.play({1: [deploy(1)]})
    assert played.state.ending == Ending((2,), "turns", "factories")


def test_gu13_then_it_is_a_draw_of_the_best():
    ending = at_the_end(field(3, max_turns=21).with_factory(1, "a1").with_factory(3, "c1"))
    assert ending == Ending((1, 3), "turns", "shared")


def test_gu13_the_last_one_left_in_the_last_turn_is_the_last_one_left():
    assert at_the_end(field(max_turns=21).without("Blue A")) == Ending((1,), "last")


def test_gu13_standings_are_kept_turn_by_turn():
    game = field().with_factory(1, "a1").with_unit(2, "c1", "D3", many=2)
    game = game.with_unit(2, "d1", "factory", "undeployed")
    assert game.play().state.history[-1] == (Standing(2, 0, 0), Standing(1, 3, 16))


def test_gu13_a_score_is_1000_a_factory_and_what_units_cost():
    game = field(max_turns=21).with_factory(1, "a1").with_unit(2, "c1", "D3", many=2)
    outcome = rules.outcome(game.play().state)
    assert outcome is not None
    assert outcome.scores == {1: 2000.0, 2: 1006.0}
