"""PA-7 to PA-9: settling, weapons, swaps and refills."""

from __future__ import annotations

import pytest

from pbem.engine.rng import Chance
from pbem.rulesets.parsec.events import ShipsDrawn
from pbem.rulesets.parsec.figures import Counts, just
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.view import ShipsSwapped, SystemDestroyed, SystemSettled
from tests.rulesets.parsec.situation import (
    PASS,
    Game,
    at,
    board,
    counts,
    destroy,
    drawn,
    given,
    leader,
    settle,
    swap,
)

# PA-7: where


@pytest.mark.parametrize(
    ("ship", "where", "why"),
    [
        ("m", "b1", errors.UNINHABITABLE),
        ("s", "b1", errors.UNINHABITABLE),
        ("g", "b1", errors.UNINHABITABLE),
        ("r", "a1", errors.INHABITABLE),
        ("m", "c1", errors.OCCUPIED),
        ("m", "d1", errors.OCCUPIED),
        ("m", "e1", errors.DESTROYED),
        ("r", "e1", errors.DESTROYED),
        ("m", "g1", errors.OFF_BOARD),
        ("m", "a99", errors.OFF_BOARD),
    ],
)
def test_pa7_where_nobody_may_settle(ship, where, why):
    game = given(". # s M2 x .", {1: "msgr"})
    played = game.play({1: [settle(ship, where)]})
    assert played.whys(1) == [why]
    assert played.galaxy == game.galaxy


def test_pa7_miners_settle_uninhabitable_systems_and_all_others_inhabitable_ones():
    game = given(". . . #", {1: "msg", 2: "r"})
    played = game.play({1: [settle("m", "a1"), settle("s", "b1")]})
    played = played.play({2: [settle("r", "d1")]})
    assert played.galaxy == board("m s . r")


def test_pa7_a_ship_must_be_in_hand():
    played = given(". . .", {1: "m"}).play({1: [settle("m", "a1"), settle("m", "b1")]})
    assert played.whys(1) == [errors.NO_SHIP]
    assert played.galaxy == board("m . .")


def test_pa7_settling_far_from_everything_is_allowed_and_yields_nothing():
    played = given("s . . .", {1: "m"}).play({1: [settle("m", "d1")]})
    assert [one.gains for one in played.noted(SystemSettled)] == [None]


def test_pa7_a_system_with_a_dormant_artifact_may_be_settled():
    played = given(".* . .", {1: "m"}).play({1: [settle("m", "a1")]})
    assert played.galaxy == board("m* . .")


@pytest.mark.parametrize(
    ("drawing", "joins"),
    [
        (
            """
            .  s  .
            s  .  s
            """,
            3,
        ),
        (
            """
            .  s  .
            s  .  s
            .  m  .
            """,
            4,
        ),
        # Lone leaders are regions too.
        (
            """
            .  s  .
            s  .  G1
            """,
            3,
        ),
    ],
    ids=["three", "four", "a leader"],
)
def test_pa7_joining_more_than_two_regions_is_refused(drawing, joins):
    game = given(drawing, {1: "m"})
    played = game.play({1: [settle("m", "b2")]})
    assert [(one.message, dict(one.fields)["number"]) for one in played.refusals(1)] == [
        (errors.JOINS_MORE, joins)
    ]
    assert played.galaxy == game.galaxy


def test_pa7_four_neighbours_of_two_regions_are_two():
    game = given(
        """
        s  s  .
        s  .  m
        .  m  m
        """,
        {1: "m"},
    )
    assert game.play({1: [settle("m", "b2")]}).whys(1) == []


# PA-7: the resource


@pytest.mark.parametrize(
    ("drawing", "ship", "gains"),
    [
        # The leader of its kind, whoever settles.
        (". s M1", "m", 1),
        (". s M2", "m", 2),
        (". s S2", "s", 2),
        (". s G1", "g", 1),
        # Else the government.
        (". s G2", "m", 2),
        (". s G1", "s", 1),
        # The kind before the government.
        (". G1 s M2", "m", 2),
        # Else nobody.
        (". s R1", "m", None),
        (". s S1", "g", None),
        (". s .", "m", None),
    ],
)
def test_pa7_who_gains_the_resource(drawing, ship, gains):
    played = given(drawing, {1: ship}).play({1: [settle(ship, "a1")]})
    assert [one.gains for one in played.noted(SystemSettled)] == [gains]
    for seat in (1, 2):
        assert played.resources(seat) == (counts(ship) if seat == gains else counts(""))


def test_pa7_mining_pays_the_mining_leader_or_the_government():
    game = given(
        """
        #  s  R2
        #  G1 .
        """,
        {1: "rr"},
    )
    played = game.play({1: [settle("r", "a1"), settle("r", "a2")]})
    assert (played.resources(1), played.resources(2)) == (counts(""), counts("rr"))
    fallback = given("# s G1", {1: "r"}).play({1: [settle("r", "a1")]})
    assert fallback.resources(1) == counts("r")


