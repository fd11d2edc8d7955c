"""AM-20 to AM-23: fights, their odds and what they bring."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.rng import Stream
from pbem.rulesets.asylamba_mini.events import BattleTypes, Spoils
from pbem.rulesets.asylamba_mini.figures import MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import (
    Facilities,
    Fleets,
    Grant,
    Purse,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.orders import Research, Upgrade, Wonder
from pbem.rulesets.asylamba_mini.reckoning.combat import Fought, captured, fight, odds
from pbem.rulesets.asylamba_mini.reckoning.refusals import Why
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    Game,
    Loaded,
    Played,
    Scripted,
    levels,
    new_game,
)


class Probe(Stream):
    """The attacker wins throughout; remembers every chance it was asked for."""

    def __init__(self) -> None:
        super().__init__(b"")
        self.asked: list[Fraction] = []

    def below(self, n: int) -> int:
        return 0

    def strikes(self, numerator: int, denominator: int) -> bool:
        self.asked.append(Fraction(numerator, denominator))
        return True


def odds_in(game: Game, number: int = 0) -> Fraction:
    """The chance of the attacker in the first skirmish of a fight of the next turn."""
    probe = Probe()
    game.play(chance=Loaded("A", **{f"fight/{number}": probe}))
    return probe.asked[0]


def facing(
    *factions: str, kind: str = "conquer", ship: str = "light", other: str = "light"
) -> Game:
    """Seat 1's fleet arrives at 19, which is seat 2's, or rebels' for a colonisation."""
    game = new_game(*factions)
    if kind == "conquer":
        game = game.owning(2, 19)
    game = game.with_sector(19, fleets=Fleets.just(other, 1))
    return game.under_way(1, kind, 18, 19, fleets=Fleets.just(ship, 1))


# AM-20: the odds


def test_am20_equals_have_even_odds():
    assert odds_in(facing()) == Fraction(1, 2)
    assert odds_in(facing(kind="colonise")) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("ship", "other", "chance"),
    [
        ("light", "light", Fraction(1, 2)),
        ("medium", "medium", Fraction(1, 2)),
        ("heavy", "heavy", Fraction(1, 2)),
        # 1.25 / (1.25 + 1) for the type that beats the other's, 1 / (1 + 1.25) against it.
        ("medium", "light", Fraction(5, 9)),
        ("heavy", "medium", Fraction(5, 9)),
        ("light", "heavy", Fraction(5, 9)),
        ("light", "medium", Fraction(4, 9)),
        ("medium", "heavy", Fraction(4, 9)),
        ("heavy", "light", Fraction(4, 9)),
    ],
)
def test_am20_types(ship, other, chance):
    assert odds_in(facing(ship=ship, other=other)) == chance
    assert Fraction(*odds(ship, 100, other, 100)) == chance


@pytest.mark.parametrize("level", [0, 1, 5, 10])
def test_am20_attack_and_defence_add_a_tenth_a_level(level):
    attack = facing().with_faction(1, technologies=Technologies(attack=level, defence=9))
    assert odds_in(attack) == Fraction(10 + level, 20 + level)
    defence = facing().with_faction(2, technologies=Technologies(defence=level, attack=9))
    assert odds_in(defence) == Fraction(10, 20 + level)


def test_am20_nerve_defends_30_percent_better_but_attacks_no_better():
    assert odds_in(facing("Ligue", "Nerve")) == Fraction(100, 230)
    assert odds_in(facing("Nerve", "Ligue")) == Fraction(1, 2)


def test_am20_neo_humaniste_attacks_30_percent_better_when_colonising():
    assert odds_in(facing("Neo-Humaniste", "Ligue", kind="colonise")) == Fraction(130, 230)
    assert odds_in(facing("Neo-Humaniste", "Ligue")) == Fraction(1, 2)
    # AM-19: a conquest that finds rebels is a colonisation.
    rebels = new_game("Neo-Humaniste", "Ligue").under_way(1, "conquer", 18, 19)
    assert odds_in(rebels) == Fraction(130, 230)


def test_am20_klemperer_rosette_and_globus_cassus_serve_the_owner_of_their_sector():
    rosette = facing().with_sector(18, megastructures=("Klemperer Rosette",))
    assert odds_in(rosette) == Fraction(120, 220)
    globus = facing().with_sector(21, megastructures=("Globus Cassus",))
    assert odds_in(globus) == Fraction(100, 220)
    # The wrong way round they do nothing.
    assert odds_in(facing().with_sector(18, megastructures=("Globus Cassus",))) == Fraction(1, 2)
    # AM-12: faction-wide, from any sector that is owned.
    far = facing().owning(1, 30, megastructures=("Klemperer Rosette",))
    assert odds_in(far) == Fraction(120, 220)


