"""What is done where an order cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pbem.engine.api import Fit
from pbem.engine.i18n import N_
from pbem.engine.language import (
    Form,
    Language,
    Number,
    Otherwise,
    Several,
    Tables,
    Taker,
    Words,
)
from pbem.engine.orders import OrderError
from tests.engine.language.marching import (
    SQUARE,
)


@dataclass(frozen=True)
class Steps:
    """Squares to try one after the other; ``rests`` where none will do."""

    units: tuple[int, ...]
    to: tuple[str, ...]
    rests: bool = False


def _tried(said: Any, where: Any) -> Steps:
    others = [other.made(where) for other in said.get("others", ())]
    further = tuple(square for other in others for square in other.to)
    own = (said["to"],) if "to" in said.values else ()
    return Steps(said["units"], (*own, *further), any(other.rests for other in others) or not own)


_TRIED = Words.made(
    {
        "en": Tables(
            words={
                "verb": {"march": ("march",), "rest": ("rest",)},
                "particle": {"else": ("else", "or else", "otherwise"), "home": ("home",)},
            }
        )
    }
)
_UNITS = Several(Number(question=N_("which unit?")))
TRYING = Language(
    _TRIED,
    (
        Form(
            "MARCH {units} TO {to} [ELSE {others}]",
            _tried,
            of=Steps,
            units=_UNITS,
            to=SQUARE,
            others=Otherwise(),
            bare=True,
        ),
        Form("REST {units} [ELSE {others}]", _tried, units=_UNITS, others=Otherwise()),
        Form("MARCH {units} HOME", lambda said, _at: Steps(said["units"], ("a1",)), units=_UNITS),
    ),
    parts=lambda order: (
        Steps,
        Tried(order.units, order.to[0], tuple(f"TO {square}" for square in order.to[1:])),
    ),
)


@dataclass(frozen=True)
class Tried:
    units: tuple[int, ...]
    to: str
    others: tuple[str, ...]


def tried(text: str) -> list[Steps]:
    taker: Taker[int] = Taker(TRYING, lambda where, _order: (where, None))
    return [step.order for step in taker.take(text, 1)]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("march 3 to c7 else c8", [Steps((3,), ("c7", "c8"))]),
        ("march 3, 4 to c7, or else to c8", [Steps((3, 4), ("c7", "c8"))]),
        ("march 3 to c7 else march to c8 else c9", [Steps((3,), ("c7", "c8", "c9"))]),
        ("march 3 to c7 (else c8)", [Steps((3,), ("c7", "c8"))]),
        ("march 3 to c7 else rest", [Steps((3,), ("c7",), True)]),
        ("3 c7 otherwise c8, 4 c9", [Steps((3,), ("c7", "c8")), Steps((4,), ("c9",))]),
        ("march 3 to c7 else c8 and rest 4", [Steps((3,), ("c7", "c8")), Steps((4,), (), True)]),
    ],
)
def test_what_stands_behind_else_is_done_by_the_same_subject(
    text: str, orders: list[Steps]
) -> None:
    assert TRYING.fit(text) is Fit.ORDER
    assert tried(text) == orders


def test_an_order_is_written_with_what_is_done_instead() -> None:
    line = TRYING.write(Steps((3, 4), ("c7", "c8", "c9")))
    assert line == "MARCH 3 4 TO c7 ELSE TO c8 ELSE TO c9"
    assert tried(line) == [Steps((3, 4), ("c7", "c8", "c9"))]


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("march 3 to c7 else", None),
        ("march 3 to c7 else soon", None),
        ("march 3 to c7 else to windy c8", "MARCH 3 TO c7 ELSE MARCH TO c8"),
        ("march 3 home else c8", "MARCH 3 HOME"),
    ],
)
def test_a_choice_that_says_too_little_or_too_much_makes_no_order(
    text: str, suggestion: str | None
) -> None:
    taker: Taker[int] = Taker(TRYING, lambda where, _order: (where, None))
    with pytest.raises(OrderError) as found:
        taker.take(text, 1)
    assert found.value.suggestion == suggestion


def test_a_line_that_begins_with_a_choice_is_the_rest_of_the_one_before() -> None:
    for rest in ("else c8", "ELSE MARCH TO c8", "or else march 3 to c8"):
        assert TRYING.fit(rest) is not Fit.ORDER
        assert TRYING.continues("march 3 to c7", rest)


def test_a_figure_with_a_sign_is_a_lists_unless_the_line_is_read_with_it_alone() -> None:
    assert tried("1: march 3 to c7") == [Steps((3,), ("c7",))]
    assert tried("12: c7") == [Steps((12,), ("c7",))]
    assert tried("12-c7") == [Steps((12,), ("c7",))]
    assert tried("– 12: c7") == [Steps((12,), ("c7",))], "behind a list's dash"
    assert TRYING.fit("1. c7") is not Fit.ORDER
    assert TRYING.fit("1 - c7") is not Fit.ORDER


def test_what_is_told_of_or_begins_in_the_middle_of_a_sentence_is_no_order() -> None:
    assert TRYING.fit('- " MARCH 3 TO c7 ": done') is not Fit.ORDER
    assert TRYING.fit("march) 3 to c7") is not Fit.ORDER
    assert TRYING.fit("a) march 3 to c7") is Fit.ORDER


EACH = Language(
    _TRIED,
    (
        Form(
            "MARCH {units} TO {to}",
            lambda said, _at: [Steps((unit,), (said["to"],)) for unit in said["units"]],
            of=Steps,
            units=_UNITS,
            to=SQUARE,
        ),
        Form(
            "MARCH {units} TO {goal}",
            lambda said, _at: [Steps((unit,), (said["goal"],)) for unit in reversed(said["units"])],
            units=_UNITS,
            goal=SQUARE,
        ),
    ),
    parts=lambda order: (Steps, Tried(order.units, order.to[0], ())),
)


def test_where_words_may_mean_two_rows_of_orders_both_are_asked_about() -> None:
    taker: Taker[int] = Taker(EACH, lambda where, _order: (where, None), lambda _where: False)
    with pytest.raises(OrderError) as found:
        taker.take("march 3, 4 to c7", 1)
    one, other = "MARCH 3 TO c7; MARCH 4 TO c7", "MARCH 4 TO c7; MARCH 3 TO c7"
    said = str(found.value).replace("\u00a0", " ")
    assert said == f"which of them is meant? “{one}” or “{other}”"
