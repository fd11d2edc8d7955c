"""What receipts say of conflicts: those that an order opens, standing orders, and answers."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.rulesets.parsec.figures import Counts, Stance, Stances
from pbem.rulesets.parsec.orders import Attack, Defend, Orders
from tests.rulesets.parsec.table import note, parse, resolve, rules, state, verdict, view

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


# Conflicts that an order opens -------------------------------------------------------


def test_PA_10_a_leader_beside_its_like_opens_a_conflict_of_visible_strengths():
    board = INTERNAL.replace("M1", ". ")
    assert note(view(board), "LEADER merchant TO e1") == (
        "your merchant leader comes to e1; opens a conflict with Björn's merchant leader: "
        "1 adjacent scientist against 2; with your 2 scientists in hand up to 3; by your "
        "standing orders you send 2"
    )


def test_PA_12_who_is_asked_is_told_what_standing_orders_would_send():
    board = INTERNAL.replace("M1", ". ")
    stances = {1: Stances(attack=Stance(1))}
    found = note(view(board, reactions="ask", stances=stances), "LEADER merchant TO e1")
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


@pytest.mark.parametrize(
    ("first", "doubt", "change"),
    [
        ("merchant", "", ""),
        (
            *("science", "as the board stands "),
            "; the conflicts before may change that, or end it",
        ),
    ],
)
def test_PA_11_a_hopeless_attack_is_certain_of_the_first_conflict_only(first, doubt, change):
    seen = view(UNION, hands={1: "gssrrr"})
    assert verdict(seen, f"SETTLE settler AT d1 FIRST {first}").message == (
        f"{doubt}you cannot win the merchant conflict: 2 at the most against 3, and a tie is the "
        f"defender's{change}"
    )


def test_PA_11_a_union_opens_its_conflicts_in_order():
    assert note(view(UNION), "SETTLE settler AT d1") == (
        "joins two regions with leaders: no resource; conflicts: "
        "science (you attack Cé, 2 against 1; a win brings 2 technology; with your 2 scientists "
        "in hand up to 4; by your standing orders you send none), then "
        "merchant (you attack Björn, 2 against 3; a win brings 4 money; with your 2 merchants in "
        "hand up to 4; by your standing orders you send 2)"
    )


def test_PA_11_the_author_may_choose_another_order_or_have_no_part_in_them():
    mine = note(view(UNION), "SETTLE settler AT d1 FIRST merchant")
    assert mine.index("merchant (you attack Björn") < mine.index("science (you attack Cé")
    board = """
        m   M1  s   .   s   M2  m
        .   .   .   .   .   .   .
    """
    assert note(view(board, mover=3, seat=3), "SETTLE settler AT d1") == (
        "joins two regions with leaders: no resource; conflict: "
        "merchant (Ada attacks Björn, 1 against 1)"
    )


def test_PA_11_a_conflict_named_FIRST_that_does_not_come_is_warned_of():
    found = verdict(view(UNION), "SETTLE settler AT d1 FIRST government science mining")
    assert found.message == "FIRST: as things stand there is no conflict for government and mining"


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
    assert note(view(), text) == told
    assert note(view(seat=2), text) == told


def test_PA_12_a_general_standing_order_takes_those_for_one_leader_back():
    stances = {1: Stances(defend=Stance(None, {"merchant": 2, "science": 0}))}
    assert note(view(stances=stances), "DEFEND NONE") == (
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
        "Your standing orders answer: science: you send none (2 scientists in hand), 2 against "
        "1 and what Cé sends."
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
            "merchant: you send 1 of your 2 merchants, 4 against 4: a tie, so you win as the "
            "defender"
        ),
        "DEFEND WITH 2": "merchant: you send your 2 merchants, 5 against 4: you win",
        "DEFEND NONE": "merchant: you send none (2 merchants in hand), 3 against 4: you lose",
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
    assert found.message == "here it is ATTACK that you are asked for"
    assert found.suggestion == "ATTACK NONE"
    assert parse(seen, "DEFEND NONE").orders is None
    assert verdict(seen, "ATTACK mining WITH 2").message == (
        "you are asked of no mining conflict; there is: science and merchant"
    )
    assert verdict(seen, "ATTACK merchant WITH 5").message == (
        "you have 2 merchants in hand, which are sent"
    )
    assert parse(seen, "PASS").remark.startswith("Your standing orders answer: science: ")


def test_orders_of_a_whole_mail_keep_their_order():
    found = parse(view(UNION), "DEFEND NONE", "SETTLE settler AT d1", "ATTACK WITH 1")
    assert found.orders is not None
    assert isinstance(found.orders, Orders)
    assert found.orders.standing == (Defend(ships=0), Attack(ships=1))


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
