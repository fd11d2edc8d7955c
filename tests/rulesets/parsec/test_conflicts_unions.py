"""PA-6 and PA-11: several conflicts of one union, and what the first does to the next.

Story lines as in :mod:`test_conflicts`; worked out by hand.
"""

from __future__ import annotations

from pbem.rulesets.parsec.view import ConflictFellAway, SystemDestroyed
from tests.rulesets.parsec.situation import attack, board, counts, destroy, given, leader, settle

# Regions that fall apart


def test_pa11_a_region_that_falls_apart_between_two_conflicts_settles_the_second():
    """Merchants at c2 are the only way to R1; once vacated, R1 is in a region of its own.

    M: seat 2 sends the two that beat 1. R: falls away, and R1 stays beside b2.
    """
    game = given(
        """
        .  .  .  M1 .  M2 .
        R1 s  m  s  .  s  R2
        """,
        {2: "gmmrr"},
        mover=2,
    )
    played = game.play({2: [settle("g", "e2", first="m")]})
    assert played.story == ["M: 2 0+2, 1 1+0: 2 gains 2m", "R falls away"]
    assert played.galaxy == board(
        """
        .  .  .  .  .  M2 .
        R1 s  .  s  g  s  R2
        """
    )


def test_pa11_a_conflict_that_falls_away_costs_nothing_and_pays_nothing():
    """As above, with both told to send all their miners: they stay in hand."""
    game = given(
        """
        .  .  .  M1 .  M2 .
        R1 s  m  s  .  s  R2
        """,
        {1: "rr", 2: "gmmrr"},
        mover=2,
        stances={1: [attack(9)], 2: [attack(9)]},
    )
    played = game.play({2: [settle("g", "e2", first="m")]})
    assert played.noted(ConflictFellAway) == [ConflictFellAway(kind="mining", seats=(2, 1))]
    assert played.state.gone == counts("mm" + "m")
    assert (played.hand(1).mining, played.hand(2).mining) == (2, 2)
    assert (played.resources(1), played.resources(2)) == (counts(""), counts("mm"))


def test_pa11_in_the_other_order_both_conflicts_are_fought():
    """R first (nothing against nothing: seat 1's), then M."""
    game = given(
        """
        .  .  .  M1 .  M2 .
        R1 s  m  s  .  s  R2
        """,
        {2: "gmm"},
        mover=2,
    )
    played = game.play({2: [settle("g", "e2", first="r")]})
    assert played.story == ["R: 2 0+0, 1 0+0: 1 gains 1r", "M: 2 0+2, 1 1+0: 2 gains 2m"]


def test_pa11_a_leader_that_goes_home_may_itself_have_been_the_bridge():
    """c1 joins b1 to the union; with M1 gone, R1 and b1 stand apart."""
    game = given("R1 s M1 . M2 s R2", {1: "g"})
    played = game.play({1: [settle("g", "d1")]})
    assert played.story == ["M: 1 0+0, 2 0+0: 2 gains 1m", "R falls away"]
    assert played.galaxy == board("R1 s .  g M2 s R2")


def test_pa11_the_winners_leaders_are_cut_off_by_nothing():
    """The same won by the attacker: now it is seat 2 that falls apart."""
    game = given("R1 s M1 . M2 s R2", {1: "gm"})
    played = game.play({1: [settle("g", "d1")]})
    assert played.story == ["M: 1 0+1, 2 0+0: 1 gains 1m", "R falls away"]
    assert played.galaxy == board("R1 s M1 g .  s R2")


def test_pa11_what_an_earlier_conflict_has_cut_off_counts_no_longer():
    """M first: b2 is vacated and the miners of a2 are cut off. R: 1 against none."""
    game = given(
        """
        .  .  M1 .  M2 .  .
        r  m  s  .  s  R2 r
        .  .  R1 .  .  .  .
        """,
        {2: "gmm"},
        mover=2,
    )
    played = game.play({2: [settle("g", "d2")]})
    assert played.story == ["M: 2 0+2, 1 1+0: 2 gains 2m", "R: 2 1+0, 1 0+0: 2 gains 1r"]
    assert played.galaxy == board(
        """
        .  .  .  .  M2 .  .
        r  .  s  g  s  R2 r
        .  .  .  .  .  .  .
        """
    )


def test_pa12_the_fewest_ships_that_win_are_reckoned_when_the_conflict_begins():
    """Before the merchants' conflict seat 1 had one mining system; after it none: one miner
    is enough, and the second stays in hand."""
    game = given(
        """
        .  .  M1 .  M2 .
        r  m  s  .  s  .
        .  .  R1 .  R2 .
        """,
        {2: "gmmrr"},
        mover=2,
    )
    played = game.play({2: [settle("g", "d2", first="m")]})
    assert played.story == ["M: 2 0+2, 1 1+0: 2 gains 2m", "R: 2 0+1, 1 0+0: 2 gains 1r"]
    assert played.hand(2).mining == 1


