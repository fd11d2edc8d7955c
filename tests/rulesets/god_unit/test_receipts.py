"""What a receipt says of each line: refused with the reason, taken with a note or a warning."""

from __future__ import annotations

from itertools import product

import pytest

from pbem.engine.api import Level
from pbem.rulesets.god_unit.figures import Design, is_valid
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics.execution import nearest_valid
from tests.rulesets.god_unit.mails import armies, marked, parse, verdict
from tests.rulesets.god_unit.mails import written as written_of
from tests.rulesets.god_unit.reports import bound
from tests.rulesets.god_unit.table import factory, unit, view

PLACING = view(turn=0)
NOMADS = view(
    turn=1,
    board="syzygy",
    units=(unit(1, 1, "a1", "A3 R3"), unit(1, 2, "b1", "factory"), unit(2, 1, "c1")),
)
SEA = view(
    rows=("....~.....",) * 9 + ("." * 10,),
    units=(unit(1, 1, "d1", "M4 R3"), unit(2, 5, "h1")),
)

REFUSED = {
    # designs (GU-2): every broken rule, with cost and sum
    "PRODUCE B A6 N6 R6": (
        "A6 N6 R6: A, N and R add up to 18, 12 at most; it would take 16 turns",
        "A6 N6 R6",
        "PRODUCE B A4 N4 R4",
    ),
    "PRODUCE B A6 D6 M6 N6 R6": (
        "A6 D6 M6 N6 R6: it would take 26 turns, 16 at most; A, N and R add up to 18, 12 at most",
        "A6 D6 M6 N6 R6",
        "PRODUCE B A4 D4 M4 N4 R4",
    ),
    "PRODUCE B A0 N5": (
        "A0 N5: A, N and R are all 0 or none of them is; A, N and R add up to 5; it would take "
        "4 turns",
        "A0 N5",
        "PRODUCE B N5",
    ),
    "PRODUCE B A9 D8": ("A9 D8: levels go from 0 to 6, not A9 and D8", "A9 D8", "PRODUCE B A6 D6"),
    "PRODUCE B D0 M0": (
        "D0 M0: it would take -1 turns, and 1 is the least",
        "D0 M0",
        "PRODUCE B GRUNT",
    ),
    "PRODUCE Q D2": ("you have no factory Q; yours: A, B, C", "Q", None),
    # units
    "MOVE 99 TO c5": ("there is no unit 99; yours: 1, 12-17", "99", None),
    "MOVE 5 TO c5": ("unit 5 is no more; yours: 1, 12-17", "5", None),
    "MOVE 12 99 TO c5": ("there is no unit 99; yours: 1, 12-17", "12 99", "MOVE 12 TO c5"),
    "MOVE 12 TO c5, 12 TO c6": (
        "unit 12 is named twice in this line; a unit acts once a turn",
        "12",
        None,
    ),
    # moves (GU-6)
    "MOVE 12 TO c7": ("c7 is 3 away, M3 moves 2.5", "c7", "MOVE 12 TOWARDS c7"),
    "MOVE 12 TO c7 ELSE c8": ("c7 is 3 away, M3 moves 2.5", "c7", "MOVE 12 TOWARDS c7"),
    "MOVE 12 13 TO c6": ("unit 13: c6 is 2 away, M1 moves 1", "c6", "MOVE 12 TO c6"),
    "MOVE 12 TO c4": ("the unit stands at c4 already", "c4", None),
    # attacks (GU-11)
    "ATTACK 12 AT h9": ("h9 is 7.5 away, R3 reaches 2.5", "h9", "ATTACK 12 NEAREST"),
    "ATTACK 13 AT d5": ("d5 is 1.5 away, R1 reaches 1", "d5", "MOVE 13 TOWARDS d5"),
    "ATTACK 16 NEAREST": ("the unit is unarmed: A, N and R are 0", "16", None),
    "ATTACK 15 NEAREST": (
        "the unit is undeployed and cannot attack yet: DEPLOY sets it up",
        "15",
        None,
    ),
    "ATTACK 12 UNIT Red 13": ("Red 13 is one's own", "UNIT Red 13", None),
    "ATTACK 12 UNIT Blue 1": ("Blue 1 is no more", "UNIT Blue 1", None),
    "ATTACK 12 UNIT Blue 99": (
        "there is no Blue 99: Blue has shown 6, and 1 more at most can come this turn",
        "UNIT Blue 99",
        None,
    ),
    "ATTACK 12 FACTORY Blue B": ("there is no factory Blue B", "FACTORY Blue B", None),
    "ATTACK 12 FACTORY Blue A": (
        "Blue A is at j10, 10 away; R3 reaches 2.5",
        "FACTORY Blue A",
        "ATTACK 12 NEAREST",
    ),
    # deployments (GU-12)
    "DEPLOY 12": (
        "the unit is not undeployed; only a design with M0 or a factory comes out so",
        "12",
        None,
    ),
    "PLACE a1": (
        "factories were placed before the first turn; later ones are made by PRODUCE and set up "
        "by DEPLOY",
        "PLACE a1",
        None,
    ),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_can_never_be_carried_out_is_refused_in_its_place_with_what_would_be(text):
    found = verdict(text)
    assert found.level is Level.REFUSED
    assert (found.message, marked(found), found.suggestion) == REFUSED[text]
    if found.suggestion is not None:
        assert parse(armies(), found.suggestion).orders is not None


ELSEWHERE = {
    "GU-6: the sea": (SEA, "MOVE 1 TO e1", "e1 cannot be entered: it is no land", None),
    "GU-6: round the sea": (
        SEA,
        "MOVE 1 TO f1",
        "the way to f1 is longer than the 3.5 that M4 moves",
        "MOVE 1 TOWARDS f1",
    ),
    "GU-11: nobody at sea": (
        SEA,
        "ATTACK 1 AT e1, c1",
        "nobody can stand at e1: it is no land",
        "ATTACK 1 AT c1",
    ),
    "GU-12: a lost factory": (
        view(units=(unit(1, 1, "a1"),), factories=(factory(2, "B", "j1"),)),
        "ATTACK 1 FACTORY Blue A",
        "factory Blue A is no more",
        None,
    ),
    "GU-9: nothing can come": (
        view(units=(unit(1, 1, "a1"),), factories=(factory(2, "B", "j1"),)),
        "ATTACK 1 UNIT Blue 3",
        "there is no Blue 3, and no factory of Blue is making one",
        None,
    ),
    "GU-7: none to be had": (PLACING, "PLACE j9", "j9 is not in the home zone", None),
    "GU-7: units": (
        PLACING,
        "MOVE 1 TO a2",
        "there are no units yet: the first ones can appear in turn 2",
        None,
    ),
    "GU-7: letters": (PLACING, "PRODUCE C D2", "you have no factory C; yours: A, B", None),
    "SZ-8: truce": (NOMADS, "ATTACK 1 NEAREST", "nobody may attack up to turn 3", None),
    "SZ-7: nomads": (NOMADS, "PRODUCE A D2", "you have no factory A, nor any other", None),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_other_positions_refuse(name):
    seen, text, message, suggestion = ELSEWHERE[name]
    found = verdict(text, seen)
    assert found.level is Level.REFUSED
    assert (found.message, found.suggestion) == (message, suggestion)


def test_GU_12_a_unit_that_is_a_factory_now_is_called_so():
    seen = view(
        units=(unit(1, 2, "b1", "factory", "deploying"),), factories=(factory(1, "A", "c3"),)
    )
    message = "unit 2 is factory B now: PRODUCE tells it what to make"
    assert verdict("MOVE 2 TO b2", seen).message == message
    assert verdict("PRODUCE B D2", seen).note == "D2 takes 2 turns: appears in turn 7"


NOTED = {
    "PRODUCE B D2 R3": "D2 R3 takes 4 turns: appears in turn 9",
    "PRODUCE B D2 R3 REPEAT": "D2 R3 takes 4 turns: appears in turn 9, then one every 4 turns",
    "PRODUCE B GRUNT REPEAT": "grunt takes 1 turn: appears in turn 6, then one every turn",
    "PRODUCE B FACTORY": "factory takes 10 turns: appears in turn 15; DEPLOY sets it up",
    "PRODUCE A D2 R3": "D2 R3 goes on: appears in turn 6",
    "PRODUCE C D2 M2": "D2 M2 goes on: appears in turn 8",
    "PRODUCE B NOTHING": "factory B stops",
    "@ PRODUCE B D2": (
        "D2 takes 2 turns: appears in turn 7; @ orders this anew every turn; REPEAT at the end "
        "goes on by itself"
    ),
    "MOVE 14 TO e3": "1 of 1 square",
    "MOVE 17 TO d3": "1.5 of 1.5 squares",
    "MOVE 12 TOWARDS h9": "gets to e5 this turn, 2.5 of 2.5 squares",
    "MOVE 12 TOWARDS b3": "1.5 of 2.5 squares",
    "12 TOWARDS b3": "MOVE 12 TOWARDS b3; 1.5 of 2.5 squares",
    "MOVE 12 13 TOWARDS a4": (
        "unit 12: 2 of 2.5 squares; unit 13: gets to b4 this turn, 1 of 1 square"
    ),
    "MOVE 12 TO c6 ELSE c5": "2 of 2.5 squares; Blue 4 could be at c6 first, then ELSE is tried",
    "ATTACK 12 AT d6": (
        bound("8 attacks at A3, each at one drawn from 1 with D1 (93 %) and 1 with D2 (79 %)")
    ),
    "ATTACK 13 AT d4": "no enemy is at d4 now: the line waits until one comes",
    "ATTACK 13 NEAREST": "no enemy is within 1 square now: the line waits until one comes",
    "ATTACK 13 NEAREST ELSE TO b4": (
        "no enemy is within 1 square: as the board stands, ELSE is what is done (MOVE TO b4)"
    ),
    "ATTACK 13 NEAREST ELSE LATE TO b4": (
        "no enemy is within 1 square now: the line waits until one comes; if it still waits once "
        "nobody can act otherwise, LATE is done (MOVE TO b4)"
    ),
    "ATTACK 12 UNIT Blue 7": ("Blue 7 has not been seen yet: the line waits until it comes near"),
    "DEPLOY 14": "factory D from turn 6 on",
    "DEPLOY 15": "D3 M0 R3 from turn 6 on",
    "PASS": "you pass: nothing is ordered this turn",
}


@pytest.mark.parametrize("text", NOTED)
def test_orders_are_taken_with_what_they_come_to(text):
    found = verdict(text)
    assert (found.level, found.message) == (Level.ACCEPTED, "")
    assert found.note == NOTED[text]


WARNED = {
    "PRODUCE A A3": "gives up 3 turns of work on D2 R3",
    "PRODUCE A NOTHING": "gives up 3 turns of work on D2 R3",
    "MOVE 12 TO c6": "Blue 4 could be at c6 first; ELSE gives another choice",
    "MOVE 12 TO e5": "Blue 4 could cut the way at d4 first; ELSE gives another choice",
    "MOVE 12 TO d6": "Blue 4 is at d6: the line waits until it has gone",
    "ATTACK 12 AT d6, d7": "d7 is 3.5 away, R3 reaches 2.5, and is skipped",
    "ATTACK 12 UNIT Blue 6": (
        "Blue 6 is at h4, 5 away; R3 reaches 2.5: the line waits until it comes near"
    ),
    "MOVE 12 TO c7 ELSE b4": "MOVE TO c7 is left out: c7 is 3 away, M3 moves 2.5",
    "MOVE 12 TO b4 ELSE c7": "MOVE TO c7 is left out: c7 is 3 away, M3 moves 2.5",
    "MOVE 12 TO c4 ELSE LATE b4": "MOVE TO c4 is left out: the unit stands at c4 already",
}


@pytest.mark.parametrize("text", WARNED)
def test_what_is_most_likely_not_meant_is_taken_with_a_warning(text):
    found = verdict(text)
    assert found.level is Level.WARNED
    assert found.message == WARNED[text]


def test_GU_11_odds_are_told_for_each_square_and_for_draws_among_many():
    shooters = (unit(1, 1, "c3", "A3 N4 R3"), unit(1, 2, "c3"), unit(1, 3, "c3", "R2"))
    seen = view(units=(*shooters, unit(2, 1, "c4", "D2"), unit(2, 2, "d3", "D4")))
    assert verdict("ATTACK 1 AT c4", seen).note == bound("8 attacks at A3 against D2: 79 % each")
    assert verdict("ATTACK 2 AT c4", seen).note == bound("1 attack at A1 against D2: 21 %")
    assert verdict("ATTACK 1 AT d3, c4", seen).note == bound(
        "8 attacks in all, first on d3: at A3 against D4: 21 % each; what is left on c4: at A3 "
        "against D2: 79 % each"
    )
    assert verdict("ATTACK 1 NEAREST", seen).note == bound(
        "a die picks among equally near squares; d3: 8 attacks at A3 against D4: 21 % each; "
        "c4: 8 attacks at A3 against D2: 79 % each"
    )
    assert verdict("ATTACK 2 AT d3", seen).message == "A1 never wins against this"


def test_GU_8_a_later_line_for_the_same_factory_counts():
    first, second = parse(armies(), "PRODUCE A A3", "PRODUCE A D2 R3").verdicts
    assert first.message == "gives up 3 turns of work on D2 R3"
    assert second.message == ("a line above tells factory A something else; the last one counts")
    assert second.note == "D2 R3 takes 4 turns: appears in turn 9"


def test_GU_10_a_later_line_for_the_same_unit_counts_where_the_first_cannot_be():
    _first, second = parse(armies(), "MOVE 12 TO b4", "ATTACK 12 NEAREST").verdicts
    assert second.level is Level.ACCEPTED
    assert second.note.startswith("counts only if unit 12 cannot do what a line above says; ")


def test_GU_10_PASS_among_other_lines_spends_one_place():
    parsed = parse(armies(), "MOVE 12 TO b4", "PASS")
    assert parsed.orders is not None
    assert [written(order) for order in parsed.orders.orders] == ["MOVE 12 TO b4", "PASS"]
    assert parsed.verdicts[1].note == "you pass once: the others' next lines come first"


def test_GU_12_letters_of_factories_that_are_deployed_together():
    seen = view(
        units=(unit(1, 3, "d3", "factory"), unit(1, 7, "f3", "factory")),
        factories=(factory(1, "A", "a1"),),
    )
    first, second = parse(seen, "DEPLOY 7", "DEPLOY 3").verdicts
    assert (first.note, second.note) == ("factory C from turn 6 on", "factory B from turn 6 on")


def test_GU_12_a_factory_in_the_square_of_another_is_taken_with_a_warning():
    seen = view(units=(unit(1, 5, "b1", "factory"),), factories=(factory(1, "B", "b1"),))
    found = verdict("DEPLOY 5", seen)
    assert found.level is Level.WARNED
    assert found.message == (
        "Red B is at b1, and a square holds one factory: MOVE to another square first, DEPLOY in "
        "the turn after"
    )


def test_GU_13_what_would_appear_after_the_end_is_warned_of():
    seen = view(turn=58, factories=(factory(1, "A", "a1"),))
    assert verdict("PRODUCE A D2", seen).message == "the game ends with turn 60, before that"
    assert verdict("PRODUCE A GRUNT", seen).level is Level.ACCEPTED


def test_GU_7_notes_of_a_placement():
    named = parse(PLACING, "PLACE a1 b2 c3", "PRODUCE A D2", "PRODUCE B D2")
    assert named.verdicts[0].note == (
        "3 squares for 2 factories; the later ones count where others come first"
    )
    assert named.verdicts[1].note == "D2 takes 2 turns: appears in turn 3"
    assert named.remark == ""
    too_few = verdict("PLACE a1", PLACING)
    assert too_few.message == "1 of 2 factories are named; a die places the rest"
    assert verdict("PLACE j9 c4", view(turn=0, placement="open")).level is Level.ACCEPTED


FLOODED = view(turn=0, rows=("." * 10,) * 4 + ("~" * 10,) * 2 + ("." * 10,) * 4)


@pytest.mark.parametrize(
    ("seen", "text", "message"),
    [
        (PLACING, "PLACE a1 j9 c2", "j9 is not in the home zone, and is skipped"),
        (FLOODED, "PLACE a1 a5 b1", "a5 cannot be entered: it is no land, and is skipped"),
        (PLACING, "PLACE a1 a1 b1", "a1 is named twice, and is skipped"),
    ],
)
def test_GU_7_squares_that_cannot_be_had_are_skipped_with_a_warning(seen, text, message):
    found = verdict(text, seen)
    assert (found.level, found.message) == (Level.WARNED, message)
    assert found.note == "2 squares for 2 factories"


def test_GU_8_a_choice_that_can_never_be_is_left_out_of_the_order():
    assert written_of("MOVE 12 TO c7 ELSE b4 ELSE LATE c8") == "MOVE 12 TO b4"
    assert written_of("MOVE 12 13 TO c6 ELSE b4") == (
        "MOVE 12 TO c6 ELSE MOVE TO b4; MOVE 13 TO b4"
    )
    assert (
        written_of("ATTACK 16 NEAREST ELSE LATE TO b6") == "ATTACK 16 NEAREST ELSE LATE MOVE TO b6"
    )


def test_GU_7_a_square_in_two_lists_counts_once():
    _first, second = parse(PLACING, "PLACE a1", "PLACE b1 a1").verdicts
    assert second.message == "some of these squares are in a line above; once is enough"
    assert second.note == "2 squares for 2 factories"


def test_GU_6_an_enemy_on_the_way_holds_a_line_up():
    seen = view(
        rows=("...~......",) + ("~" * 10,) * 9,
        units=(unit(1, 1, "a1", "M3"), unit(2, 5, "b1")),
    )
    assert verdict("MOVE 1 TO c1", seen).message == (
        "the way is blocked at b1 by Blue 5: the line waits until it is free"
    )


def test_factories_that_will_idle_are_named():
    assert parse(armies(), "DEPLOY 14").remark == (
        "Factory B has nothing to do: PRODUCE gives it work."
    )
    assert parse(armies(), "PRODUCE B GRUNT").remark == ""
    assert parse(PLACING, "PASS").remark == (
        "No squares are named: a die places your factories. "
        "Factories A and B have nothing to do: PRODUCE gives them work."
    )


def test_a_units_number_may_have_a_sign_and_is_no_comment():
    assert verdict("MOVE #12 TO b4  # the bridge").note == "1 of 2.5 squares"


def test_GU_13_who_has_no_part_in_the_game_is_told_so():
    for seen in (armies(seat=None), armies(out={1: 3})):
        found = verdict("MOVE 12 TO c5", seen)
        assert found.level is Level.REFUSED
        assert found.message == "you have nothing in this game that could be given orders"


def test_without_a_good_line_what_was_sent_before_stays():
    parsed = parse(armies(), "MOVE 99 TO c5")
    assert parsed.orders is None
    assert parsed.remark == "None of these lines can be carried out."


@pytest.mark.parametrize("max_cost", [1, 4, 16])
def test_GU_2_every_design_has_a_valid_one_near_it(max_cost):
    levels = (0, 1, 4, 9)
    for design in (Design(*five) for five in product(levels, repeat=5)):
        mended = nearest_valid(design, max_cost)
        assert is_valid(mended, max_cost)
        assert mended == design or not is_valid(design, max_cost)
