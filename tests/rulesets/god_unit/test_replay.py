"""A long game played again from its record comes out the same, hash by hash."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.advance import advance, begin
from pbem.engine.replay import GameRecord, TurnRecord, verify
from pbem.engine.rng import Chance, commitment
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.options import Options
from tests.rulesets.god_unit.situation import SECRET, players

TURNS = 60
SEATS = 6


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Sixty turns of six players who order anything."""
    options = Options(max_turns=1000, width=20, height=20)
    state, head = begin(RULESET, options, players(SEATS), SECRET)
    first, turns = head, []
    for turn in range(1, TURNS + 1):
        answers = {
            ask.seat: RULESET.desk.sample(
                RULESET.rules.view(state, ask.seat), ask, Chance(SECRET, turn, f"test/{ask.seat}")
            )
            for ask in RULESET.rules.asks(state)
        }
        step = advance(RULESET, state, answers, secret=SECRET, turn=turn, head=head)
        state, head = step.state, step.hash
        stored = {s: RULESET.codec.dump_orders(orders) for s, orders in step.answers.items()}
        turns.append(TurnRecord(turn, stored, head))
        assert step.outcome is None
    return GameRecord(
        options=options,
        players=players(SEATS),
        secret=SECRET,
        commitment=commitment(SECRET),
        version=RULESET.version,
        first_hash=first,
        turns=turns,
    )


def test_60_turns_of_six_players_replay_to_the_same_hashes(record: GameRecord) -> None:
    findings = list(verify(RULESET, record))
    assert [finding for finding in findings if not finding.good] == []
    assert [finding.turn for finding in findings][-TURNS:] == list(range(1, TURNS + 1))


def test_an_order_changed_afterwards_is_found_out(record: GameRecord) -> None:
    turn = record.turns[40]
    forged = {**turn.answers, 3: RULESET.codec.dump_orders(RULESET.desk.idle(None, None))}
    assert forged != turn.answers
    turns = [
        TurnRecord(turn.turn, forged, turn.hash) if one is turn else one for one in record.turns
    ]
    last = list(verify(RULESET, replace(record, turns=turns)))[-1]
    assert (last.turn, last.good) == (41, False)


def test_the_list_of_a_placement_changed_afterwards_is_found_out(record: GameRecord) -> None:
    turn = record.turns[0]
    idle = RULESET.codec.dump_orders(RULESET.desk.idle(None, None))
    turns = [TurnRecord(1, {**turn.answers, 2: idle}, turn.hash), *record.turns[1:]]
    last = list(verify(RULESET, replace(record, turns=turns)))[-1]
    assert (last.turn, last.good) == (1, False)