def test_pa11_what_is_cut_off_is_not_vacated_either():
    """G: c3 goes; a3 hung on the merchants of a2 and b2 and is out of reach."""
    game = given(
        """
        .  .  M1 .  M2 .  .
        m  m  s  .  s  G2 .
        g  .  g  .  .  g  g
        .  .  G1 .  .  .  .
        .  .  s  .  .  .  .
        """,
        {2: "smmm"},
        mover=2,
    )
    # M 2, G 4 (a3, c3, f3, g3). M: three beat two. G: 2 against 1, as a3 is cut off.
    played = game.play({2: [settle("s", "d2")]})
    assert played.story == ["M: 2 0+3, 1 2+0: 2 gains 3m", "G: 2 2+0, 1 1+0: 2 gains 2g"]
    assert played.galaxy == board(
        """
        .  .  .  .  M2 .  .
        .  .  s  s  s  G2 .
        g  .  .  .  .  g  g
        .  .  .  .  .  .  .
        .  .  s  .  .  .  .
        """
    )


def test_pa11_the_joining_settlement_holds_nothing_together_but_the_two_sides():
    """b1 and b3 touch the joining b2 and are one side: b2 joins its parts again when the
    merchants between them are gone."""
    game = given(
        """
        M1 r  .  .  .
        s  .  s  s  M2
        m  r  .  .  R2
        s  R1 .  .  s
        """,
        {2: "gmm"},
        mover=2,
    )
    # Seat 1's region: a1 b1 a2 a3 b3 a4 b4. M: 0 + 2 against 1: a3 is vacated.
    # R: b1 hangs on b2 as b3 does: 2 against 0.
    played = game.play({2: [settle("g", "b2", first="m")]})
    assert played.story == ["M: 2 0+2, 1 1+0: 2 gains 2m", "R: 2 0+0, 1 2+0: 1 gains 1r"]


# Leaders that lose their home


def test_pa6_a_leader_whose_scientists_are_vacated_goes_home_and_nobody_scores_for_it():
    """S: one against one; a2 goes, and P1 with it. Seat 2 gains 1 system + 1 leader, no more."""
    game = given(
        """
        G1 .  .  .  .
        s  S1 .  S2 s
        """,
        {1: "m"},
    )
    played = game.play({1: [settle("m", "c2")]})
    assert played.story == ["S: 1 1+0, 2 1+0: 2 gains 2s", "G1 homeless"]
    assert played.resources(2) == counts("ss")
    assert played.galaxy == board(
        """
        .  .  .  .  .
        .  .  m  S2 s
        """
    )


def test_pa6_a_leader_made_homeless_by_one_conflict_is_not_there_for_the_next():
    """FIRST science: M1 loses the scientists below it before merchants are fought over."""
    game = given(
        """
        M1 .  .  .  M2
        s  S1 .  S2 s
        """,
        {1: "g"},
    )
    played = game.play({1: [settle("g", "c2", first="s")]})
    assert played.story == ["S: 1 1+0, 2 1+0: 2 gains 2s", "M1 homeless", "M falls away"]
    assert played.resources(2) == counts("ss")


def test_pa6_in_the_other_order_the_same_leader_is_worth_a_resource():
    """By default merchants (none) come before science (two)."""
    game = given(
        """
        M1 .  .  .  M2
        s  S1 .  S2 s
        """,
        {1: "g"},
    )
    played = game.play({1: [settle("g", "c2")]})
    assert played.story == ["M: 1 0+0, 2 0+0: 2 gains 1m", "S: 1 1+0, 2 1+0: 2 gains 2s"]
    assert played.resources(2) == counts("mss")


def test_pa6_a_third_players_leader_becomes_homeless_with_the_losers():
    game = given(
        """
        G3 .  .  .  .
        s  S1 .  S2 s
        """,
        {1: "m"},
        seats=3,
    )
    played = game.play({1: [settle("m", "c2")]})
    assert played.story == ["S: 1 1+0, 2 1+0: 2 gains 2s", "G3 homeless"]
    assert played.resources(3) == counts("")


