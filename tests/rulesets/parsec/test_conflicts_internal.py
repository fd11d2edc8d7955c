"""PA-10, and PA-12's standing orders: internal conflicts worked out by hand.

A story line such as ``M: 1 2+1, 2 1+0: 1 gains 1s`` reads: merchant leaders; the attacker is
seat 1 with two scientific settlements beside its leader and one ship sent, the defender seat 2
with one and none; seat 1 gains one technology.
"""

from __future__ import annotations

import pytest

from tests.rulesets.parsec.situation import (
    Game,
    Played,
    attack,
    board,
    counts,
    defend,
    destroy,
    given,
    leader,
    settle,
)

EVEN = "M2 s ."
"""A leader that comes to c1 has one scientific settlement beside it, as seat 2's has."""


def against(game: Game, letter: str = "M", where: str = "c1") -> Played:
    return game.play({1: [leader(letter, where)]})


# Strength


def test_pa10_the_higher_strength_wins_one_technology():
    """a2 and b3 are beside b2; a1 alone is beside b1."""
    game = given(
        """
        s  M2
        s  .
        s  s
        """
    )
    played = against(game, where="b2")
    assert played.story == ["M: 1 2+0, 2 1+0: 1 gains 1s"]
    assert played.galaxy == board(
        """
        s  .
        s  M1
        s  s
        """
    )
    assert (played.resources(1), played.resources(2)) == (counts("s"), counts(""))


def test_pa10_a_tie_is_the_defenders():
    played = against(given(EVEN))
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 1s"]
    assert (played.where("M1"), played.where("M2")) == (None, "a1")
    assert played.resources(2) == counts("s")


def test_pa10_only_scientists_orthogonally_beside_a_leader_count():
    """A region of seven scientists: three are beside b2, but only d1 is beside e1."""
    game = given(
        """
        s  s  s  s  M2
        s  .  s  s  .
        """
    )
    # a2, b1 and c2 are beside b2; d2 touches e1 by its corner only.
    played = against(game, where="b2")
    assert played.story == ["M: 1 3+0, 2 1+0: 1 gains 1s"]


def test_pa10_other_settlements_beside_a_leader_do_not_count():
    game = given(
        """
        m  g  .
        M2 s  .
        m  g  .
        """
    )
    assert against(game, where="c2").story == ["M: 1 1+0, 2 1+0: 2 gains 1s"]


def test_pa10_leaders_of_other_kinds_live_side_by_side():
    played = against(given(EVEN), "R")
    assert played.story == []
    assert (played.where("R1"), played.where("M2")) == ("c1", "a1")


def test_pa10_bystanders_stay_where_they_are():
    game = given(
        """
        s  M2 G2
        s  .  s
        s  s  S1
        """
    )
    played = against(game, where="b2")
    assert played.story == ["M: 1 3+0, 2 1+0: 1 gains 1s"]
    assert (played.where("G2"), played.where("S1")) == ("c1", "c3")


def test_pa10_an_own_leader_that_moves_within_its_region_fights_nobody():
    played = against(given("M1 s ."))
    assert played.story == []
    assert (played.where("M1"), played.resources(1)) == ("c1", counts(""))


def test_pa6_a_beaten_attacker_goes_home_not_to_its_old_square():
    played = against(given("M1 s . . s M2"), where="d1")
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 1s"]
    assert played.galaxy == board(". s . . s M2")


def test_pa10_the_leader_that_moved_away_left_its_old_scientists_behind():
    """From b1 with two beside it to e1 with one: what counts is where it stands now."""
    played = against(given("s M1 s . . s M2"), where="e1")
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 1s"]


def test_pa10_a_beaten_leader_may_come_again_in_the_same_turn():
    """One scientist is not enough against two; in the second order the other two win."""
    game = given("M2 s . ", {1: "sss", 2: "s"}, stances={1: [attack(1)]})
    played = game.play({1: [leader("M", "c1"), leader("M", "c1")]})
    assert played.story == ["M: 1 1+1, 2 1+1: 2 gains 1s", "M: 1 1+1, 2 1+0: 1 gains 1s"]


# Ships


@pytest.mark.parametrize(
    ("hand", "told", "sent"),
    [
        ("", None, 0),
        # One is enough to beat 1 + 0; the fewest that win are sent.
        ("s", None, 1),
        ("sss", None, 1),
        ("sss", 0, 0),
        ("sss", 1, 1),
        ("sss", 3, 3),
        # WITH n sends at most what is there.
        ("ss", 5, 2),
        # Scientists fight internal conflicts, whatever the leader.
        ("mmm", None, 0),
        ("mmm", 2, 0),
    ],
)
def test_pa12_what_the_attacker_sends(hand, told, sent):
    played = against(given(EVEN, {1: hand}, stances={1: [attack(told)]}))
    winner = 1 if sent else 2
    assert played.story == [f"M: 1 1+{sent}, 2 1+0: {winner} gains 1s"]
    assert played.state.gone == counts("s" * sent)


def test_pa12_by_default_nothing_is_sent_where_it_cannot_win():
    """1 against 2 takes two ships; one would be lost for nothing."""
    played = against(given("s M2 s .", {1: "s"}), where="d1")
    assert played.story == ["M: 1 1+0, 2 2+0: 2 gains 1s"]
    assert played.state.gone == counts("")


