"""Whole numbers by name."""

from __future__ import annotations

from pbem.engine.amounts import Amounts


class Stock(Amounts, frozen=True):
    wood: int = 0
    stone: int = 0


def test_amounts_are_reckoned_name_by_name():
    held, price = Stock(5, 2), Stock(stone=3)
    assert held + price == Stock(5, 5)
    assert held - price == Stock(5, -1)
    assert (held.total, held.of("wood")) == (7, 5)
    assert held.having("wood", 9) == Stock(9, 2)
    assert Stock.just("stone") + Stock.just("wood", 4) == Stock(4, 1)


def test_nothing_of_anything_is_nothing():
    assert not Stock()
    assert Stock(stone=-1)
