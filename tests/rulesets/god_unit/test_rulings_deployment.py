"""GU-12: what comes out undeployed, and how it is deployed."""

from __future__ import annotations

import pytest

from pbem.rulesets.god_unit.figures import FACTORY, FOLDED, UNFOLDING, Design
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.plans import Unfold
from pbem.rulesets.god_unit.mechanics.position import deployed, field_of, workshops
from pbem.rulesets.god_unit.view import Completed, Deploying
from tests.rulesets.god_unit.dice import Loaded, first
from tests.rulesets.god_unit.notation import (
    attack,
    attack_nearest,
    deploy,
    design,
    move,
    otherwise,
    produce,
)
from tests.rulesets.god_unit.situation import Game, new_game, open_land

TURRET = "M0 A3 D4 R3"


def field(seats: int = 2) -> Game:
    return new_game(*open_land(7, 5), seats=seats)


def test_gu12_levels_of_what_is_not_deployed():
    assert Design(a=0, d=0, m=1, n=0, r=0) == FOLDED
    assert Design(a=0, d=0, m=0, n=0, r=0) == UNFOLDING
    assert Design(a=0, d=3, m=0, n=0, r=0, is_factory=True) == FACTORY


def test_gu12_an_m0_unit_appears_undeployed_and_its_full_design_is_shown():
    game = field().with_factory(1, "c3", TURRET, since=20 - design(TURRET).cost + 1)
    played = game.play()
    unit = played.unit("Red 1")
    assert (unit.phase, unit.levels, unit.design) == ("undeployed", FOLDED, design(TURRET))
    for seat in (2, None):
        assert played.view(seat).units[0].design == design(TURRET)


def test_gu12_an_undeployed_unit_walks_one_square_and_never_attacks():
    game = field().with_unit(1, "c3", TURRET, "undeployed").with_unit(2, "c4")
    assert game.play({1: [move(1, "d3")]}).where("Red 1") == "d3"
    assert game.declined("Red 1", move(1, "e3")).why == errors.TOO_FAR
    assert game.declined("Red 1", move(1, "d4")).why == errors.TOO_FAR
    assert game.declined("Red 1", attack(1, "c4")).why == errors.FOLDED_UP
    assert game.declined("Red 1", attack_nearest(1)).why == errors.FOLDED_UP


def test_gu12_deploying_takes_the_turn_and_is_complete_in_the_next():
    deploying = field().with_unit(1, "c3", TURRET, "undeployed").play({1: [deploy(1)]})
    assert deploying.unit("Red 1").phase == "deploying"
    assert deploying.unit("Red 1").levels == UNFOLDING
    assert [str(entry.unit) for entry in deploying.entries(Deploying)] == ["Red 1"]
    complete = deploying.play()
    assert complete.unit("Red 1").levels == design(TURRET)
    assert [str(entry.unit) for entry in complete.entries(Completed)] == ["Red 1"]


def test_gu12_deploying_spends_the_units_action():
    game = field().with_unit(1, "c3", TURRET, "undeployed")
    assert game.play({1: [deploy(1), move(1, "c4")]}).where("Red 1") == "c3"
    moved = game.play({1: [move(1, "c4"), deploy(1)]})
    assert (moved.where("Red 1"), moved.unit("Red 1").phase) == ("c4", "undeployed")
    assert moved.left(1) == {1: errors.ACTED}


def test_gu12_it_stands_immobile_and_d0_while_it_deploys():
    game = field().with_unit(1, "c3", "M0 D6", "undeployed").with_unit(2, "c2")
    played = game.play({1: [deploy(1)], 2: [attack(1, "c3")]}, Loaded(order=(1, 2)))
    assert played.actors == ["Red 1", "Blue 1"]
    assert played.find("Red 1") is None


def test_gu12_from_the_next_turn_on_it_defends_and_attacks_at_its_full_levels():
    game = field().with_unit(1, "c3", TURRET, "deploying").with_unit(2, "c5", "R3")
    orders = {1: [attack_nearest(1)], 2: [attack(1, "c3")]}
    played = game.play(orders, Loaded({"Blue 1": [6, 1], "Red 1": [3, 6]}, order=(2, 1)))
    assert [(str(r.target), r.attack, r.defence) for r in played.rolls] == [
        ("Red 1", (6, 1), (1, 8)),
        ("Blue 1", (3, 4), (6, 1)),
    ]
    assert played.find("Blue 1") is None


def test_gu12_an_m0_unit_never_walks_again():
    played = field().with_unit(1, "c3", TURRET, "deploying").play({1: [move(1, "c4")]})
    assert played.left(1) == {1: errors.IMMOBILE}


