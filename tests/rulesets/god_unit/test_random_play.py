"""Random legal orders bring a game to its end and use all that can be ordered."""

from __future__ import annotations

import pytest

from pbem.engine.api import Ask, Player
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyOrder,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Move,
    MoveTowards,
    Orders,
    Pass,
    PassUntil,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.rules import GodUnitRules
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import Attacked, Moved
from tests.rulesets.god_unit.mails import ASK, armies, desk
from tests.rulesets.god_unit.table import view

rules = GodUnitRules()


def play(players: int, secret: bytes, **options: object) -> tuple[State, list[AnyOrder], set[str]]:
    """How a game of random players ended, all that they ordered, and what happened."""
    seats = [Player(seat, f"Player {seat}") for seat in range(1, players + 1)]
    state = rules.setup(Options(**options), seats, Chance(secret, 0))
    ordered: list[AnyOrder] = []
    happened: set[str] = set()
    while rules.asks(state):
        chance = Chance(secret, state.turn + 1)
        answers = {
            ask.seat: desk.sample(rules.view(state, ask.seat), ask, chance)
            for ask in rules.asks(state)
        }
        ordered += (order for orders in answers.values() for order in orders.orders)
        state, _events = rules.resolve(state, answers, chance)
        happened |= {type(entry).__name__ for entry in state.log}
    return state, ordered, happened


@pytest.mark.parametrize(("players", "turns"), [(2, 40), (4, 20)])
def test_GU_13_random_games_end_and_order_everything(players, turns):
    state, ordered, happened = play(players, bytes([players]) * 32, max_turns=turns)
    assert state.ending is not None
    assert state.turn <= turns
    assert {Place, Produce, Act, Pass, PassUntil} == {type(order) for order in ordered}
    choices = {type(order.choice) for order in ordered if isinstance(order, Act)}
    assert {Move, MoveTowards, AttackAt, AttackNearest, AttackPiece} <= choices
    assert {Moved.__name__, Attacked.__name__} <= happened


def test_SZ_7_nomads_deploy_their_villagers():
    _state, ordered, happened = play(2, bytes(32), board="syzygy", max_turns=8)
    assert any(isinstance(order, Act) and isinstance(order.choice, Deploy) for order in ordered)
    assert {"Deploying", "Completed"} <= happened


def test_GU_10_no_sample_is_passes_alone_for_that_reads_back_as_nothing():
    for turn in range(200):
        orders = desk.sample(armies(), ASK, Chance(bytes(32), turn)).orders
        assert not orders or not all(isinstance(order, Pass) for order in orders)


def test_who_has_no_part_in_the_game_orders_nothing():
    for seen in (armies(seat=None), armies(out={1: 3}), view(turn=0, seat=None)):
        assert desk.sample(seen, Ask(1), Chance(bytes(32), 1)) == Orders()
