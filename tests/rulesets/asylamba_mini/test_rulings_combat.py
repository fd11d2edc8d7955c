"""AM-21 to AM-23: what fights cost and bring."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.rulesets.asylamba_mini.events import BattleTypes, Spoils
from pbem.rulesets.asylamba_mini.figures import (
    MEGASTRUCTURES,
    Facilities,
    Fleets,
    Grant,
    Purse,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.mechanics.combat import Fought, captured, fight
from pbem.rulesets.asylamba_mini.orders import Research, Upgrade, Wonder
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    Game,
    Loaded,
    Played,
    Scripted,
    levels,
    new_game,
    odds_in,
)

# AM-21


def test_am21_a_fleet_with_a_squadron_left_survives_whole():
    lost, won = 799, 0
    # Squadrons of two fleets: 0 0 0 1 1 1, 1 0 0 1 1, 1 1 0 1, 1 1 0, 1 0: one of each is left.
    script = Scripted(0, 0, lost, 1, 0, lost, 1, 0, lost, 1, 0, lost, *(0, 0, won) * 3)
    assert fight(Fleets(light=2), ONE, 100, 100, script) == Fought(Fleets(light=2), EMPTY, 7)


def broke(*factions: str, **options: str) -> Game:
    """Nobody produces or owns anything but capitals."""
    game = new_game(*factions, **options)
    for seat in range(1, len(factions) + 1):
        game = game.with_faction(seat, purse=Purse())
        capital = game.state.factions[seat - 1].capital
        game = game.with_sector(capital, facilities=Facilities(), resources=0)
    return game


def test_am21_the_winner_gains_10_X_for_each_enemy_fleet():
    game = broke("Ligue", "Negore").owning(2, 19, fleets=Fleets(3, 2, 2))
    game = game.under_way(1, "conquer", 18, 19, fleets=Fleets(light=4))
    won = game.play(chance=Loaded("A"))
    assert (won.means(1).purse, won.means(2).purse) == (Purse(experience=70), Purse())
    [spoils] = won.heard(1, Spoils)
    assert (spoils.sector, spoils.experience, spoils.reward) == (19, 70, None)
    beaten = game.play(chance=Loaded("D"))
    assert (beaten.means(1).purse, beaten.means(2).purse) == (Purse(), Purse(experience=40))
    assert beaten.fleets(19) == Fleets(3, 2, 2)


def test_am21_rebels_gain_nothing():
    game = broke("Ligue", "Negore").under_way(1, "colonise", 18, 17)
    played = game.play(chance=Loaded("D"))
    assert played.means(1).purse == Purse()
    assert played.fleets(17) == Fleets(light=6)
    assert played.sector(17).owner is None
    assert not played.heard(1, Spoils)


# AM-22: Kovahk

LOST = Fleets(light=2, medium=4, heavy=3)


@pytest.mark.parametrize(
    ("lost", "every", "taken"),
    [
        # Heaviest first: H H H M | M M M L | L.
        (LOST, 4, Fleets(light=1, medium=1)),
        # H H H | M M M | M L L.
        (LOST, 3, Fleets(light=1, medium=1, heavy=1)),
        (Fleets(light=3), 4, Fleets()),
        (Fleets(light=4), 4, Fleets(light=1)),
        (Fleets(light=7), 4, Fleets(light=1)),
        (Fleets(light=2), 3, Fleets()),
        (Fleets(light=8, heavy=4), 4, Fleets(light=2, heavy=1)),
        (LOST, 0, Fleets()),
    ],
)
def test_am22_every_fourth_or_third_of_the_lost_heaviest_first_rounded_down(lost, every, taken):
    assert captured(lost, every) == taken


@pytest.mark.parametrize(
    ("reading", "taken"),
    [("3.5", Fleets(light=1, medium=1)), ("3.6", Fleets(light=1, medium=1, heavy=1))],
)
def test_am22_kovahk_captures_and_gains_triple_X(reading, taken):
    game = broke("Kovahk", "Ligue", faction_bonuses=reading).with_sector(17, fleets=LOST)
    played = game.under_way(1, "colonise", 18, 17, fleets=Fleets(heavy=1)).play(chance=Loaded("A"))
    assert played.fleets(17) == taken + Fleets(heavy=1)
    # AM-21: captured fleets count as destroyed: 9 x 30 X.
    assert played.means(1).purse == Purse(experience=270)
    [battle] = played.battles
    assert (battle.captured, battle.attacker.after) == (taken.total, 1 + taken.total)
    [types] = played.heard(1, BattleTypes)
    assert (types.captured, types.attackers_left) == (taken, taken + Fleets(heavy=1))


def test_am22_kovahk_captures_as_a_defender_too():
    game = broke("Ligue", "Kovahk").owning(2, 19, fleets=ONE)
    played = game.under_way(1, "conquer", 18, 19, fleets=Fleets(heavy=4)).play(chance=Loaded("D"))
    assert played.fleets(19) == Fleets(light=1, heavy=1)
    assert played.means(2).purse == Purse(experience=4 * 30)
    assert played.battles[0].defender.after == 2


def test_am22_from_kovahk_nobody_captures():
    game = broke("Kovahk", "Ligue").owning(2, 19, fleets=ONE)
    played = game.under_way(1, "conquer", 18, 19, fleets=Fleets(heavy=4)).play(chance=Loaded("D"))
    assert played.fleets(19) == ONE
    assert played.means(2).purse == Purse(experience=40)


# AM-22: Nerve


def defended(reading: str, *, capital_falls: bool = False) -> Played:
    """Nerve beats off two groups at sector 17; seat 2 may walk into its capital before."""
    game = broke("Nerve", "Ligue", "Negore", faction_bonuses=reading).owning(1, 17, fleets=ONE)
    fights = "DD"
    if capital_falls:
        game = game.with_sector(18, fleets=EMPTY).under_way(2, "conquer", 19, 18, launched=-9)
        fights = "ADD"
    game = game.under_way(2, "conquer", 16, 17).under_way(3, "conquer", 16, 17)
    return game.play(chance=Loaded(fights))


def test_am22_nerve_gains_levels_in_its_capital_for_each_group_beaten_off():
    played = defended("3.5")
    assert played.inside(18).facilities == Facilities(refinery=2, technosphere=2)
    assert played.inside(17).facilities == Facilities()
    # 2 x 10 X for the fleets, 2 x 10 S from the new technosphere, this very turn.
    assert played.means(1).purse == Purse(science=20, experience=20)


def test_am22_nerve_gains_200_S_for_each_group_beaten_off():
    played = defended("3.6")
    assert played.inside(18).facilities == Facilities()
    assert played.means(1).purse == Purse(science=400, experience=20)


@pytest.mark.parametrize(("reading", "science"), [("3.5", 0), ("3.6", 400)])
def test_am22_nerves_levels_lapse_with_the_capital(reading, science):
    played = defended(reading, capital_falls=True)
    assert played.inside(18).facilities == Facilities()
    assert played.means(1).purse.science == science
    assert not played.state.factions[0].alive


def test_am22_beaten_nerve_gains_nothing():
    game = broke("Nerve", "Ligue").owning(1, 17, fleets=ONE).under_way(2, "conquer", 16, 17)
    played = game.play(chance=Loaded("A"))
    assert played.inside(18).facilities == Facilities()


# AM-22: Imperialistes


@pytest.mark.parametrize("reading", ["3.5", "3.6"])
def test_am22_imperialistes_gain_for_a_conquest(reading):
    game = broke("Imperialistes", "Ligue", faction_bonuses=reading).owning(2, 19, fleets=ONE)
    played = game.under_way(1, "conquer", 18, 19).play(chance=Loaded("A"))
    if reading == "3.5":
        assert played.inside(18).facilities == Facilities(school=3)
        assert played.means(1).technologies == Technologies(attack=1)
        # 10 X for the fleet, 3 x 10 from the school.
        assert played.means(1).purse == Purse(experience=10 + 30)
    else:
        assert played.inside(18).facilities == Facilities()
        assert played.means(1).technologies == Technologies()
        assert played.means(1).purse == Purse(credits=300, experience=10)


@pytest.mark.parametrize("reading", ["3.5", "3.6"])
def test_am22_neither_a_colony_nor_an_empty_garrison_nor_a_defence_is_a_conquest(reading):
    game = broke("Imperialistes", "Ligue", faction_bonuses=reading).owning(2, 19)
    game = game.with_sector(18, fleets=ONE).under_way(1, "conquer", 18, 19, launched=-4)
    game = game.under_way(1, "colonise", 18, 17, launched=-3)
    game = game.under_way(1, "conquer", 18, 16, launched=-2)
    game = game.under_way(2, "conquer", 19, 18, launched=-1)
    played = game.play(chance=Loaded("AAAD"))
    assert played.inside(18).facilities == Facilities()
    assert played.means(1).technologies == Technologies()
    assert played.means(1).purse.credits == 0
    assert [battle.taken for battle in played.battles] == [True, True, True, False]


def test_am22_the_attack_level_serves_the_next_fight_of_the_turn():
    game = broke("Imperialistes", "Ligue").owning(2, 19, 17, fleets=ONE)
    game = game.under_way(1, "conquer", 18, 19, launched=-1).under_way(1, "conquer", 18, 17)
    assert odds_in(game, 0) == Fraction(1, 2)
    assert odds_in(game, 1) == Fraction(110, 210)


def test_am22_with_the_capital_fallen_the_school_lapses_but_not_the_attack():
    game = broke("Imperialistes", "Ligue", "Negore").owning(2, 17, fleets=ONE)
    game = game.with_sector(18, fleets=EMPTY).under_way(3, "conquer", 19, 18, launched=-9)
    played = game.under_way(1, "conquer", 18, 17).play(chance=Loaded("A"))
    assert played.inside(18).facilities == Facilities()
    assert played.means(1).technologies.attack == 1
    assert played.heard(1, Spoils)[0].reward == Grant(technologies=Technologies(attack=1))


# AM-23


def test_am23_maxima_hold_whatever_grants_the_level():
    game = broke("Imperialistes", "Ligue").owning(2, 19, fleets=ONE)
    game = game.with_sector(18, facilities=Facilities(school=23))
    game = game.with_faction(1, technologies=Technologies(attack=10))
    played = game.under_way(1, "conquer", 18, 19).play(chance=Loaded("A"))
    assert played.inside(18).facilities.school == 25
    assert played.means(1).technologies.attack == 10
    # What is told is what was got: two levels of three, and no attack.
    assert played.heard(1, Spoils)[0].reward == Grant(facilities=Facilities(school=2))


def test_am22_nothing_is_told_of_a_reward_that_lapsed_whole():
    """Nerve's capital falls; a sector of its own then holds out (3.5)."""
    game = broke("Nerve", "Ligue", "Negore").owning(1, 17, fleets=ONE)
    game = game.with_sector(18, fleets=EMPTY).under_way(3, "conquer", 19, 18, launched=-9)
    played = game.under_way(2, "conquer", 16, 17).play(chance=Loaded("D"))
    assert [spoils.reward for spoils in played.heard(1, Spoils)] == [None]