@pytest.mark.parametrize("phase", ["deploying", "ready"])
def test_gu12_deploying_cannot_be_undone_nor_done_twice(phase):
    game = field().with_unit(1, "c3", TURRET, phase)
    assert game.declined("Red 1", deploy(1)).why == errors.NOT_UNDEPLOYED
    assert game.play({1: [deploy(1)]}).left(1) == {1: errors.NOT_UNDEPLOYED}


def test_gu12_a_deploying_unit_is_told_to_its_owner_as_it_will_be():
    view = field().with_unit(1, "c3", TURRET, "deploying").view(1)
    [unit] = field_of(view).units(1)
    assert unit.levels == design(TURRET)


def test_gu12_any_number_of_units_may_deploy_in_a_square():
    game = field().with_factory(1, "c3").with_unit(1, "c3", TURRET, "undeployed", many=3)
    played = game.play({1: [deploy(1), deploy(2), deploy(3)]}).play()
    assert [unit.phase for unit in played.state.units] == ["ready"] * 3


# Factories


def test_gu12_a_factory_takes_its_owners_next_letter_and_may_produce():
    game = field().with_factory(1, "a1").without("Red B").with_unit(1, "c3", "factory", "deploying")
    view = game.view(1)
    assert [str(site.name) for site in deployed(view)] == ["Red C"]
    assert [(s.site.letter, s.fresh) for s in workshops(view)] == [("A", False), ("C", True)]
    played = game.play({1: [produce("C", "grunt")]})
    [entry] = played.entries(Completed)
    assert (str(entry.unit), str(entry.factory)) == ("Red 1", "Red C")
    assert (played.names(1), played.where("Red C")) == ([], "c3")
    assert played.play().where("Red 2") == "c3"


def test_gu12_after_z_comes_aa():
    game = field().with_side(1, factories=26).with_unit(1, "c3", "factory", "deploying")
    assert game.play().where("Red AA") == "c3"


def test_gu12_letters_go_to_several_factories_by_their_numbers():
    game = field().with_unit(1, "e5", "factory", "deploying").with_unit(2, "a5")
    game = game.with_unit(1, "a1", "factory", "deploying")
    assert [str(site.name) for site in deployed(game.view(2))] == ["Red B", "Red C"]
    played = game.play()
    assert (played.where("Red B"), played.where("Red C")) == ("e5", "a1")


def test_gu12_a_factory_makes_nothing_before_it_stands():
    game = field().with_unit(1, "c3", "factory", "undeployed")
    assert game.play({1: [deploy(1), produce("B", "grunt")]}).play_turns(3).names(1) == []


def test_gu12_a_factory_is_d3_and_nothing_else():
    site = field().with_factory(1, "c3").factory("Red B").site
    assert (site.levels.defence, site.levels.walk, site.levels.attacks) == (4, 0, 0)


def test_gu12_no_factory_deploys_where_one_stands():
    game = field().with_factory(1, "c3").with_unit(1, "c3", "factory", "undeployed")
    refusal = game.declined("Red 1", deploy(1))
    assert (refusal.why, refusal.is_for_now) == (errors.FACTORY_THERE, True)
    assert refusal.fields["piece"] == "B"
    assert game.play({1: [deploy(1)]}).left(1) == {1: errors.FACTORY_THERE}


def test_gu12_of_two_that_deploy_in_a_square_the_first_does():
    game = field().with_unit(1, "c3", "factory", "undeployed", many=2)
    played = game.play({1: [deploy(2), deploy(1)]})
    assert [unit.phase for unit in played.state.units] == ["undeployed", "deploying"]
    assert played.left(1) == {1: errors.FACTORY_THERE}


def test_gu12_one_that_waits_for_a_factory_to_fall_deploys_then():
    game = field().with_factory(1, "c3").with_unit(1, "c3", "factory", "undeployed")
    game = game.with_unit(2, "c2", "A6")
    played = game.play({1: [deploy(1)], 2: [attack(1, "c3")]}, Loaded({"Blue 1": [0, 6, 1]}))
    assert played.find("Red B") is None
    assert played.unit("Red 1").phase == "deploying"


def test_gu12_beside_an_undeployed_factory_another_one_may_deploy():
    game = field().with_unit(1, "c3", "factory", "undeployed", many=2)
    assert game.plan("Red 2", deploy(2)) == Unfold()


def test_gu12_a_factory_may_move_elsewhere_instead():
    game = field().with_factory(1, "c3").with_unit(1, "c3", "factory", "undeployed")
    played = game.play({1: [otherwise(deploy(1), move(1, "c4"))]})
    assert played.where("Red 1") == "c4"


def test_gu12_a_deploying_factory_that_is_destroyed_never_stands():
    game = field().with_unit(1, "c3", "factory", "undeployed").with_unit(2, "c2")
    played = game.play({1: [deploy(1)], 2: [attack(1, "c3")]}, first(1, 2)).play()
    assert played.state.sides[0].factories == 1
    assert played.names(1) == []
