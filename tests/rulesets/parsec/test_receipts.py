"""What receipts say of orders: what each yields, what to think over, and the turn as a whole."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.engine.planner import Proposal
from pbem.rulesets.parsec.bots import advice
from pbem.rulesets.parsec.figures import Counts
from pbem.rulesets.parsec.orders import Settle
from pbem.rulesets.parsec.report import suggestions
from tests.rulesets.parsec.table import note, parse, square, verdict, view

BOARD = """
    s*  S1  .   .   .   .   .   s+
    m   .   .   .   #   .   .   .
    .   .   .   .   #   #   .   .
    .   .   .   .   .   .   .   .
    .   M2  s*  m   m   .   .   .
    .   .   G2  .   x   .   G1  s*
"""
# What an order yields -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("LEADER merchant TO h5", "your merchant leader comes to h5"),
        ("SETTLE scientist AT c1", "1 technology for you (your science leader)"),
        ("SETTLE merchant AT h5", "1 money for you (your government leader)"),
        (
            "SETTLE miner AT e2",
            "no resource: there is no mining or government leader in its region",
        ),
        ("SETTLE settler AT c1", "no resource: there is no government leader in its region"),
        ("SETTLE settler AT g1", "no resource: there is no government leader in its region"),
        ("DESTROY a2", "a2 is destroyed with the merchants there; left: 1 prototype weapon"),
        ("SWAP scientist", "1 scientist leaves the game, another is drawn"),
        (
            "SWAP scientist scientist miner",
            "2 scientists and 1 miner leave the game, as many are drawn",
        ),
        ("PASS", "you pass: nothing is ordered this turn"),
    ],
)
def test_PA_7_notes_tell_who_gets_what(text, told):
    assert note(view(BOARD), text) == told


OF_ITS_KIND = (
    "that is nothing for you: what settles in a region brings its resource to whoever has the "
    "leader of its kind there"
)
OF_GOVERNMENT = (
    "that is nothing for you: in a region without a leader of its kind the government leader gets "
    "what a ship brings, and that is not yours"
)


@pytest.mark.parametrize(
    ("text", "told", "why"),
    [
        ("SETTLE merchant AT d4", "the money goes to Björn's merchant leader", OF_ITS_KIND),
        (
            "SETTLE scientist AT d4",
            "the technology goes to Björn's government leader",
            OF_GOVERNMENT,
        ),
        ("SETTLE settler AT d4", "the people go to Björn's government leader", OF_ITS_KIND),
    ],
)
def test_PA_7_what_goes_to_another_is_warned_of_with_the_reason(text, told, why):
    found = verdict(view(BOARD), text)
    assert (found.level, found.note, found.message) == (Level.WARNED, told, why)


def test_PA_7_raw_materials_go_to_the_government_leader_of_another():
    board = """
        s   #   .   .
        G2  .   .   .
    """
    found = verdict(view(board), "SETTLE miner AT b1")
    assert found.note == "the raw materials go to Björn's government leader"
    assert found.message == OF_GOVERNMENT


def test_PA_8_a_weapon_on_an_empty_system_that_would_join_regions_is_no_mistake():
    board = """
        s   S1  .   S2  s
    """
    told = note(view(board), "DESTROY c1")
    assert told.startswith("c1 is destroyed; nobody can join regions there any more; ")


def test_PA_7_a_settlement_may_join_two_regions_without_a_conflict():
    board = """
        s   S1  .   m   .
        .   .   .   m   .
    """
    assert note(view(board), "SETTLE scientist AT c1") == (
        "joins two regions; 1 technology for you (your science leader)"
    )


def test_PA_7_a_union_yields_nothing_even_where_no_two_leaders_are_alike():
    board = """
        s   S1  .   M2  s
        .   .   .   .   .
    """
    assert note(view(board), "SETTLE settler AT c1") == (
        "joins two regions with leaders: no resource; no conflict, for no two leaders in them "
        "are alike"
    )


def test_PA_11_a_dormant_artifact_counts_again():
    board = """
        s   S1  .*  .
        .   .   .   .
    """
    assert note(view(board), "SETTLE settler AT c1") == (
        "no resource: there is no government leader in its region; the artifact there counts again"
    )


# What to think over -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("RECALL science", "your science leader gives up its region: 2 systems beside its own"),
        (
            "LEADER science TO h5",
            "your science leader gives up its region: 2 systems beside its own",
        ),
        (
            "RECALL government",
            "your government leader gives up its region: 1 system beside its own",
        ),
        ("DESTROY b1", "your own science leader goes home"),
        (
            "DESTROY a1",
            "your own science leader goes home; the artifact there is lost: 3 artifacts left; with "
            "2 the game ends",
        ),
        ("DESTROY f1", "there is nothing on f1"),
        (
            "HARVEST a1",
            "as things stand nothing is harvested: your merchant leader needs a region "
            "with 2 artifacts",
        ),
    ],
)
def test_what_is_hardly_meant_is_taken_with_a_warning(text, warning):
    found = verdict(view(BOARD), text)
    assert (found.level, found.message) == (Level.WARNED, warning)


def test_a_leader_that_stays_in_its_region_gives_nothing_up():
    board = """
        s   s   .   .
        S1  .   .   .
    """
    assert note(view(board), "LEADER science TO b2") == "your science leader goes from a2 to b2"


def test_PA_8_others_leaders_and_a_split_region_are_told():
    board = """
        m   s   m   M2  s
        .   G2  .   .   .
    """
    assert note(view(board), "DESTROY b1") == (
        "b1 is destroyed with the scientists there; Björn's government leader goes home; "
        "its region falls into 2 parts; left: 1 prototype weapon"
    )


@pytest.mark.parametrize(
    ("ships", "lines", "warnings"),
    [
        (
            1,
            ["SWAP scientist miner"],
            ["the pool has 1 ship, and this turn draws 2: the game ends with it"],
        ),
        (0, ["PASS", "DESTROY a2"], ["", ""]),
        (
            0,
            ["SETTLE merchant AT f1", "SETTLE merchant AT g1"],
            ["the pool has 0 ships, and this turn draws 1: the game ends with it", ""],
        ),
        (
            3,
            ["SWAP scientist scientist miner", "SETTLE merchant AT f1"],
            ["", "the pool has 3 ships, and this turn draws 4: the game ends with it"],
        ),
        (4, ["SWAP scientist scientist miner", "SETTLE merchant AT f1"], ["", ""]),
    ],
)
def test_PA_14_the_order_that_is_too_much_for_the_pool_is_warned_of(ships, lines, warnings):
    """PA-9: what a turn uses is drawn anew, and the game ends where the pool does not have it."""
    found = parse(view(BOARD, pool=Counts(science=ships)), *lines)
    assert [one.message for one in found.verdicts] == warnings


def test_PA_14_the_order_by_which_the_last_artifact_is_taken_is_warned_of():
    """PA-13: nobody orders the harvest. Three artifacts are left; two end the game."""
    board = """
        s*  M1  .   s*  .   s*
        .   .   .   .   .   .
    """
    ends = "your merchant leader takes an artifact with that: the game ends with 2 left"
    assert verdict(view(board), "SETTLE merchant AT c1").message == ends
    assert verdict(view(board), "SETTLE merchant AT c2").message == ""
    more = board.replace(".   .   .   .   .   .", ".   .   .   .   .   s*")
    assert verdict(view(more), "SETTLE merchant AT c1").message == ""


def test_PA_14_in_a_round_the_end_is_told_as_things_stand():
    seen = view(BOARD, pool=Counts(science=1), pace="round", mover=2)
    assert verdict(seen, "SWAP scientist miner").message == (
        "as things stand the pool has 1 ship, and you draw 2: the game ends with this round"
    )


def test_PA_9_a_swap_from_a_short_pool_brings_what_is_left():
    assert verdict(view(BOARD, pool=Counts(science=1)), "SWAP scientist miner").note == (
        "1 scientist and 1 miner leave the game, and what the pool has left is drawn"
    )


HARVEST = """
    s*  M1  s+  .   .   s*
    .   .   .   .   .   .
