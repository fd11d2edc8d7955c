"""Order lines: prefixes, comments, words, columns, and errors that tell where and what instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import Fit, Level, Line
from pbem.engine.orders import (
    LONGEST_ORDER,
    MOST_ORDERS,
    OrderError,
    nearest,
    read_sheet,
)
from pbem.engine.testing.junk import HOSTILE


def texts(lines: tuple[Line, ...] | None) -> list[str]:
    return [line.text for line in lines or ()]


# The sheet ------------------------------------------------------------------------------


def test_plain_lines_count_now() -> None:
    sheet = read_sheet(["move a", "  move b  "], 3)
    assert texts(sheet.now) == ["move a", "move b"]
    assert (sheet.standing, sheet.later, sheet.verdicts) == (None, {}, ())


def test_a_line_keeps_its_number_and_source_among_blanks_and_comments() -> None:
    sheet = read_sheet(["", "# a comment", "  ; another", "move a # why"], 1)
    assert sheet.now == (Line(number=4, text="move a", source="move a # why", offset=0),)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("move a # why", "move a"),
        ("move a; why", "move a"),
        ("move a ;why", "move a"),
        ("move a #why", "move a"),
        ("unit#3 moves", "unit#3 moves"),
        ("move #3 to #9", "move #3 to #9"),
        ("move #3 # why", "move #3"),
        ("# move a", None),
        (";", None),
        ("@ # nothing", None),
    ],
)
def test_comments_end_a_line(source: str, text: str | None) -> None:
    assert texts(read_sheet([source], 1).now) == ([] if text is None else [text])


@pytest.mark.parametrize("source", ["@ move a", "@move a", "  @  move a"])
def test_an_at_sign_makes_a_standing_order_that_counts_now_too(source: str) -> None:
    sheet = read_sheet([source], 1)
    assert texts(sheet.standing) == texts(sheet.now) == ["move a"]


@pytest.mark.parametrize(
    "source", ["TURN 8: move a", "turn8:move a", "T8: move a", " t 8 : move a"]
)
def test_a_turn_prefix_keeps_a_line_for_later(source: str) -> None:
    sheet = read_sheet([source], 3)
    assert {turn: texts(lines) for turn, lines in sheet.later.items()} == {8: ["move a"]}
    assert sheet.now == ()
    (verdict,) = sheet.verdicts
    assert (verdict.level, verdict.text) == (Level.ACCEPTED, source)
    assert verdict.note == "kept for turn 8, checked when that turn opens"


def test_a_prefix_for_the_open_turn_counts_now() -> None:
    assert texts(read_sheet(["TURN 3: move a"], 3).now) == ["move a"]


def test_a_turn_on_a_line_of_its_own_is_for_all_lines_below_it() -> None:
    sheet = read_sheet(["Turn 4:", "move a", "@ move b", "move c", "TURN 3:", "move d"], 3)
    assert texts(sheet.now) == ["move b", "move d"]
    assert texts(sheet.standing or ()) == ["move b"]
    assert {turn: texts(lines) for turn, lines in sheet.later.items()} == {4: ["move a", "move c"]}


def test_lines_below_the_heading_of_a_closed_turn_are_refused_one_by_one() -> None:
    sheet = read_sheet(["TURN 2:", "move a", "  move b"], 3)
    assert not sheet.says_something
    told = [(one.line, one.message, one.column, one.length) for one in sheet.verdicts]
    over = "turn 2 is over; the open turn is 3"
    assert told == [(2, over, 1, 6), (3, over, 3, 6)]


def test_lines_with_a_prefix_stand_under_a_heading_for_themselves() -> None:
    sheet = read_sheet(["TURN 4:", "@ move a", "# then", "move b"], 3)
    assert texts(sheet.now) == ["move a"]
    assert texts(sheet.later[4]) == ["move b"]
    assert not [one for one in sheet.verdicts if one.level is Level.REFUSED]


@pytest.mark.parametrize("below", [[], ["TURN 5:"], ["TURN 5: move a"], ["@ move a"]])
def test_a_heading_with_nothing_below_it_is_refused(below: list[str]) -> None:
    first = read_sheet(["TURN 4:", *below], 3).verdicts[0]
    assert (first.line, first.level) == (1, Level.REFUSED)


def test_a_prefix_for_a_closed_turn_is_refused_at_its_number() -> None:
    source = "  TURN 12: move a"
    (verdict,) = read_sheet([source], 13).verdicts
    assert verdict.level is Level.REFUSED
    assert verdict.message == "turn 12 is over; the open turn is 13"
    assert source[verdict.column - 1 :][: verdict.length] == "12"


@pytest.mark.parametrize("word", ["NONE", "nothing", "Clear."])
def test_none_clears_repeated_lines_and_those_of_a_turn(word: str) -> None:
    sheet = read_sheet([f"@ {word}", f"TURN 9: {word}"], 3)
    assert (sheet.now, sheet.standing, sheet.later) == ((), (), {9: ()})
    assert [v.note for v in sheet.verdicts] == [
        "nothing is repeated any more",
        "orders for turn 9 cleared",
    ]
    assert sheet.says_something


@pytest.mark.parametrize("prefix", ["@", "TURN 9:"])
def test_none_behind_orders_of_the_same_mail_clears_nothing_and_says_so(prefix: str) -> None:
    sheet = read_sheet([f"{prefix} move a", f"{prefix} none"], 3)
    assert texts(sheet.standing if prefix == "@" else sheet.later[9]) == ["move a"]
    verdict = sheet.verdicts[-1]
    assert verdict.level is Level.WARNED
    assert "line 1" in verdict.message


def test_none_before_new_standing_orders_replaces_the_old_ones() -> None:
    sheet = read_sheet(["@ none", "@ move a"], 3)
    assert texts(sheet.standing) == ["move a"]
    assert [v.level for v in sheet.verdicts] == [Level.ACCEPTED]


def test_a_line_longer_than_an_order_is_refused_behind_its_last_sign() -> None:
    longest = "m" * LONGEST_ORDER
    sheet = read_sheet([longest, f"@ {longest}o", f"TURN 9: {longest}o", "move b  # " + longest], 3)
    assert texts(sheet.now) == [longest, "move b"]
    assert (sheet.standing, sheet.later) == (None, {})
    assert [(verdict.line, verdict.column) for verdict in sheet.verdicts] == [(2, 303), (3, 309)]
    for verdict in sheet.verdicts:
        assert verdict.level is Level.REFUSED
        assert verdict.message == "an order line has 300 signs at the most"


def test_lines_beyond_the_most_of_a_mail_are_refused_one_by_one() -> None:
    sources = [f"move {number}" for number in range(1, MOST_ORDERS + 1)]
    sheet = read_sheet([*sources, "", "# a comment", "move b", "@ move c"], 3)
    assert texts(sheet.now) == sources
    assert sheet.standing is None
    assert [verdict.line for verdict in sheet.verdicts] == [MOST_ORDERS + 3, MOST_ORDERS + 4]
    for verdict in sheet.verdicts:
        assert verdict.level is Level.REFUSED
        assert verdict.message == "a mail has 400 order lines at the most"


def test_an_empty_mail_says_nothing() -> None:
    assert not read_sheet([], 1).says_something
    assert not read_sheet(["", "# hello", "@", "TURN 8:"], 1).says_something


@given(st.lists(st.one_of(st.text(max_size=40), st.sampled_from(HOSTILE)), max_size=8))
def test_the_offset_leads_from_text_to_source(sources: list[str]) -> None:
    sheet = read_sheet(sources, 3)
    later = [line for lines in sheet.later.values() for line in lines]
    for line in (*sheet.now, *(sheet.standing or ()), *later):
        assert sources[line.number - 1] == line.source
        assert line.source[line.offset :].startswith(line.text)
        assert line.text == line.text.rstrip() != ""


@given(st.lists(st.text(max_size=40), max_size=8), st.integers(1, 9))
def test_no_line_counts_twice_now(sources: list[str], turn: int) -> None:
    numbers = [line.number for line in read_sheet(sources, turn).now]
    assert numbers == sorted(set(numbers))


# Words ------------------------------------------------------------------------------------


def test_nearest_is_blind_to_case_and_gives_nothing_far_off() -> None:
    assert nearest("ECONOMI", ["Economy", "Defense"]) == "Economy"
    assert nearest("xyz", ["Economy"]) is None
    assert nearest("x", []) is None


# Verdicts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["", "   ", "@ ", "TURN 1:  ", "\t@\t"])
@pytest.mark.parametrize("after", ["", "  # a comment"])
def test_refusals_point_into_the_line_as_it_was_written(before: str, after: str) -> None:
    source = f"{before}economy 101{after}"
    (line,) = read_sheet([source], 1).now
    start = line.text.index("101")
    verdict = OrderError("at most 100", start + 1, len("101")).verdict(line)
    assert (verdict.level, verdict.text) == (Level.REFUSED, source)
    assert source[verdict.column - 1 :][: verdict.length] == "101"


def _fit(line: str) -> Fit:
    """An order begins with "move", what nearly is one with "muve"."""
    return {"move": Fit.ORDER, "muve": Fit.NEARLY}.get(line[:4], Fit.NO)


@pytest.mark.parametrize(
    ("source", "column"),
    [
        ("move a; move b", 9),
        ("move a ; move b", 10),
        ("move a;move b; why", 8),
        ("move a; why; move b", 9),
        ("move a; muve b", 9),
        ("@ move a; move b", 11),
        ("TURN 9: move a; move b", 17),
    ],
)
def test_two_orders_on_one_line_are_refused_and_neither_is_taken(source, column):
    sheet = read_sheet([source], 3, _fit)
    assert not sheet.says_something
    (verdict,) = sheet.verdicts
    assert (verdict.level, verdict.column, verdict.text) == (Level.REFUSED, column, source)


@pytest.mark.parametrize(
    "source",
    ["move a; why", "move a ; muve b", "move a # move b", "move a # x; move b", "; move b"],
)
def test_what_is_no_order_behind_a_semicolon_is_a_comment_and_all_behind_a_hash(source):
    sheet = read_sheet([source], 3, _fit)
    assert texts(sheet.now) == (["move a"] if source.startswith("move") else [])
    assert not sheet.verdicts
