"""Who wins a skirmish, and by what chance (AM-20)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.rng import Chance, Stream
from pbem.rulesets.asylamba_mini.events import Spoils
from pbem.rulesets.asylamba_mini.figures import (
    Fleets,
    Technologies,
)
from pbem.rulesets.asylamba_mini.mechanics.combat import Fought, chance_to_win, fight, odds
from pbem.rulesets.asylamba_mini.orders import Wonder
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    Game,
    Loaded,
    Probe,
    Scripted,
    new_game,
    odds_in,
)


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


# What is told of a fight before it is fought


@pytest.mark.parametrize(
    ("attackers", "defenders", "attack"),
    [
        (Fleets(light=5), Fleets(light=4), 100),
        (Fleets(medium=4), Fleets(light=5), 100),
        (Fleets(light=5), Fleets(heavy=5), 120),
        (Fleets(light=3, medium=2), Fleets(light=5), 100),
    ],
)
def test_the_chance_of_an_attack_is_that_of_the_fights_AM_20(attackers, defenders, attack) -> None:
    chances = (Chance(bytes([n // 256, n % 256]) * 16, 1).stream("fight") for n in range(1000))
    won = sum(fight(attackers, defenders, attack, 100, one).attacker_won for one in chances)
    assert chance_to_win(attackers, defenders, attack, 100) == pytest.approx(won / 1000, abs=0.05)


def test_as_many_win_every_second_time_and_twice_as_many_nearly_always_AM_20() -> None:
    ten = Fleets(light=10)
    assert chance_to_win(ten, ten, 100, 100) == pytest.approx(0.5)
    assert chance_to_win(Fleets(light=20), ten, 100, 100) > 0.99
    assert chance_to_win(Fleets(light=900), Fleets(light=899), 100, 100) > 0.5
    assert chance_to_win(ten, Fleets(), 100, 100) == 1
    assert chance_to_win(Fleets(), ten, 100, 100) == 0
