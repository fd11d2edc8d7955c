"""AM-16 and AM-17: missions, how many and at what price."""

from __future__ import annotations

import pytest

from pbem.rulesets.asylamba_mini.events import FleetsJoined, OrderRefused
from pbem.rulesets.asylamba_mini.figures import (
    Cost,
    Fleets,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.orders import Exchange, Research, Send
from pbem.rulesets.asylamba_mini.view import Payment
from tests.rulesets.asylamba_mini.senders import colonise, conquer, reinforce, sender
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    new_game,
    why,
)

C, R = Resource.C, Resource.R


# AM-16
def test_am16_two_missions_a_sector_the_new_one_counted():
    game = sender().owning(1, 17)
    played = game.play({1: [reinforce(18, 17)] * 5})
    assert len(played.done(1)) == 4
    assert played.refusals(1) == [why(errors.MISSIONS, need=5, have=4, each=2)]


def test_am16_returning_ones_and_those_of_earlier_turns_count():
    game = sender().under_way(1, "return", 19, 18, arrives=3)
    game = game.under_way(1, "reinforce", 17, 18, arrives=3)
    played = game.play({1: [colonise(18, 17)]})
    assert played.refusals(1) == [why(errors.MISSIONS, need=3, have=2, each=2)]


def test_am16_missions_of_others_do_not_count():
    game = sender()
    for _mission in range(4):
        game = game.under_way(2, "reinforce", 22, 21, arrives=3)
    assert game.play({1: [colonise(18, 17)]}).whys(1) == []


def test_am16_counts_when_launching_only():
    game = sender().owning(1, 17, fleets=EMPTY)
    for _mission in range(4):
        game = game.under_way(1, "reinforce", 17, 18, arrives=9)
    game = game.under_way(2, "conquer", 16, 17)
    played = game.play()
    assert played.sector(17).owner == 2
    assert len(played.state.missions) == 4


# AM-17
@pytest.mark.parametrize(("administration", "allowed"), [(0, 0), (1, 1), (2, 2), (5, 3)])
def test_am17_a_level_of_extended_administration_for_each_target(administration, allowed):
    # One sector is owned beyond the capital already; four missions are allowed by AM-16.
    game = sender(administration=administration + 1).owning(1, 19, fleets=ONE)
    played = game.play({1: [colonise(18, 17), colonise(18, 9), colonise(19, 20)]})
    assert len(played.done(1)) == allowed
    assert set(played.whys(1)) <= {errors.ADMINISTRATION}


def test_am17_the_refusal_names_the_level_needed():
    game = sender(administration=2).owning(1, 19, 17)
    assert game.play({1: [colonise(18, 9)]}).refusals(1) == [
        why(errors.ADMINISTRATION, need=3, have=2)
    ]


def test_am17_targets_of_missions_under_way_count_but_not_reinforcements_and_returns():
    game = sender(administration=1)
    assert game.under_way(1, "colonise", 18, 9, arrives=5).play({1: [colonise(18, 17)]}).whys(
        1
    ) == [errors.ADMINISTRATION]
    for kind in ("reinforce", "return"):
        played = game.under_way(1, kind, 19, 18, arrives=5).play({1: [colonise(18, 17)]})
        assert played.whys(1) == []


def test_am17_a_target_attacked_by_several_missions_counts_once():
    paid = Payment(credits=50)
    game = sender(administration=2).owning(1, 19)
    game = game.under_way(1, "colonise", 18, 9, arrives=5, payment=paid)
    game = game.under_way(1, "colonise", 18, 9, arrives=6)
    game = game.with_faction(1, technologies=Technologies(administration=3))
    assert game.play({1: [colonise(18, 17)]}).whys(1) == []


@pytest.mark.parametrize("owned", [1, 2, 3])
def test_am17_it_costs_50_times_the_sectors_owned(owned):
    game = sender().owning(1, *(19, 20)[: owned - 1]).owning(2, 9)
    played = game.play({1: [colonise(18, 17), conquer(18, 9)]})
    costs = [done.cost for done in played.done(1)]
    assert costs == [Cost(C=50 * owned), Cost(X=50 * owned)]


def test_am17_neo_humaniste_pays_30_percent_less_for_colonies_only():
    game = sender("Neo-Humaniste", "Ligue").owning(1, 19).owning(2, 9)
    played = game.play({1: [colonise(18, 17), conquer(18, 9)]})
    assert [done.cost for done in played.done(1)] == [Cost(C=70), Cost(X=100)]


def test_am17_too_poor_to_pay():
    game = sender().with_faction(1, purse=Purse(credits=49, experience=49)).owning(2, 9)
    played = game.play({1: [colonise(18, 17), conquer(18, 9)]})
    assert played.refusals(1) == [
        why(errors.MISSION_PRICE, need=50, each=50, have=49, resource=Resource.C),
        why(errors.MISSION_PRICE, need=50, each=50, have=49, resource=Resource.X),
    ]
    assert played.state.missions == ()
    assert played.fleets(18) == Fleets(light=90)


def test_am17_all_that_a_conquest_needs_is_told_at_once():
    """With a sector of its own, the capital, it wants administration 1."""
    game = sender(administration=0).with_faction(1, purse=Purse(experience=20)).owning(2, 9)
    game = game.with_faction(1, technologies=Technologies())
    (told,) = game.play({1: [conquer(18, 9)]}).heard(1, OrderRefused)
    assert told.refusal.text == (
        "conquest must be researched first, from 0 to 1 for 200 X: RESEARCH conquest; extended "
        "administration "
        "1 is needed, yours is 0: each level lets you own one sector more, and targets of attacks "
        "under way count: RESEARCH extended administration first; the mission costs 50 X, 50 for "
        "every sector that you own; you have 20 X"
    )


