"""A whole game played again from its record comes out the same, hash by hash."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.advance import advance, begin
from pbem.engine.replay import GameRecord, TurnRecord, verify
from pbem.engine.rng import Chance, commitment
from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.options import Options
from tests.rulesets.parsec.situation import SECRET, players

SEATS = 4


def _play(**choices: Any) -> GameRecord:
    """To the end; now and then somebody misses a turn."""
    options = Options(**choices)
    state, head = begin(RULESET, options, players(SEATS), SECRET)
    first, turns = head, []
    while RULESET.rules.asks(state):
        turn = len(turns) + 1
        answers = {
            ask.seat: RULESET.desk.sample(
                RULESET.rules.view(state, ask.seat), ask, Chance(SECRET, turn, f"test/{ask.seat}")
            )
            for ask in RULESET.rules.asks(state)
            if (turn + ask.seat) % 5
        }
        step = advance(RULESET, state, answers, secret=SECRET, turn=turn, head=head)
        state, head = step.state, step.hash
        stored = {s: RULESET.codec.dump_orders(orders) for s, orders in step.answers.items()}
        turns.append(TurnRecord(turn, stored, head))
    return GameRecord(
        options=options,
        players=players(SEATS),
        secret=SECRET,
        commitment=commitment(SECRET),
        version=RULESET.version,
        first_hash=first,
        turns=turns,
    )


@pytest.mark.parametrize(
    "choices", [{}, {"pace": "round", "reactions": "ask"}, {"board": "random"}], ids=str
)
def test_a_whole_game_replays_to_the_same_hashes(choices: dict[str, Any]) -> None:
    record = _play(**choices)
    assert len(record.turns) > 15
    findings = list(verify(RULESET, record))
    assert [finding for finding in findings if not finding.good] == []
    turns = len(record.turns)
    assert [finding.turn for finding in findings][-turns:] == list(range(1, turns + 1))


def test_an_order_changed_afterwards_is_found_out() -> None:
    record = _play()
    place = next(n for n in range(10, 20) if record.turns[n].answers)
    turn = record.turns[place]
    seat = (place % SEATS) + 1
    forged = {**turn.answers, seat: RULESET.codec.dump_orders(RULESET.desk.idle(None, None))}
    assert forged != turn.answers
    record.turns[place] = TurnRecord(turn.turn, forged, turn.hash)
    last = list(verify(RULESET, record))[-1]
    assert (last.turn, last.good) == (place + 1, False)