def test_am20_everything_together():
    game = facing("Neo-Humaniste", "Nerve", ship="heavy", other="medium")
    game = game.with_sector(18, megastructures=("Klemperer Rosette",))
    game = game.with_sector(21, megastructures=("Globus Cassus",))
    game = game.with_faction(1, technologies=Technologies(attack=3))
    game = game.with_faction(2, technologies=Technologies(defence=2))
    # a = (1 + 0.3 + 0.2) x 1.25, no colony; d = 1 + 0.2 + 0.2 + 0.3.
    a, d = Fraction(150, 100) * Fraction(125, 100), Fraction(170, 100)
    assert odds_in(game) == a / (a + d)


def test_am20_rebels_have_no_technologies():
    game = facing(kind="colonise").with_sector(19, megastructures=("Globus Cassus",))
    assert odds_in(game.with_faction(1, technologies=Technologies(attack=10))) == Fraction(20, 30)


def test_am20_a_megastructure_built_in_the_turn_helps_in_its_fights():
    game = facing().with_sector(21, resources=200)
    game = game.with_faction(2, technologies=Technologies(engineering=2))
    probe = Probe()
    game.play({2: [Wonder("Globus Cassus")]}, chance=Loaded(**{"fight/0": probe}))
    assert probe.asked[0] == Fraction(100, 220)


# AM-20: skirmishes


def test_am20_every_fleet_is_three_squadrons():
    played = facing().with_sector(19, fleets=Fleets(2, 1, 1)).play(chance=Loaded("A"))
    assert played.skirmishes() == [4 * 3]
    played = facing().with_sector(19, fleets=Fleets(2, 1, 1)).play(chance=Loaded("D"))
    assert played.skirmishes() == [1 * 3]


def test_am20_a_fight_draw_by_draw():
    """Squadrons are drawn by their place; the last one takes the place of one that is lost."""
    draws = [
        # Attackers' squadrons L L L H H H against M M M.
        (0, 0, 400),  # light against medium wins below 400 of 900: lost; H L L H H
        (0, 2, 499),  # heavy against medium wins below 500 of 900: won; M M
        (1, 1, 899),  # light: lost; H H L H
        (2, 0, 399),  # light: won; M
        (2, 0, 400),  # light: lost; H H H
        (0, 0, 500),  # heavy: lost; H H
        (1, 0, 0),  # heavy: won
    ]
    script = Scripted(*(number for draw in draws for number in draw))
    game = new_game().owning(2, 19, fleets=Fleets(medium=1))
    game = game.under_way(1, "conquer", 18, 19, fleets=Fleets(light=1, heavy=1))
    played = game.play(chance=Loaded(**{"fight/0": script}))
    assert script.left == []
    [battle] = played.battles
    assert (battle.taken, played.skirmishes()) == (True, [7])
    assert (battle.attacker.before, battle.attacker.after) == (2, 1)
    # AM-21: the heavy fleet has two squadrons left and survives whole; the light one is gone.
    assert played.fleets(19) == Fleets(heavy=1)


def test_am20_the_defender_may_win_with_a_single_squadron():
    win, lose = 399, 400  # of 800
    draws = [(0, 0, win), (0, 0, win), (0, 0, lose), (0, 0, lose), (0, 0, lose)]
    script = Scripted(*(number for draw in draws for number in draw))
    fought = fight(ONE, ONE, 100, 100, script)
    assert fought == Fought(EMPTY, ONE, 5)
    assert not fought.attacker_won
    assert script.left == []


def test_am20_an_empty_garrison_falls_without_combat():
    game = new_game().owning(2, 19).under_way(1, "conquer", 18, 19)
    played = game.play()
    [battle] = played.battles
    assert (battle.taken, battle.was_fought, battle.attacker.after) == (True, False, 1)
    assert played.sector(19).owner == 1
    assert not played.heard(1, Spoils)


def test_am20_odds_hold_in_the_long_run():
    wins = sum(
        fight(ONE, ONE, 150, 100, Stream(number.to_bytes(4, "big"))).attacker_won
        for number in range(3000)
    )
    # First to three at p = 0.6: p^3 (1 + 3 q + 6 q^2) = 0.216 x (1 + 1.2 + 0.96) = 0.68256.
    assert abs(wins / 3000 - 0.68256) < 0.03


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
    assert played.done(1)[0].stopped.why is Why.NOT_BELOW_MAXIMUM
    assert played.whys(1) == [Why.NOT_BELOW_MAXIMUM]


@pytest.mark.parametrize("facility", ["refinery", "hub"])
def test_am23_upgrades_stop_at_25(facility):
    game = new_game().with_faction(1, purse=Purse(credits=9999)).with_sector(18, resources=9999)
    played = game.play({1: [Upgrade(facility, to=26), Upgrade(facility)]})
    [done] = played.done(1)
    # Levels 5 to 25: 10 x (5 + ... + 25) = 10 x 315.
    assert (done.after, done.cost.R + done.cost.C) == (25, 3150)
    assert played.whys(1) == [Why.NOT_BELOW_MAXIMUM]
