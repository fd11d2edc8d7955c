"""PA-12 and PA-4: questions that hold a turn up, standing orders, rounds held up in the middle."""

from __future__ import annotations

import pytest

from pbem.engine.api import Ask, Pace
from pbem.rulesets.parsec.figures import Clash
from pbem.rulesets.parsec.view import Passed, SystemSettled
from tests.rulesets.parsec.situation import (
    Game,
    Played,
    at,
    attack,
    board,
    counts,
    defend,
    given,
    harvest,
    leader,
    settle,
)

UNION = "M1 s m . m m s M2"
"""One merchant settlement against two, to be joined at d1."""
TWO_KINDS = """
    M1 .  .  .  M2
    s  s  .  s  s
    R2 .  .  .  R1
    """


def asking(drawing: str = UNION, hands: dict[int, str] | None = None, **how: object) -> Game:
    return given(drawing, {1: "gmmm", 2: "mm"} if hands is None else hands, reactions="ask", **how)


def opened(game: Game, where: str = "d1") -> Played:
    """Seat 1 has joined the regions, and those involved are asked."""
    return game.play({1: [settle("g", where)]})


# One question for each order


def test_pa12_the_attacker_is_asked_then_the_defender_then_they_fight():
    first = opened(asking())
    assert (first.awaited, first.story) == ({1: "reaction"}, [])
    second = first.play({1: [attack(3)]})
    assert (second.awaited, second.story) == ({2: "reaction"}, [])
    third = second.play({2: [defend(2)]})
    assert third.story == ["M: 1 1+3, 2 2+2: 2 gains 2m"]
    # That was the first order of seat 1; it has sent no second one.
    assert third.noted(Passed) == [Passed(seat=1, count=1)]
    assert third.awaited == {2: "orders"}


def test_pa12_a_reaction_has_the_short_deadline():
    game = opened(asking())
    assert game.asks == (
        Ask(1, "reaction", Pace.REACTION),
        Ask(2, "standing", required=False, lasting=True),
    )
    assert game.play().asks == (
        Ask(1, "standing", required=False, lasting=True),
        Ask(2, "reaction", Pace.REACTION),
    )


def test_pa12_internal_conflicts_are_asked_about_too():
    first = asking("M2 s .", {1: "ss", 2: "s"}).play({1: [leader("M", "c1")]})
    assert first.awaited == {1: "reaction"}
    assert first.where("M1") == "c1"
    second = first.play({1: [attack(2)]})
    assert second.awaited == {2: "reaction"}
    assert second.play({2: [defend(0)]}).story == ["M: 1 1+2, 2 1+0: 1 gains 1s"]


def test_pa12_with_standing_reactions_nobody_is_asked():
    played = opened(given(UNION, {1: "gmmm", 2: "mm"}))
    assert played.story == ["M: 1 1+2, 2 2+1: 2 gains 2m"]
    assert played.awaited == {2: "orders"}


FAR_SETTLERS = """
    .  .  .  M2 .  .  .
    M1 s  .  s  m  g  g
    .  G1 .  G2 .  .  .
    """
"""Joined at c2, seat 2 has the merchants of e2, and the settlers of f2 and g2 behind them."""


@pytest.mark.parametrize(("reactions", "settlers"), [("standing", 1), ("ask", 3)])
def test_pa12_attack_win_is_reckoned_when_ships_are_named(reactions, settlers):
    """With ``standing`` at each conflict: the merchants of e2 are vacated first, which cuts two
    settlements off, so that 1 settler beats 0. With ``ask`` for all of them at once, as the board
    stands before: 3 settlers against 2."""
    hands = {1: "smmggg", 2: "rrr"}
    played = given(FAR_SETTLERS, hands, reactions=reactions).play(
        {1: [settle("s", "c2", first="mg"), attack(None)]}
    )
    if reactions == "ask":
        played = played.play().play()
    assert played.story == [
        "M: 1 0+2, 2 1+0: 1 gains 2m",
        f"G: 1 0+{settlers}, 2 0+0: 1 gains 1g",
    ]


