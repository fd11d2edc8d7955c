"""AM-14 and AM-15: orders and their order; AM-18: the ways of missions."""

from __future__ import annotations

import pytest

from pbem.rulesets.asylamba_mini.events import OrderDone, OrderRefused
from pbem.rulesets.asylamba_mini.figures import (
    Facilities,
    Fleets,
)
from pbem.rulesets.asylamba_mini.galaxy import Route, routes
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.orders import Build, Upgrade, Wonder
from tests.rulesets.asylamba_mini.senders import colonise, conquer, reinforce, sender
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    Game,
    Loaded,
    Played,
    Scripted,
    new_game,
    rules,
    why,
)


# AM-14
def test_am14_everyone_alive_is_asked():
    assert [(ask.seat, ask.kind) for ask in rules.asks(new_game().state)] == [
        (1, "orders"),
        (2, "orders"),
        (3, "orders"),
    ]


def test_am14_orders_are_paid_as_they_are_reached():
    played = new_game().play({1: [Upgrade("refinery"), Build("light", 5)]})
    assert played.whys(1) == [errors.SHORT]
    assert played.inside(18).facilities.refinery == 5
    played = new_game().play({1: [Build("light", 5), Upgrade("refinery")]})
    assert played.whys(1) == [errors.SHORT]
    assert played.inside(18).facilities.refinery == 4
    assert played.fleets(18) == Fleets(light=4 + 5)


def test_am14_what_cannot_be_done_is_told_and_skipped_and_the_rest_goes_on():
    orders = [Build("heavy", 1), Upgrade("refinery"), Wonder("Ringworld"), Upgrade("hub")]
    played = new_game().play({1: orders})
    told = [type(event) for event in played.heard(1) if isinstance(event, OrderDone | OrderRefused)]
    assert told == [OrderRefused, OrderDone, OrderRefused, OrderDone]
    assert [event.order for event in played.heard(1, OrderRefused)] == [orders[0], orders[2]]


def test_am14_a_seat_without_orders_does_nothing():
    assert new_game().play({}).state == new_game().play({1: [], 2: [], 3: []}).state


def test_am14_nobody_acts_upon_what_others_order_in_the_same_turn():
    game = sender().owning(2, 17, fleets=ONE).with_sector(21, resources=50)
    # Seat 2 leaves sector 17; seat 1 still sees it garrisoned and owned.
    played = game.play({1: [colonise(18, 17)], 2: [reinforce(17, 21)]})
    assert played.whys(1) == [errors.COLONISE_FACTION]


# AM-15
def test_am15_a_mission_of_duration_d_launched_on_turn_t_arrives_on_turn_t_plus_d():
    game = sender().with_sector(9, fleets=EMPTY)
    played = game.play({1: [colonise(18, 9)]})
    [mission] = played.view(1).missions
    assert (mission.course.launched, mission.course.arrives) == (1, 2)
    assert played.sector(9).owner is None
    after = played.play()
    assert after.sector(9).owner == 1
    assert after.state.missions == ()


def test_am15_reinforcements_come_before_attacks():
    game = new_game().owning(2, 19).under_way(1, "conquer", 18, 19, fleets=ONE)
    game = game.under_way(2, "reinforce", 21, 20, 19, fleets=Fleets(light=2))
    [battle] = game.play().battles
    assert battle.defender.before == 2


def test_am15_missions_of_one_kind_that_meet_fight_as_one():
    game = new_game().under_way(1, "colonise", 18, 17, fleets=ONE)
    game = game.under_way(1, "colonise", 16, 17, fleets=Fleets(medium=2))
    played = game.play(chance=Loaded("A"))
    [battle] = played.battles
    assert (battle.attacker.before, battle.attacker.after) == (3, 3)
    assert played.skirmishes() == [6 * 3]


def test_am15_missions_of_two_factions_or_kinds_fight_one_after_the_other():
    game = new_game().under_way(1, "colonise", 18, 17, fleets=ONE)
    game = game.under_way(1, "conquer", 18, 17, fleets=ONE, launched=-1)
    game = game.under_way(2, "colonise", 16, 17, fleets=ONE, launched=-2)
    played = game.play(chance=Loaded("D"))
    battles = played.battles
    assert [battle.attacker.seat for battle in battles] == [2, 1, 1]
    assert [battle.defender.before for battle in battles] == [6, 6, 6]


def test_am15_the_group_with_the_oldest_launch_goes_first_wherever_it_fights():
    game = new_game().under_way(1, "colonise", 18, 17, launched=-1)
    game = game.under_way(2, "colonise", 21, 22, launched=-2)
    game = game.under_way(3, "colonise", 27, 26, launched=0)
    # A late fleet joins the group of seat 3 that was launched long before.
    game = game.under_way(3, "colonise", 28, 26, launched=-5)
    battles = game.play(chance=Loaded("D")).battles
    assert [battle.sector for battle in battles] == [26, 22, 17]


@pytest.mark.parametrize(("draws", "first"), [((1,), 1), ((0,), 2)])
def test_am15_of_groups_launched_together_chance_puts_one_first(draws, first):
    game = new_game().with_sector(17, fleets=EMPTY)
    game = game.under_way(1, "colonise", 18, 17).under_way(2, "colonise", 16, 17)
    played = game.play(chance=Loaded(attacks=Scripted(*draws)))
    assert played.sector(17).owner == first


def test_am15_what_was_captured_earlier_in_the_turn_is_attacked_by_the_next():
    game = new_game().owning(2, 19).under_way(1, "conquer", 18, 19, launched=-1)
    game = game.under_way(3, "conquer", 20, 19, fleets=Fleets(light=5), launched=0)
    played = game.play(chance=Loaded("A"))
    first, second = played.battles
    assert (first.defender.seat, second.defender.seat) == (2, 1)
    assert played.sector(19).owner == 3


