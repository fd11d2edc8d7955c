"""The three tempers play legally, and far better than chance."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from pbem.engine.rng import Chance
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.language import written
from tests.rulesets.hegemon.table import ASK, Played, desk, new_game, rules

GAMES = 60


def play(tempers, number):
    """One game; a temper of None plays at random."""
    state = new_game(len(tempers))
    secret = number.to_bytes(32, "big")
    while state.ending is None:
        turn = state.turn + 1
        answers = {}
        for seat, temper in enumerate(tempers, start=1):
            view, chance = rules.view(state, seat), Chance(secret, turn, f"seat {seat}")
            answers[seat] = (
                RULESET.bots[temper].decide(view, ASK, chance)
                if temper
                else desk.sample(view, ASK, chance)
            )
        state, events = rules.resolve(state, answers, Chance(secret, turn))
        assert not [event for event in events if type(event).__name__ == "MoveRejected"]
    return state


@pytest.mark.parametrize("temper", RULESET.bots)
@pytest.mark.parametrize("players", [2, 4])
def test_every_temper_beats_random_play(temper, players):
    won = 0
    for number in range(GAMES):
        seat = number % players
        tempers = [None] * players
        tempers[seat] = temper
        won += play(tempers, number).ending.winners == (seat + 1,)
    assert won >= 0.9 * GAMES


def test_the_house_bot_is_one_of_them():
    assert RULESET.house_bot in RULESET.bots


def test_bots_are_named_weakest_first_by_their_victories_at_all_mixed_tables_of_four():
    victories = dict.fromkeys(RULESET.bots, Fraction(0))
    for number, tempers in enumerate(product(RULESET.bots, repeat=4)):
        winners = play(tempers, number).ending.winners if len(set(tempers)) > 1 else ()
        for seat in winners:
            victories[tempers[seat - 1]] += Fraction(1, len(winners))
    ordered = list(victories.values())
    assert ordered[0] > 0 and ordered == sorted(ordered)


def test_the_reciprocator_gives_what_it_was_given():
    bot = RULESET.bots["reciprocator"]
    state = new_game(2)
    first = bot.decide(rules.view(state, 1), ASK, Chance(bytes(32), 1))
    assert {policy.coop for policy in first.policies} == {80}
    lines = " / ".join(written(first))
    betrayed = Played(state, {1: lines, 2: "Economy 100% comp 100"}).state
    wary = bot.decide(rules.view(betrayed, 1), ASK, Chance(bytes(32), 2))
    assert {policy.coop for policy in wary.policies} == {20}
    kept = Played(state, {1: lines, 2: lines}).state
    trusting = bot.decide(rules.view(kept, 1), ASK, Chance(bytes(32), 2))
    assert {policy.coop for policy in trusting.policies} == {80}


def test_no_two_games_are_alike():
    moves = {
        RULESET.bots["raider"].decide(rules.view(new_game(2), 1), ASK, Chance(bytes([n]) * 32, 1))
        for n in range(8)
    }
    assert len(moves) > 4
    assert all(sum(policy.allocation for policy in move.policies) == 100 for move in moves)