def test_am17_with_a_token_no_price_is_told():
    game = sender().with_faction(1, technologies=Technologies(), tokens=Tokens(either=1))
    game = game.with_faction(1, purse=Purse()).owning(2, 9)
    (told,) = game.play({1: [Send("conquer", Fleets(light=1), 18, 9, True)]}).heard(1, OrderRefused)
    assert "costs" not in told.refusal.text


def test_am17_a_conquest_needs_the_technology():
    game = sender().with_faction(1, technologies=Technologies(administration=11)).owning(2, 9)
    played = game.play({1: [conquer(18, 9), Research("conquest"), conquer(18, 9)]})
    assert played.whys(1) == [errors.CONQUEST_UNKNOWN]
    assert len(played.state.missions) == 1


def test_am17_further_missions_on_a_target_paid_for_cost_nothing_and_use_no_level():
    game = sender(administration=1)
    played = game.play({1: [colonise(18, 9), colonise(18, 9)]})
    assert [done.cost for done in played.done(1)] == [Cost(C=50), Cost()]
    paid = Payment(credits=50)
    later = game.under_way(1, "colonise", 18, 9, arrives=5, payment=paid).play(
        {1: [colonise(18, 9)]}
    )
    assert [done.cost for done in later.done(1)] == [Cost()]


def test_am17_a_straggler_to_a_sector_that_has_become_own_uses_no_level():
    game = sender(administration=2).owning(1, 9).under_way(1, "colonise", 18, 9, arrives=5)
    # One sector beyond the capital, so that level 2 allows another.
    assert game.play({1: [colonise(18, 17), colonise(18, 19)]}).refusals(1) == [
        why(errors.ADMINISTRATION, need=3, have=2)
    ]


def test_am17_paid_with_a_token_is_paid():
    game = sender(administration=1).with_faction(1, tokens=Tokens(colonisation=1))
    played = game.play({1: [colonise(18, 9, free=True), colonise(18, 9)]})
    assert [(done.cost, done.token) for done in played.done(1)] == [
        (Cost(), "colonisation"),
        (Cost(), None),
    ]


def test_am17_once_the_paid_mission_is_no_longer_under_way_the_next_pays_again():
    game = sender().under_way(1, "colonise", 18, 9, arrives=5)
    played = game.play({1: [colonise(18, 9)]})
    assert [done.cost for done in played.done(1)] == [Cost(C=50)]


def test_am17_a_mission_of_the_other_kind_pays_for_itself():
    paid = Payment(credits=50)
    game = sender().owning(2, 9).under_way(1, "colonise", 18, 9, arrives=5, payment=paid)
    played = game.play({1: [conquer(18, 9)]})
    assert [done.cost for done in played.done(1)] == [Cost(X=50)]


def test_am17_the_purpose_must_fit_at_launch():
    game = sender().owning(1, 17).owning(2, 19)
    orders = [
        colonise(18, 17),
        colonise(18, 19),
        conquer(18, 17),
        conquer(18, 9),
        reinforce(18, 9),
        reinforce(18, 19),
        reinforce(18, 18),
        colonise(18, 37),
        colonise(0, 17),
        colonise(9, 2),
    ]
    assert game.play({1: orders}).whys(1) == [
        errors.OWN_ALREADY,
        errors.COLONISE_FACTION,
        errors.OWN_ALREADY,
        errors.CONQUER_REBELS,
        errors.REINFORCE_FOREIGN,
        errors.REINFORCE_FOREIGN,
        errors.SAME_SECTOR,
        errors.NOT_A_SECTOR,
        errors.NOT_A_SECTOR,
        errors.NOT_YOURS,
    ]


@pytest.mark.parametrize(
    ("fleets", "why"),
    [
        (Fleets(), errors.NO_FLEETS),
        (Fleets(light=5), errors.TOO_FEW_FLEETS),
        (Fleets(medium=1), errors.TOO_FEW_FLEETS),
        (Fleets(light=-1), errors.NO_FLEETS),
        (Fleets(light=3, medium=-2), errors.NO_FLEETS),
    ],
)
def test_am17_only_fleets_that_are_there_can_be_sent(fleets, why):
    game = new_game().owning(1, 17)
    played = game.play({1: [reinforce(18, 17, fleets)]})
    assert played.whys(1) == [why]
    assert played.fleets(18) == Fleets(light=4)


def test_am17_a_mission_leaves_with_its_fleets():
    game = sender().owning(1, 17).with_sector(18, fleets=Fleets(5, 4, 3))
    played = game.play({1: [reinforce(18, 17, Fleets(1, 2, 3))]})
    assert played.fleets(18) == Fleets(4, 2)
    after = played.play()
    assert after.fleets(17) == Fleets(1, 2, 3)
    [joined] = after.heard(1, FleetsJoined)
    assert (joined.kind, joined.sector, joined.fleets) == ("reinforce", 17, Fleets(1, 2, 3))


def test_am11_a_mission_may_be_paid_by_an_exchange_of_the_same_turn():
    game = sender().with_faction(1, purse=Purse()).with_sector(18, resources=200)
    played = game.play({1: [Exchange(R, C, 200), colonise(18, 17)]})
    assert played.whys(1) == []
    assert played.inside(18).resources == 0
