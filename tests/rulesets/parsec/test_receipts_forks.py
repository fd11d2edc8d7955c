"""What receipts say of lines behind one that opens a conflict: one thing for each end of it, for
nobody knows beforehand who wins (PA-5, PA-11)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.api import Level
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.figures import KINDS, Counts, Stance, Stances
from pbem.rulesets.parsec.mechanics.course import Way, ways_after
from pbem.rulesets.parsec.mechanics.execution import carry_out, position_of
from pbem.rulesets.parsec.orders import Destroy, Orders, PlaceLeader, Recall, Settle
from tests.rulesets.parsec.table import PLAIN, parse, rules, square, state, view

UNION = """
    m   M1  s*  .   s   M2  m   .
    m   .   .   .   .   .   m   s*
    s   G1  .   .   .   S1  s   .
    .   .   .   .   .   .   .   .
"""
"""d1 sets Ada's merchants (2) against Björn's (2), whose h2 hangs on them."""
OPENS = "SETTLE settler AT d1"
SEVERAL = """
    m   s   M1  .   M2  s   m   .
    m   s   .   .   .   s   m   .
    .   S3  .   .   .   S1  .   .
"""
"""d1 sets Ada's science leader against Cé's, then her merchant leader against Björn's; who loses
the first loses the systems by which the merchants beyond hang together."""
UNITES = "SETTLE scientist AT d1 FIRST science"
NEVER = {1: Stances(attack=Stance(0))}


def second(text: str, board: str = UNION, opens: str = OPENS, **situation: object) -> str:
    """What is said of a line behind the one that opens the conflict."""
    seen = view(board, **{"hands": {1: "gsmmrr"}, **situation})  # type: ignore[arg-type]
    return parse(seen, opens, text).verdicts[1].note


# Both ends ----------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["sequential", "round"])
def test_PA_11_what_is_the_same_whoever_wins_is_said_plainly(pace):
    assert second("SETTLE merchant AT a4", opens="SETTLE scientist AT d1", pace=pace) == (
        "if you win: 1 money for you (your merchant leader); "
        "if you lose: 1 money for you (your government leader)"
    )
    assert second("SETTLE settler AT b2", opens="SETTLE scientist AT d1", pace=pace) == (
        "1 person for you (your government leader)"
    )


@pytest.mark.parametrize("mover", [1, 2])
def test_PA_11_else_each_end_is_told_at_the_pace_of_rounds_too(mover):
    assert second("SETTLE merchant AT h1", pace="round", mover=mover) == (
        "if you win: no resource: there is no merchant or government leader in its region"
    )


def test_each_end_is_told_once_the_one_that_is_hardly_meant_as_a_warning():
    found = parse(view(UNION), OPENS, "SETTLE merchant AT h1").verdicts[1]
    assert found.note == (
        "if you win: no resource: there is no merchant or government leader in its region"
    )
    assert found.message == (
        "if you lose: the money goes to Björn's merchant leader; that is nothing for you: what "
        "settles in a region brings its resource to whoever has the leader of its kind there"
    )


def test_a_line_that_one_end_forbids_is_told_with_the_reason():
    found = parse(view(UNION), OPENS, "RECALL merchant").verdicts[1]
    assert (found.level, found.note) == (
        Level.WARNED,
        "if you lose: this breaks a rule: your merchant leader is not on the board",
    )
    assert found.message.startswith(
        "if you win: your merchant leader goes home from b1; your merchant leader gives up its "
        "region: "
    )


def test_a_line_that_only_one_end_allows_is_taken_with_a_warning():
    found = parse(view(UNION), OPENS, "SETTLE merchant AT g1").verdicts[1]
    assert (found.level, found.message) == (
        Level.WARNED,
        "if you win: no resource: there is no merchant or government leader in its region; "
        "if you lose: this breaks a rule: g1 is not empty",
    )


def test_a_union_behind_a_conflict_is_told_as_it_would_be_fought_after_it():
    board = """
        .   s   M2  s   .   s   M3
        .   .   .   .   .   .   .
    """
    found = parse(view(board), "LEADER merchant TO a1", "SETTLE settler AT e1").verdicts[1]
    assert found.message == (
        "if you win: joins two regions; no resource: there is no government leader in its "
        "region; from now on one settlement at c1, of anyone, brings conflicts (others' ships come "
        "on top): your merchant 0 to 2 against Cé's 0"
    )
    assert found.note == (
        "if you lose: joins two regions with leaders: no resource; conflict: merchant "
        "(Björn attacks Cé, 0 against 0)"
    )


def test_who_has_no_part_in_the_conflict_is_told_of_others_by_name():
    told = second("SETTLE merchant AT h1", mover=3, seat=3, hands={3: "gsmmrr"})
    assert told == (
        "if Ada wins: no resource: there is no merchant or government leader in its region"
    )


# Several conflicts --------------------------------------------------------------------


def test_of_several_conflicts_the_one_that_decides_is_named():
    assert second("SETTLE merchant AT d2", SEVERAL, UNITES) == (
        "if you win the merchant conflict: 1 money for you (your merchant leader)"
    )


def test_what_hangs_on_several_conflicts_is_told_for_all_won_and_all_lost():
    found = parse(view(SEVERAL), UNITES, "SETTLE merchant AT b1").verdicts[1]
    assert found.message == (
        "if you win all conflicts: joins two regions; 1 money for you (your merchant leader); if "
        "you lose all conflicts: this breaks a rule: b1 is not empty"
    )


def test_nothing_is_promised_where_all_won_and_all_lost_come_to_the_same_but_not_the_rest():
    assert second(
        "SETTLE scientist AT d2", SEVERAL, UNITES, hands={1: "ssssss"}, stances=NEVER
    ) == (
        "if the conflicts before all end alike: no resource: there is no science or government "
        "leader in its region; else it may be otherwise"
    )


def test_of_conflicts_among_others_the_one_that_decides_is_told_by_the_winner():
    told = second("SETTLE merchant AT d2", SEVERAL, UNITES, mover=4, seat=4, players=4)
    assert told == (
        "if Ada wins the merchant conflict: the money goes to Ada's merchant leader; if Björn "
        "wins the merchant conflict: the money goes to Björn's merchant leader"
    )
    seen = view(SEVERAL, mover=4, seat=4, players=4)
    message = parse(seen, UNITES, "SETTLE merchant AT b1").verdicts[1].message
    assert message.startswith(
        "if the attackers win all conflicts: joins two regions; the money goes to Ada's merchant "
        "leader; if the defenders win all conflicts: this breaks a rule: "
    )


# What is left in hand, and the end of the turn ------------------------------------------


def test_PA_12_ships_that_standing_orders_send_are_gone():
    found = parse(view(UNION, hands={1: "gsmrrr"}), OPENS, "SETTLE merchant AT a4").verdicts[1]
    assert found.message == ("the ships that it needs are sent into the conflict before")
    kept = parse(view(UNION, hands={1: "gsmrrr"}), OPENS, "SETTLE merchant AT a4", "ATTACK NONE")
    assert kept.verdicts[1].message == ""


def test_PA_12_who_is_asked_may_keep_them():
    assert second("SETTLE merchant AT h1", reactions="ask").endswith(
        "; only if you keep the ships for it"
    )


HARVEST = """
    s*  M1  m   .   s   M2  s*
    .   .   s   .   s   s   s
    .   .   .   .   .   .   .
