"""AM-12 and AM-13: megastructures, contests over them, and what is free."""

from __future__ import annotations

import pytest

from pbem.rulesets.asylamba_mini.events import MegastructureBuilt, MegastructureLost
from pbem.rulesets.asylamba_mini.figures import (
    MEGASTRUCTURES,
    Cost,
    Facilities,
    Fleets,
    Purse,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.orders import Build, Research, Send, Wonder
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    Game,
    Loaded,
    Played,
    Scripted,
    new_game,
    why,
)


def rich(*factions: str, **options: str) -> Game:
    """Plenty of everything for seat 1, and no output to blur the figures."""
    game = new_game(*factions, **options).with_faction(1, purse=Purse(1000, 1000, 1000))
    return game.with_sector(18, resources=1000, facilities=Facilities())


# AM-12 and the nine of 3.7


def builder(engineering: int = 5, **purse: int) -> Game:
    technologies = Technologies(engineering=engineering)
    game = new_game().with_faction(1, technologies=technologies, purse=Purse(**purse))
    return game.with_sector(18, resources=500, facilities=Facilities(1, 1, 1, 1))


def wonder(name: str) -> Played:
    played = builder().play({1: [Wonder(name)]})
    assert played.sector(18).megastructures == (name,)
    assert played.whys(1) == []
    return played


@pytest.mark.parametrize(
    ("name", "facilities"),
    [
        ("Space Elevator", Facilities(3, 1, 1, 1)),
        ("Gravity Train", Facilities(1, 3, 1, 1)),
        ("Globus Cassus", Facilities(1, 1, 1, 2)),
        ("Klemperer Rosette", Facilities(1, 1, 1, 2)),
        ("Circumsolar Collider", Facilities(1, 1, 3, 1)),
        ("Planet Gaia", Facilities(1, 1, 1, 1)),
        ("Bernal Sphere", Facilities(1, 1, 1, 1)),
        ("Ringworld", Facilities(1, 25, 1, 1)),
        ("Dyson Sphere", Facilities(25, 1, 1, 1)),
    ],
)
def test_am12_a_megastructure_costs_R_raises_levels_and_works_at_once(name, facilities):
    played = wonder(name)
    assert played.inside(18).facilities == facilities
    # 500 R less its cost, and the output of the levels as raised.
    assert played.inside(18).resources == 500 - MEGASTRUCTURES[name].cost + 10 * facilities.refinery
    assert played.means(1).purse == Purse(
        10 * facilities.hub, 10 * facilities.technosphere, 10 * facilities.school
    )
    assert played.view(1).standing(1).points == 1 + 1
    [built] = played.heard(None, MegastructureBuilt)
    assert (built.name, built.seat, built.sector) == (name, 1, 18)


@pytest.mark.parametrize(
    ("name", "tokens", "administration"),
    [
        ("Circumsolar Collider", Tokens(technology=1), 0),
        ("Planet Gaia", Tokens(either=1), 1),
        ("Ringworld", Tokens(), 0),
    ],
)
def test_am12_one_time_grants_of_a_megastructure(name, tokens, administration):
    means = wonder(name).means(1)
    assert means.tokens == tokens
    assert means.technologies == Technologies(administration=administration, engineering=5)


def test_am12_the_bernal_sphere_doubles_the_garrison_then_present():
    game = builder().with_sector(18, fleets=Fleets(3, 2, 1)).owning(1, 17)
    orders = [
        Wonder("Bernal Sphere"),
        Send("reinforce", Fleets(light=1), 18, 17),
        Build("light", 10),
    ]
    played = game.play({1: orders})
    # One light fleet has left and ten come later: 2, 2 and 1 are doubled.
    assert played.fleets(18) == Fleets(4 + 10, 4, 2)


@pytest.mark.parametrize("name", sorted(MEGASTRUCTURES))
def test_am12_spatial_engineering_of_the_right_level_is_needed(name):
    needed = MEGASTRUCTURES[name].level
    assert builder(needed).play({1: [Wonder(name)]}).whys(1) == []
    assert builder(needed - 1).play({1: [Wonder(name)]}).refusals(1) == [
        why(errors.ENGINEERING, name=name, need=needed, have=needed - 1)
    ]


@pytest.mark.parametrize(
    ("name", "price"),
    [
        ("Space Elevator", 105),
        ("Globus Cassus", 140),
        ("Planet Gaia", 175),
        ("Ringworld", 210),
        ("Dyson Sphere", 280),
    ],
)
def test_am12_nouvelle_nerve_pays_30_percent_less(name, price):
    game = rich("Nouvelle-Nerve").with_faction(1, technologies=Technologies(engineering=5))
    [done] = game.play({1: [Wonder(name)]}).done(1)
    assert done.cost == Cost(R=price)


