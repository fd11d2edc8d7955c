"""PA-11: external conflicts worked out by hand.

A story line such as ``M: 1 2+0, 2 1+1: 2 gains 3m`` reads: merchant leaders; the attacker is
seat 1 with two merchant settlements on its side and no ship sent, the defender seat 2 with one
and one; seat 2 gains three Money: one for each system that seat 1's side loses and one for the
leader. In most drawings settlers (``g``) join the regions, who count for nothing.
"""

from __future__ import annotations

import pytest

from pbem.rulesets.parsec.view import ConflictFought, SystemSettled
from tests.rulesets.parsec.situation import (
    Game,
    Played,
    at,
    attack,
    board,
    counts,
    defend,
    given,
    settle,
)


def joined(game: Game, where: str, letter: str = "g", first: str = "", seat: int = 1) -> Played:
    """The regions are joined by a settlement of `seat`."""
    return game.play({seat: [settle(letter, where, first)]})


# One conflict


def test_pa11_the_stronger_side_takes_the_others_systems_and_leader():
    """Two merchants on seat 1's side, one on seat 2's: 1 system + 1 leader."""
    game = given("M1 s m m . m s M2", {1: "g"})
    played = joined(game, "e1")
    assert played.story == ["M: 1 2+0, 2 1+0: 1 gains 2m"]
    assert played.galaxy == board("M1 s m m g . s .")
    assert (played.resources(1), played.resources(2)) == (counts("mm"), counts(""))


def test_pa11_a_tie_is_the_defenders():
    played = joined(given("M1 s m . m s M2", {1: "g"}), "d1")
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 2m"]
    assert played.galaxy == board(".  s . g m s M2")


def test_pa11_nothing_against_nothing_is_a_tie_too_and_pays_for_the_leader():
    played = joined(given("M1 s . s M2", {1: "g"}), "c1")
    assert played.story == ["M: 1 0+0, 2 0+0: 2 gains 1m"]
    assert played.galaxy == board(".  s g s M2")


def test_pa11_the_joining_settlement_counts_for_neither_side_and_stays():
    """A third merchant joins one and one; it breaks no tie and is not vacated."""
    played = joined(given("M1 s m . m s M2", {1: "m"}), "d1", "m")
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 2m"]
    assert played.galaxy == board(".  s . m m s M2")


@pytest.mark.parametrize(
    ("drawing", "joining", "gain"),
    [
        ("G1 s g g . g s G2", "m", "gg"),
        ("S1 s s s . s s S2", "g", "sss"),
        ("M1 s m m . m s M2", "g", "mm"),
        ("R1 s r r . r s R2", "g", "rr"),
    ],
    ids=["government", "science", "merchant", "mining"],
)
def test_pa11_every_kind_of_leader_fights_with_its_own_systems_for_its_own_resource(
    drawing, joining, gain
):
    played = joined(given(drawing, {1: joining}), "e1", joining)
    [fought] = played.noted(ConflictFought)
    assert fought.winner == 1
    assert played.resources(1) == counts(gain)


def test_pa11_each_kind_sends_ships_of_its_own():
    """Two miners beat one mining system; the scientists and merchants in hand are of no use."""
    game = given(
        """
        R1 .  .  .  R2
        s  s  .  s  s
        .  .  .  .  r
        """,
        {1: "gssrr", 2: "smm"},
    )
    played = joined(game, "c2")
    assert played.story == ["R: 1 0+2, 2 1+0: 1 gains 2r"]
    assert played.state.gone == counts("rr" + "r")


def test_pa11_only_the_losers_systems_of_that_kind_are_vacated():
    game = given(
        """
        .  G1 .  .  G2 .
        g  s  .  g  s  m
        m  g  .  .  g  .
        """,
        {1: "m"},
    )
    # Seat 1 has a2 and b3, seat 2 d2 and e3: a tie, and seat 2 takes two systems and a leader.
    played = joined(game, "c2", "m")
    assert played.story == ["G: 1 2+0, 2 2+0: 2 gains 3g"]
    assert played.galaxy == board(
        """
        .  .  .  .  G2 .
        .  s  m  g  s  m
        m  .  .  .  g  .
        """
    )


