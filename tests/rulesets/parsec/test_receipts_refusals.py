"""What receipts say of orders that break a rule: which, where, and the nearest that would do."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.maps.board import Square
from pbem.rulesets.parsec.reckoning.refusals import Refusal, Why
from pbem.rulesets.parsec.telling.refusing import sentence
from tests.rulesets.parsec.table import marked, verdict, view

BOARD = """
    s*  S1  .   .   .   .   .   s+
    m   .   .   .   #   .   .   .
    .   .   .   .   #   #   .   .
    .   .   .   .   .   .   .   .
    .   M2  s*  m   m   .   .   .
    .   .   G2  .   x   .   G1  s*
"""
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