"""


@pytest.mark.parametrize("pace", ["sequential", "round"])
def test_PA_13_a_harvest_is_told_for_both_ends(pace):
    seen = view(HARVEST, hands={1: "gsmmrr"}, pace=pace)
    assert parse(seen, OPENS, "HARVEST a1").verdicts[1].note == (
        "if you win: your merchant leader takes it at the end of your turn; if you lose: nothing "
        "is harvested: your merchant leader needs a region with 2 artifacts"
    )
    assert parse(seen, "HARVEST a1", OPENS).verdicts[0].note.startswith("if you win: ")


def test_PA_14_ships_that_are_sent_are_drawn_anew_too():
    found = parse(view(UNION, pool=Counts(science=1)), OPENS)
    assert found.verdicts[0].message == (
        "the pool has 1 ship, and this turn draws 2: the game ends with it"
    )


# The ways that a turn may go -------------------------------------------------------------


def test_a_position_knows_the_conflicts_that_its_last_order_has_opened():
    opening = carry_out(position_of(view(UNION)), Settle(kind="government", at=square("d1")))
    assert opening.position.dispute is not None
    assert opening.position.dispute.square == square("d1")
    quiet = carry_out(opening.position, Settle(kind="science", at=square("h4")))
    assert quiet.position.dispute is None


def test_the_attackers_win_all_in_the_first_way_and_the_defenders_in_the_last():
    ways = ways_after(
        [Way(position_of(view(SEVERAL)))],
        [Settle(kind="science", at=square("d1"), first=("science",))],
        Stance(),
    )
    ends = [tuple(won for _clash, won in way.fought) for way in ways]
    assert ends == [(True, True), (True, False), (False, True), (False, False)]


def test_without_a_conflict_there_is_one_way():
    start = Way(position_of(view(PLAIN)))
    (only,) = ways_after([start], [Settle(kind="merchant", at=square("b1"))] * 2, Stance())
    assert only.carried_out == 1


HAND = st.text("gsmr", min_size=6, max_size=6)
KIND, FIRST = st.sampled_from(KINDS), st.sampled_from(((), ("science",), ("merchant",)))
SQUARE = st.tuples(st.integers(0, 7), st.integers(0, 2))
ACTION = st.one_of(
    st.builds(Settle, kind=KIND, at=SQUARE),
    st.builds(PlaceLeader, kind=KIND, to=SQUARE),
    st.builds(Recall, kind=KIND),
    st.builds(Destroy, at=SQUARE),
)


@settings(max_examples=150, deadline=None)
@given(
    st.builds(Settle, kind=st.sampled_from(KINDS[:3]), at=st.just(square("d1")), first=FIRST),
    st.lists(ACTION, max_size=5),
    HAND,
    HAND,
)
def test_PA_11_whatever_others_hold_a_turn_goes_one_of_its_ways(opening, behind, theirs, others):
    """The board that the turn leaves is one that was foreseen from the mover's view alone."""
    orders = (opening, *behind)
    before = state(SEVERAL, hands={1: "gsmgsm", 2: theirs, 3: others})
    start = Way(position_of(rules.view(before, 1)))
    foreseen = [way.position.space.galaxy() for way in ways_after([start], orders, Stance())]
    after, _events = rules.resolve(before, {1: Orders(orders)}, Chance(bytes(32), 1))
    assert after.galaxy in foreseen
