"""What receipts say of orders: what each yields, which conflict it opens, why it is refused."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.maps.board import Square
from pbem.rulesets.parsec.kinds import Counts
from pbem.rulesets.parsec.orders import Attack, Defend, Orders
from pbem.rulesets.parsec.reckoning.refusals import Refusal, Why
from pbem.rulesets.parsec.stance import Stance, Stances
from pbem.rulesets.parsec.telling.refusing import sentence
from tests.rulesets.parsec.table import marked, parse, resolve, rules, state, verdict, view

BOARD = """
    s*  S1  .   .   .   .   .   s+
    m   .   .   .   #   .   .   .
    .   .   .   .   #   #   .   .
    .   .   .   .   .   .   .   .
    .   M2  s*  m   m   .   .   .
    .   .   G2  .   x   .   G1  s*
"""
INTERNAL = """
    s*  M1  .   s   .
    .   .   M2  s   .
    .   .   s   s   .
"""
"""Ada's merchant leader on e1 would stand beside one scientist, Björn's stands beside two."""
UNION = """
    m   M1  s   .   s   M2  m
    m   .   S3  .   .   S1  s
    .   .   .   .   .   m   m
"""
"""d1 joins Ada's merchants (2) and Cé's scientists (1) with Björn's merchants (3) and Ada's
scientists (2)."""


def note(text: str, board: str = BOARD, **situation: object) -> str:
    """The note of a line that is taken without a warning."""
    found = verdict(view(board, **situation), text)
    assert (found.level, found.message) == (Level.ACCEPTED, "")
    return found.note


# What an order yields -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("LEADER merchant TO h5", "your merchant leader comes to h5"),
        ("SETTLE scientist AT c1", "1 technology for you (your science leader)"),
        ("SETTLE merchant AT g5", "1 money for you (your government leader)"),
        ("SETTLE merchant AT d4", "the money goes to Björn's merchant leader"),
        ("SETTLE scientist AT d4", "the technology goes to Björn's government leader"),
        ("SETTLE settler AT d4", "the people go to Björn's government leader"),
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
    assert note(text) == told


def test_PA_7_raw_materials_go_to_the_government_leader_of_another():
    board = """
        s   #   .   .
        G2  .   .   .
    """
    assert note("SETTLE miner AT b1", board) == (
        "the raw materials go to Björn's government leader"
    )


def test_PA_7_a_settlement_may_join_two_regions_without_a_conflict():
    board = """
        s   S1  .   m   .
        .   .   .   m   .
    """
    assert note("SETTLE scientist AT c1", board) == (
        "joins two regions; 1 technology for you (your science leader)"
    )


def test_PA_7_a_union_yields_nothing_even_where_no_two_leaders_are_alike():
    board = """
        s   S1  .   M2  s
        .   .   .   .   .
    """
    assert note("SETTLE settler AT c1", board) == (
        "joins two regions with leaders: no resource; no conflict, for no two leaders in them "
        "are alike"
    )


def test_PA_11_a_dormant_artifact_counts_again():
    board = """
        s   S1  .*  .
        .   .   .   .
    """
    assert note("SETTLE settler AT c1", board) == (
        "no resource: there is no government leader in its region; the artifact there counts again"
    )


# Conflicts ----------------------------------------------------------------------------


def test_PA_10_a_leader_beside_its_like_opens_a_conflict_of_visible_strengths():
    board = INTERNAL.replace("M1", ". ")
    assert note("LEADER merchant TO e1", board) == (
        "your merchant leader comes to e1; opens a conflict with Björn's merchant leader: "
        "1 adjacent scientist against 2; with your 2 scientists in hand up to 3; by your "
        "standing orders you send 2"
    )


def test_PA_12_who_is_asked_is_told_what_standing_orders_would_send():
    board = INTERNAL.replace("M1", ". ")
    stances = {1: Stances(attack=Stance(1))}
    found = note("LEADER merchant TO e1", board, reactions="ask", stances=stances)
    assert found.endswith("up to 3; you are asked how many; by your standing orders you send 1")


def test_PA_12_standing_orders_of_the_same_mail_are_reckoned_with():
    board = INTERNAL.replace("M1", ". ")
    found = parse(view(board), "LEADER merchant TO e1", "ATTACK merchant NONE")
    assert found.verdicts[0].note.endswith("by your standing orders you send none")


def test_an_attack_that_the_whole_hand_cannot_win_is_warned_of():
    board = INTERNAL.replace("M1", ". ")
    found = verdict(view(board, hands={1: "smmmrr"}), "LEADER merchant TO e1")
    assert found.level is Level.WARNED
    assert found.message == (
        "you cannot win the merchant conflict: 2 at the most against 2, and a tie is the defender's"
    )


def test_PA_11_a_union_opens_its_conflicts_in_order():
    assert note("SETTLE settler AT d1", UNION) == (
        "joins two regions with leaders: no resource; conflicts: "
        "science (you attack Cé, 2 against 1; a win brings 2 technology; with your 2 scientists "
        "in hand up to 4; by your standing orders you send none), then "
        "merchant (you attack Björn, 2 against 3; a win brings 4 money; with your 2 merchants in "
        "hand up to 4; by your standing orders you send 2)"
    )


def test_PA_11_the_author_may_choose_another_order_or_have_no_part_in_them():
    mine = note("SETTLE settler AT d1 FIRST merchant", UNION)
    assert mine.index("merchant (you attack Björn") < mine.index("science (you attack Cé")
    board = """
        m   M1  s   .   s   M2  m
        .   .   .   .   .   .   .
    """
    assert note("SETTLE settler AT d1", board, mover=3, seat=3) == (
        "joins two regions with leaders: no resource; conflict: "
        "merchant (Ada attacks Björn, 1 against 1)"
    )


def test_PA_11_a_conflict_named_FIRST_that_does_not_come_is_warned_of():
    found = verdict(view(UNION), "SETTLE settler AT d1 FIRST government science mining")
    assert found.message == "FIRST: as things stand there is no conflict for government and mining"


def test_a_third_leader_of_a_kind_may_come_in_while_a_conflict_is_still_to_be_fought():
    board = """
        .   s   M2  s   .   s   M3
        .   .   .   .   .   .   .
    """
    found = parse(view(board), "LEADER merchant TO a1", "SETTLE settler AT e1")
    assert found.verdicts[1].note.startswith(
        "if the conflict before leaves it so: joins two regions with leaders: no resource; "
        "conflict: merchant (you attack Björn, 0 against 0; "
    )


def test_what_follows_a_conflict_holds_only_if_it_goes_so():
    found = parse(view(UNION), "SETTLE settler AT d1", "SETTLE merchant AT e3", "RECALL government")
    assert found.verdicts[1].note == (
        "if the conflict before leaves it so: 1 money for you (your merchant leader)"
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
            "your own science leader goes home; the artifact there is lost; 3 are left, and 2 end "
            "the game",
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
    assert note("LEADER science TO b2", board) == "your science leader goes from a2 to b2"


def test_PA_8_others_leaders_and_a_split_region_are_told():
    board = """
        m   s   m   M2  s
        .   G2  .   .   .
    """
    assert note("DESTROY b1", board) == (
        "b1 is destroyed with the scientists there; Björn's government leader goes home; "
        "its region falls into 2 parts; left: 1 prototype weapon"
    )


def test_PA_14_a_swap_from_a_short_pool_ends_the_game():
    seen = view(BOARD, pool=Counts(science=1))
    found = verdict(seen, "SWAP scientist miner")
    assert found.message == "the pool has 1 ship left: the game ends with this turn"


HARVEST = """
    s*  M1  s+  .   .   s*
    .   .   .   .   .   .
