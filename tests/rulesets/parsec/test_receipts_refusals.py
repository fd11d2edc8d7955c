"""What receipts say of orders that break a rule: which, where, and the nearest that would do."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.engine.i18n import speaking
from pbem.engine.language import Refused
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import LEADER_NAMES, SHIP_NAMES
from pbem.rulesets.parsec.mechanics import errors
from pbem.service.languages import catalogue
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
            "scientist scientist scientist",
            "3 scientists are named, in your hand: 2",
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


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (Refused(errors.OCCUPIED, square="f5"), "f5 is not empty"),
        (
            Refused(errors.JOINS_TWO, square="f5", number=3),
            "a leader on f5 would join 3 regions; it may touch one only",
        ),
        (
            Refused(errors.NO_SHIP, ships=SHIP_NAMES["mining"]),
            "you have no miners in hand",
        ),
        (
            Refused(errors.FEWER_SHIPS, number=2, ships=SHIP_NAMES["government"], have=1),
            "2 settlers are named, in your hand: 1",
        ),
        (
            Refused(errors.HERE, leader=LEADER_NAMES["science"], square="f5"),
            "your science leader is on f5 already",
        ),
    ],
)
def test_a_refusal_is_told_where_it_is_read(refused, told):
    assert refused.refusal.text == told


def test_a_refusal_is_told_in_its_readers_language_with_the_names_in_it():
    refused = Refused(errors.AT_HOME, leader=LEADER_NAMES["science"])
    with speaking(catalogue("de")):
        assert naming.leader("science") in refused.refusal.text
