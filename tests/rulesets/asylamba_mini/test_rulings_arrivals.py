"""AM-19: missions that arrive where their purpose no longer fits."""

from __future__ import annotations

import pytest

from pbem.rulesets.asylamba_mini.events import FleetsJoined, MissionTurnedBack
from pbem.rulesets.asylamba_mini.figures import Facilities, Fleets, Purse, Tokens
from pbem.rulesets.asylamba_mini.view import Payment
from tests.rulesets.asylamba_mini.situation import EMPTY, ONE, UNPAID, Game, Loaded, new_game

THREE = Fleets(1, 1, 1)
PAID = Payment(credits=100)


def quiet(*factions: str, **options: str) -> Game:
    """Seat 1 produces nothing and has nothing."""
    game = new_game(*factions, **options).with_faction(1, purse=Purse(), tokens=Tokens())
    return game.with_sector(18, facilities=Facilities(), resources=0)


@pytest.mark.parametrize("kind", ["colonise", "conquer", "reinforce", "return"])
def test_am19_at_an_own_sector_it_joins_the_garrison_and_nothing_is_refunded(kind):
    game = quiet().owning(1, 17, fleets=ONE)
    played = game.under_way(1, kind, 18, 17, fleets=THREE, payment=PAID).play()
    assert played.fleets(17) == Fleets(2, 1, 1)
    assert played.means(1).purse == Purse()
    [joined] = played.heard(1, FleetsJoined)
    assert (joined.kind, joined.sector, joined.fleets) == (kind, 17, THREE)
    assert not played.battles


def test_am19_a_group_whose_target_became_own_in_this_turn_joins_it():
    game = quiet().with_sector(17, fleets=EMPTY)
    game = game.under_way(1, "colonise", 18, 17, fleets=ONE, payment=PAID)
    game = game.under_way(1, "conquer", 18, 17, fleets=THREE, launched=1, payment=PAID)
    played = game.play()
    assert played.fleets(17) == Fleets(2, 1, 1)
    assert played.means(1).purse == Purse()


def test_am19_a_conquest_that_finds_rebels_fights_as_a_colonisation():
    game = quiet().under_way(1, "conquer", 18, 17, fleets=THREE, payment=PAID)
    played = game.play(chance=Loaded("A"))
    [battle] = played.battles
    assert (battle.kind, battle.defender.seat, battle.taken) == ("colonise", None, True)
    assert played.sector(17).owner == 1
    assert played.means(1).purse == Purse(experience=6 * 10)  # six rebels, no refund


def test_am19_a_conquest_that_finds_another_faction_than_it_sought_fights_it():
    game = quiet().owning(3, 19).under_way(1, "conquer", 18, 19, fleets=ONE)
    [battle] = game.play().battles
    assert (battle.kind, battle.defender.seat) == ("conquer", 3)


def test_am19_a_colonisation_that_finds_a_faction_goes_home_and_is_refunded():
    game = quiet().owning(2, 17, fleets=ONE)
    game = game.under_way(1, "colonise", 18, 17, fleets=THREE, payment=PAID)
    played = game.play()
    assert played.sector(17).owner == 2
    assert not played.battles
    assert played.means(1).purse == Purse(credits=100)
    [mission] = played.state.missions
    assert (mission.course.kind, mission.course.path) == ("return", (17, 18))
    # It moves from the next turn: one whole step, launched in turn 1, arrives in turn 2.
    assert (mission.course.launched, mission.course.arrives) == (1, 2)
    assert (mission.fleets, mission.payment) == (THREE, UNPAID)
    [told] = played.heard(1, MissionTurnedBack)
    assert (told.sector, told.home, told.arrives, told.refunded) == (17, 18, 2, PAID)
    assert not played.heard(2, MissionTurnedBack)

    home = played.play()
    assert home.fleets(18) == Fleets(4 + 1, 1, 1)
    assert home.heard(1, FleetsJoined)[0].kind == "return"


@pytest.mark.parametrize("token", ["colonisation", "either"])
def test_am19_a_token_is_refunded_as_the_token_it_was(token):
    game = quiet().owning(2, 17)
    played = game.under_way(1, "colonise", 18, 17, payment=Payment(token=token)).play()
    assert played.means(1).tokens == Tokens(**{token: 1})
    assert played.means(1).purse == Purse()


