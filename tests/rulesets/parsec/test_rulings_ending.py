"""PA-13 and PA-14: artifacts, the end, the score."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from pbem.rulesets.parsec.events import GameEnded
from pbem.rulesets.parsec.figures import KINDS, Counts
from pbem.rulesets.parsec.view import SystemSettled, score
from tests.rulesets.parsec.situation import (
    Game,
    Played,
    attack,
    board,
    counts,
    destroy,
    given,
    harvest,
    leader,
    recall,
    rules,
    settle,
    swap,
)

# PA-13

THREE = """
    .  s* s  s+
    M1 s  .  s
    .  .  .  s*
    """
"""Artifacts at b1, d1 (border) and d3 in one region."""


def test_pa13_a_merchant_leader_with_two_artifacts_in_its_region_takes_one():
    played = given("M1 s* s s*").play()
    assert played.harvested == [(1, "b1")]
    assert (played.artifacts(1), played.artifacts(2)) == (1, 0)
    # The settlement stays where it is.
    assert played.galaxy == board("M1 s s s*")


def test_pa13_one_artifact_is_not_enough():
    played = given("M1 s* s .").play()
    assert played.harvested == []
    assert given("M1 s* s .*").play().harvested == []
    assert given("M1 s* . s*").play().harvested == []


@pytest.mark.parametrize("letter", ["G1", "S1", "R1", "M2"])
def test_pa13_it_takes_a_merchant_leader_of_the_active_player(letter):
    assert given(f"{letter} s* s s*").play().harvested == []


def test_pa13_the_owner_takes_it_at_the_end_of_its_own_turn():
    game = given("M2 s* s s*").play()
    assert game.harvested == []
    assert game.play().harvested == [(2, "b1")]


def test_pa13_border_artifacts_are_taken_first():
    assert given(THREE).play().harvested == [(1, "d1")]


def test_pa13_then_in_row_order():
    """d1 before b2, though b2 is further to the left; two border ones in row order as well."""
    drawing = """
        M1 s  s  s*
        .  s* .  .
        """
    assert given(drawing).play().harvested == [(1, "d1")]
    drawing = """
        M1 s  s* s+
        .  s+ .  .
        """
    assert given(drawing).play().harvested == [(1, "d1")]


@pytest.mark.parametrize("wish", ["b1", "d1", "d3"])
def test_pa13_the_preferred_one_is_taken(wish):
    assert given(THREE).play({1: [harvest(wish)]}).harvested == [(1, wish)]


@pytest.mark.parametrize("wish", ["a1", "b2", "a5", "z9"])
def test_pa13_where_the_preferred_one_is_not_available_the_default_is_taken(wish):
    """a1 is empty, b2 has none, a5 is dormant, z9 beyond the board; none is an error."""
    played = given(THREE).play({1: [harvest(wish)]})
    assert played.harvested == [(1, "d1")]
    assert played.refusals(1) == []


def test_pa13_an_artifact_of_another_region_is_not_available():
    game = given("M1 s* s s* . s+")
    assert game.play({1: [harvest("f1")]}).harvested == [(1, "b1")]


def test_pa13_of_several_wishes_the_last_counts_for_this_turn_only():
    game = given(THREE, spare=6)
    played = game.play({1: [harvest("b1"), harvest("d3")]})
    assert played.harvested == [(1, "d3")]
    assert played.play().play().harvested == [(1, "d1")]


def test_pa13_one_artifact_a_turn_as_long_as_there_are_two():
    game: Game = given(THREE)
    taken = []
    for _turn in range(6):
        game = game.play()
        assert isinstance(game, Played)
        taken += game.harvested
    assert taken == [(1, "d1"), (1, "b1")]
    assert game.artifacts(1) == 2


def test_pa13_a_leader_that_has_just_come_takes_its_artifact():
    game = given(". s* s s*", {1: "m"})
    assert game.play({1: [leader("M", "a1")]}).harvested == [(1, "b1")]
    assert game.play({1: [leader("M", "a1"), recall("M")]}).harvested == []


def test_pa13_a_region_joined_this_turn_counts_as_it_is_at_the_end():
    game = given("M1 s* . s*", {1: "g"})
    assert game.play({1: [settle("g", "c1")]}).harvested == [(1, "b1")]
    game = given("M1 s* s s*")
    assert game.play({1: [destroy("c1")]}).harvested == []


def test_pa13_everyone_harvests_after_its_own_turn_in_a_round():
    game = given("M1 s* s s* . M2 s* s s*", pace="round")
    assert game.play().harvested == [(1, "b1"), (2, "g1")]


# PA-11, PA-13, PA-14: dormant artifacts


def vacated() -> Played:
    """Seat 2 joins at e1 and beats science: b1, c1 and d1 are vacated, two with artifacts."""
    game = given("S1 s* s s* . s S2 .", {2: "gsss"}, mover=2)
    played = game.play({2: [settle("g", "e1")]})
    assert played.story == ["S: 2 1+3, 1 3+0: 2 gains 4s"]
    return played


def test_pa11_an_artifact_under_a_vacated_system_stays_dormant():
    assert vacated().galaxy == board(".  .* .  .* g s S2 .")


def test_pa13_dormant_artifacts_are_not_counted_until_they_are_settled_again():
    game = vacated().holding(1, hand=counts("ggg"))
    # Merchants of seat 1 come to live beside the scientists of f1.
    first = game.play({1: [settle("g", "d1"), leader("M", "f2")]})
    assert first.harvested == []
    again = first.play().holding(1, hand=counts("gg")).play({1: [settle("g", "c1")]})
    assert again.harvested == []
    whole = again.play().holding(1, hand=counts("gg")).play({1: [settle("g", "b1")]})
    assert whole.harvested == [(1, "b1")]


def test_pa13_a_leader_on_a_dormant_artifact_does_not_wake_it():
    assert given("s* M1* s .").play().harvested == []


def test_pa14_dormant_artifacts_are_counted_as_left():
    assert given("s* .* .*", spare=0).play().state.ending is None
    assert given("s* .* .", spare=0).play().state.ending is not None


# PA-14: few artifacts


def test_pa14_the_game_ends_with_two_artifacts_left():
    played = given("M1 s* s s* . s*", spare=0).play()
    assert played.harvested == [(1, "b1")]
    assert played.state.ending is not None
    assert (played.state.ending.cause, played.asks) == ("artifacts", ())
    outcome = rules.outcome(played.state)
    assert outcome is not None
    assert outcome.reason == "few artifacts were left"
    assert played.heard(None, GameEnded) == [GameEnded(ending=played.state.ending)]


def test_pa14_destroyed_artifacts_are_gone_as_well_but_the_turn_is_played_out():
    game = given("s* s* s* . .", {1: "m"}, spare=0)
    played = game.play({1: [destroy("a1"), settle("m", "e1")]})
    assert len(played.noted(SystemSettled)) == 1
    assert played.state.ending is not None
    assert played.state.ending.cause == "artifacts"


def test_pa14_with_three_artifacts_left_the_game_goes_on():
    played = given("M1 s* s s*", spare=2).play()
    assert played.harvested == [(1, "b1")]
    assert played.state.ending is None


# PA-14: the pool


def test_pa14_a_pool_emptied_exactly_ends_nothing_yet():
    game = given(". . .", {1: "mmmmmm", 2: "gggggg"}, pool=Counts(mining=1))
    first = game.play({1: [settle("m", "a1")]})
    assert (first.state.pool.total, first.state.ending) == (0, None)
    idle = first.play()
    assert idle.state.ending is None
    last = idle.play({1: [settle("m", "b1")]})
    assert last.state.ending is not None
    assert last.state.ending.cause == "pool"
    assert last.hand(1).total == 5


def test_pa14_ships_that_others_lack_have_to_be_drawn_too():
    """Seat 2 defends with a scientist in seat 1's turn and cannot refill."""
    drawing, pool = "M2 s .", Counts(mining=1)
    unforced = given(drawing, {1: "mmmmmm", 2: "sggggg"}, pool=pool)
    assert unforced.play({1: [leader("M", "c1")]}).state.ending is None
    forced = given(drawing, {1: "smmmmm", 2: "sggggg"}, pool=pool)
    played = forced.play({1: [leader("M", "c1")]})
    assert played.story == ["M: 1 1+1, 2 1+1: 2 gains 1s"]
    assert played.state.ending is not None
    assert (played.hand(1).total, played.hand(2).total) == (6, 5)