"""


def test_PA_13_a_wish_is_told_whether_it_comes_true_as_things_stand():
    assert note(view(HARVEST), "HARVEST a1") == (
        "as things stand your merchant leader takes it at the end of your turn"
    )
    found = parse(view(HARVEST), "HARVEST f1", "HARVEST a1")
    assert found.verdicts[0].message == "a later line names another artifact, which counts"
    assert verdict(view(HARVEST), "HARVEST f1").message == (
        "as things stand your merchant leader takes c1 instead"
    )
    refused = verdict(view(HARVEST), "HARVEST b2")
    assert (refused.message, refused.suggestion) == ("there is no artifact on b2", "HARVEST a1")


# The turn as a whole ------------------------------------------------------------------


def test_PA_5_lines_behind_the_first_two_are_in_reserve_and_a_seventh_is_refused():
    lines = [f"SETTLE merchant AT {name}" for name in ("f1", "f2", "f3", "f4", "f5", "g2", "g3")]
    found = parse(view(BOARD), *lines)
    told = "no resource: there is no merchant or government leader in its region"
    reserve = f"in reserve, should a line above fail; {told}"
    assert [one.note for one in found.verdicts[:1]] == [told]
    assert found.verdicts[2].message == "f3 is uninhabitable: only miners settle there"
    assert found.verdicts[3].note == reserve
    seven = parse(view(BOARD), *lines[:2], *lines[3:], "PASS", "DESTROY a2")
    assert [one.level for one in seven.verdicts[:6]].count(Level.REFUSED) == 0
    assert seven.verdicts[-1].message == ("6 lines of a turn are looked at; this is one too many")
    assert seven.orders is not None and len(seven.orders.actions) == 6


def test_PA_5_where_it_matters_which_line_fails_a_reserve_is_told_for_the_second():
    lines = ["SETTLE scientist AT c1", "LEADER science TO h5", "SETTLE scientist AT d1"]
    assert parse(view(BOARD), *lines).verdicts[2].note == (
        "in reserve, should a line above fail; in the place of the second: 1 technology for you "
        "(your science leader)"
    )


def test_one_order_of_two_is_remarked_on_and_none_too():
    seen = view(BOARD)
    assert parse(seen, "DESTROY a2").remark == (
        "This is one order; the other one of your turn is passed."
    )
    assert parse(seen, "DESTROY a2", "PASS").remark == ""
    assert parse(seen, "DEFEND NONE").remark == (
        "The orders of your turn are still to come: the game waits for them, or for PASS. "
        "If none come by the deadline, you pass."
    )
    assert parse(seen, "PASS").remark == ""
    assert parse(seen, "DESTROY q99").remark == ("None of these lines can be carried out.")
    assert parse(seen, "DESTROY a2", "DESTROY q99").remark == "", "a second order may come"


APART = """
    m   M1  s   .   .   s   M2  m
    .   s   G1  .   .   G2  s   .
    .   m   .   .   .   g   g   .
