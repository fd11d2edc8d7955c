"""AM-6 to AM-13: what sectors give, what things cost, and what is free."""

from __future__ import annotations

import pytest

from pbem.rulesets.asylamba_mini.events import (
    Battle,
    FleetsLost,
    Flow,
    MegastructureBuilt,
    MegastructureLost,
    Produced,
)
from pbem.rulesets.asylamba_mini.figures import MEGASTRUCTURES, discounted
from pbem.rulesets.asylamba_mini.holdings import (
    Cost,
    Facilities,
    Fleets,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refusal, Why
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

R, C, S, X = Resource.R, Resource.C, Resource.S, Resource.X


def rich(*factions: str, **options: str) -> Game:
    """Plenty of everything for seat 1, and no output to blur the figures."""
    game = new_game(*factions, **options).with_faction(1, purse=Purse(1000, 1000, 1000))
    return game.with_sector(18, resources=1000, facilities=Facilities())


# AM-6


def test_am6_output_is_ten_a_level_in_every_owned_sector():
    game = new_game().with_sector(18, facilities=Facilities(4, 5, 6, 7))
    game = game.owning(1, 17, facilities=Facilities(hub=1, technosphere=2, school=3))
    played = game.play()
    # The capital's 50 R + 4 x 10; 50 C + (5 + 1) x 10; (6 + 2) x 10 S; (7 + 3) x 10 X.
    assert played.inside(18).resources == 50 + 40
    assert played.means(1).purse == Purse(50 + 60, 80, 100)
    [produced] = played.heard(1, Produced)
    assert produced.income == Cost(40, 60, 80, 100)


def test_am6_R_stays_in_its_sector():
    game = new_game().owning(1, 17, facilities=Facilities(refinery=3))
    played = game.play()
    assert played.inside(18).resources == 50 + 40
    assert played.fleets(17) == Fleets(light=3)


# AM-7


@pytest.mark.parametrize(("facility", "unit"), [("refinery", "R"), ("hub", "C")])
def test_am7_a_level_costs_ten_times_the_new_level(facility, unit):
    played = new_game().play({1: [Upgrade(facility)]})
    [done] = played.done(1)
    # From 4 to 5 for 5 x 10; the new level produces this very turn.
    assert done.cost == Cost.just(Resource(unit), 50)
    assert played.inside(18).facilities == levels(**{facility: 5})
    [flow] = played.heard(1, Flow)
    assert flow.after.of(Resource(unit)) == 50 - 50 + 50


def test_am7_as_many_levels_as_can_be_paid():
    game = new_game().with_sector(18, resources=120)
    played = game.play({1: [Upgrade("refinery", 5)]})
    [done] = played.done(1)
    # 50 for level 5, 60 for level 6; 10 are left of the 70 that level 7 costs.
    assert (done.before, done.after, done.cost) == (4, 6, Cost(R=110))
    assert done.stopped == Refusal(Why.SHORT, resource=R, need=70, have=10)
    assert played.inside(18).resources == 10 + 60


def test_am7_not_one_level_to_be_paid_is_a_refusal():
    game = new_game().with_sector(18, resources=49)
    assert game.play({1: [Upgrade("refinery", 2)]}).refusals(1) == [
        Refusal(Why.SHORT, resource=R, need=50, have=49)
    ]


def test_am7_an_upgrade_up_to_a_level():
    game = rich().with_sector(18, facilities=levels())
    [done] = game.play({1: [Upgrade("hub", to=7)]}).done(1)
    assert (done.after, done.cost) == (7, Cost(C=50 + 60 + 70))


@pytest.mark.parametrize("order", [Upgrade("hub", to=4), Upgrade("hub", to=0), Upgrade("hub", -1)])
def test_am7_a_level_reached_already_is_a_refusal(order):
    assert new_game().play({1: [order]}).whys(1) == [Why.LEVEL_REACHED]


def test_am7_upgrades_happen_in_the_capital_only():
    game = rich().owning(1, 17, resources=9, facilities=Facilities(refinery=1))
    played = game.play({1: [Upgrade("refinery")]})
    assert played.inside(18).facilities.refinery == 1
    assert played.inside(17).facilities.refinery == 1


# AM-8


@pytest.mark.parametrize(
    ("technology", "unit", "cost"),
    [
        ("administration", C, 50),
        ("engineering", C, 50),
        ("conquest", X, 200),
        ("defence", S, 50),
        ("attack", S, 50),
        ("frame", S, 100),
    ],
)
def test_am8_the_first_level_of_every_technology(technology, unit, cost):
    played = rich().play({1: [Research(technology)]})
    [done] = played.done(1)
    assert done.cost == Cost.just(unit, cost)
    assert played.means(1).technologies == Technologies(**{technology: 1})


def test_am8_level_n_costs_n_times_the_first():
    [done] = rich().play({1: [Research("administration", 3)]}).done(1)
    assert (done.after, done.cost) == (3, Cost(C=50 + 100 + 150))


def test_am8_as_many_levels_as_can_be_paid():
    game = rich().with_faction(1, purse=Purse(science=349))
    played = game.play({1: [Research("frame", to=2)]})
    [done] = played.done(1)
    assert done.cost == Cost(S=100 + 200)
    game = rich().with_faction(1, purse=Purse(science=299))
    [done] = game.play({1: [Research("frame", to=2)]}).done(1)
    assert (done.after, done.cost) == (1, Cost(S=100))
    assert done.stopped == Refusal(Why.SHORT, resource=S, need=200, have=199)


def test_am8_aphera_pays_a_quarter_less_halves_up():
    [done] = rich("Aphera", "Ligue").play({1: [Research("administration", 3)]}).done(1)
    # 37.5, 75 and 112.5, each level rounded by itself.
    assert done.cost == Cost(C=38 + 75 + 113)
    [done] = rich("Aphera", "Ligue").play({1: [Research("conquest")]}).done(1)
    assert done.cost == Cost(X=150)


@pytest.mark.parametrize(
    ("price", "percent", "paid"),
    [(50, 25, 38), (150, 25, 113), (100, 25, 75), (150, 30, 105), (1, 30, 1), (1, 50, 1), (7, 0, 7)],
)
def test_am8_every_discount_is_rounded_to_the_nearest_unit_halves_up(price, percent, paid):
    assert discounted(price, percent) == paid


# AM-9


def test_am9_a_sector_builds_a_fleet_a_refinery_level_and_keeps_the_remainder():
    game = new_game().owning(1, 17, facilities=Facilities(refinery=2), resources=17)
    played = game.play()
    # 17 + 2 x 10 = 37 R: three fleets, 7 R stay.
    assert played.fleets(17) == Fleets(light=3)
    assert played.inside(17).resources == 7
    [produced] = played.heard(1, Produced)
    assert produced.built == ((17, Fleets(light=3)),)


@pytest.mark.parametrize(("frame", "ship"), [(0, "light"), (1, "medium"), (2, "heavy")])
def test_am9_the_heaviest_unlocked_is_built_unless_said_otherwise(frame, ship):
    game = new_game().owning(1, 17, facilities=Facilities(refinery=2))
    game = game.with_faction(1, technologies=Technologies(frame=frame))
    assert game.play().fleets(17) == Fleets.just(ship, 2)


def test_am9_autobuild_names_the_type_until_named_anew():
    game = new_game().owning(1, 17, facilities=Facilities(refinery=1))
    game = game.with_faction(1, technologies=Technologies(frame=2))
    first = game.play({1: [Autobuild(17, "medium")]})
    assert first.fleets(17) == Fleets(medium=1)
    second = first.play()
    assert second.fleets(17) == Fleets(medium=2)
    assert second.play({1: [Autobuild(17, "light")]}).fleets(17) == Fleets(light=1, medium=2)


def test_am9_autobuild_takes_only_unlocked_types_of_own_sectors_beyond_the_capital():
    game = new_game().owning(1, 17)
    orders = [
        Autobuild(17, "heavy"),
        Autobuild(18, "light"),
        Autobuild(21, "light"),
        Autobuild(0, "light"),
    ]
    assert game.play({1: orders}).whys(1) == [
        Why.LOCKED,
        Why.CAPITAL_BUILDS_NOTHING,
        Why.NOT_YOURS,
        Why.NOT_A_SECTOR,
    ]


def test_am9_autobuild_lapses_when_the_sector_changes_hands():
    game = new_game().owning(2, 17, autobuild="light", facilities=Facilities(refinery=1))
    game = game.with_faction(1, technologies=Technologies(frame=2))
    played = game.under_way(1, "conquer", 18, 17).play()
    assert played.inside(17).autobuild is None
    assert played.fleets(17) == Fleets(light=1, heavy=1)


def test_am9_in_the_capital_nothing_is_built_unless_ordered():
    played = new_game().play()
    assert played.fleets(18) == Fleets(light=4)
    assert played.inside(18).resources == 50 + 40


# AM-10


def test_am10_fleets_cost_10_R_and_are_ready_at_the_end_of_the_turn():
    game = new_game().owning(1, 17)
    played = game.play({1: [Build("light", 5), Send("reinforce", Fleets(light=5), 18, 17)]})
    assert played.whys(1) == [Why.TOO_FEW_FLEETS]
    assert played.fleets(18) == Fleets(light=4 + 5)
    assert played.inside(18).resources == 50 - 50 + 40


def test_am10_an_order_is_whole_or_refused():
    played = new_game().play({1: [Build("light", 6)]})
    assert played.refusals(1) == [Refusal(Why.SHORT, resource=R, need=60, have=50)]
    assert played.fleets(18) == Fleets(light=4)
    assert played.inside(18).resources == 50 + 40


@pytest.mark.parametrize(
    ("frame", "ship", "unlocked"),
    [
        (0, "light", True),
        (0, "medium", False),
        (1, "medium", True),
        (1, "heavy", False),
        (2, "heavy", True),
        (2, "light", True),
    ],
)
def test_am10_any_unlocked_type(frame, ship, unlocked):
    game = new_game().with_faction(1, technologies=Technologies(frame=frame))
    played = game.play({1: [Build(ship, 1)]})
    assert played.whys(1) == ([] if unlocked else [Why.LOCKED])
    assert played.fleets(18).total == 4 + unlocked


def test_am10_the_ligue_may_pay_credits_saying_so():
    played = rich("Ligue", "Negore").play({1: [Build("light", 7, with_credits=True)]})
    [done] = played.done(1)
    assert done.cost == Cost(C=70)
    [done] = rich("Ligue", "Negore").play({1: [Build("light", 7)]}).done(1)
    assert done.cost == Cost(R=70)


def test_am10_nobody_else_may_pay_credits():
    assert rich("Negore").play({1: [Build("light", 1, with_credits=True)]}).whys(1) == [
        Why.CREDITS_REFUSED
    ]


@pytest.mark.parametrize("count", [0, -3])
def test_am10_nothing_is_not_an_order(count):
    assert rich().play({1: [Build("light", count)]}).whys(1) == [Why.NOTHING_TO_BUILD]


def test_am10_fleets_ordered_in_a_capital_that_falls_are_lost():
    game = new_game().with_sector(18, fleets=EMPTY).under_way(2, "conquer", 19, 18)
    played = game.play({1: [Build("light", 5)]})
    [lost] = played.heard(1, FleetsLost)
    assert (lost.sector, lost.fleets) == (18, Fleets(light=5))
    # Seat 2's one fleet, and four built of the capital's 0 + 4 x 10 R.
    assert played.fleets(18) == Fleets(light=1 + 4)


# AM-11


def test_am11_give_four_get_one():
    played = rich("Ligue", "Nerve").play({1: [Exchange(C, S, 40)]})
    [done] = played.done(1)
    assert (done.cost, done.gain) == (Cost(C=40), Cost(S=10))
    assert played.means(1).purse == Purse(1000 - 40, 1000 + 10, 1000)


def test_am11_negore_gives_two():
    [done] = rich("Negore").play({1: [Exchange(C, S, 40)]}).done(1)
    assert (done.cost, done.gain) == (Cost(C=40), Cost(S=20))


def test_am11_whole_units_only_and_what_buys_none_is_kept():
    [done] = rich().play({1: [Exchange(C, S, 43)]}).done(1)
    assert (done.cost, done.gain) == (Cost(C=40), Cost(S=10))
    assert rich().play({1: [Exchange(C, S, 3)]}).whys(1) == [Why.TOO_LITTLE]
    assert rich().play({1: [Exchange(C, S, -8)]}).whys(1) == [Why.TOO_LITTLE]
    assert rich().play({1: [Exchange(C, S, 0, "get")]}).whys(1) == [Why.TOO_LITTLE]


def test_am11_the_order_may_name_what_is_got():
    [done] = rich().play({1: [Exchange(X, C, 7, "get")]}).done(1)
    assert (done.cost, done.gain) == (Cost(X=28), Cost(C=7))


def test_am11_R_is_that_of_the_capital():
    game = rich().owning(1, 17, resources=500)
    [done] = game.play({1: [Exchange(R, C, 1000)]}).done(1)
    assert (done.cost, done.gain) == (Cost(R=1000), Cost(C=250))
    assert game.play({1: [Exchange(R, C, 1004)]}).refusals(1) == [
        Refusal(Why.SHORT, resource=R, need=1004, have=1000)
    ]
    played = game.play({1: [Exchange(C, R, 8)]})
    assert played.inside(18).resources == 1000 + 2


def test_am11_a_resource_for_itself_is_refused():
    assert rich().play({1: [Exchange(C, C, 8)]}).whys(1) == [Why.SAME_RESOURCE]


def test_am11_what_is_got_can_be_spent_in_the_same_turn():
    game = new_game().with_faction(1, purse=Purse(credits=200))
    played = game.play({1: [Exchange(C, S, 200), Research("defence")]})
    assert played.whys(1) == []
    assert played.means(1).technologies.defence == 1


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
        Refusal(Why.ENGINEERING, subject=name, need=needed, have=needed - 1)
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
        Refusal(Why.BUILT, subject="Space Elevator", sector=18)
    ]
    twice = builder().play({1: [Wonder("Space Elevator"), Wonder("Space Elevator")]})
    assert twice.whys(1) == [Why.CLAIMED]
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