def test_pa7_a_settlement_that_joins_a_region_without_leaders_yields_as_ever():
    """c1 joins M2's region and the lone merchants of d1: only one of them has a leader."""
    played = given("M2 s . m", {1: "m"}).play({1: [settle("m", "c1")]})
    [settled] = played.noted(SystemSettled)
    assert (settled.gains, settled.is_union) == (2, False)
    assert played.resources(2) == counts("m")


def test_pa7_a_settlement_that_joins_two_regions_with_leaders_yields_nothing():
    """Even where no two of them are of a kind, and the settler's own leader is there."""
    played = given("M1 s . s G1", {1: "m"}).play({1: [settle("m", "c1")]})
    assert played.resources(1) == counts("")
    assert played.story == []
    # The next settlement of the joined region is paid for again.
    assert played.play().holding(1, hand=counts("m")).play({1: [settle("m", "c2")]}).resources(
        1
    ) == counts("m")


def test_pa7_the_resource_comes_from_the_region_as_it_is_after_settling():
    """a1 links nothing to the merchant leader of d1, b1 does."""
    game = given(". . s M1", {1: "mm"})
    played = game.play({1: [settle("m", "a1"), settle("m", "b1")]})
    assert [one.gains for one in played.noted(SystemSettled)] == [None, 1]


# PA-8


@pytest.mark.parametrize(
    ("where", "settlement", "gone", "artifact"),
    [
        ("a1", None, None, False),
        ("b1", None, None, False),
        ("c1", "science", None, False),
        ("d1", None, (2, "merchant"), False),
        ("e1", "science", None, True),
        ("f1", None, None, True),
        ("g1", None, (1, "government"), True),
        ("h1", "mining", None, False),
    ],
)
def test_pa8_whatever_stands_there_leaves(where, settlement, gone, artifact):
    game = given(". # s M2 s* .* G1* r s", {1: "m"})
    played = game.play({1: [destroy(where)]})
    [ruined] = played.noted(SystemDestroyed)
    assert (ruined.settlement, ruined.leader, ruined.artifact) == (settlement, gone, artifact)
    square = at(where)
    assert not played.space.is_occupied(square)
    assert square not in played.space.artifacts
    assert played.galaxy.destroyed == (square,)
    assert played.state.gone == (just(settlement) if settlement else Counts())


def test_pa8_nothing_may_ever_stand_there():
    game = given("s . #", {1: "mr"}).play({1: [destroy("b1"), destroy("c1")]})
    again = game.play().play({1: [leader("M", "b1"), settle("m", "b1"), settle("r", "c1")]})
    assert again.whys(1) == [errors.DESTROYED] * 3


def test_pa8_no_system_is_destroyed_twice():
    played = given("s x .").play({1: [destroy("b1")]})
    assert played.whys(1) == [errors.DESTROYED]
    assert played.person(1).weapons == 2
    assert given("s . .").play({1: [destroy("d1")]}).whys(1) == [errors.OFF_BOARD]


def test_pa2_there_are_two_weapons_for_the_whole_game():
    game = given(". . . .").play({1: [destroy("a1"), destroy("b1")]})
    assert game.person(1).weapons == 0
    assert game.play().play({1: [destroy("c1")]}).whys(1) == [errors.NO_WEAPON]
    assert game.person(2).weapons == 2


def test_pa8_a_destroyed_leader_is_back_home_and_may_come_again():
    played = given("s M1 . .").play({1: [destroy("b1"), leader("M", "b1")]})
    assert played.whys(1) == [errors.DESTROYED]
    around = given(
        """
        s  M1
        .  .
        """
    ).play({1: [destroy("b1"), leader("M", "a2")]})
    assert around.where("M1") == "a2"


# PA-9: swaps


def test_pa9_a_swap_draws_as_many_at_once():
    """The three merchants drawn from a pool of merchants can be settled in the second order."""
    game = given(". . .", {1: "srrggg"}, pool=Counts(merchant=20))
    played = game.play({1: [swap("srr"), settle("m", "a1")]})
    assert played.whys(1) == []
    assert played.heard(1, ShipsDrawn)[0] == ShipsDrawn(
        audience=(1,), ships=counts("mmm"), swapped=counts("srr")
    )
    assert played.hand(1) == counts("mmmggg")
    assert played.holdings(1).swapped == counts("srr")