def test_pa12_defend_tie_is_reckoned_at_each_conflict_in_both_modes():
    """Seat 2's settlers are cut off before its government is attacked with 3, and so it sends 3
    for a tie, not 1."""
    hands = {1: "smmggg", 2: "gggggg"}
    for reactions in ("standing", "ask"):
        played = given(FAR_SETTLERS, hands, reactions=reactions).play(
            {1: [settle("s", "c2", first="mg"), attack(None), attack(3, "g")]}
        )
        if reactions == "ask":
            played = played.play().play()
        assert played.story == [
            "M: 1 0+2, 2 1+0: 1 gains 2m",
            "G: 1 0+3, 2 0+3: 2 gains 1g",
        ]


def test_pa12_one_question_names_all_kinds_of_the_order():
    first = opened(asking(TWO_KINDS, {1: "gmmrr", 2: "mr"}), "c2")
    assert first.state.dispute is not None
    assert first.state.dispute.clashes == (Clash("merchant", 1, 2), Clash("mining", 1, 2))
    second = first.play({1: [attack(2, "m"), attack(1, "r")]})
    assert second.state.dispute is not None
    assert [clash.sent for clash in second.state.dispute.clashes] == [2, 1]
    third = second.play({2: [defend(0, "m"), defend(1, "r")]})
    assert third.story == ["M: 1 0+2, 2 0+0: 1 gains 1m", "R: 1 0+1, 2 0+1: 2 gains 1r"]


def test_pa12_attackers_are_asked_together_and_defenders_together():
    """Seat 2 attacks for its merchant; in mining seat 3 attacks seat 1."""
    game = asking(
        """
        M1 .  .  .  M2
        s  s  .  s  s
        R3 .  .  .  R1
        """,
        {2: "g"},
        seats=3,
        mover=2,
    )
    first = game.play({2: [settle("g", "c2")]})
    assert first.awaited == {2: "reaction", 3: "reaction"}
    second = first.play()
    assert second.awaited == {1: "reaction"}
    third = second.play()
    assert third.story == ["M: 2 0+0, 1 0+0: 1 gains 1m", "R: 3 0+0, 1 0+0: 1 gains 1r"]


def test_pa12_who_attacks_in_one_conflict_and_defends_in_another_is_asked_twice():
    """Merchants: seat 1, who settles, attacks 2. Mining, of which it owns neither: 2 attacks 3."""
    game = asking(
        """
        M1 .  .  .  M2
        s  s  .  s  s
        R2 .  .  .  R3
        """,
        {1: "gm", 2: "mr", 3: "r"},
        seats=3,
    )
    first = opened(game, "c2")
    assert first.awaited == {1: "reaction", 2: "reaction"}
    second = first.play({1: [attack(1)], 2: [attack(1), defend(0)]})
    assert second.awaited == {2: "reaction", 3: "reaction"}
    third = second.play({2: [defend(1)], 3: [defend(0)]})
    # What seat 2 said of its defence when it was asked to attack is not kept.
    assert third.story == ["M: 1 0+1, 2 0+1: 2 gains 1m", "R: 2 0+1, 3 0+0: 2 gains 1r"]


def test_pa12_each_order_that_brings_conflicts_opens_a_question_of_its_own():
    game = asking(
        """
        M1 s  .  s  M2
        .  .  .  .  .
        R1 s  .  s  R2
        """,
        {1: "gg"},
    )
    game = game.play({1: [settle("g", "c1"), settle("g", "c3")]})
    seen = []
    while game.state.dispute is not None:
        seen.append((game.state.dispute.square, *game.awaited))
        game = game.play()
    assert seen == [(at("c1"), 1), (at("c1"), 2), (at("c3"), 1), (at("c3"), 2)]
    assert game.story == ["R: 1 0+0, 2 0+0: 2 gains 1r"]
    assert game.awaited == {2: "orders"}


@pytest.mark.parametrize("hands", [{1: "g"}, {1: "g", 2: "mm"}, {1: "gmm"}, {1: "gssss", 2: "ss"}])
def test_pa12_everyone_involved_is_asked_even_with_nothing_to_send(hands):
    first = opened(asking(hands=hands))
    assert first.awaited == {1: "reaction"}
    assert first.play().awaited == {2: "reaction"}