def test_pa12_with_n_sends_what_is_there_even_in_vain():
    played = against(given("s M2 s .", {1: "s"}, stances={1: [attack(4)]}), where="d1")
    assert played.story == ["M: 1 1+1, 2 2+0: 2 gains 1s"]
    assert played.state.gone == counts("s")


def test_pa12_by_default_nothing_is_sent_where_the_attacker_is_stronger_anyway():
    game = given(
        """
        s  M2
        s  .
        s  s
        """,
        {1: "sss"},
    )
    assert against(game, where="b2").story == ["M: 1 2+0, 2 1+0: 1 gains 1s"]


@pytest.mark.parametrize(
    ("hand", "told", "sent", "winner"),
    [
        # The attacker has 1 + 2 against 1: a tie takes two.
        ("ss", None, 2, 2),
        ("ssss", None, 2, 2),
        ("s", None, 0, 1),
        ("", None, 0, 1),
        ("ss", 0, 0, 1),
        ("ss", 1, 1, 1),
        ("sss", 3, 3, 2),
        ("ss", 6, 2, 2),
        ("mm", None, 0, 1),
    ],
)
def test_pa12_what_the_defender_sends(hand, told, sent, winner):
    stances = {1: [attack(2)], 2: [defend(told)]}
    played = against(given(EVEN, {1: "ss", 2: hand}, stances=stances))
    assert played.story == [f"M: 1 1+2, 2 1+{sent}: {winner} gains 1s"]
    assert played.state.gone == counts("ss" + "s" * sent)


def test_pa12_by_default_nothing_is_sent_where_the_defender_ties_anyway():
    played = against(given(EVEN, {2: "sss"}))
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 1s"]


def test_pa12_a_standing_order_for_a_leaders_kind_goes_before_the_general_one():
    """`DEFEND merchant WITH 2` sends scientists here: it names the leader, not the ships."""
    stances = {1: [attack(0)], 2: [defend(1), defend(2, "m")]}
    played = against(given(EVEN, {2: "ssmm"}, stances=stances))
    assert played.story == ["M: 1 1+0, 2 1+2: 2 gains 1s"]


def test_pa12_a_standing_order_for_another_leaders_kind_says_nothing():
    stances = {1: [attack(3, "s"), attack(0, "m")], 2: [defend(2, "s")]}
    played = against(given(EVEN, {1: "sss", 2: "sss"}, stances=stances))
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 1s"]


def test_pa12_what_is_for_attacks_says_nothing_of_defences():
    stances = {1: [defend(3)], 2: [attack(3)]}
    played = against(given("s M2 s .", {1: "sss", 2: "sss"}, stances=stances), where="d1")
    # The attacker's default: two, to beat 2 + 0; the defender's: one, to tie with 1 + 2.
    assert played.story == ["M: 1 1+2, 2 2+1: 2 gains 1s"]


def test_pa10_two_conflicts_in_a_turn_draw_on_one_hand():
    """Three scientists: two go into the first conflict, so one is left for the second."""
    game = given("M2 s . . s R2", {1: "sss"}, stances={1: [attack(2)]})
    played = game.play({1: [leader("M", "c1"), leader("R", "d1")]})
    # c1 and d1 touch: the second would join two regions and is refused.
    assert played.story == ["M: 1 1+2, 2 1+0: 1 gains 1s"]
    apart = given("M2 s . . . s R2", {1: "sss"}, stances={1: [attack(2)]})
    played = apart.play({1: [leader("M", "c1"), leader("R", "e1")]})
    assert played.story == ["M: 1 1+2, 2 1+0: 1 gains 1s", "R: 1 1+1, 2 1+0: 1 gains 1s"]
    assert played.state.gone == counts("sss")


def test_pa10_ships_sent_leave_the_game_on_both_sides():
    played = against(given(EVEN, {1: "ss", 2: "sm"}, stances={1: [attack(1)]}))
    assert played.story == ["M: 1 1+1, 2 1+1: 2 gains 1s"]
    assert played.state.gone == counts("ss")
    # Both hands are refilled to six with settlers.
    assert (played.hand(1), played.hand(2)) == (counts("sggggg"), counts("mggggg"))


# Regions


def test_pa10_where_a_weapon_has_split_the_region_there_is_no_conflict():
    game = given("M2 s s s .", {1: "sss"})
    fought = against(game, where="e1")
    assert len(fought.story) == 1
    split = game.play({1: [destroy("c1"), leader("M", "e1")]})
    assert split.story == []
    assert split.galaxy == board("M2 s x s M1")


def test_pa10_a_settlement_that_joins_no_second_leader_opens_no_conflict():
    game = given("M2 s . s", {1: "g"})
    assert game.play({1: [settle("g", "c1")]}).story == []


def test_pa10_the_conflict_is_fought_in_the_region_as_the_first_order_left_it():
    """The first order joins the scientists of d1 to the region; then M1 comes beside it."""
    game = given("M2 s . s .", {1: "g"})
    assert against(game, where="e1").story == []
    played = game.play({1: [settle("g", "c1"), leader("M", "e1")]})
    assert played.story == ["M: 1 1+0, 2 1+0: 2 gains 1s"]