"""
"""Two settlements apart: merchants 2 against 1, governments 0 against 2."""


def test_an_order_that_brings_a_rival_within_one_settlement_tells_all_that_is_at_stake() -> None:
    seen = view(APART, players=2)
    found = verdict(seen, "SETTLE settler AT d2")
    assert (found.level, found.message) == (
        Level.WARNED,
        "from now on one settlement at e2, of anyone, brings conflicts (others' ships come on "
        "top): your government 1 against Björn's 2, your merchant 2 to 4 against Björn's 1",
    )
    assert found.note == "1 person for you (your government leader)"
    assert "brings conflicts" not in verdict(seen, "SETTLE settler AT a2").message


def test_a_new_place_where_the_same_leaders_could_meet_is_named_and_warned_of_alike() -> None:
    """Merchants 1 against 1: a settlement at d1 joined them before, and now one at d2 does, too."""
    board = """
        m   M1  s   .   M2  m
        .   .   .   .   s   .
        .   .   .   .   .   .
    """
    seen = view(board, players=2, hands={1: "grrrrr"})
    found = verdict(seen, "SETTLE settler AT c2")
    assert (found.level, found.message) == (
        Level.WARNED,
        "from now on one settlement at d2, of anyone, brings conflicts (others' ships come on "
        "top): your merchant 1 against Björn's 1",
    )
    assert "brings conflicts" not in verdict(seen, "SETTLE settler AT a2").message


def test_a_danger_is_judged_alike_where_the_house_bot_proposes_the_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it proposes may be worth its danger; the danger is the same."""
    seen = view(APART, players=2)
    order = Settle(kind="government", at=square("d2"))
    plan = advice(seen)
    step = plan.steps[0]._replace(proposal=Proposal(1.0, (order,)))
    monkeypatch.setattr(suggestions, "advice", lambda _view: plan._replace(steps=(step,)))
    told = " ".join(suggestions.order_template(seen)).replace(" #   ; ", " ")
    assert "SETTLE settler AT d2" in told
    conflicts = "your government 1 against Björn's 2, your merchant 2 to 4 against Björn's 1"
    assert f"then one settlement at e2, of anyone, brings {conflicts}" in told
    assert verdict(seen, "SETTLE settler AT d2").level is Level.WARNED


