"""What pictures are kept by: the public part of a view is the same whoever's view it is part of."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from pbem.engine import registry
from pbem.engine.advance import advance, begin
from pbem.engine.api import Player
from pbem.engine.registry import read_options
from pbem.engine.rng import Chance

TURNS = 6
SECRET = bytes(32)


@pytest.mark.parametrize("name", registry.names())
def test_a_view_without_its_seats_secrets_is_what_a_spectator_sees(name: str) -> None:
    """And it can be looked up: it is hashable, in all its parts."""
    ruleset = registry.load(name)
    public = import_module(f"{type(ruleset.desk).__module__.rpartition('.')[0]}.view").public
    players = tuple(Player(seat, f"Player {seat}") for seat in range(1, min(ruleset.seats) + 1))
    state: Any = begin(ruleset, read_options(ruleset, {}), players, SECRET).state
    for turn in range(1, TURNS + 1):
        seen = ruleset.rules.view(state, None)
        views = [ruleset.rules.view(state, player.seat) for player in players]
        assert all(public(view) == seen for view in views)
        assert len({public(view) for view in (seen, *views)}) == 1
        answers = {
            ask.seat: ruleset.desk.sample(
                ruleset.rules.view(state, ask.seat), ask, Chance(SECRET, turn)
            )
            for ask in ruleset.rules.asks(state)
        }
        state = advance(ruleset, state, answers, key=SECRET, turn=turn).state