def test_pa11_settlements_of_the_winners_side_stay():
    game = given("M1 s m m . m s M2", {1: "g"})
    played = joined(game, "e1")
    assert played.space.settled[at("c1")] == played.space.settled[at("d1")] == "merchant"


def test_pa11_a_side_counts_all_its_systems_however_far_from_the_leader():
    game = given(
        """
        m  m  m  s  .  s  M2
        m  .  .  M1 .  .  m
        """,
        {1: "g"},
    )
    played = joined(game, "e1")
    assert played.story == ["M: 1 4+0, 2 1+0: 1 gains 2m"]


def test_pa11_the_settling_player_attacks_even_where_it_is_weaker():
    played = joined(given("M1 s m m . m s M2", {2: "g"}, mover=2), "e1", seat=2)
    assert played.story == ["M: 2 1+0, 1 2+0: 1 gains 2m"]
    assert played.galaxy == board("M1 s m m g . s .")


@pytest.mark.parametrize(
    ("seats", "mover", "owners", "attacker"),
    [
        (2, 1, (1, 2), 1),
        (2, 2, (1, 2), 2),
        (3, 1, (2, 3), 2),
        (3, 2, (1, 3), 3),
        # After the last seat comes the first.
        (3, 3, (1, 2), 1),
        (4, 1, (3, 4), 3),
        (4, 2, (1, 4), 4),
        (4, 3, (1, 2), 1),
        (4, 4, (2, 3), 2),
        (4, 3, (3, 1), 3),
    ],
)
def test_pa11_the_settler_attacks_or_else_the_involved_player_next_in_turn_order(
    seats, mover, owners, attacker
):
    for left, right in (owners, owners[::-1]):
        drawing = f"M{left} s . s M{right}"
        game = given(drawing, {mover: "g"}, seats=seats, mover=mover)
        [fought] = joined(game, "c1", seat=mover).noted(ConflictFought)
        assert fought.attacker.seat == attacker
        assert fought.winner == fought.defender.seat == sum(owners) - attacker


def test_pa11_a_settler_may_own_one_of_the_leaders_in_one_conflict_and_none_in_the_other():
    """Seat 2 attacks for its merchant; of seats 1 and 3 it is 3 that comes next after 2."""
    game = given(
        """
        M1 .  .  .  M2
        s  s  .  s  s
        R3 .  .  .  R1
        """,
        {2: "g"},
        seats=3,
        mover=2,
    )
    played = joined(game, "c2", seat=2)
    assert played.story == ["M: 2 0+0, 1 0+0: 1 gains 1m", "R: 3 0+0, 1 0+0: 1 gains 1r"]
    assert played.galaxy == board(
        """
        M1 .  .  .  .
        s  s  g  s  s
        .  .  .  .  R1
        """
    )


def test_pa7_a_union_yields_no_resource_with_or_without_conflict():
    for drawing in ("G1 s . s G2", "G1 s . s M2"):
        played = joined(given(drawing, {1: "g"}), "c1")
        [settled] = played.noted(SystemSettled)
        assert (settled.gains, settled.is_union) == (None, True)
        assert played.resources(1) == counts("")


def test_pa11_leaders_of_different_kinds_join_in_peace():
    played = joined(given("G1 s . s M2", {1: "g"}), "c1")
    assert played.story == []
    assert (played.where("G1"), played.where("M2")) == ("a1", "e1")


# Ships


