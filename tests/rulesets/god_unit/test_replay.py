"""A long game played again from its record comes out the same, seal by seal."""

from __future__ import annotations

import pytest

from pbem.engine.replay import Record
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.options import Options
from tests.engine.recorded import play, sampled, with_part, wrong
from tests.rulesets.god_unit.dice import SECRET
from tests.rulesets.god_unit.situation import players
from tests.soaking import soak

TURNS = 24
SEATS = 6


@pytest.fixture(scope="module", params=[TURNS, soak(60)])
def record(request: pytest.FixtureRequest) -> Record:
    """So many turns of six players who order anything."""
    options = Options(max_turns=1000, width=20, height=20)
    answer = sampled(RULESET, SECRET, lambda turn, seat: True)
    return play(RULESET, options, players(SEATS), SECRET, answer=answer, turns=request.param)


def test_many_turns_of_six_players_replay_to_the_same_seals(record: Record) -> None:
    assert len(record.pages) > TURNS
    assert wrong(RULESET, record) == []


@pytest.mark.parametrize(("turn", "seat"), [(1, 2), (21, 3)])
def test_orders_changed_afterwards_are_found_out(record: Record, turn: int, seat: int) -> None:
    idle = RULESET.codec.dump_orders(RULESET.desk.idle(None, None))
    forged = with_part(record, turn, f"orders/{seat}", idle)
    assert {(one.turn, one.seat) for one in wrong(RULESET, forged)} >= {(turn, seat)}
