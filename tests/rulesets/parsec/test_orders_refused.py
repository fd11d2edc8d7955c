"""What cannot be read as an order, and what is said of it (PA-5, PA-12)."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.orders import PlaceLeader
from tests.rulesets.parsec.table import CROWDED, marked, orders, settle, square, verdict, view


@pytest.mark.parametrize(
    ("text", "words", "message", "suggestion"),
    [
        (
            "SETTLE mercant AT f4",
            "mercant",
            "“mercant” is not understood here",
            "SETTLE merchant AT f4",
        ),
        (
            "SETTLE mercant AT q99",
            "mercant",
            "“mercant” is not understood here; there is no system q99: the board's columns are "
            "a to h, its rows 1 to 6",
            None,
        ),
        ("SETTLE merchant", "", "where? As in SETTLE merchant AT g7", None),
        (
            "SETTLE merchant AT q99",
            "q99",
            "there is no system q99: the board's columns are a to h, its rows 1 to 6",
            None,
        ),
        ("MOVE a2 TO h5", "a2", "no leader of yours stands on a2", None),
        ("MOVE mining FROM b1 TO h5", "b1", "your science leader stands on b1", None),
        ("RECALL e5", "e5", "no leader of yours stands on e5", None),
        ("HARVEST", "", "which artifact? As in HARVEST g4", None),
        ("DEFEND WITH 12345", "12345", "the number of ships has too many digits", None),
        (
            "ATTACK TIE",
            "TIE",
            "a tie is won by the defender; attack to WIN, or WITH a number",
            "ATTACK WIN",
        ),
        (
            "SETTEL mercant AT f4",
            "SETTEL",
            "“SETTEL” is not understood here",
            "SETTLE merchant AT f4",
        ),
        (
            "SETTEL merchant AT a1",
            "SETTEL",
            "“SETTEL” is not understood here; a1 is not empty",
            "SETTLE merchant AT c1",
        ),
        ("SETTLE f4", "", "which ship? As in SETTLE merchant AT g7", None),
        (
            "SETTLE merchant AT f4 g4",
            "g4",
            "“g4” is one too many in this order",
            "SETTLE merchant AT f4",
        ),
        ("settle 2 merchants at f4", "2", "“2” is not understood here", "SETTLE merchant AT f4"),
        (
            "settle merchant leader at c4",
            "merchant",
            "a leader does not settle: LEADER places it",
            "LEADER merchant TO c4",
        ),
        (
            "LEADER",
            "",
            "which leader? government, science, merchant or mining. As in LEADER science TO f5",
            None,
        ),
        ("LEADER science", "", "where? As in LEADER science TO f5", None),
        (
            "LEADER science mining TO h5",
            "mining",
            "“mining” is one too many in this order",
            "LEADER science TO h5",
        ),
        ("RECALL b1 g6", "g6", "“g6” is one too many in this order", "RECALL b1"),
        ("SWAP merchant f4", "f4", "“f4” is not understood here", "SWAP merchant"),
        ("LEADER science TO h5 2", "2", "“2” is not understood here", "LEADER science TO h5"),
        ("SWAP", "", "which ships? As in SWAP 2 scientists 1 miner", None),
        ("SWAP 9 miners", "9 miners", "1 to 6 ships are swapped, not 9", "SWAP miner"),
        ("DESTROY", "", "where? As in DESTROY h3", None),
        ("ATTACK f5 WITH 3", "f5", "“f5” is not understood here", "ATTACK WITH 3"),
        ("DEFEND merchant", "", "how many ships? As in DEFEND WITH 2", None),
        ("DEFEND WITH 2 NONE", "NONE", "“NONE” is one too many in this order", None),
        ("DEFEND WITH 12345", "12345", "the number of ships has too many digits", None),
        (
            "ATTACK WITH 2 scientists",
            "2 scientists",
            "for which leader? For your science leader, or for all: "
            "“ATTACK science WITH 2” or “ATTACK WITH 2”",
            None,
        ),
        (
            "REINFORCE merchant WITH 2",
            "REINFORCE merchant WITH 2",
            "when you attack, or when you are attacked? "
            "“ATTACK merchant WITH 2” or “DEFEND merchant WITH 2”",
            None,
        ),
        (
            "frobnicate it",
            "frobnicate it",
            "a line begins with what to do: LEADER, RECALL, SETTLE, DESTROY, SWAP, HARVEST, "
            "ATTACK, DEFEND, PASS",
            None,
        ),
    ],
)
def test_errors_tell_what_is_wrong_where_and_what_would_be_right(text, words, message, suggestion):
    found = verdict(view(CROWDED), text)
    assert found.level is Level.REFUSED
    assert (marked(found), found.suggestion) == (words, suggestion)
    assert found.message.replace("\N{NO-BREAK SPACE}", " ") == message


@pytest.mark.parametrize(
    "text", ["government c4", "merchant c4", "PLACE merchant AT c4", "MOVE merchants TO c4"]
)
def test_words_that_may_mean_a_leader_or_a_ship_are_refused_with_both_orders(text):
    message = verdict(view(CROWDED), text).message.replace("\N{NO-BREAK SPACE}", " ")
    kind, ship = ("merchant", "merchant") if "merchant" in text else ("government", "settler")
    assert message == (
        "on c4 a leader could stand and a ship settle: which of them is meant? "
        f"“LEADER {kind} TO c4” or “SETTLE {ship} AT c4”"
    )


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("merchant f4", settle("f4")),
        ("PLACE merchant AT f4", settle("f4")),
        ("MOVE scientist TO f4", settle("f4", "science")),
        ("mining on c4", PlaceLeader(kind="mining", to=square("c4"))),
    ],
)
def test_of_a_leader_and_a_ship_what_alone_can_be_carried_out_is_taken_and_written_out(text, order):
    assert orders(view(CROWDED), text) == (order,)
    assert verdict(view(CROWDED), text).note.startswith(f"{written(order)}: ")


def test_a_leader_or_a_ship_is_asked_where_others_come_before():
    later = view(CROWDED, seat=2, pace="round")
    assert verdict(later, "merchant f4").message.startswith("on f4 a leader could stand and")


def test_columns_count_from_where_the_line_was_written():
    found = verdict(view(CROWDED), "   TURN 1:  SETTLE merchant AT q99 # far")
    assert marked(found) == "q99"