def test_pa6_leaders_go_home_with_the_losers_scientists_whichever_side_loses():
    """Seat 1's side: a2, b1 and c3, three scientists; seat 2's: f2 alone."""
    drawing = """
        .  s  .  .  .  .  .
        s  G1 S1 .  S2 s  R2
        .  .  s  .  .  .  .
        """
    won = given(drawing, {1: "m"}).play({1: [settle("m", "d2")]})
    assert won.story == ["S: 1 3+0, 2 1+0: 1 gains 2s", "R2 homeless"]
    lost = given(drawing, {1: "m", 2: "ss"}).play({1: [settle("m", "d2")]})
    assert lost.story == ["S: 1 3+0, 2 1+2: 2 gains 4s", "G1 homeless"]


def test_pa6_the_joining_scientists_keep_a_leader_at_home():
    """a1 is vacated, but the settlement at c1 stays, and G1 is beside it."""
    game = given(
        """
        s  G1 .  S2 s
        S1 .  .  .  .
        """,
        {1: "s"},
    )
    played = game.play({1: [settle("s", "c1")]})
    assert played.story == ["S: 1 1+0, 2 1+0: 2 gains 2s"]
    assert played.galaxy == board(
        """
        .  G1 s  S2 s
        .  .  .  .  .
        """
    )


def test_pa6_a_beaten_leader_without_scientists_goes_home_once():
    """S1 loses its leader and its scientists in the same conflict: it is not told twice."""
    played = given("s S1 . S2 s", {1: "g"}).play({1: [settle("g", "c1")]})
    assert played.story == ["S: 1 1+0, 2 1+0: 2 gains 2s"]


def test_pa6_destroying_the_only_scientists_sends_leaders_home_row_by_row():
    game = given(
        """
        .  M2 .
        G1 s  R2
        .  S1 .
        """
    )
    played = game.play({1: [destroy("b2")]})
    assert played.story == ["M2 homeless", "G1 homeless", "R2 homeless", "S1 homeless"]
    [destroyed] = played.noted(SystemDestroyed)
    assert (destroyed.settlement, destroyed.leader) == ("science", None)
    assert played.galaxy == board(
        """
        .  .  .
        .  x  .
        .  .  .
        """
    )
    assert (played.resources(1), played.resources(2)) == (counts(""), counts(""))


def test_pa6_with_scientists_left_beside_it_a_leader_stays():
    played = given("s M2 s G2").play({1: [destroy("c1")]})
    assert played.story == ["G2 homeless"]
    assert played.galaxy == board("s M2 x .")


# What comes after


def test_pa11_vacated_systems_are_free_again_in_the_second_order():
    """c1 is lost with the first order and settled again with the second. Nobody in the region
    has a leader for science, nor a government: the resource is lost (PA-7)."""
    game = given("M1 s m . m s M2", {1: "gs"})
    played = game.play({1: [settle("g", "d1"), settle("s", "c1")]})
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 2m"]
    assert played.galaxy == board(".  s s g m s M2")
    assert played.resources(1) == counts("")


def test_pa6_a_beaten_leader_may_come_back_with_the_second_order():
    """M1 is beaten at d1's union and comes back to a1, which has fallen off the union."""
    game = given("M1 s m . m s M2", {1: "g"})
    played = game.play({1: [settle("g", "d1"), leader("M", "a1")]})
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 2m"]
    assert played.galaxy == board("M1 s .  g m s M2")


def test_pa11_a_turn_may_bring_two_unions():
    """The first for merchants, the second for mining: each with its own region before."""
    game = given(
        """
        M1 s  .  s  M2
        .  .  .  .  .
        R1 s  .  s  R2
        """,
        {1: "gg"},
    )
    played = game.play({1: [settle("g", "c1"), settle("g", "c3")]})
    assert played.story == ["M: 1 0+0, 2 0+0: 2 gains 1m", "R: 1 0+0, 2 0+0: 2 gains 1r"]


def test_pa3_one_union_can_never_leave_two_leaders_of_a_kind_in_a_region():
    """All four kinds contested, each won by another: one of each is left."""
    game = given(
        """
        G1 S1 M1 R1 .  G2 S2 M2 R2
        s  s  s  s  .  s  s  s  s
        """,
        {1: "mms", 2: "rgs"},
        stances={2: [attack(0)]},
    )
    played = game.play({1: [settle("m", "e2", first="gmrs")]})
    # G, R: ties; M: one merchant beats none; S: one against one ties.
    assert played.story == [
        "G: 1 0+0, 2 0+0: 2 gains 1g",
        "M: 1 0+1, 2 0+0: 1 gains 1m",
        "R: 1 0+0, 2 0+0: 2 gains 1r",
        "S: 1 4+1, 2 4+1: 2 gains 5s",
        "M1 homeless",
    ]
    assert [one.seat for one in played.galaxy.leaders] == [2, 2, 2]