def test_pa12_a_settler_who_owns_neither_leader_is_not_asked():
    game = asking("M2 s . s M3", {1: "g"}, seats=3)
    first = opened(game, "c1")
    assert first.awaited == {2: "reaction"}
    second = first.play()
    assert second.awaited == {3: "reaction"}
    assert second.play().story == ["M: 2 0+0, 3 0+0: 3 gains 1m"]


# What is answered


def test_pa12_the_standing_order_answers_when_the_deadline_passes():
    stances = {1: [attack(3, "m")], 2: [defend(1)]}
    game = opened(asking(stances=stances)).play().play()
    assert game.story == ["M: 1 1+3, 2 2+1: 1 gains 3m"]


def test_pa12_by_default_the_attacker_wins_if_it_can_and_the_defender_ties():
    game = opened(asking()).play().play()
    assert game.story == ["M: 1 1+2, 2 2+1: 2 gains 2m"]


def test_pa12_an_answer_is_for_this_time_and_leaves_standing_orders_as_they_are():
    game = opened(asking(stances={1: [attack(0)], 2: [defend(0)]}))
    fought = game.play({1: [attack(3)]}).play({2: [defend(2)]})
    assert fought.story == ["M: 1 1+3, 2 2+2: 2 gains 2m"]
    assert fought.holdings(1).stances == game.holdings(1).stances
    assert fought.holdings(2).stances == game.holdings(2).stances


def test_pa12_for_what_an_answer_leaves_open_the_standing_order_holds():
    game = asking(TWO_KINDS, {1: "gmmrr"}, stances={1: [attack(2, "m")]})
    second = opened(game, "c2").play({1: [attack(1, "r")]})
    assert second.state.dispute is not None
    assert [clash.sent for clash in second.state.dispute.clashes] == [2, 1]


def test_pa12_an_answer_sends_at_most_what_is_there():
    game = opened(asking()).play({1: [attack(99)]}).play({2: [defend(99)]})
    assert game.story == ["M: 1 1+3, 2 2+2: 2 gains 2m"]


def test_pa12_numbers_that_attackers_name_are_seen_by_defenders_and_all():
    first = opened(asking(seats=3))
    for seat in (1, 2, 3, None):
        dispute = first.view(seat).dispute
        assert dispute is not None
        assert [clash.sent for clash in dispute.clashes] == [None]
    second = first.play({1: [attack(3)]})
    for seat in (1, 2, 3, None):
        dispute = second.view(seat).dispute
        assert dispute is not None
        assert [clash.sent for clash in dispute.clashes] == [3]


def test_pa12_by_default_a_tie_is_reckoned_with_the_number_that_was_named():
    game = opened(asking(hands={1: "gmmm", 2: "mm"})).play({1: [attack(2)]}).play()
    assert game.story == ["M: 1 1+2, 2 2+1: 2 gains 2m"]


def test_pa12_whoever_is_asked_is_told_so_by_its_view():
    first = opened(asking(seats=3))
    assert [first.view(seat).is_asked for seat in (1, 2, 3, None)] == [True, False, False, False]
    assert not any(first.view(seat).is_moving for seat in (1, 2, 3, None))
    assert first.play().view(2).is_asked


# What goes on meanwhile


def test_pa12_the_turn_goes_on_after_the_conflict_with_the_orders_sent_before():
    game = asking(hands={1: "gmmmm"})
    first = game.play({1: [settle("g", "d1"), settle("m", "d2")]})
    assert [one.square for one in first.noted(SystemSettled)] == [at("d1")]
    last = first.play({1: [attack(2)]}).play({2: [defend(0)]})
    assert [one.square for one in last.noted(SystemSettled)] == [at("d2")]
    # 3 for the conflict, and 1 for d2, which is in the region of the victorious leader.
    assert last.resources(1) == counts("mmmm")


def test_pa12_nobody_refills_before_the_turn_is_over():
    first = opened(asking())
    assert (first.hand(1), first.hand(2)) == (counts("mmm"), counts("mm"))
    last = first.play().play()
    assert (last.hand(1).total, last.hand(2).total) == (6, 6)