def test_am12_one_of_each_in_the_galaxy():
    first = wonder("Space Elevator")
    assert first.play({1: [Wonder("Space Elevator")]}).refusals(1) == [
        why(errors.BUILT, name="Space Elevator", sector=18)
    ]
    twice = builder().play({1: [Wonder("Space Elevator"), Wonder("Space Elevator")]})
    assert twice.whys(1) == [errors.CLAIMED]
    assert twice.inside(18).resources == 500 - 150 + 30


def claims(*engineering: int) -> Game:
    """Three claimants of a megastructure, with 150 R each and nothing to blur the figures."""
    game = new_game("Ligue", "Negore", "Nouvelle-Nerve")
    for seat, capital in enumerate((18, 21, 27), start=1):
        game = game.with_sector(capital, resources=150, facilities=Facilities())
        technologies = Technologies(engineering=engineering[seat - 1])
        game = game.with_faction(seat, technologies=technologies)
    return game


TRAIN = {seat: [Wonder("Gravity Train")] for seat in (1, 2, 3)}


def owner_of_the_train(played: Played) -> int:
    [built] = played.heard(None, MegastructureBuilt)
    return built.seat


@pytest.mark.parametrize(
    ("engineering", "winner"), [((1, 2, 1), 2), ((3, 2, 1), 1), ((4, 2, 5), 3)]
)
def test_am12_a_contest_goes_to_the_higher_engineering(engineering, winner):
    # Points speak against the winner, and are not asked.
    points = [9 if seat == winner else 1 for seat in (1, 2, 3)]
    played = claims(*engineering).with_points(*points).play(TRAIN)
    assert owner_of_the_train(played) == winner


def test_am12_then_to_the_fewer_victory_points():
    assert owner_of_the_train(claims(2, 2, 2).with_points(3, 2, 4).play(TRAIN)) == 2
    assert owner_of_the_train(claims(2, 2, 1).with_points(3, 2, 1).play(TRAIN)) == 2
    assert owner_of_the_train(claims(1, 1, 1).with_points(3, 2, 1).play(TRAIN)) == 3


def test_am12_then_to_chance():
    label = "megastructure/Gravity Train"
    for draws, winner in [((2, 1), 1), ((1, 1), 1), ((0, 1), 3), ((2, 0), 2)]:
        # Shuffling 1, 2, 3: the last changes places with the drawn one, then the middle one.
        chance = Loaded(**{label: Scripted(*draws)})
        played = claims(2, 2, 2).with_points(2, 2, 2).play(TRAIN, chance=chance)
        assert owner_of_the_train(played) == winner


def test_am12_engineering_researched_in_the_same_turn_counts():
    game = claims(1, 2, 1).with_faction(1, purse=Purse(credits=250))
    played = game.play({**TRAIN, 1: [Wonder("Gravity Train"), Research("engineering", 2)]})
    assert owner_of_the_train(played) == 1


def test_am12_the_losers_R_returns_too_late_for_that_turn():
    game = claims(1, 2, 1)
    played = game.play({**TRAIN, 1: [Wonder("Gravity Train"), Build("light", 1)]})
    # What Nouvelle-Nerve paid is 150 less 30 %.
    for seat, capital, paid in ((1, 18, 150), (3, 27, 105)):
        [lost] = played.heard(seat, MegastructureLost)
        assert (lost.name, lost.winner, lost.returned) == ("Gravity Train", 2, paid)
        assert played.inside(capital).resources == 150
    assert played.whys(1) == [errors.SHORT]
    assert played.inside(21).resources == 0
    assert not played.heard(2, MegastructureLost)


def test_am12_a_faction_may_win_several_and_lose_another_in_one_turn():
    game = claims(2, 3, 1).with_sector(18, resources=500)
    orders = [Wonder("Space Elevator"), Wonder("Gravity Train"), Wonder("Globus Cassus")]
    played = game.play({1: orders, 2: [Wonder("Gravity Train")]})
    assert played.sector(18).megastructures == ("Space Elevator", "Globus Cassus")
    assert played.sector(21).megastructures == ("Gravity Train",)
    # 500 - 150 - 150 - 200, the train's 150 back, and the elevator's 2 x 10.
    assert played.inside(18).resources == 150 + 20


def test_am12_effects_and_point_stay_with_the_sector_but_one_time_grants_do_not_pass_on():
    game = new_game().with_sector(21, fleets=EMPTY, facilities=Facilities())
    game = game.with_sector(21, megastructures=("Planet Gaia", "Circumsolar Collider"))
    played = game.with_sector(21, facilities=Facilities(technosphere=2)).under_way(
        1, "conquer", 22, 21
    )
    after = played.play()
    assert after.sector(21).megastructures == ("Planet Gaia", "Circumsolar Collider")
    assert after.means(1).tokens == Tokens()
    assert after.means(1).technologies.administration == 0
    assert after.means(1).purse.science == 2 * 10
    # Own capital, the captured one, and its two megastructures.
    assert after.view(1).standing(1).points == 1 + 1 + 2


