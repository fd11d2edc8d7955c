"""Random legal orders bring a game to its end and use all that can be ordered."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.engine.api import Ask, Player
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.events import LineRefused
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import (
    IDLE,
    AnyOrder,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Swap,
)
from pbem.rulesets.parsec.rules import ParsecRules
from tests.rulesets.parsec.table import desk, parse, view

rules = ParsecRules()


def play(players: int, secret: bytes, **options: Any) -> tuple[int, list[AnyOrder], int]:
    """How many players' turns a game of random players took, all that they ordered, and how many
    lines of it were refused."""
    seats = [Player(seat, f"Player {seat}") for seat in range(1, players + 1)]
    state = rules.setup(Options(**options), seats, Chance(secret, 0))
    ordered: list[AnyOrder] = []
    refused = turn = 0
    while rules.asks(state):
        turn += 1
        chance = Chance(secret, turn)
        answers = {
            ask.seat: desk.sample(rules.view(state, ask.seat), ask, chance)
            for ask in rules.asks(state)
        }
        ordered += (order for orders in answers.values() for order in orders.orders)
        state, events = rules.resolve(state, answers, chance)
        refused += sum(isinstance(event, LineRefused) for event in events)
    return state.played, ordered, refused


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pace": "round"},
        {"reactions": "ask"},
        {"pace": "round", "reactions": "ask"},
        {"board": "random", "width": 8, "height": 8},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_PA_14_random_games_end_within_120_turns(players, options):
    turns, ordered, _refused = play(players, bytes([players]) * 32, **options)
    assert 20 <= turns <= 120
    assert {PlaceLeader, Settle} <= {type(order) for order in ordered}


def test_everything_that_can_be_ordered_comes_up():
    games = [play(3, bytes([game]) * 32, reactions="ask")[1] for game in range(4)]
    kinds = Counter(type(order) for game in games for order in game)
    assert set(kinds) == {
        PlaceLeader,
        Recall,
        Settle,
        Destroy,
        Swap,
        Pass,
        Harvest,
        Attack,
        Defend,
    }
    settled = [order for game in games for order in game if isinstance(order, Settle)]
    assert any(order.first for order in settled)


def test_PA_5_where_nobody_comes_before_hardly_a_line_is_refused():
    _turns, ordered, refused = play(2, bytes([7]) * 32)
    assert refused * 50 < len(ordered)


def test_who_has_no_part_in_a_game_samples_nothing():
    assert desk.sample(view(seat=None), Ask(1), Chance(bytes(32), 1)) == IDLE


def test_a_sample_hangs_on_nothing_but_the_view():
    seen = view()
    orders = desk.sample(seen, Ask(1), Chance(bytes(32), 1))
    assert orders == desk.sample(seen, Ask(1), Chance(bytes(32), 1))
    assert parse(seen, *desk.write(seen, Ask(1), orders)).orders == orders