def test_am15_attacks_come_before_production():
    game = new_game().owning(2, 19, facilities=Facilities(refinery=9))
    played = game.under_way(1, "conquer", 18, 19).play()
    # Nothing was built in time for seat 2; nine fleets are built for seat 1.
    assert played.battles[0].defender.before == 0
    assert played.fleets(19) == Fleets(light=1 + 9)


# AM-18
def way(game: Game, source: int, target: int, seat: int = 1) -> Route:
    view = game.view(None)
    return routes(view.owners, seat, view.faction(seat).name, source)[target]


def test_am18_friendly_steps_take_half_a_turn():
    game = sender().owning(1, 17, 16, 15)
    # 18-17-16-15: three halves, rounded up to two turns.
    assert way(game, 18, 15) == Route((18, 17, 16, 15), 3)
    assert way(game, 18, 15).turns == 2
    assert way(game, 18, 16).turns == 1
    assert way(game, 18, 17) == Route((18, 17), 1)
    assert way(game, 18, 17).turns == 1


def test_am18_any_other_step_takes_a_whole_turn():
    game = sender().owning(1, 17)
    # Half a turn within the own, a whole one out of it: three halves.
    assert way(game, 18, 16) == Route((18, 17, 16), 1 + 2)
    assert way(game, 18, 8) == Route((18, 9, 8), 2 + 2)
    # Into an enemy's.
    assert way(game.owning(2, 19), 18, 19) == Route((18, 19), 2)


def test_am18_every_step_takes_cardan_half_a_turn():
    game = sender("Cardan", "Ligue")
    played = game.play({1: [colonise(18, 8), colonise(18, 1)]})
    [first, second] = played.done(1)
    assert (first.path, first.turns) == ((18, 9, 8), 1)
    assert (second.path, second.turns) == ((18, 9, 2, 1), 2)
    ligue = sender().play({1: [colonise(18, 8), colonise(18, 1)]})
    assert [done.turns for done in ligue.done(1)] == [2, 3]


def test_am18_the_path_of_least_time_is_taken_even_with_more_steps():
    game = sender().owning(1, 17, 16, 15)
    # 18-9-8-15 takes six halves, the way round one's own three.
    assert way(game, 18, 15).path == (18, 17, 16, 15)
    # 18-17-16-15-7 takes 5 halves, 18-9-8-7 six.
    assert way(game, 18, 7) == Route((18, 17, 16, 15, 7), 5)
    assert way(game, 18, 7).turns == 3


def test_am18_of_ways_as_fast_the_one_of_fewest_steps():
    game = sender().owning(1, 17, 16, 15, 8)
    # 18-9-8: 2 + 2 halves in two steps; 18-17-16-15-8: 4 x 1 in four.
    assert way(game, 18, 8) == Route((18, 9, 8), 4)
    # 33-32-31-30: 3 x 2 halves; 33-14-6-13-30 takes as many, with a step more and lower numbers.
    game = sender().owning(1, 33, 14, 6)
    assert way(game, 33, 30) == Route((33, 32, 31, 30), 6)


def test_am18_then_the_one_of_lowest_sector_numbers():
    game = sender()
    assert way(game, 9, 1).path == (9, 2, 1)
    assert way(game, 2, 7).path == (2, 1, 7)
    # 18-9-2-1, not 18-9-8-1.
    assert way(game, 18, 1).path == (18, 9, 2, 1)


def test_am18_no_step_leads_from_enemy_to_enemy():
    game = sender().owning(2, 19, 20)
    assert game.play({1: [conquer(18, 20)]}).refusals(1) == [why(errors.NO_ROUTE, sector=20)]
    assert len(game.play({1: [conquer(18, 19)]}).done(1)) == 1


def test_am18_be_it_of_two_enemies():
    game = sender().owning(2, 19).owning(3, 20)
    assert game.play({1: [conquer(18, 20)]}).whys(1) == [errors.NO_ROUTE]


def test_am18_rebels_between_enemies_are_neutral_and_a_way_round_is_found():
    game = sender().owning(2, 9, 2)
    # 18-9-2 is barred; 9-8 leads through rebels.
    assert way(game, 18, 2) == Route((18, 9, 8, 2), 6)


def test_am18_fallen_factions_bar_no_way():
    game = sender().owning(2, 19, 20)
    game = game.with_sector(21, fleets=EMPTY).under_way(3, "conquer", 22, 21)
    after = game.play()
    assert after.sector(19).owner is None
    assert len(after.play({1: [colonise(18, 20)]}).done(1)) == 1


def test_am18_path_and_duration_are_fixed_at_launch_and_told():
    game = sender().owning(1, 17).with_sector(16, fleets=EMPTY)
    played = game.play({1: [colonise(18, 16)]})
    [done] = played.done(1)
    assert (done.path, done.turns) == ((18, 17, 16), 2)
    # Sector 17 falls to seat 2; the mission flies on as it was launched.
    lost = played.under_way(2, "conquer", 16, 17, arrives=2).play()
    assert lost.sector(17).owner == 2
    [mission] = lost.view(None).missions
    assert (mission.course.path, mission.course.arrives) == ((18, 17, 16), 3)
    assert lost.play().sector(16).owner == 1


def test_am18_a_mission_shows_where_it_goes_to_everyone_and_its_types_to_its_owner():
    played: Played = sender().play({1: [colonise(18, 9)]})
    for seat in (1, 2, None):
        [mission] = played.view(seat).missions
        assert (mission.course.path, mission.course.arrives, mission.course.count) == (
            (18, 9),
            2,
            1,
        )
        assert (mission.fleets is None) == (seat != 1)
