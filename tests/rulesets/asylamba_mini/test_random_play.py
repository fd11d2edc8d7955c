"""Random legal orders bring a game to its end and use all that can be ordered."""

from __future__ import annotations

import pytest

from pbem.engine.api import Ask, Player
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.rules import AsylambaRules
from tests.rulesets.asylamba_mini.mails import desk

rules = AsylambaRules()


def play(players: int, secret: bytes) -> tuple[int, list[AnyOrder]]:
    """How many turns a game of random players took, and all that they ordered."""
    seats = [Player(seat, f"Player {seat}") for seat in range(1, players + 1)]
    state = rules.setup(Options(), seats, Chance(secret, 0))
    ordered: list[AnyOrder] = []
    turn = 0
    while rules.asks(state):
        turn += 1
        chance = Chance(secret, turn)
        answers = {
            ask.seat: desk.sample(rules.view(state, ask.seat), Ask(ask.seat), chance)
            for ask in rules.asks(state)
        }
        ordered += (order for orders in answers.values() for order in orders.orders)
        state, _events = rules.resolve(state, answers, chance)
    return turn, ordered


@pytest.mark.parametrize("players", [2, 4, 7])
def test_random_games_end_within_150_turns_and_order_everything(players):
    turns, ordered = play(players, bytes([players]) * 32)
    assert turns <= 150
    kinds = {Upgrade, Research, Build, Exchange, Send, Autobuild}
    assert kinds <= {type(order) for order in ordered} <= kinds | {Wonder}
    missions = {order.kind for order in ordered if isinstance(order, Send)}
    assert {"colonise", "reinforce"} <= missions


def test_wonders_conquests_and_tokens_come_up_too():
    games = [play(4, bytes([game]) * 32)[1] for game in range(4)]
    ordered = [order for game in games for order in game]
    assert any(isinstance(order, Wonder) for order in ordered)
    assert any(isinstance(order, Send) and order.kind == "conquer" for order in ordered)
    assert any(isinstance(order, Send | Research) and order.free for order in ordered)
    assert any(isinstance(order, Research | Upgrade) and order.to for order in ordered)
