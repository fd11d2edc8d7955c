"""PA-4 to PA-6: turns, order lines, leaders."""

from __future__ import annotations

import pytest

from pbem.rulesets.parsec.events import TurnEnded
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.orders import Settle
from pbem.rulesets.parsec.view import LeaderPlaced, LeaderRecalled, Passed, SystemSettled
from tests.rulesets.parsec.situation import (
    PASS,
    Played,
    at,
    attack,
    board,
    counts,
    destroy,
    drawn,
    given,
    harvest,
    leader,
    recall,
    settle,
    swap,
)
from tests.rulesets.parsec.situation import Game as Table

OPEN = """
    .  .  .  .  .
    .  s  .  .  .
    .  .  .  .  .
    """


# PA-4: one player's turn after the other


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pa4_players_move_in_seat_order(seats):
    game: Table = Table(drawn(seats))
    movers = []
    for _turn in range(2 * seats):
        movers += list(game.awaited)
        game = game.play()
    assert movers == [*range(1, seats + 1)] * 2
    assert game.state.played == 2 * seats


def test_pa4_a_turn_has_two_orders():
    game = given(OPEN, {1: "mmmm"})
    played = game.play({1: [settle("m", "a1"), settle("m", "c1"), settle("m", "e1")]})
    assert [one.square for one in played.noted(SystemSettled)] == [at("a1"), at("c1")]
    # The third line was never reached: nothing is said about it.
    assert played.refusals(1) == []
    assert played.galaxy.settlements != game.galaxy.settlements


def test_pa4_a_missed_turn_passes():
    played = given(OPEN, {1: "mmmmmm", 2: "mmmmmm"}).play()
    assert played.noted(Passed) == [Passed(seat=1, count=2)]
    assert played.galaxy == board(OPEN)
    assert played.awaited == {2: "orders"}


def test_pa4_orders_of_others_are_not_for_this_turn():
    """Out of turn only standing orders count."""
    played = given(OPEN, {1: "m", 2: "m"}).play({2: [settle("m", "a1"), attack(3), harvest("b2")]})
    assert played.galaxy == board(OPEN)
    assert played.holdings(2).stances.attack.ships == 3
    assert played.refusals(2) == []


# PA-4: everyone at once


def in_rounds(drawing: str = OPEN, **how: object) -> Table:
    return given(drawing, pace="round", **how)


def settlers(played: Played) -> list[int]:
    return [one.seat for one in played.noted(SystemSettled)]


def test_pa4_in_rounds_everyone_is_asked_at_once_and_resolved_player_by_player():
    game = in_rounds(hands={1: "m", 2: "m", 3: "m"}, seats=3)
    assert game.awaited == {1: "orders", 2: "orders", 3: "orders"}
    played = game.play({3: [settle("m", "e1")], 1: [settle("m", "a1")], 2: [settle("m", "c1")]})
    assert settlers(played) == [1, 2, 3]
    assert [chapter.seat for chapter in played.state.log] == [1, 2, 3]
    assert (played.state.turn, played.state.played) == (1, 3)