@pytest.mark.parametrize(("engineering", "winner"), [((1, 2, 1), 2), ((3, 2, 1), 1), ((4, 2, 5), 3)])
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
    assert played.whys(1) == [Why.SHORT]
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
    assert game.play({1: orders}).whys(1) == [Why.ONE_LEVEL_A_TOKEN] * 2
    full = game.with_faction(1, technologies=Technologies(conquest=1))
    played = full.play({1: [Research("conquest", free=True)]})
    assert played.whys(1) == [Why.NOT_BELOW_MAXIMUM]
    assert played.means(1).tokens == Tokens(technology=2)


def test_am13_without_a_token_nothing_is_free():
    game = with_tokens().with_faction(1, technologies=Technologies(administration=5))
    orders = [Research("frame", free=True), Send("colonise", ONE, 18, 17, free=True)]
    assert game.play({1: orders}).whys(1) == [Why.NO_TOKEN, Why.NO_TOKEN]


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
    assert game.play({1: [Send(kind, ONE, 18, target, free=True)]}).whys(1) == [Why.NO_TOKEN]


def test_am13_a_token_pays_the_cost_only():
    game = with_tokens(colonisation=1, conquest=1).owning(2, 19)
    orders = [
        Send("colonise", ONE, 18, 17, free=True),
        Send("conquer", ONE, 18, 19, free=True),
    ]
    played = game.play({1: orders})
    assert played.whys(1) == [Why.ADMINISTRATION, Why.CONQUEST_UNKNOWN]
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
    assert played.whys(1) == [Why.NO_TOKEN]
    assert played.play({1: [Research("frame", free=True)]}).means(1).technologies.frame == 1


def test_am15_a_capital_produces_for_its_captor_in_that_very_turn():
    game = new_game().with_sector(21, fleets=EMPTY, resources=58, facilities=Facilities(4, 5, 6, 7))
    game = game.with_faction(1, technologies=Technologies(frame=1), purse=Purse())
    game = game.with_sector(18, facilities=Facilities())
    played = game.under_way(1, "conquer", 22, 21).play()
    # AM-24: an ordinary sector from that turn's production on: 58 + 40 R build nine fleets.
    assert played.fleets(21) == Fleets(light=1, medium=9)
    assert played.inside(21).resources == 8
    assert played.means(1).purse == Purse(50, 60, 70)
    assert played.heard(None, Battle)[0].skirmishes == 0
