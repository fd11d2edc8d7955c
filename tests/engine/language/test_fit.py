"""Which lines of a mail are orders, and which go on in the next."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.api import Fit
from pbem.engine.language import (
    Form,
    Language,
    Number,
    Tables,
    Thing,
    Words,
)
from tests.engine.language.marching import (
    LANGUAGE,
    SQUARE,
    WORDS,
    March,
    taken,
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello there",
        "The rest is silence",
        "Rest assured",
        "We walk at noon",
        "see you on 12 May",
        "“MARCH\N{NO-BREAK SPACE}3\N{NO-BREAK SPACE}TO\N{NO-BREAK SPACE}c7”",
        "“MARCH 3 TO c7”, he said",
        "# MARCH 3 TO c7",
        "Raise your glasses",
    ],
)
def test_prose_has_no_verb_at_its_head_or_fills_no_slot(text: str) -> None:
    assert LANGUAGE.fit(text) is not Fit.ORDER


@pytest.mark.parametrize("text", ["“march 3 to c7”", "„march 3 to c7“.", "« march 3 to c7 »"])
def test_a_line_in_quotes_is_given_and_not_told_of(text: str) -> None:
    assert LANGUAGE.fit(text) is Fit.ORDER
    assert taken(text) == (March((3,), "c7"),)


def test_what_has_all_of_an_order_and_one_thing_more_is_not_left_for_prose() -> None:
    assert LANGUAGE.fit("3 with c7") is Fit.NEARLY
    assert LANGUAGE.fit("do not march") is Fit.ORDER
    assert LANGUAGE.fit("we do not march") is Fit.NO


def test_prefixes_and_comments_are_no_part_of_an_order() -> None:
    for text in ("@ MARCH 3 TO c7", "TURN 8: MARCH 3 TO c7", "MARCH 3 TO c7  # there"):
        assert LANGUAGE.fit(text) is Fit.ORDER


def test_no_line_broken_anywhere_is_read_as_a_shorter_order() -> None:
    for text in (
        "MARCH 3 4 5 TO c7",
        "raise 2 riders and 1 archer",
        "march 3 and 4 to c7 and rest",
    ):
        words = text.split()
        for place in range(1, len(words)):
            before, rest = " ".join(words[:place]), " ".join(words[place:])
            joined = LANGUAGE.continues(before, rest)
            alone = not LANGUAGE.analyse(before).is_whole or LANGUAGE.fit(rest) is Fit.ORDER
            assert joined or alone, (before, rest)


def test_nothing_is_joined_to_a_comment() -> None:
    assert LANGUAGE.continues("march 3", "to c7")
    assert not LANGUAGE.continues("march 3  # there", "to c7")


def test_what_does_not_go_on_is_not_joined() -> None:
    for rest in ("Best regards", "rest", "Anna", "raise 2 riders", "# 4"):
        assert not LANGUAGE.continues("march 3 to c7", rest)


def test_the_names_of_players_disable_no_verb() -> None:
    words = WORDS.along(Tables(words={"name": {"1": ("March",), "2": ("Anna",)}}))
    language = Language(WORDS, LANGUAGE.forms, words_at=lambda _where: words)
    assert language.fit("MARCH 3 TO c7", 1) is Fit.ORDER
    assert language.fit("Anna, march 3 to c7", 1) is not Fit.ORDER
    assert "march" in WORDS.reserved


ERRANDS = Language(
    Words.made(
        {
            "en": Tables(
                words={
                    "verb": {"send": ("send",), "visit": ("visit",)},
                    "kind": {"visit": ("visit",)},
                }
            )
        }
    ),
    (
        Form(
            "SEND {number} TO {to} [{purpose}]",
            of=dict,
            number=Number(),
            to=SQUARE,
            purpose=Thing(("kind",)),
        ),
        Form("VISIT {to} WITH {number}", of=dict, to=SQUARE, number=Number(leads=("with",))),
        Form("VISIT {to}", of=dict, to=SQUARE, odd=1, tells=()),
    ),
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("send 3 to c7 and visit", [{"number": 3, "to": "c7", "purpose": "visit"}]),
        ("send 3 to c7, visit c8", [{"number": 3, "to": "c7"}, {"to": "c8"}]),
    ],
)
def test_a_verb_that_orders_nothing_by_itself_is_the_rest_of_the_order_before(
    text: str, values: list[dict[str, Any]]
) -> None:
    assert ERRANDS.fit(text) is Fit.ORDER
    clauses = ERRANDS.analyse(text).clauses
    filled = [{slot: one.value for slot, one in each.best[0].values.items()} for each in clauses]
    assert filled == values


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("visit c7", Fit.ORDER),
        ("visit c7 with 3 friends", Fit.ORDER),
        ("visit c7 some day", Fit.NO),
        ("VISIT", Fit.ORDER),
        ("VISIT friends", Fit.ORDER),
        ("VISIT OLD FRIENDS", Fit.NO),
    ],
)
def test_a_form_may_want_a_slot_filled_before_a_line_is_meant_so(text: str, fit: Fit) -> None:
    assert ERRANDS.fit(text) is fit


@pytest.mark.parametrize(
    ("before", "rest"),
    [
        ("send 3 to c7", "VISIT"),
        ("march 3", "4 to c7, raise 2 riders"),
        ("raise 2", "riders and 1 archer"),
    ],
)
def test_what_is_no_order_by_itself_goes_on_where_both_are_read(before: str, rest: str) -> None:
    language = ERRANDS if before.startswith("send") else LANGUAGE
    assert language.continues(before, rest)
