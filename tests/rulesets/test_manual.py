"""What HELP says of each game's orders can be sent as it is printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import pytest

from pbem.engine import registry
from pbem.engine.api import Ask, Fit, Level, Player
from pbem.engine.orders import read_sheet
from pbem.engine.report import Forms, TextBlock
from pbem.engine.rng import Chance
from pbem.mailer.outbound.layout_text import lay_out

ORDERS = {"asylamba-mini": 9, "god-unit": 11, "hegemon": 2, "parsec": 9}
LONGEST = {"asylamba-mini": 43, "god-unit": 46, "hegemon": 34, "parsec": 46}
games = pytest.mark.parametrize("name", sorted(ORDERS))


@lru_cache(maxsize=4)
def positions(name: str) -> tuple[tuple[Any, Ask], ...]:
    """What some turns of random play come by, with who is asked then."""
    return tuple(_played(name))


def _played(name: str) -> Iterator[tuple[Any, Ask]]:
    rules, desk = registry.load(name).rules, registry.load(name).desk
    players = [Player(seat, f"Player {seat}") for seat in (1, 2, 3)]
    state = rules.setup(registry.load(name).options(), players, Chance(bytes(32), 0))
    for turn in range(1, 9):
        asked = [(rules.view(state, ask.seat), ask) for ask in rules.asks(state)]
        yield from asked
        chance = Chance(bytes([turn]) * 32, turn)
        orders = {ask.seat: desk.sample(view, ask, chance) for view, ask in asked}
        state, _events = rules.resolve(state, orders, chance)


def examples(told: Sequence[TextBlock]) -> list[str]:
    """One of each order."""
    (forms,) = (block for block in told if isinstance(block, Forms))
    return [form.line or form.pattern for form in forms.forms]


def words(told: Sequence[TextBlock]) -> str:
    return "\n\n".join(map(lay_out, told))


@games
def test_every_example_can_be_sent_but_for_those_in_brackets(name: str) -> None:
    desk = registry.load(name).desk
    for view, ask in positions(name):
        told = desk.manual(view, ask)
        now = [one for one in examples(told) if not one.startswith("(")]
        assert now
        for line in now:
            assert desk.fit(line, view) is Fit.ORDER
            (verdict,) = desk.parse(view, ask, read_sheet([line], 1).now).verdicts
            assert verdict.level is not Level.REFUSED, (line, verdict.message)


@games
def test_an_example_that_cannot_be_sent_as_things_stand_is_an_order_in_brackets(name: str) -> None:
    desk = registry.load(name).desk
    for view, ask in positions(name):
        told = desk.manual(view, ask)
        later = [one[1:-1] for one in examples(told) if one.startswith("(")]
        assert all(desk.fit(line, view) is Fit.ORDER for line in later)
        assert bool(later) == ("An example in ( )" in " ".join(words(told).split()))


@games
def test_it_has_every_order_and_fits_a_screen(name: str) -> None:
    desk = registry.load(name).desk
    own = [desk.manual(view, ask) for view, ask in positions(name)]
    for told in (desk.manual(), *own):
        assert len(examples(told)) == ORDERS[name]
        assert len(words(told).splitlines()) <= LONGEST[name]
        assert max(map(len, words(told).splitlines())) <= 76


@games
def test_without_a_position_each_form_has_an_example_of_its_own(name: str) -> None:
    desk = registry.load(name).desk
    assert [one for one in examples(desk.manual()) if desk.fit(one) is not Fit.ORDER] == []
