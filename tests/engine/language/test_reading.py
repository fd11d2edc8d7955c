"""What a line comes to, and what is told of one that is refused."""

from __future__ import annotations

import time
from typing import Any

import pytest

from pbem.engine.api import Fit
from pbem.engine.language import (
    Form,
    Language,
    Number,
    Refused,
    Several,
    Taker,
)
from pbem.engine.orders import OrderError
from tests.engine.language.marching import (
    LANGUAGE,
    SQUARE,
    WORDS,
    March,
    Raise,
    Rest,
    carry_out,
    refused,
    taken,
)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("MARCH 3 TO c7", (March((3,), "c7"),)),
        ("march 3, 4 and 5 to c7", (March((3, 4, 5), "c7"),)),
        ("c7 march 3", (March((3,), "c7"),)),
        ("3 c7", (March((3,), "c7"),)),
        ("3 and 4 to c 7", (March((3, 4), "c7"),)),
        ("I want to walk 3 to C-07, please.", (March((3,), "c7"),)),
        ("3 nach c7 marschieren", (March((3,), "c7"),)),
        ("raise 2 riders and 1 archer", (Raise("rider", 2), Raise("archer", 1))),
        ("raise riders 2 and 1 archer", (Raise("rider", 2), Raise("archer", 1))),
        ("march 3 to c7 and raise two riders", (March((3,), "c7"), Raise("rider", 2))),
        ("2. rest", (Rest(),)),
    ],
)
def test_slots_are_filled_in_any_order_and_verbs_are_carried_over(
    text: str, orders: tuple[Any, ...]
) -> None:
    assert LANGUAGE.fit(text) is Fit.ORDER
    assert taken(text) == orders


@pytest.mark.parametrize("order", [March((3, 4), "c7"), Raise("rider", 2), Rest()])
def test_what_is_written_is_read_back(order: Any) -> None:
    assert taken(LANGUAGE.write(order)) == (order,)


@pytest.mark.parametrize(
    ("text", "column", "length", "suggestion"),
    [
        ("marhc 3 to c7", 1, 5, "march 3 to c7"),
        ("march 3 ot c7", 9, 2, "march 3 to c7"),
        ("marchiere 3 nach c7", 1, 9, "marschiere 3 nach c7"),
        ("rais 2 ridres", 1, 4, "raise 2 riders"),
        ("raise 2 proud riders", 9, 5, "RAISE 2 rider"),
        ("march 3 to c7 if it rains", 15, 2, "MARCH 3 TO c7"),
        ("march 3 to c7 or c8", 15, 2, "MARCH 3 TO c7"),
        ("if it rains march 3 to c7", 1, 2, "MARCH 3 TO c7"),
        ("if the riders fall, march 3 to c7", 1, 2, "MARCH 3 TO c7"),
        ("if they raise 9 riders, march 3 to c7", 1, 2, "MARCH 3 TO c7"),
        ("can I march 3 to c7 and raise 2 riders?", 1, 3, "MARCH 3 TO c7, RAISE 2 rider"),
        ("can I raise 2 riders and 1 archer?", 1, 3, "RAISE 2 rider, RAISE 1 archer"),
        ("do not march 3 to c7", 1, 6, None),
        ("march 3", 8, 0, None),
        ("raise 9 riders", 7, 1, "RAISE 5 rider"),
        ("rest 3", 6, 1, "REST"),
    ],
)
def test_a_refusal_frames_what_is_wrong_and_suggests_a_whole_line_that_is_taken(
    text: str, column: int, length: int, suggestion: str | None
) -> None:
    error = refused(text)
    assert (error.column, error.length, error.suggestion) == (column, length, suggestion)
    assert LANGUAGE.fit(text) in (Fit.ORDER, Fit.NEARLY)
    if suggestion is not None:
        assert taken(suggestion)


def test_a_line_of_thanks_is_not_the_rest_of_the_order_above_it() -> None:
    assert LANGUAGE.continues("march 3", "to c7, please")
    assert LANGUAGE.continues("march 3 to c7,", "please")
    for thanks in ("Thank you!", "Thank you", "thanks.", "--"):
        assert not LANGUAGE.continues("march 3 to c7", thanks)


@pytest.mark.parametrize("figure", ["2.5", "2,5", "1.000"])
def test_no_part_of_a_broken_number_is_a_whole_one(figure: str) -> None:
    text = f"raise {figure} riders"
    assert LANGUAGE.fit(text) in (Fit.ORDER, Fit.NEARLY)
    error = refused(text)
    assert (error.column, error.length, error.suggestion) == (7, len(figure), None)
    assert error.message == f"“{figure}” is not understood here"


def test_a_form_may_make_several_orders_each_carried_out() -> None:
    form = Form(
        "MARCH {units} TO {to}",
        lambda said, _gold: [March((unit,), said["to"]) for unit in said["units"]],
        units=Several(Number()),
        to=SQUARE,
    )
    taker: Taker[int] = Taker(Language(WORDS, (form,)), carry_out)
    steps = taker.take("march 3 4 to c7", 5)
    assert [step.order for step in steps] == [March((3,), "c7"), March((4,), "c7")]


def test_of_two_orders_that_are_each_proposed_for_the_other_neither_is() -> None:
    """As a piece may go nowhere, each of two squares being the nearest to the other."""

    def refuse(_gold: int, order: Raise) -> tuple[int, None]:
        other = "rider" if order.kind == "archer" else "archer"
        raise Refused("There are none.", "kind", Raise(other, order.number))

    taker: Taker[int] = Taker(LANGUAGE, refuse)
    with pytest.raises(OrderError, match="There are none") as found:
        taker.take("RAISE 2 archer", 5)
    assert found.value.suggestion is None


SOUP = "march 3 to and c7 , raise riders 2 if not the archers with c 8 . or rest reiter marhc"


def _effort(words: int) -> float:
    """Seconds of computing that some lines of so many words take, the least of several trials."""
    vocabulary = SOUP.split()
    line = [vocabulary[(place * place + place) % len(vocabulary)] for place in range(words)]
    texts = [f"{number} {' '.join(line)}" for number in range(30)]
    trials = []
    for _trial in range(5):
        start = time.process_time()
        for text in texts:
            LANGUAGE.analyse(text)
        trials.append(time.process_time() - start)
    return min(trials)


def test_reading_takes_time_in_proportion_to_the_line() -> None:
    assert _effort(400) <= 2.6 * _effort(200)