# PA-14: nothing moves any more

FULL = {1: "gggggg", 2: "gggggg", 3: "gggggg", 4: "gggggg"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pa14_three_whole_rounds_without_a_ship_end_the_game(seats):
    game = given("s . .", FULL, seats=seats)
    assert game.turns(3 * seats - 1).state.ending is None
    ended = game.turns(3 * seats).state.ending
    assert ended is not None
    assert ended.cause == "idle"


def test_pa14_leaders_and_weapons_are_no_ships():
    game: Game = given("s . . . .", FULL)
    orders = [
        [leader("M", "b1")],
        [destroy("e1"), destroy("d1")],
        [recall("M")],
        [leader("G", "b1")],
        [destroy("c1")],
    ]
    for turn, lines in enumerate(orders):
        game = game.play({1 + turn % 2: lines})
    assert game.state.ending is None
    assert game.play().state.ending is not None


@pytest.mark.parametrize(
    "lines", [[settle("g", "e1")], [swap("g")], [leader("M", "c1")]], ids=["settle", "swap", "sent"]
)
def test_pa14_any_ship_that_moves_begins_the_count_anew(lines):
    """The leader of the third case meets one of its kind: a scientist is sent."""
    hands = {1: "sggggg", 2: "gggggg"}
    game = given("M2 s . . .", hands, stances={1: [attack(1)]})
    moved = game.turns(4).play({1: lines})
    assert moved.state.idle == 0
    assert moved.turns(5).state.ending is None
    assert moved.turns(6).state.ending is not None


def test_pa14_a_refill_alone_is_a_ship_that_moves():
    game = given("s . .", {1: "gggggg", 2: "ggggg"})
    assert game.play().state.idle == 0
    assert game.turns(6).state.ending is None
    assert game.turns(7).state.ending is not None


# PA-4, PA-14: rounds


def test_pa14_in_rounds_the_end_is_looked_at_when_the_round_is_complete():
    """Seat 1's harvest leaves two artifacts; seat 2 still has its turn."""
    game = given("M1 s* s s* . s*", {2: "g"}, spare=0, pace="round")
    played = game.play({2: [settle("g", "e1")]})
    assert played.harvested == [(1, "b1")]
    assert [one.seat for one in played.noted(SystemSettled)] == [2]
    assert played.state.ending is not None


def test_pa14_in_rounds_an_empty_pool_ends_the_round_not_the_turn():
    game = given("s . .", {1: "gggggg", 2: "gggggg"}, pool=Counts(), pace="round")
    played = game.play({1: [settle("g", "b1")], 2: [settle("g", "c1")]})
    assert [one.seat for one in played.noted(SystemSettled)] == [1, 2]
    assert played.state.ending is not None
    assert played.state.ending.cause == "pool"


def test_pa14_in_rounds_three_whole_rounds_must_be_idle():
    game = given("s . .", FULL, pace="round")
    first = game.play({1: [settle("g", "b1")]})
    # Seat 2 was idle already: five turns after two more rounds, seven after three.
    assert first.turns(2).state.ending is None
    assert first.turns(3).state.ending is not None


# PA-14: the score


def test_pa14_the_sources_example():
    """4 Raw Materials, 10 Money, 2 Technology, 12 People against 3 of each: 2 against 3."""
    assert score(Counts(mining=4, merchant=10, science=2, government=12), 0)[0] == 2
    assert score(Counts(mining=3, merchant=3, science=3, government=3), 0)[0] == 3


@pytest.mark.parametrize(
    ("resources", "artifacts", "wanted"),
    [
        ("", 0, (0, 0, 0, 0)),
        ("", 3, (0, 1, 1, 1)),
        ("", 4, (1, 1, 1, 1)),
        ("", 5, (1, 1, 1, 2)),
        ("ggg" + "ss" + "m", 1, (1, 1, 2, 3)),
        ("ggg" + "ss" + "m", 2, (1, 2, 2, 3)),
        ("ggg" + "ss" + "m", 3, (2, 2, 2, 3)),
        ("ggg" + "ss" + "m", 6, (3, 3, 3, 3)),
        ("rrrr" + "m" * 10 + "ss" + "g" * 12, 2, (4, 4, 10, 12)),
    ],
)
def test_pa14_artifacts_are_laid_where_they_help_most(resources, artifacts, wanted):
    assert score(counts(resources), artifacts) == wanted


@settings(max_examples=80, deadline=None)
@for_all(st.builds(Counts, *[st.integers(0, 6)] * 4), st.integers(0, 6))
def test_pa14_no_other_way_to_lay_artifacts_scores_more(resources, artifacts):
    ways = (
        tuple(sorted(resources.of(kind) + way.count(kind) for kind in KINDS))
        for way in combinations_with_replacement(KINDS, artifacts)
    )
    assert score(resources, artifacts) == max(ways)


@pytest.mark.parametrize(
    ("stocks", "artifacts", "winners"),
    [
        # The least resource decides.
        (("ggssmmrr", "gggggsssssmmmmmr"), (0, 0), (1,)),
        (("ggssmmr", "ggssmmrr"), (0, 0), (2,)),
        # Artifacts fill up: 1 + 1 against 2.
        (("ggssmmr", "ggssmmrr"), (1, 0), (1, 2)),
        # Ties: the next least, and so on.
        (("gsmrr", "gsmr"), (0, 0), (1,)),
        (("gsmmrr", "gssssmr"), (0, 0), (1,)),
        (("gssmmrr", "gssmmrrr"), (0, 0), (2,)),
        (("ggggg", "sssss"), (0, 0), (1, 2)),
        (("", ""), (0, 0), (1, 2)),
        (("ggg", "ssss"), (0, 0), (2,)),
    ],
)
def test_pa14_ties_go_by_the_next_least_and_are_shared_at_last(stocks, artifacts, winners):
    game = given("s . .", spare=0)
    for seat, stock, laid in zip((1, 2), stocks, artifacts, strict=True):
        game = game.holding(seat, resources=counts(stock), artifacts=laid)
    ending = game.play().state.ending
    assert ending is not None
    assert ending.winners == winners
    assert ending.scores == tuple(
        score(counts(stock), laid) for stock, laid in zip(stocks, artifacts, strict=True)
    )


def test_pa14_a_victory_may_be_shared_by_some_of_many():
    game = given("s . .", seats=4, spare=0)
    for seat, stock in zip((1, 2, 3, 4), ("gsmr", "gsm", "rmsg", ""), strict=True):
        game = game.holding(seat, resources=counts(stock))
    outcome = rules.outcome(game.play().state)
    assert outcome is not None
    assert outcome.winners == (1, 3)
    assert outcome.scores == {1: 1.0, 2: 0.0, 3: 1.0, 4: 0.0}


def test_pa14_after_the_end_nothing_happens_any_more():
    ended = given("s . .", spare=0).play()
    assert ended.asks == ()
    after, events = rules.resolve(ended.state, {}, None)  # type: ignore[arg-type]
    assert (after, events) == (ended.state, ())


def test_pa14_few_artifacts_are_named_before_an_empty_pool_as_the_cause():
    ending = given("s* .* .", spare=0, pool=Counts()).play().state.ending
    assert ending is not None
    assert ending.cause == "artifacts"