def test_am23_nerve_at_the_maximum():
    game = broke("Nerve", "Ligue").with_sector(18, facilities=Facilities(25, 0, 24, 0))
    played = game.under_way(2, "conquer", 19, 18).play(chance=Loaded("D"))
    assert played.inside(18).facilities == Facilities(25, 0, 25, 0)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("Space Elevator", levels(refinery=24), levels(refinery=25)),
        ("Gravity Train", levels(hub=25), levels(hub=25)),
        ("Globus Cassus", levels(school=25), levels(school=25)),
        ("Circumsolar Collider", levels(technosphere=24), levels(technosphere=25)),
    ],
)
def test_am23_megastructures_at_the_maximum(name, before, after):
    cost = MEGASTRUCTURES[name].cost
    game = new_game().with_sector(18, facilities=before, resources=cost)
    game = game.with_faction(1, technologies=Technologies(engineering=5))
    assert game.play({1: [Wonder(name)]}).inside(18).facilities == after


def test_am23_planet_gaia_at_administration_11():
    game = new_game().with_sector(18, resources=250)
    game = game.with_faction(1, technologies=Technologies(administration=11, engineering=3))
    means = game.play({1: [Wonder("Planet Gaia")]}).means(1)
    assert means.technologies.administration == 11
    assert means.tokens == Tokens(either=1)