@pytest.mark.parametrize(
    ("hands", "told", "story"),
    [
        # Neither has merchants: 1 against 2.
        ({1: "g"}, {}, "M: 1 1+0, 2 2+0: 2 gains 2m"),
        # WIN: two are needed to beat 2.
        ({1: "gmmm"}, {}, "M: 1 1+2, 2 2+0: 1 gains 3m"),
        # One would not do: it stays at home.
        ({1: "gm"}, {}, "M: 1 1+0, 2 2+0: 2 gains 2m"),
        # TIE: the defender answers two with one.
        ({1: "gmmm", 2: "m"}, {}, "M: 1 1+2, 2 2+1: 2 gains 2m"),
        # WITH 3: the defender would need two.
        ({1: "gmmm", 2: "m"}, {1: [attack(3, "m")]}, "M: 1 1+3, 2 2+0: 1 gains 3m"),
        ({1: "gmmm", 2: "mm"}, {1: [attack(3, "m")]}, "M: 1 1+3, 2 2+2: 2 gains 2m"),
        ({1: "gmmm"}, {1: [attack(9, "m")]}, "M: 1 1+3, 2 2+0: 1 gains 3m"),
        ({1: "gmmm"}, {1: [attack(0, "m")]}, "M: 1 1+0, 2 2+0: 2 gains 2m"),
        # What is said of all kinds goes for merchants, what is said of miners does not.
        ({1: "gmmm"}, {1: [attack(0)]}, "M: 1 1+0, 2 2+0: 2 gains 2m"),
        ({1: "gmmm"}, {1: [attack(0, "r")]}, "M: 1 1+2, 2 2+0: 1 gains 3m"),
        ({1: "gmm", 2: "mm"}, {2: [defend(0)]}, "M: 1 1+2, 2 2+0: 1 gains 3m"),
        ({1: "gmm", 2: "mm"}, {2: [defend(9)]}, "M: 1 1+2, 2 2+2: 2 gains 2m"),
        ({1: "g", 2: "mm"}, {2: [defend(1)]}, "M: 1 1+0, 2 2+1: 2 gains 2m"),
        # A later word for all kinds takes the one for merchants back.
        ({1: "gmm", 2: "mm"}, {2: [defend(2, "m"), defend(0)]}, "M: 1 1+2, 2 2+0: 1 gains 3m"),
        ({1: "gmm", 2: "mm"}, {2: [defend(0), defend(2, "m")]}, "M: 1 1+2, 2 2+2: 2 gains 2m"),
    ],
)
def test_pa12_standing_orders_send_ships(hands, told, story):
    game = given("M1 s m . m m s M2", hands, stances=told)
    assert joined(game, "d1").story == [story]


def test_pa11_a_ship_that_has_settled_cannot_be_sent():
    game = given("M1 s m . m s M2", {1: "m"}, stances={1: [attack(1)]})
    assert joined(game, "d1", "m").story == ["M: 1 1+0, 2 1+0: 2 gains 2m"]


def test_pa11_ships_sent_leave_the_game_and_so_do_the_vacated_ones():
    """Two and one merchants sent, one system vacated."""
    played = joined(given("M1 s m . m m s M2", {1: "gmm", 2: "m"}), "d1")
    assert played.story == ["M: 1 1+2, 2 2+1: 2 gains 2m"]
    assert played.state.gone == counts("mmm" + "m")
    assert (played.hand(1), played.hand(2)) == (counts("gggggg"), counts("gggggg"))


# The order of conflicts

TWO = """
    G1 .  M1 .  M2 .  G2
    s  s  s  .  s  s  s
    g  g  m  .  .  .  .
    """
"""Two governmental systems and one merchant: leaders hang on the scientists of the middle row."""
GOVERNMENT = "G: 1 2+0, 2 0+0: 1 gains 1g"
MERCHANT = "M: 1 1+0, 2 0+0: 1 gains 1m"


def test_pa11_the_kind_with_the_fewest_settlements_comes_first():
    """M 1, G 2 and the joining one."""
    assert joined(given(TWO, {1: "g"}), "d2").story == [MERCHANT, GOVERNMENT]


