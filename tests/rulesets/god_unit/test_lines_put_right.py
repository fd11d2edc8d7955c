"""Lines that are taken otherwise than they stand: for the units that are left, with what was meant
behind ELSE, or asked about with the line that was meant."""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit, Level
from tests.rulesets.god_unit.mails import armies, desk, marked, verdict, written


def test_a_line_of_several_units_of_which_one_is_no_more_counts_for_the_rest():
    found = verdict("5 12 13 attack nearest")
    assert found.level is Level.WARNED
    assert found.message == "unit 5 is no more, and is skipped"
    assert written("5 12 13 attack nearest") == "ATTACK 12 NEAREST; ATTACK 13 NEAREST"
    assert found.lasting == "ATTACK 12 13 NEAREST"


def test_what_is_left_of_a_line_is_written_with_its_other_orders():
    found = verdict("5 12 to c5, 13 attack nearest")
    assert found.lasting == "MOVE 12 TO c5, ATTACK 13 NEAREST"


def test_a_line_whose_only_units_are_no_more_can_never_count_again():
    assert verdict("5 attack nearest").lasting == ""
    assert verdict("5 6 attack nearest").lasting == ""
    assert verdict("99 attack nearest").lasting is None, "it may come yet"
    assert verdict("12 attack nearest").lasting is None


def test_a_square_behind_else_is_where_a_unit_goes_that_attacks_what_is_near():
    assert written("12 attack nearest else c5") == "ATTACK 12 NEAREST ELSE MOVE TO c5"
    assert written("12 attack nearest else late c5") == "ATTACK 12 NEAREST ELSE LATE MOVE TO c5"
    assert written("12 attack d6 else c5") == "ATTACK 12 AT d6 ELSE ATTACK AT c5"
    assert written("12 attack nearest else c5, c6") == ("ATTACK 12 NEAREST ELSE ATTACK AT c5, c6")


def test_nobody_attacks_ones_own_factory_by_a_square_behind_else():
    assert written("12 attack d6 else b2") == "ATTACK 12 AT d6 ELSE MOVE TO b2"
    told = verdict("ATTACK 12 AT d6 ELSE ATTACK AT b2").message
    assert told.startswith("your factory B is at b2, and no enemy gets there while it stands")


@pytest.mark.parametrize("line", ["wait until turn 9", "wait till turn 9", "pass until turn 9"])
def test_waiting_until_a_turn_is_passing_until_then(line):
    assert written(line) == "PASS 9"


def test_the_word_that_leaves_two_orders_open_is_the_one_at_fault():
    found = verdict("12 to c5 or attack nearest")
    assert marked(found) == "or"
    assert found.suggestion == "12 to c5 ELSE attack nearest"
    assert "Behind ELSE stands what is done" in found.message


@pytest.mark.parametrize(
    "line",
    [
        "After finishing D2 R3, A produces D2 repeat",
        "when D2 R3 is finished, A makes D2 repeat",
        "nachdem A fertig ist, baut A D2 immer",
        "après D2 R3, A fait D2 toujours",
    ],
)
def test_what_a_factory_is_to_make_next_is_kept_for_the_turn_in_which_it_can(line):
    assert desk.fit(line, armies()) is not Fit.NO
    assert verdict(line).suggestion == "TURN 6: PRODUCE A D2 REPEAT"


def test_what_is_to_be_said_of_several_units_of_a_line_is_said_once():
    assert verdict("1 13 attack nearest").note == (
        "units 1, 13: no enemy is in range now: the line waits until one comes"
    )