def test_pa12_lines_sent_while_a_question_is_open_change_nothing_on_the_board():
    first = opened(asking())
    meddled = first.play({1: [settle("m", "d2"), attack(2)], 2: [settle("m", "d2")]})
    assert meddled.galaxy == first.galaxy
    assert meddled.play().noted(SystemSettled) == []


def test_pa12_standing_orders_of_others_are_taken_at_any_time():
    first = opened(asking(hands={1: "gmmm", 2: "mm"})).play({1: [attack(2)], 2: [defend(0)]})
    assert first.holdings(2).stances.defend.ships == 0
    assert first.play().story == ["M: 1 1+2, 2 2+0: 1 gains 3m"]


def test_pa12_standing_orders_hold_until_they_are_replaced():
    game = given(UNION, {1: "gmmm", 2: "gggggg"}, mover=2)
    told = game.play({1: [attack(3, "m")]}).play({1: [settle("s", "h2")]})
    assert told.holdings(1).stances.attack.of("merchant") == 3
    played = told.play().play({1: [settle("g", "d1")]})
    assert played.story == ["M: 1 1+3, 2 2+0: 1 gains 3m"]


def test_pa12_standing_orders_of_the_mover_hold_in_the_same_turn():
    game = given(UNION, {1: "gmmm"})
    played = game.play({1: [settle("g", "d1"), attack(0)]})
    assert played.story == ["M: 1 1+0, 2 2+0: 2 gains 2m"]


# Rounds


def test_pa4_a_question_in_mid_round_holds_the_rest_of_it_up():
    """Seat 2 comes second in the round; seats 3 and 1 wait until its conflict is over."""
    game = asking(
        "M3 s . s M2 . . .",
        {1: "m", 2: "g", 3: "s"},
        seats=3,
        mover=1,
        pace="round",
    )
    first = game.play(
        {1: [settle("m", "h1")], 2: [settle("g", "c1")], 3: [settle("s", "h2"), leader("G", "h1")]}
    )
    assert [one.seat for one in first.noted(SystemSettled)] == [1, 2]
    assert first.state.played == 1
    assert first.awaited == {2: "reaction"}
    second = first.play()
    assert second.awaited == {3: "reaction"}
    third = second.play()
    assert third.story == ["M: 2 0+0, 3 0+0: 3 gains 1m"]
    assert [one.seat for one in third.noted(SystemSettled)] == [3]
    assert third.state.played == 3
    assert (third.state.mover, third.awaited) == (2, dict.fromkeys((1, 2, 3), "orders"))


def test_pa4_in_rounds_the_turn_order_after_the_settler_is_that_of_the_seats():
    """Seat 3 begins the round and settles; seats 1 and 2 own the leaders: 1 comes next."""
    game = given("M1 s . s M2", {3: "g"}, seats=3, mover=3, pace="round")
    assert game.play({3: [settle("g", "c1")]}).story == ["M: 1 0+0, 2 0+0: 2 gains 1m"]


def test_pa14_in_rounds_nothing_ends_while_a_question_is_open():
    """Seat 1's harvest leaves two artifacts; then seat 2's conflict is asked about."""
    game = asking(
        """
        M1 s* s  s* .  s*
        .  .  .  .  .  .
        R1 s  .  s  R2 .
        """,
        {2: "g"},
        spare=0,
        pace="round",
    )
    first = game.play({2: [settle("g", "c3")]})
    assert first.harvested == [(1, "b1")]
    assert first.state.ending is None
    assert first.awaited == {2: "reaction"}
    assert first.play().play().state.ending is not None


def test_pa13_a_wish_outlasts_a_question():
    game = asking(
        """
        M1 s* s  s* .  .
        .  .  .  .  .  .
        R1 s  .  s  R2 .
        """,
        {1: "g"},
    )
    first = game.play({1: [settle("g", "c3"), harvest("d1")]})
    assert first.harvested == []
    assert first.play().play().harvested == [(1, "d1")]


def test_pa12_the_board_is_shown_joined_while_the_question_is_open():
    first = opened(asking())
    assert first.galaxy == board("M1 s m g m m s M2")
