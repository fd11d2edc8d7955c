"""Order lines that are not clear: refused in their place, with what would be right."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from tests.rulesets.god_unit.mails import (
    armies,
    marked,
    parse,
    verdict,
)
from tests.rulesets.god_unit.table import view

MISREAD = {
    "PRODUCE B": ("", None),
    "PRODUCE D2": ("PRODUCE D2", "PRODUCE A D2"),
    "PRODUCE Q D2": ("Q", None),
    "PRODUCE B D2 D3": ("D2 D3", None),
    "PRODUCE B X3": ("X3", None),
    "PRODUCE B grnt": ("grnt", "PRODUCE B grunt"),
    "PRODUCE B 2 grunts": ("2", "PRODUCE B GRUNT"),
    "PRODUCE B GRUNT D2": ("GRUNT", "PRODUCE B D2"),
    "PRODUCE B D2 ELSE D3": ("ELSE", "PRODUCE B D2"),
    "PRODUCE B REPEAT": ("B", None),
    "PRODUCE B GRUNT FACTORY": ("FACTORY", "PRODUCE B GRUNT"),
    "PRODUCE B D99999": ("D99999", None),
    "MOVE 12": ("", None),
    "MOVE TO c5": ("", None),
    "MOVE 12 12 TO c5": ("12 12", None),
    "MOVE 12 TO c5, 12 TO c6": ("12", None),
    "MOVE 12 TO c5 c6": ("c6", "MOVE 12 TO c5"),
    "MOVE 12 TO z99": ("z99", None),
    "MOVE 20-30 TO c5": ("20-30", None),
    "MOVE 12 TO tower": ("tower", None),
    "MOVE 123456 TO c5": ("123456", None),
    "MOVE 12 TOWARDS Blue 9": ("Blue 9", None),
    "MOVE 12 TO c5 ELSE e": ("e", None),
    "MOEV 12 TO c5 ESLE c6": ("MOEV", "MOVE 12 TO c5 ELSE c6"),
    "MOEV 99 TOO c5": ("MOEV", None),
    "ALL 12": ("", None),
    "12 13": ("", None),
    "MOVE 12 TO c5 REPEAT": ("REPEAT", "MOVE 12 TO c5"),
    "MOVE 12 TO c5 ELSE": ("", None),
    "MOVE 12 TO c5 ELSE MOVE 13 TO c6": ("ELSE MOVE 13 TO c6", None),
    "MOVE 12 13 TO c5 ELSE MOVE 12 TO c6": ("ELSE MOVE 12 TO c6", None),
    "MOVE 12 TO c5 THEN ATTACK d6": ("", None),
    "MOVE 12 TO c5 ELSE PASS": ("ELSE", "MOVE 12 TO c5"),
    "MOEV 12 TO c5": ("MOEV", "MOVE 12 TO c5"),
    "MOVE 12 TO c5 ESLE c6": ("ESLE", "MOVE 12 TO c5 ELSE c6"),
    "ATTACK 12": ("ATTACK 12", "ATTACK 12 NEAREST"),
    "ATTACK 12 Blue": ("Blue", None),
    "ATTACK 12 UNIT Yellow 3": ("UNIT Yellow 3", None),
    "ATTACK 12 FACTORY Blue 3": ("FACTORY", None),
    "ATTACK 12 FACTORY Blue": ("Blue", None),
    "ATTACK 12 FACTORY": ("ATTACK 12 FACTORY", "ATTACK 12 NEAREST"),
    "ATTACK 12 UNIT Blue 123456": ("UNIT Blue 123456", None),
    "MOVE ALL TO a10": ("ALL", "MOVE ALL TOWARDS a10"),
    "ATTACK 12 UNIT Blue 4, UNIT Blue 5": ("", None),
    "ATTACK 12 AT d6, NEAREST": ("NEAREST", "ATTACK 12 AT d6"),
    "DEPLOY 14 AT e5": ("e5", None),
    "DEPLOY 14 NEAREST": ("NEAREST", "DEPLOY 14"),
    "HOLD 12": ("12", "ATTACK 12 NEAREST"),
    "STOP 12": ("12", "ATTACK 12 NEAREST"),
    "MOVE 12 TO c5 or d4": ("or", "MOVE 12 TO c5 ELSE d4"),
    "MOVE 12 c5 MOVE 13 c5": ("13", None),
    "everyone except 12 attack nearest": ("except", None),
    "A build a factory then grunts": ("A", None),
    "hello": ("hello", None),
}


@pytest.mark.parametrize("text", MISREAD)
def test_what_is_not_clear_is_refused_in_its_place_with_what_would_be(text):
    found = verdict(text)
    assert found.level is Level.REFUSED
    assert (marked(found), found.suggestion) == MISREAD[text]


@pytest.mark.parametrize(
    "text", [text for text, (_mark, line) in MISREAD.items() if line and " " in line]
)
def test_suggestions_are_orders_that_can_be_taken(text):
    suggestion = verdict(text).suggestion
    assert suggestion is not None
    assert parse(armies(), suggestion).orders is not None


def test_a_misspelt_verb_is_mended_to_a_verb_and_to_no_pleasantry() -> None:
    """PLEASE is as near, and says nothing."""
    (found,) = parse(view(turn=0), "PLASE a6 a5 b6 a4").verdicts
    assert (found.level, found.suggestion) == (Level.REFUSED, "PLACE a6 a5 b6 a4")
    assert verdict("plese move 12 to c5").suggestion == "please move 12 to c5"


@pytest.mark.parametrize(
    ("text", "mark"), [("PLACE", ""), ("PLACE tower", "tower"), ("PLACE a1 b2 tower", "tower")]
)
def test_GU_7_a_list_names_squares(text, mark):
    found = verdict(text, view(turn=0))
    assert (found.level, marked(found)) == (Level.REFUSED, mark)
