"""The kit finds orders that the house would take for words of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.api import Ask, Fit
from pbem.engine.registry import load, names
from pbem.engine.testing import Result, run
from pbem.service.tools.house_words import HOUSE_WORDS
from tests.engine.testing.toy import TOY, Bid, Desk, View


def tried(desk: Desk) -> Result:
    (result,) = run(replace(TOY, desk=desk), games=3, only=["house-words"], more=(HOUSE_WORDS,))
    return result


class _TakesResign(Desk):
    def fit(self, line: str, view: View | None = None) -> Fit:
        return Fit.ORDER if line.casefold() == "resign" else super().fit(line, view)


class _WritesDone(Desk):
    def write(self, view: View, ask: Ask, orders: Bid) -> tuple[str, ...]:
        return ("DONE",)


def test_a_word_of_the_house_that_is_an_order_is_named() -> None:
    (fault,) = tried(_TakesResign()).details
    assert fault.startswith("fit() takes 'RESIGN' for an order")


def test_an_order_that_the_house_takes_is_named() -> None:
    (fault,) = tried(_WritesDone()).details
    assert "the order 'DONE' never reaches the desk: the house takes it for DONE" in fault


@pytest.mark.parametrize("name", names())
def test_no_game_has_one(name: str) -> None:
    ruleset = load(name)
    few = ruleset.seats[0]
    (result,) = run(
        ruleset, games=1, only=["house-words"], closely=4, players=(few,), more=(HOUSE_WORDS,)
    )
    assert result.passed, result.details
