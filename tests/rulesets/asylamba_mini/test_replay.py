"""A long game played again from its record comes out the same, hash by hash."""

from __future__ import annotations

from pbem.engine.advance import advance, begin
from pbem.engine.replay import GameRecord, TurnRecord, verify
from pbem.engine.rng import Chance, commitment
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.options import Garrisons, Options
from tests.rulesets.asylamba_mini.situation import SECRET, players

TURNS = 80
SEATS = 7
STURDY = Garrisons(peripheral=(70, 90), bridge=(100, 150), ring=(200, 250), central=(400, 400))
PAUSE = 4
"""Sturdy rebels, and everybody silent in three turns of four: so nobody wins too soon."""


def _play() -> GameRecord:
    options = Options(garrisons=STURDY)
    state, head = begin(RULESET, options, players(SEATS), SECRET)
    first, turns = head, []
    for turn in range(1, TURNS + 1):
        answers = {
            ask.seat: RULESET.desk.sample(
                RULESET.rules.view(state, ask.seat), ask, Chance(SECRET, turn, f"test/{ask.seat}")
            )
            for ask in RULESET.rules.asks(state)
            if (turn + ask.seat) % PAUSE == 0
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


def test_80_turns_of_seven_factions_replay_to_the_same_hashes() -> None:
    record = _play()
    findings = list(verify(RULESET, record))
    assert [finding for finding in findings if not finding.good] == []
    assert [finding.turn for finding in findings][-TURNS:] == list(range(1, TURNS + 1))


def test_an_order_changed_afterwards_is_found_out() -> None:
    record = _play()
    turn = record.turns[40]
    forged = {**turn.answers, 3: RULESET.codec.dump_orders(RULESET.desk.idle(None, None))}
    assert forged != turn.answers
    record.turns[40] = TurnRecord(turn.turn, forged, turn.hash)
    last = list(verify(RULESET, record))[-1]
    assert (last.turn, last.good) == (41, False)