def test_pa4_in_rounds_the_starting_player_moves_on_one_seat_each_round():
    game: Table = Table(drawn(3, pace="round"))
    starts = []
    for _round in range(3):
        game = game.play()
        starts.append([chapter.seat for chapter in game.state.log[-3:]])
    assert starts == [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    assert game.state.mover == 1


def test_pa4_in_rounds_whoever_comes_first_takes_the_place():
    """Both want c2: the second is told so, and its next line takes the place of the first."""
    game = in_rounds(hands={1: "m", 2: "mg"})
    played = game.play({1: [settle("m", "c2")], 2: [settle("m", "c2"), settle("g", "d2")]})
    assert [(one.seat, one.square) for one in played.noted(SystemSettled)] == [
        (1, at("c2")),
        (2, at("d2")),
    ]
    assert played.whys(2) == [errors.OCCUPIED]
    assert played.noted(Passed) == [Passed(seat=1, count=1), Passed(seat=2, count=1)]


def test_pa4_in_rounds_a_missed_turn_passes_and_the_others_are_played():
    played = in_rounds(hands={2: "m"}).play({2: [settle("m", "a1")]})
    assert settlers(played) == [2]
    assert played.noted(Passed)[0] == Passed(seat=1, count=2)


def test_pa4_in_rounds_hands_are_refilled_after_each_players_turn():
    """Seat 1's conflict costs seat 2 its scientist before it comes to move."""
    game = in_rounds("M2 s .", hands={1: "s", 2: "s"}, stances={1: [attack(1)]})
    played = game.play({1: [leader("M", "c1")], 2: [Settle(kind="science", at=at("c1"))]})
    assert played.story == ["M: 1 1+1, 2 1+1: 2 gains 1s"]
    assert played.whys(2) == [errors.NO_SHIP]
    assert played.hand(2) == counts("gggggg")


# PA-5


def test_pa5_each_order_does_what_it_says():
    game = given(OPEN, {1: "mms"})
    played = game.play({1: [leader("M", "b1"), settle("m", "c2")]})
    assert played.galaxy == board(
        """
        .  M1 .  .  .
        .  s  m  .  .
        .  .  .  .  .
        """
    )
    assert played.resources(1) == counts("m")
    played = played.play().play({1: [recall("M"), destroy("e3")]})
    assert played.galaxy == board(
        """
        .  .  .  .  .
        .  s  m  .  .
        .  .  .  .  x
        """
    )


def test_pa5_a_refused_line_makes_room_for_the_next():
    game = given(OPEN, {1: "mm"})
    lines = [settle("m", "b2"), recall("M"), settle("r", "a1"), settle("m", "a1"), PASS]
    played = game.play({1: lines})
    assert played.whys(1) == [errors.OCCUPIED, errors.AT_HOME, errors.NO_SHIP]
    assert settlers(played) == [1]
    assert played.noted(Passed) == [Passed(seat=1, count=1)]


def test_pa5_at_most_six_lines_are_looked_at():
    bad = [settle("m", "b2")] * 5
    two = [settle("m", "a1"), settle("m", "c1")]
    played = given(OPEN, {1: "mm"}).play({1: [*bad, *two]})
    assert len(played.refusals(1)) == 5
    assert [one.square for one in played.noted(SystemSettled)] == [at("a1")]
    played = given(OPEN, {1: "mm"}).play({1: [*bad, settle("m", "b2"), *two]})
    assert len(played.refusals(1)) == 6
    assert played.noted(Passed) == [Passed(seat=1, count=2)]


def test_pa5_wishes_and_standing_orders_are_not_among_the_lines():
    lines = [harvest("b2"), attack(1), attack(2), attack(3), attack(4), attack(5)]
    played = given(OPEN, {1: "mm"}).play({1: [*lines, settle("m", "a1"), settle("m", "c1")]})
    assert len(settlers(played)) == 2
    assert played.holdings(1).stances.attack.ships == 5


def test_pa5_passing_takes_up_an_order():
    played = given(OPEN, {1: "mm"}).play({1: [PASS, settle("m", "a1"), settle("m", "c1")]})
    assert [one.square for one in played.noted(SystemSettled)] == [at("a1")]
    assert played.noted(Passed) == [Passed(seat=1, count=1)]


def test_pa5_refusals_are_told_to_their_owner_alone():
    played = given(OPEN, {1: "m"}, seats=3).play({1: [settle("m", "b2")]})
    assert played.whys(1) == [errors.OCCUPIED]
    assert played.refusals(2) == played.refusals(3) == []
    assert played.heard(None) == [TurnEnded(turn=1, played=1)]


def test_pa5_a_refused_order_changes_nothing():
    game = given(OPEN, {1: "mmmmmm", 2: "mmmmmm"})
    lines = [
        settle("m", "b2"),
        settle("s", "a1"),
        settle("r", "a1"),
        leader("M", "e3"),
        recall("M"),
        swap("s"),
    ]
    refused, idle = game.play({1: lines}), game.play()
    assert len(refused.refusals(1)) == 6
    assert refused.state == idle.state


# PA-6


def test_pa6_a_leader_comes_beside_scientists():
    played = given(OPEN).play({1: [leader("S", "c2"), leader("G", "b3")]})
    assert played.noted(LeaderPlaced) == [
        LeaderPlaced(seat=1, kind="science", square=at("c2")),
        LeaderPlaced(seat=1, kind="government", square=at("b3")),
    ]


@pytest.mark.parametrize(
    ("where", "why"),
    [
        # Only by a corner beside the scientists of b2.
        ("a1", errors.NO_SCIENTISTS),
        ("e3", errors.NO_SCIENTISTS),
        # Beside merchants only.
        ("d1", errors.NO_SCIENTISTS),
        ("b2", errors.OCCUPIED),
        ("d2", errors.OCCUPIED),
        ("b3", errors.OCCUPIED),
        ("a2", errors.NO_SEAT),
        ("b1", errors.DESTROYED),
        ("c2", errors.JOINS_TWO),
        ("f1", errors.OFF_BOARD),
        ("a9", errors.OFF_BOARD),
        ("zz99", errors.OFF_BOARD),
    ],
)
def test_pa6_where_a_leader_may_not_come(where, why):
    game = given(
        """
        .  x  .  .  .
        #  s  .  m  .
        .  G2 .  .  .
        """
    )
    played = game.play({1: [leader("M", where)]})
    assert played.whys(1) == [why]
    assert played.galaxy == game.galaxy


def test_pa6_touching_one_region_twice_joins_nothing():
    game = given(
        """
        s  s
        s  .
        """
    )
    assert game.play({1: [leader("M", "b2")]}).where("M1") == "b2"


def test_pa6_moving_lifts_the_leader_first():
    """M1 at b1 is all that makes c1's neighbours two regions: lifted, b1 belongs to none."""
    game = given(
        """
        s  M1 .  s
        """
    )
    played = game.play({1: [leader("M", "c1")]})
    assert played.whys(1) == []
    assert played.noted(LeaderPlaced)[0].origin == at("b1")
    assert played.galaxy == board("s .  M1 s")


def test_pa6_a_lifted_leader_no_longer_holds_its_region_together():
    """Without M1 at b1, a2 and c2 are two regions, which b2 may not join."""
    game = given(
        """
        s  M1 s
        s  .  s
        """
    )
    played = game.play({1: [leader("M", "b2")]})
    assert [(one.message, dict(one.fields)["number"]) for one in played.refusals(1)] == [
        (errors.JOINS_TWO, 2)
    ]
    # A refused move leaves it standing.
    assert played.where("M1") == "b1"


def test_pa6_moving_to_its_own_square_is_refused():
    played = given("s M1 .").play({1: [leader("M", "b1")]})
    assert played.whys(1) == [errors.HERE]
    assert played.where("M1") == "b1"


@pytest.mark.parametrize("where", ["c1", "d1", "e1", "f1", "g1", "z1"])
def test_pa6_a_refused_move_leaves_it_standing(where):
    game = given("s M1 # s x m .")
    played = game.play({1: [leader("M", where)]})
    assert len(played.refusals(1)) == 1
    assert played.galaxy == game.galaxy


def test_pa6_a_leader_may_stand_on_a_system_with_a_dormant_artifact():
    played = given("s .* .").play({1: [leader("M", "b1")]})
    assert played.galaxy == board("s M1* .")


def test_pa6_a_recalled_leader_goes_home_and_may_come_again():
    game = given("s M1 .")
    played = game.play({1: [recall("M"), leader("M", "b1")]})
    assert played.noted(LeaderRecalled) == [
        LeaderRecalled(seat=1, kind="merchant", square=at("b1"))
    ]
    assert (played.noted(LeaderPlaced)[0].origin, played.where("M1")) == (None, "b1")


def test_pa6_only_ones_own_leaders_move():
    played = given("s M2 . .").play({1: [recall("M"), leader("M", "c1")]})
    assert played.whys(1) == [errors.AT_HOME, errors.NO_SCIENTISTS]
    assert played.where("M2") == "b1"
