"""What is offered in God Unit can be ordered, behind what is held as well."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.codec import canonical
from pbem.engine.menu import Menu, behind, lines, tabled
from pbem.rulesets.god_unit.figures import Design, is_valid
from pbem.rulesets.god_unit.map import board_maps
from pbem.rulesets.god_unit.orders import IDLE, Orders
from tests.rulesets.god_unit.mails import ASK, armies, desk, parse, read
from tests.rulesets.god_unit.notation import deploy, produce
from tests.rulesets.god_unit.table import view
from tests.soaking import soak

_DESIGN = re.compile(r" (?:[ADMRS][1-6])+\b")
"""What a factory is to make, as letters with their levels."""


@pytest.mark.parametrize(
    "seen", [armies(), view(turn=0), view(turn=0, placement="open"), armies(turn=2, board="syzygy")]
)
@pytest.mark.parametrize("each", [40, soak(1)])
def test_every_line_that_is_offered_is_taken(seen, each):
    """Of designs, of which there are thousands, in `make test` one in forty."""
    offered = tuple(lines(desk.menu(seen, ASK)))
    designs = tuple(line for line in offered if _DESIGN.search(line))
    others = tuple(line for line in offered if not _DESIGN.search(line))
    assert len(others) > 1
    for line in (*others, *designs[::each]):
        assert desk.fit(line, seen) is Fit.ORDER, line
        (found,) = parse(seen, line).verdicts
        assert found.level is not Level.REFUSED, (line, found.message)


def test_units_and_factories_with_orders_are_not_offered_again():
    held = Orders((deploy(14), produce("A", "D2")))
    before, after = (set(lines(desk.menu(armies(), ASK, one))) for one in (IDLE, held))
    assert {"DEPLOY 14", "PRODUCE A FACTORY", "PRODUCE B A2"} <= before
    assert not any(line.startswith(("DEPLOY 14", "MOVE 14", "PRODUCE A")) for line in after)
    assert "PRODUCE B FACTORY REPEAT" in after


def _spelled(menu: Menu, before: str = "") -> Iterator[tuple[str, str]]:
    """Every single line, also of what stands at several places, with the last note in it."""
    for item in menu:
        said = f"{before} {item.words}".strip()
        yield from _spelled(item.branches, said) if item.branches else [(said, item.note)]


@pytest.mark.parametrize(("most", "designs"), [(16, 7461), (6, 799)])
def test_every_valid_design_is_offered_level_by_level_with_the_turns_it_takes(most, designs):
    """GU-2 counts 7,461 of them where 16 turns are the most; a grunt and a factory have names."""
    seen = view(turn=0, max_cost=most)
    (verb,) = (item for item in desk.menu(seen, ASK) if item.words == "PRODUCE")
    factory = verb.then[0]
    offered = dict(_spelled(factory.then))
    levels = itertools.product(range(7), repeat=5)
    valid = [design for one in levels if is_valid(design := Design(*one), most)]
    assert len(valid) == designs
    for design in valid:
        name = str(design).upper()
        assert offered.pop(name).split()[0] == str(design.cost), name
        assert offered.pop(f"{name} REPEAT") == "", name
    assert set(offered) == {"FACTORY", "FACTORY REPEAT", "NOTHING"}
    assert len(canonical(tabled((verb,)))) < 170_000


def test_as_many_squares_as_factories_and_two_to_spare_are_offered_behind_place():
    """GU-7: two factories each; what others take is skipped, so a list may be longer."""
    (place,) = (item for item in desk.menu(view(turn=0), ASK) if item.words == "PLACE")
    row, depth = place.branches, 0
    while row:
        assert {item.words for item in row} >= {"a1", "a2", "b1"}
        row, depth = row[-1].branches, depth + 1
    assert depth == 4


def test_who_has_no_part_in_the_game_is_offered_nothing():
    for seen in (armies(seat=None), armies(out={1: 3})):
        assert desk.menu(seen, ASK) == ()


def test_an_item_names_what_it_concerns_on_the_map():
    seen = armies()
    verbs = {item.words: item for item in desk.menu(seen, ASK)}
    assert verbs["DEPLOY"].then[0].refs == ("unit:14", "square:d3")
    drawn = {shape.ref for shape in board_maps(seen)[0].scene.items}
    for item in (*verbs["DEPLOY"].then, *verbs["PRODUCE"].then):
        assert drawn & {*item.refs}


def test_the_turns_to_pass_until_stand_behind_one_word():
    """GU-10. Turn 5 is open; the menu looks nine turns ahead."""
    alone, until = (item for item in desk.menu(armies(), ASK) if item.words == "PASS")
    assert alone.then == ()
    assert [one.words for one in until.then] == [str(turn) for turn in range(6, 15)]
    assert until.then[0].label == "turn 6"


def test_a_factory_says_where_it_stands_and_a_level_what_its_letter_means():
    (verb,) = (item for item in desk.menu(armies(), ASK) if item.words == "PRODUCE")
    assert [one.label for one in verb.branches] == [
        "a1; makes D2 R3 for turn 6",
        "b2",
        "c2; makes D2 M2 for turn 8",
    ]
    told = {item.words: item.label for item in verb.branches[0].branches}
    meant = ["attack", "defence", "movement", "number of attacks", "range"]
    assert [told[one] for one in ("A3", "D2", "M2", "N2", "R5")] == meant


def test_an_attack_is_offered_with_its_chance():
    """12 has A3, a die times 4. Blue 4 has D1, a die times 2: of 36 throws 28 1/2 win, a tie being
    half of one, as with 1 against 2; Blue 5 has D0, a die times 1, and 33 1/2 win. The
    square of both has either."""
    verbs = {item.words: item for item in desk.menu(armies(), ASK)}
    (unit,) = (item for item in verbs["ATTACK"].then if item.words == "12")
    notes = {item.words: item.note for item in unit.then}
    assert notes["UNIT Blue 4"] == "79\xa0%, 8 times"
    assert notes["UNIT Blue 5"] == "93\xa0%, 8 times"
    assert [notes[one] for one in notes if one.startswith("AT ")] == ["79\xa0%–93\xa0%, 8 times"]


def test_a_move_tells_what_its_receipt_would_warn_of_or_how_far_it_gets():
    seen = armies()
    (verb,) = (item for item in desk.menu(seen, ASK) if item.words == "MOVE")
    told = set()
    for unit in verb.then:
        for item in unit.then:
            (verdict,) = parse(seen, f"MOVE {unit.words} {item.words}").verdicts
            assert item.note in f"{verdict.message}; {verdict.note}"
            if item.words.startswith("TO "):
                assert bool(item.note) == (verdict.level is Level.WARNED)
            told.add((item.words.split()[0], bool(item.note)))
    assert told >= {("TO", True), ("TO", False), ("TOWARDS", True)}


def test_several_units_are_offered_the_same_in_one_line_and_goals_however_far():
    """GU-8: a line may name several units; GU-6: a goal may be turns away, but for where one is."""
    verbs = {item.words: item for item in desk.menu(armies(), ASK)}
    picked = verbs["MOVE"].branches[:2]
    assert [one.label.split()[-1] for one in picked] == ["a1", "c4"]
    (towards,) = behind(verbs["MOVE"], *picked)
    goals = {one.words for one in towards.branches}
    assert len(goals) == 98 and goals.isdisjoint({"a1", "c4"})
    assert {"ATTACK 1 12 13 NEAREST", "DEPLOY 14 15", "MOVE 1 TOWARDS j10"} <= set(
        lines(desk.menu(armies(), ASK))
    )


def test_a_unit_may_lie_in_wait_for_whoever_comes_in_range():
    """GU-11: nobody stands at d5 yet."""
    assert {"ATTACK 12 AT d5", "ATTACK 12 AT d5 ELSE ATTACK NEAREST"} <= set(
        lines(desk.menu(armies(), ASK))
    )


def test_a_second_line_of_places_is_said_to_stand_behind_the_first():
    (verb, *_others) = desk.menu(view(turn=0), ASK)
    assert [(one.most, "behind" in one.beyond, one.refused) for one in verb.limits] == [
        (1, True, False)
    ]


SOUP = (
    "MOVE 12 13 15-17 TO c5 ELSE LATE and ATTACK AT d6, d7 or PRODUCE A D2 R3 GRUNT REPEAT if not "
    "12 UNIT Blue 4 NEAREST TOWARDS h9 FACTORY R B ; # 99 ALL moev attak"
)


def _effort(texts):
    """Seconds of computing that reading and judging these lines takes, the least of some trials."""
    seen, trials = armies(), []
    for trial in range(4):
        fresh = [f"{text} {trial}" for text in texts]
        start = time.process_time()
        for text in fresh:
            desk.fit(text, seen)
        trials.append(time.process_time() - start)
    return min(trials)


def _soup(words, count):
    vocabulary = SOUP.split()
    return [
        " ".join(
            vocabulary[(place * place + place + n) % len(vocabulary)] for place in range(words)
        )
        for n in range(count)
    ]


def test_reading_takes_time_in_proportion_to_the_line():
    assert _effort(_soup(60, 40)) <= 2.6 * _effort(_soup(30, 40))


def test_no_line_takes_much_longer_than_a_plain_one():
    plain = _effort([f"MOVE {n} TO c5 ELSE LATE MOVE TOWARDS h9" for n in range(40)])
    assert _effort(_soup(48, 40)) <= 30 * plain


def test_orders_held_are_the_ones_that_were_read():
    assert read("DEPLOY 14") == (deploy(14),)