def test_pa11_the_joining_settlement_is_counted_for_the_order():
    """M 1 + 1, G 2: a tie, and government comes before merchant."""
    assert joined(given(TWO, {1: "m"}), "d2", "m").story == [GOVERNMENT, MERCHANT]


def test_pa11_the_joining_settlement_is_counted_once():
    """M 1 + 1, R 2: a tie, and merchant comes before mining. Counted for both sides, it would
    make three merchants, and mining would come first."""
    game = given(
        """
        R1 .  M1 .  M2 .  R2
        s  s  s  .  s  s  s
        r  .  m  .  .  .  r
        """,
        {1: "m"},
    )
    played = joined(game, "d2", "m")
    assert played.story == ["M: 1 1+0, 2 0+0: 1 gains 1m", "R: 1 1+0, 2 1+0: 2 gains 2r"]
    assert played.galaxy == board(
        """
        .  .  M1 .  .  .  R2
        s  s  s  m  s  s  s
        #  .  m  .  .  .  r
        """
    )


@pytest.mark.parametrize(
    ("first", "order"),
    [
        ("", "MG"),
        ("g", "GM"),
        ("gm", "GM"),
        ("mg", "MG"),
        # Kinds that nobody contests are passed over.
        ("rs", "MG"),
        ("rg", "GM"),
        ("sgrm", "GM"),
        # Named twice is named once.
        ("ggm", "GM"),
    ],
)
def test_pa11_the_settling_player_chooses_the_order(first, order):
    played = joined(given(TWO, {1: "g"}), "d2", first=first)
    assert [line[0] for line in played.story] == list(order)
    assert sorted(played.story) == [GOVERNMENT, MERCHANT]


FOUR = """
    G1 S1 M1 R1 .  G2 S2 M2 R2
    s  s  s  s  .  s  s  s  s
    """


def test_pa11_four_kinds_at_once_the_fewest_first():
    """G 0, R 0, M 1 (the joining one), S 8; among G and R the order of the kinds."""
    played = joined(given(FOUR, {1: "m"}), "e2", "m")
    assert played.story == [
        "G: 1 0+0, 2 0+0: 2 gains 1g",
        "R: 1 0+0, 2 0+0: 2 gains 1r",
        "M: 1 0+0, 2 0+0: 2 gains 1m",
        "S: 1 4+0, 2 4+0: 2 gains 5s",
    ]
    assert played.galaxy == board(
        """
        .  .  .  .  .  G2 S2 M2 R2
        .  .  .  .  m  s  s  s  s
        """
    )


def test_pa11_four_kinds_at_once_with_science_first_leave_nothing_to_fight_about():
    """Seat 1's scientists go, and with them the homes of its other three leaders: row by row."""
    played = joined(given(FOUR, {1: "m"}), "e2", "m", first="s")
    assert played.story == [
        "S: 1 4+0, 2 4+0: 2 gains 5s",
        "G1 homeless",
        "M1 homeless",
        "R1 homeless",
        "G falls away",
        "R falls away",
        "M falls away",
    ]
    assert played.resources(2) == counts("sssss")


def test_pa11_four_kinds_at_once_won_by_turns():
    """FIRST mining merchant: with ships seat 1 wins merchants, and science by one scientist."""
    game = given(FOUR, {1: "mms", 2: "r"}, stances={1: [attack(1, "m")]})
    played = joined(game, "e2", "m", first="rm")
    assert played.story == [
        "R: 1 0+0, 2 0+0: 2 gains 1r",
        "M: 1 0+1, 2 0+0: 1 gains 1m",
        "G: 1 0+0, 2 0+0: 2 gains 1g",
        "S: 1 4+1, 2 4+0: 1 gains 5s",
        "G2 homeless",
        "R2 homeless",
    ]
    assert played.resources(1) == counts("m" + "sssss")
    assert played.resources(2) == counts("rg")