"""


def test_PA_13_a_wish_is_told_whether_it_comes_true_as_things_stand():
    assert note("HARVEST a1", HARVEST) == (
        "your merchant leader takes it at the end of your turn, as things stand"
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
    reserve = f"in reserve: counts where an earlier line cannot be carried out; {told}"
    assert [one.note for one in found.verdicts[:1]] == [told]
    assert found.verdicts[2].message == "f3 is uninhabitable: only miners settle there"
    assert found.verdicts[3].note == reserve
    seven = parse(view(BOARD), *lines[:2], *lines[3:], "PASS", "DESTROY a2")
    assert [one.level for one in seven.verdicts[:6]].count(Level.REFUSED) == 0
    assert seven.verdicts[-1].message == ("6 lines of a turn are looked at; this is one too many")
    assert seven.orders is not None and len(seven.orders.actions) == 6


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
    assert parse(seen, "DESTROY q99").remark == (
        "None of these lines can be carried out. What you sent before for this turn still holds; "
        "if there is nothing, you pass."
    )


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


# Refusals -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words", "message", "suggestion"),
    [
        ("SETTLE merchant AT a1", "a1", "a1 is not empty", "SETTLE merchant AT c1"),
        ("SETTLE merchant AT e6", "e6", "e6 is destroyed for good", "SETTLE merchant AT d6"),
        (
            "SETTLE merchant AT e2",
            "e2",
            "e2 is uninhabitable: only miners settle there",
            "SETTLE merchant AT e1",
        ),
        (
            "LEADER science TO e2",
            "e2",
            "e2 is uninhabitable: leaders need an inhabitable system",
            None,
        ),
        (
            "SETTLE miner AT d2",
            "d2",
            "d2 is inhabitable: miners settle uninhabitable systems only",
            "SETTLE miner AT e2",
        ),
        ("LEADER science TO b1", "b1", "your science leader is on b1 already", None),
        (
            "LEADER mining TO f1",
            "f1",
            "no scientists live beside f1: a leader needs some to its left or right, above or "
            "below",
            "LEADER mining TO g1",
        ),
        (
            "RECALL mining",
            "mining",
            "your mining leader is not on the board",
            None,
        ),
        (
            "SWAP scientist scientist scientist",
            "scientist",
            "3 scientists are named, 2 are in your hand",
            "SWAP scientist scientist",
        ),
    ],
)
def test_refusals_tell_the_rule_where_it_is_broken_and_the_nearest_order(
    text, words, message, suggestion
):
    found = verdict(view(BOARD), text)
    assert found.level is Level.REFUSED
    assert (marked(found), found.message, found.suggestion) == (words, message, suggestion)


F5: Square = (5, 4)


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (Refusal(Why.OFF_BOARD, square=(98, 98)), "there is no system cu99 on this board"),
        (Refusal(Why.OCCUPIED, square=F5), "f5 is not empty"),
        (
            Refusal(Why.JOINS_TWO, square=F5, have=3),
            "a leader on f5 would join 3 regions; it may touch one only",
        ),
        (
            Refusal(Why.JOINS_MORE, square=F5, have=3),
            "a settlement on f5 would join 3 regions; two are the most",
        ),
        (Refusal(Why.NO_SHIP, kind="mining", need=1), "you have no miners in hand"),
        (
            Refusal(Why.NO_SHIP, kind="government", need=2, have=1),
            "2 settlers are named, 1 is in your hand",
        ),
        (Refusal(Why.NO_WEAPON), "your prototype weapons are used up; there were 2"),
        (Refusal(Why.SWAP_COUNT, need=6, have=7), "1 to 6 ships are swapped, not 7"),
        (
            Refusal(Why.SWAPPED),
            "ships are swapped once a turn only: name all of them in one SWAP",
        ),
        (Refusal(Why.NO_ARTIFACT, square=F5), "there is no artifact on f5"),
    ],
)
def test_sentences_of_refusals(refusal, told):
    assert sentence(refusal) == told


@pytest.mark.parametrize("why", list(Why))
def test_every_reason_has_its_sentence(why):
    assert sentence(Refusal(why, square=F5, kind="science", need=2, have=1))


# Standing orders and answers ----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "ATTACK WIN",
            "from now on when you attack you send the fewest ships that win against what is seen, "
            "or none if you lack them",
        ),
        (
            "DEFEND TIE",
            "from now on when you are attacked you send the fewest ships that tie, which wins, or "
            "none if you lack them",
        ),
        ("DEFEND NONE", "from now on when you are attacked you send no ships"),
        (
            "DEFEND merchant WITH 2",
            "from now on when your merchant leader is attacked you send 2 ships, or as many as "
            "you have",
        ),
        (
            "ATTACK science WITH 1",
            "from now on when your science leader attacks you send 1 ship if you have it",
        ),
    ],
)
def test_PA_12_standing_orders_are_told_back(text, told):
    assert note(text) == told
    assert note(text, seat=2) == told


def test_PA_12_a_general_standing_order_takes_those_for_one_leader_back():
    stances = {1: Stances(defend=Stance(None, {"merchant": 2, "science": 0}))}
    assert note("DEFEND NONE", stances=stances) == (
        "from now on when you are attacked you send no ships; it replaces what you had said for "
        "merchant and science"
    )


def test_PA_12_an_attacker_is_told_what_its_ships_come_to():
    waiting, _events = resolve(state(UNION, reactions="ask"), {1: "SETTLE settler AT d1"})
    seen = rules.view(waiting, 1)
    found = parse(seen, "ATTACK merchant WITH 1")
    assert found.verdicts[0].note == (
        "merchant: you send 1 of your 2 merchants, 3 against 3 and what Björn sends"
    )
    assert found.remark == (
        "Your standing orders answer: science: you send none of your 2 scientists, 2 against 1 "
        "and what Cé sends."
    )
    everything = parse(seen, "ATTACK WITH ALL")
    assert everything.verdicts[0].note == (
        "science: you send your 2 scientists, 4 against 1 and what Cé sends; "
        "merchant: you send your 2 merchants, 4 against 3 and what Björn sends"
    )
    assert everything.remark == ""


def test_PA_12_a_defender_is_told_how_it_ends():
    waiting, _events = resolve(state(UNION, reactions="ask"), {1: "SETTLE settler AT d1"})
    waiting, _events = resolve(waiting, {1: "ATTACK WITH 2"})
    seen = rules.view(waiting, 2)
    told = {
        "DEFEND WITH 1": (
            "merchant: you send 1 of your 2 merchants, 4 against 4: a tie, which the defender wins"
        ),
        "DEFEND WITH 2": "merchant: you send your 2 merchants, 5 against 4: you win",
        "DEFEND NONE": "merchant: you send none of your 2 merchants, 3 against 4: you lose",
    }
    assert {text: verdict(seen, text).note for text in told} == told


def test_PA_12_who_has_no_ships_of_the_kind_is_told_so():
    sums = {1: "gssrrr", 2: "gssrrr"}
    asking = state(UNION, reactions="ask", hands=sums)
    waiting, _events = resolve(asking, {1: "SETTLE settler AT d1"})
    assert verdict(rules.view(waiting, 1), "ATTACK merchant WITH 2").note == (
        "merchant: you have no merchants to send, 2 against 3 and what Björn sends"
    )
    found = parse(rules.view(waiting, 1), "ATTACK NONE", "PASS")
    assert found.verdicts[1].note == "PASS says nothing beside other lines"
    opened = verdict(view(UNION, hands=sums), "SETTLE settler AT d1")
    assert "a win brings 4 money; you have no merchants to send)" in opened.note


def test_PA_12_answers_that_nobody_asked_for_are_refused_and_answer_nothing():
    waiting, _events = resolve(state(UNION, reactions="ask"), {1: "SETTLE settler AT d1"})
    seen = rules.view(waiting, 1)
    found = verdict(seen, "DEFEND NONE")
    assert found.level is Level.REFUSED
    assert found.message.replace("\N{NO-BREAK SPACE}", " ") == (
        "here it is “ATTACK NONE” that you are asked for"
    )
    assert found.suggestion == "ATTACK NONE"
    assert parse(seen, "DEFEND NONE").orders is None
    assert verdict(seen, "ATTACK mining WITH 2").message == (
        "you are asked of no mining conflict; there is: science and merchant"
    )
    assert verdict(seen, "ATTACK merchant WITH 5").message == (
        "you have 2 merchants in hand, which are sent"
    )
    assert parse(seen, "PASS").remark.startswith("Your standing orders answer: science: ")


# Secrets ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["SETTLE settler AT d1", "DEFEND TIE", "SWAP ALL", "HARVEST a1"])
def test_PA_15_no_verdict_hangs_on_what_others_hold(text):
    plain = view(UNION)
    other = view(
        UNION,
        hands={2: "mmmmmm", 3: "rrrrrr"},
        stances={2: Stances(defend=Stance(3))},
        resources={2: Counts(5, 5, 5, 5)},
        held={3: 2},
    )
    assert parse(plain, text) == parse(other, text)


def test_orders_of_a_whole_mail_keep_their_order():
    found = parse(view(UNION), "DEFEND NONE", "SETTLE settler AT d1", "ATTACK WITH 1")
    assert found.orders is not None
    assert isinstance(found.orders, Orders)
    assert found.orders.standing == (Defend(ships=0), Attack(ships=1))