def test_what_nobody_could_win_is_brought_near_without_a_warning() -> None:
    """Björn holds as many ships as Ada has merchants."""
    board = """
        m   m   M1  .   .   M2  m
        .   .   s   .   .   s   .
    """
    found = verdict(view(board, players=2, hands={1: "mmmmmm"}), "SETTLE merchant AT d1")
    assert (found.level, found.message) == (Level.ACCEPTED, "")
    assert found.note.endswith("merchant 3 to 8 against Björn's 1")


def test_PA_14_an_order_after_which_another_can_end_the_game_by_a_harvest_is_warned_of() -> None:
    board = """
        m   M2  s+  .   .   s*  m
        .   s   .   .   .   .   s
        .   .   .   .   G1  s   s*
    """
    seen = view(board, players=2)
    found = verdict(seen, "SETTLE scientist AT e1")
    assert (found.level, found.message) == (
        Level.WARNED,
        "after one settlement at d1 Björn's merchant leader can take one, and the game ends",
    )
    more = view(board.replace("m   M2", "m*  M2"), players=2)
    assert "the game ends" not in verdict(more, "SETTLE scientist AT e1").message


def test_PA_4_in_a_round_who_comes_first_is_sure_and_the_others_are_warned():
    line = "SETTLE merchant AT a1"
    assert verdict(view(BOARD, pace="round"), line).level is Level.REFUSED
    found = parse(view(BOARD, pace="round", mover=2), line, "SETTLE merchant AT f5")
    assert found.orders is not None and len(found.orders.orders) == 2
    assert found.verdicts[0].level is Level.WARNED
    assert found.verdicts[0].message == "as things stand this breaks a rule: a1 is not empty"
    assert found.remark == (
        "Others come before you in this round, so what is said here holds for the board as it "
        "stands now."
    )
    never = verdict(view(BOARD, pace="round", mover=2), "SETTLE miner AT f5")
    assert never.level is Level.REFUSED


def test_a_ship_that_only_a_swap_can_bring_is_hoped_for():
    found = parse(view(BOARD, hands={1: "ssrrgg"}), "SWAP miner", "SETTLE merchant AT f5")
    assert found.verdicts[1].message == (
        "you have no merchants in hand: this counts only if the swap brings one"
    )
    assert verdict(view(BOARD, hands={1: "ssrrgg"}), "SETTLE merchant AT f5").level is Level.REFUSED