@pytest.mark.parametrize(
    ("technology", "maximum"),
    [
        ("administration", 11),
        ("engineering", 5),
        ("conquest", 1),
        ("defence", 10),
        ("attack", 10),
        ("frame", 2),
    ],
)
def test_am23_research_stops_at_the_maximum(technology, maximum):
    game = new_game().with_faction(1, purse=Purse(9999, 9999, 9999))
    played = game.play({1: [Research(technology, 99), Research(technology)]})
    assert played.means(1).technologies.of(technology) == maximum
    assert played.done(1)[0].stopped.message is errors.NOT_BELOW_MAXIMUM
    assert played.whys(1) == [errors.NOT_BELOW_MAXIMUM]


@pytest.mark.parametrize("facility", ["refinery", "hub"])
def test_am23_upgrades_stop_at_25(facility):
    game = new_game().with_faction(1, purse=Purse(credits=9999)).with_sector(18, resources=9999)
    played = game.play({1: [Upgrade(facility, to=26), Upgrade(facility)]})
    [done] = played.done(1)
    # Levels 5 to 25: 10 x (5 + ... + 25) = 10 x 315.
    assert (done.after, done.cost.R + done.cost.C) == (25, 3150)
    assert played.whys(1) == [errors.NOT_BELOW_MAXIMUM]
