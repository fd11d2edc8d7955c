"""What cannot be read as an order, and what is said of it (PA-5, PA-12)."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.rulesets.parsec.orders import (
    PlaceLeader,
)
from tests.rulesets.parsec.table import (
    CROWDED,
    marked,
    orders,
    settle,
    square,
    verdict,
    view,
)


@pytest.mark.parametrize(
    ("text", "words", "message", "suggestion"),
    [
        (
            "SETTLE mercant AT f4",
            "mercant",
            "'mercant' is not understood here",
            "SETTLE merchant AT f4",
        ),
        (
            "SETTEL mercant AT f4",
            "SETTEL",
            "a line begins with what to do: LEADER, RECALL, SETTLE, DESTROY, SWAP, HARVEST, "
            "ATTACK, DEFEND or PASS",
            "SETTLE merchant AT f4",
        ),
        (
            "SETTLE mercant AT q99",
            "mercant",
            "'mercant' is not understood here; there is no system q99: the board's columns are "
            "a to h, its rows 1 to 6",
            None,
        ),
        (
            "SETTEL merchant AT a1",
            "SETTEL",
            "a line begins with what to do: LEADER, RECALL, SETTLE, DESTROY, SWAP, HARVEST, "
            "ATTACK, DEFEND or PASS; a1 is not empty",
            "SETTLE merchant AT c1",
        ),
        ("f4", "", "what is to be done there? As in SETTLE merchant AT g7", None),
        ("SETTLE merchant", "", "where? As in SETTLE merchant AT g7", None),
        ("SETTLE f4", "", "which ship? As in SETTLE settler AT g7", None),
        (
            "SETTLE merchant AT q99",
            "q99",
            "there is no system q99: the board's columns are a to h, its rows 1 to 6",
            None,
        ),
        ("SETTLE merchant AT f4 g4", "g4", "one system a line", None),
        (
            "settle 2 merchants at f4",
            "merchants",
            "one ship settles one system: a line for each",
            None,
        ),
        (
            "settle merchant leader at f4",
            "leader",
            "a leader does not settle: LEADER places it",
            "LEADER merchant TO f4",
        ),
        (
            "PLACE",
            "",
            "which leader or ship? As in LEADER science TO f5 or SETTLE merchant AT g7",
            None,
        ),
        (
            "PLACE merchant",
            "merchant",
            "a leader or a ship? As in LEADER merchant TO f5 or SETTLE merchant AT f5",
            None,
        ),
        ("LEADER", "", "which leader? government, science, merchant or mining", None),
        ("LEADER science", "", "where to? As in LEADER science TO f5", None),
        ("LEADER science mining TO h5", "mining", "one leader a line", None),
        ("RECALL science mining", "mining", "one leader a line", None),
        ("RECALL b1 g6", "g6", "one leader a line", None),
        ("SETTLE merchant scientist AT f4", "scientist", "one ship a line", None),
        ("SWAP merchant f4", "f4", "a swap names ships only, no system", None),
        (
            "settle no merchant at f4",
            "no",
            "an order says what to do; leave the line out if it is not to be done",
            None,
        ),
        ("LEADER science TO h5 2", "2", "a number says nothing here", None),
        ("MOVE a2 TO h5", "a2", "no leader of yours stands on a2", None),
        ("MOVE mining FROM b1 TO h5", "b1", "your science leader stands on b1", None),
        ("RECALL e5", "e5", "no leader of yours stands on e5", None),
        ("SWAP", "", "which ships? As in SWAP settler, or SWAP ALL", None),
        ("SWAP 9 miners", "miners", "1 to 6 ships are swapped, not 9", None),
        (
            "SWAP merchant miner 2",
            "",
            "say how many before each: SWAP 2 scientists 1 miner",
            None,
        ),
        ("DESTROY", "", "what is to be destroyed? As in DESTROY h3", None),
        ("HARVEST", "", "which artifact? As in HARVEST g4", None),
        (
            "ATTACK f5 WITH 3",
            "f5",
            "no system is named here: say how many ships, as in ATTACK WITH 2",
            None,
        ),
        (
            "DEFEND merchant",
            "",
            "how many ships? As in DEFEND WITH 2, DEFEND NONE or DEFEND TIE",
            None,
        ),
        (
            "DEFEND merchant science WITH 2",
            "science",
            "one leader a line, or none for all",
            None,
        ),
        ("DEFEND WITH 2 NONE", "", "one number of ships a line", None),
        ("DEFEND WITH 12345", "12345", "the number of ships has too many digits", None),
        (
            "ATTACK TIE",
            "TIE",
            "a tie is won by the defender; attack to WIN, or WITH a number",
            "ATTACK WIN",
        ),
        (
            "ATTACK WITH 2 scientists",
            "scientists",
            "for which leader? ATTACK science WITH 2 is for your science leader, "
            "ATTACK WITH 2 for all",
            None,
        ),
        (
            "REINFORCE merchant WITH 2",
            "REINFORCE",
            "when you attack, or when you are attacked? ATTACK merchant WITH 2 or "
            "DEFEND merchant WITH 2",
            None,
        ),
        (
            "frobnicate it",
            "frobnicate it",
            "a line begins with what to do: LEADER, RECALL, SETTLE, DESTROY, SWAP, HARVEST, "
            "ATTACK, DEFEND or PASS",
            None,
        ),
    ],
)
def test_errors_tell_what_is_wrong_where_and_what_would_be_right(text, words, message, suggestion):
    found = verdict(view(CROWDED), text)
    assert found.level is Level.REFUSED
    assert (marked(found), found.message, found.suggestion) == (words, message, suggestion)


@pytest.mark.parametrize(
    "text", ["government c4", "merchant c4", "PLACE merchant AT c4", "MOVE merchants TO c4"]
)
def test_words_that_may_mean_a_leader_or_a_ship_are_refused_with_both_orders(text):
    message = verdict(view(CROWDED), text).message.replace("\N{NO-BREAK SPACE}", " ")
    kind, ship = ("merchant", "merchant") if "merchant" in text else ("government", "settler")
    assert message == (
        f"a leader or a ship? “LEADER {kind} TO c4” places your {kind} leader, "
        f"“SETTLE {ship} AT c4” a ship"
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
    assert verdict(view(CROWDED), text).note.startswith(f"{order}: ")


def test_a_leader_or_a_ship_is_asked_where_others_come_before():
    later = view(CROWDED, seat=2, pace="round")
    assert verdict(later, "merchant f4").message.startswith("a leader or a ship?")


def test_columns_count_from_where_the_line_was_written():
    found = verdict(view(CROWDED), "   TURN 1:  SETTLE merchant AT q99 # far")
    assert marked(found) == "q99"