# AM-13


def with_tokens(**tokens: int) -> Game:
    game = new_game().with_faction(1, tokens=Tokens(**tokens), purse=Purse())
    return game.with_sector(18, facilities=Facilities())


@pytest.mark.parametrize(
    "technology", ["administration", "engineering", "conquest", "defence", "attack", "frame"]
)
def test_am13_a_technology_token_buys_one_level_of_any(technology):
    played = with_tokens(technology=2).play({1: [Research(technology, free=True)]})
    assert played.means(1).technologies == Technologies(**{technology: 1})
    assert played.means(1).tokens == Tokens(technology=1)
    assert played.done(1)[0].token == "technology"
    assert played.done(1)[0].cost == Cost()


def test_am13_a_technology_token_buys_no_second_level_and_none_beyond_the_maximum():
    game = with_tokens(technology=2)
    orders = [Research("frame", 2, free=True), Research("frame", to=2, free=True)]
    assert game.play({1: orders}).whys(1) == [errors.ONE_LEVEL_A_TOKEN] * 2
    full = game.with_faction(1, technologies=Technologies(conquest=1))
    played = full.play({1: [Research("conquest", free=True)]})
    assert played.whys(1) == [errors.NOT_BELOW_MAXIMUM]
    assert played.means(1).tokens == Tokens(technology=2)


def test_am13_without_a_token_nothing_is_free():
    game = with_tokens().with_faction(1, technologies=Technologies(administration=5))
    orders = [Research("frame", free=True), Send("colonise", ONE, 18, 17, free=True)]
    assert game.play({1: orders}).whys(1) == [errors.NO_TOKEN, errors.NO_TOKEN]


@pytest.mark.parametrize(
    ("kind", "held", "left"),
    [
        ("colonise", {"colonisation": 1, "either": 1}, Tokens(either=1)),
        ("colonise", {"either": 1, "conquest": 1}, Tokens(conquest=1)),
        ("conquer", {"conquest": 1, "either": 1}, Tokens(either=1)),
        ("conquer", {"either": 1, "colonisation": 1}, Tokens(colonisation=1)),
    ],
)
def test_am13_a_mission_token_pays_and_the_more_special_one_goes_first(kind, held, left):
    game = with_tokens(**held).owning(2, 19)
    game = game.with_faction(1, technologies=Technologies(administration=1, conquest=1))
    target = 17 if kind == "colonise" else 19
    played = game.play({1: [Send(kind, ONE, 18, target, free=True)]})
    assert played.whys(1) == []
    assert played.done(1)[0].cost == Cost()
    assert played.means(1).tokens == left


@pytest.mark.parametrize(
    ("kind", "held"), [("colonise", {"conquest": 1}), ("conquer", {"colonisation": 1})]
)
def test_am13_a_token_of_the_other_kind_pays_nothing(kind, held):
    game = with_tokens(**held).owning(2, 19)
    game = game.with_faction(1, technologies=Technologies(administration=1, conquest=1))
    target = 17 if kind == "colonise" else 19
    assert game.play({1: [Send(kind, ONE, 18, target, free=True)]}).whys(1) == [errors.NO_TOKEN]


def test_am13_a_token_pays_the_cost_only():
    game = with_tokens(colonisation=1, conquest=1).owning(2, 19)
    orders = [
        Send("colonise", ONE, 18, 17, free=True),
        Send("conquer", ONE, 18, 19, free=True),
    ]
    played = game.play({1: orders})
    assert played.whys(1) == [errors.ADMINISTRATION, errors.CONQUEST_UNKNOWN]
    assert played.means(1).tokens == Tokens(colonisation=1, conquest=1)


def test_am13_a_token_is_kept_where_the_mission_costs_nothing_anyway():
    game = with_tokens(colonisation=2)
    game = game.with_faction(1, technologies=Technologies(administration=1))
    send = Send("colonise", ONE, 18, 17, free=True)
    played = game.play({1: [send, send]})
    assert played.whys(1) == []
    assert played.means(1).tokens == Tokens(colonisation=1)


def test_am13_a_token_granted_this_turn_can_be_used_in_the_next():
    game = rich().with_sector(17, fleets=EMPTY, bonus="laboratory")
    played = game.under_way(1, "colonise", 18, 17).play({1: [Research("frame", free=True)]})
    assert played.whys(1) == [errors.NO_TOKEN]
    assert played.play({1: [Research("frame", free=True)]}).means(1).technologies.frame == 1
