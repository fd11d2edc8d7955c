"""AM-6 to AM-11: what sectors give and what things cost."""

from __future__ import annotations

import pytest

from pbem.rulesets.asylamba_mini.events import (
    FleetsLost,
    Flow,
    Produced,
)
from pbem.rulesets.asylamba_mini.figures import (
    Cost,
    Facilities,
    Fleets,
    Purse,
    Resource,
    Technologies,
    discounted,
)
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
)
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    Game,
    levels,
    new_game,
    told,
    why,
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
    assert told(done.stopped) == why(errors.SHORT, resource=R, need=70, have=10)
    assert played.inside(18).resources == 10 + 60


def test_am7_not_one_level_to_be_paid_is_a_refusal():
    game = new_game().with_sector(18, resources=49)
    assert game.play({1: [Upgrade("refinery", 2)]}).refusals(1) == [
        why(errors.SHORT, resource=R, need=50, have=49)
    ]


def test_am7_an_upgrade_up_to_a_level():
    game = rich().with_sector(18, facilities=levels())
    [done] = game.play({1: [Upgrade("hub", to=7)]}).done(1)
    assert (done.after, done.cost) == (7, Cost(C=50 + 60 + 70))


@pytest.mark.parametrize("order", [Upgrade("hub", to=4), Upgrade("hub", to=0), Upgrade("hub", -1)])
def test_am7_a_level_reached_already_is_a_refusal(order):
    assert new_game().play({1: [order]}).whys(1) == [errors.LEVEL_REACHED]


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
    assert told(done.stopped) == why(errors.SHORT, resource=S, need=200, have=199)


def test_am8_aphera_pays_a_quarter_less_halves_up():
    [done] = rich("Aphera", "Ligue").play({1: [Research("administration", 3)]}).done(1)
    # 37.5, 75 and 112.5, each level rounded by itself.
    assert done.cost == Cost(C=38 + 75 + 113)
    [done] = rich("Aphera", "Ligue").play({1: [Research("conquest")]}).done(1)
    assert done.cost == Cost(X=150)


@pytest.mark.parametrize(
    ("price", "percent", "paid"),
    [
        (50, 25, 38),
        (150, 25, 113),
        (100, 25, 75),
        (150, 30, 105),
        (1, 30, 1),
        (1, 50, 1),
        (7, 0, 7),
    ],
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
        errors.LOCKED,
        errors.CAPITAL_BUILDS_NOTHING,
        errors.NOT_YOURS,
        errors.NOT_A_SECTOR,
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
    assert played.whys(1) == [errors.TOO_FEW_FLEETS]
    assert played.fleets(18) == Fleets(light=4 + 5)
    assert played.inside(18).resources == 50 - 50 + 40


def test_am10_an_order_is_whole_or_refused():
    played = new_game().play({1: [Build("light", 6)]})
    assert played.refusals(1) == [why(errors.SHORT, resource=R, need=60, have=50)]
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
    assert played.whys(1) == ([] if unlocked else [errors.LOCKED])
    assert played.fleets(18).total == 4 + unlocked


def test_am10_the_ligue_may_pay_credits_saying_so():
    played = rich("Ligue", "Negore").play({1: [Build("light", 7, with_credits=True)]})
    [done] = played.done(1)
    assert done.cost == Cost(C=70)
    [done] = rich("Ligue", "Negore").play({1: [Build("light", 7)]}).done(1)
    assert done.cost == Cost(R=70)


def test_am10_nobody_else_may_pay_credits():
    assert rich("Negore").play({1: [Build("light", 1, with_credits=True)]}).whys(1) == [
        errors.CREDITS_REFUSED
    ]


@pytest.mark.parametrize("count", [0, -3])
def test_am10_nothing_is_not_an_order(count):
    assert rich().play({1: [Build("light", count)]}).whys(1) == [errors.NOTHING_TO_BUILD]


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
    assert rich().play({1: [Exchange(C, S, 3)]}).whys(1) == [errors.TOO_LITTLE]
    assert rich().play({1: [Exchange(C, S, -8)]}).whys(1) == [errors.TOO_LITTLE]
    assert rich().play({1: [Exchange(C, S, 0, "get")]}).whys(1) == [errors.TOO_LITTLE]


def test_am11_the_order_may_name_what_is_got():
    [done] = rich().play({1: [Exchange(X, C, 7, "get")]}).done(1)
    assert (done.cost, done.gain) == (Cost(X=28), Cost(C=7))


def test_am11_R_is_that_of_the_capital():
    game = rich().owning(1, 17, resources=500)
    [done] = game.play({1: [Exchange(R, C, 1000)]}).done(1)
    assert (done.cost, done.gain) == (Cost(R=1000), Cost(C=250))
    assert game.play({1: [Exchange(R, C, 1004)]}).refusals(1) == [
        why(errors.SHORT, resource=R, need=1004, have=1000)
    ]
    played = game.play({1: [Exchange(C, R, 8)]})
    assert played.inside(18).resources == 1000 + 2


def test_am11_a_resource_for_itself_is_refused():
    assert rich().play({1: [Exchange(C, C, 8)]}).whys(1) == [errors.SAME_RESOURCE]


def test_am11_what_is_got_can_be_spent_in_the_same_turn():
    game = new_game().with_faction(1, purse=Purse(credits=200))
    played = game.play({1: [Exchange(C, S, 200), Research("defence")]})
    assert played.whys(1) == []
    assert played.means(1).technologies.defence == 1


def test_am15_a_capital_produces_for_its_captor_in_that_very_turn():
    game = new_game().with_sector(21, fleets=EMPTY, resources=58, facilities=Facilities(4, 5, 6, 7))
    game = game.with_faction(1, technologies=Technologies(frame=1), purse=Purse())
    game = game.with_sector(18, facilities=Facilities())
    played = game.under_way(1, "conquer", 22, 21).play()
    # AM-24: an ordinary sector from that turn's production on: 58 + 40 R build nine fleets.
    assert played.fleets(21) == Fleets(light=1, medium=9)
    assert played.inside(21).resources == 8
    assert played.means(1).purse == Purse(50, 60, 70)
    assert not played.battles[0].was_fought