@pytest.mark.parametrize("ships", ["s", "sg", "sggg", "ssgggg"])
def test_pa9_one_to_six_ships(ships):
    game = given(". .", {1: "ssgggg", 2: "gggggg"}, pool=Counts(merchant=20))
    played = game.play({1: [swap(ships)]})
    assert played.noted(ShipsSwapped) == [ShipsSwapped(seat=1, count=len(ships))]
    assert played.hand(1).merchant == len(ships)
    assert played.state.pool == Counts(merchant=20 - len(ships))


@pytest.mark.parametrize(
    ("ships", "why"),
    [
        ("", errors.SWAP_COUNT),
        ("ssggggs", errors.SWAP_COUNT),
        # Two scientists are there, three are not.
        ("sss", errors.FEWER_SHIPS),
        ("m", errors.NO_SHIP),
        ("gggggm", errors.FEWER_SHIPS),
    ],
)
def test_pa9_what_cannot_be_swapped(ships, why):
    game = given(". .", {1: "ssgggg"})
    played = game.play({1: [swap(ships)]})
    assert played.whys(1) == [why]
    assert played.hand(1) == counts("ssgggg")


def test_pa9_one_swap_a_turn():
    game = given(". .", {1: "ssgggg"})
    played = game.play({1: [swap("s"), swap("s"), PASS]})
    assert played.whys(1) == [errors.SWAPPED]
    assert len(played.noted(ShipsSwapped)) == 1
    # Next turn there is another.
    assert played.play().play({1: [swap("s")]}).whys(1) == []


def test_pa9_a_refused_swap_does_not_use_up_the_turns_swap():
    played = given(". .", {1: "ssgggg"}).play({1: [swap("m"), swap("s")]})
    assert played.whys(1) == [errors.NO_SHIP]
    assert len(played.noted(ShipsSwapped)) == 1


def test_pa9_in_rounds_everyone_has_a_swap():
    game = given(". .", {1: "gggggg", 2: "gggggg"}, pace="round")
    played = game.play({1: [swap("g")], 2: [swap("gg")]})
    assert [(one.seat, one.count) for one in played.noted(ShipsSwapped)] == [(1, 1), (2, 2)]


def test_pa9_from_a_short_pool_a_swap_draws_what_is_left_and_the_game_ends():
    game = given(". .", {1: "ssssss"}, pool=Counts(merchant=2))
    played = game.play({1: [swap("sssss")]})
    assert played.hand(1) == counts("smm")
    assert played.state.ending is not None
    assert played.state.ending.cause == "pool"


# PA-9: refills


def test_pa9_at_the_end_of_each_players_turn_all_refill_to_six():
    game = given(". . .", {1: "mm", 2: "sss", 3: ""}, seats=3)
    played = game.play({1: [settle("m", "a1")]})
    assert [played.hand(seat) for seat in (1, 2, 3)] == [
        counts("mggggg"),
        counts("sssggg"),
        counts("gggggg"),
    ]
    assert [played.drawn(seat) for seat in (1, 2, 3)] == [[5], [3], [6]]
    assert played.state.pool == Counts(government=40 - 14)


@pytest.mark.parametrize(
    ("mover", "left", "hands"),
    [
        # Missing: 4 for seat 1, 3 for seat 2, 5 for seat 3.
        (1, 2, (4, 3, 1)),
        (1, 4, (6, 3, 1)),
        (1, 5, (6, 4, 1)),
        (2, 3, (2, 6, 1)),
        # The active player's whole hand first, then in seat order.
        (2, 6, (5, 6, 1)),
        (2, 9, (6, 6, 3)),
        (3, 5, (2, 3, 6)),
        (3, 7, (4, 3, 6)),
        (3, 11, (6, 5, 6)),
        (3, 12, (6, 6, 6)),
    ],
)
def test_pa9_a_pool_that_runs_out_in_mid_refill(mover, left, hands):
    game = given(
        ". .",
        {1: "mm", 2: "mmm", 3: "m"},
        seats=3,
        mover=mover,
        pool=Counts(government=left),
    )
    played = game.play()
    assert tuple(played.hand(seat).total for seat in (1, 2, 3)) == hands
    assert played.state.pool.total == 0
    # PA-14: only where a ship had to be drawn and there was none.
    assert (played.state.ending is None) == (left == 12)


def test_pa9_refills_are_drawn_at_random_from_what_the_pool_holds():
    """Every ship of the pool is as likely: of 20 merchants and 60 miners a quarter."""
    merchants = 0
    for seed in range(100):
        pool = Counts(merchant=20, mining=60)
        game = given(". .", pool=pool).holding(2, hand=counts("gggggg"))
        played = game.play(chance=Chance(seed.to_bytes(32), 1))
        merchants += played.hand(1).merchant
        assert played.hand(1) + played.state.pool == pool
    assert 110 <= merchants <= 190


def test_pa2_the_pool_of_a_real_game_serves_all_kinds():
    game = Game(drawn(4)).play()
    assert game.state.pool.total == 143 - 24
