"""A long game played again from its record comes out the same, seal by seal."""

from __future__ import annotations

import pytest

from pbem.engine.replay import Record
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.options import Garrisons, Options
from tests.engine.recorded import play, sampled, with_part, wrong
from tests.rulesets.asylamba_mini.situation import SECRET, players

TURNS = 80
SEATS = 7
STURDY = Garrisons(peripheral=(70, 90), bridge=(100, 150), ring=(200, 250), central=(400, 400))
PAUSE = 4
"""Sturdy rebels, and everybody silent in three turns of four: so nobody wins too soon."""


@pytest.fixture(scope="module")
def record() -> Record:
    answer = sampled(RULESET, SECRET, lambda turn, seat: (turn + seat) % PAUSE == 0)
    options = Options(garrisons=STURDY)
    return play(RULESET, options, players(SEATS), SECRET, answer=answer, turns=TURNS)


def test_80_turns_of_seven_factions_replay_to_the_same_seals(record: Record) -> None:
    assert len(record.pages) == TURNS + 1
    assert wrong(RULESET, record) == []


def test_an_order_changed_afterwards_is_found_out(record: Record) -> None:
    turn, seat = 41, 3
    idle = RULESET.codec.dump_orders(RULESET.desk.idle(None, None))
    forged = with_part(record, turn, f"orders/{seat}", idle)
    assert {(one.turn, one.seat) for one in wrong(RULESET, forged)} >= {(turn, seat)}