def test_am19_each_of_a_group_that_turns_back_gets_its_own_refund():
    game = quiet().owning(2, 17).under_way(1, "colonise", 18, 17, payment=PAID)
    game = game.under_way(1, "colonise", 18, 17, fleets=THREE)
    played = game.play()
    assert played.means(1).purse == Purse(credits=100)
    assert [mission.fleets for mission in played.state.missions] == [ONE, THREE]


def test_am19_a_colonisation_beaten_to_it_in_the_same_turn_goes_home_too():
    game = quiet().with_sector(17, fleets=EMPTY)
    game = game.under_way(2, "colonise", 16, 17, launched=-1)
    game = game.under_way(1, "colonise", 18, 17, launched=0, payment=PAID)
    played = game.play()
    assert played.sector(17).owner == 2
    assert played.heard(1, MissionTurnedBack)[0].home == 18


def test_am19_a_reinforcement_that_finds_its_target_lost_goes_home():
    game = quiet().owning(2, 17, fleets=ONE)
    played = game.under_way(1, "reinforce", 18, 17, fleets=THREE).play()
    assert played.heard(1, MissionTurnedBack)[0].kind == "reinforce"
    assert [mission.course.path for mission in played.state.missions] == [(17, 18)]
    played = quiet().under_way(1, "reinforce", 18, 17, fleets=THREE).play()
    assert played.sector(17).owner is None
    assert [mission.course.kind for mission in played.state.missions] == ["return"]


def test_am19_a_reinforcement_does_not_wait_for_an_attack_of_that_turn():
    game = quiet().owning(2, 17).under_way(1, "reinforce", 18, 17, fleets=THREE)
    played = game.under_way(1, "conquer", 18, 17, fleets=ONE, launched=-9).play()
    assert played.sector(17).owner == 1
    assert played.fleets(17) == ONE
    assert [mission.course.path for mission in played.state.missions] == [(17, 18)]


def test_am19_the_nearest_own_sector_by_am18():
    # From 16: 17 lies one step away, 18 two; 15 is one step too, with a lower number.
    game = quiet().owning(1, 17).owning(2, 16)
    played = game.under_way(1, "colonise", 17, 16).play()
    assert [mission.course.path for mission in played.state.missions] == [(16, 17)]
    played = game.owning(1, 15).under_way(1, "colonise", 17, 16).play()
    assert [mission.course.path for mission in played.state.missions] == [(16, 15)]


def test_am19_the_way_home_is_as_long_as_am18_says():
    # 17 is lost and lies two steps from home through rebels, of which Cardan makes one turn.
    for factions, arrives in [(("Ligue", "Negore"), 1 + 2), (("Cardan", "Negore"), 1 + 1)]:
        game = quiet(*factions).owning(2, 16).under_way(1, "colonise", 17, 16)
        [mission] = game.play().state.missions
        assert (mission.course.path, mission.course.arrives) == ((16, 17, 18), arrives)


def test_am19_with_no_way_home_it_disbands_and_is_refunded():
    # 20 borders on 19 and 21 only, all three of them enemy's.
    game = quiet().owning(2, 19, 20).under_way(1, "colonise", 19, 20, fleets=THREE, payment=PAID)
    played = game.play()
    assert played.state.missions == ()
    [told] = played.heard(1, MissionTurnedBack)
    assert (told.home, told.arrives, told.refunded) == (None, 0, PAID)
    assert played.means(1).purse == Purse(credits=100)
    assert played.view(1).standing(1).fleets == 4


def test_am19_a_return_that_finds_its_home_lost_goes_on_to_the_next():
    game = quiet().owning(2, 17).under_way(1, "return", 16, 17, fleets=THREE)
    played = game.play()
    [mission] = played.state.missions
    assert (mission.course.kind, mission.course.path) == ("return", (17, 18))


def test_am19_a_return_counts_as_under_way():
    game = quiet().owning(2, 17).under_way(1, "colonise", 18, 17, fleets=THREE)
    played = game.play()
    assert played.view(1).standing(1).fleets == 4 + 3
