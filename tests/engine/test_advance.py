"""One step of a game: defaults, audience, and the hash chain."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pbem.engine.advance import InvalidAnswers, advance, begin, link, news_for
from pbem.engine.api import Ask, Event, Player, RulesetError
from pbem.engine.rng import Chance

from .testing.toy import TOY, Bid, Desk, Options, Paid, Rules, RunnerUp, Sold, State, View

PLAYERS = (Player(1, "Ada"), Player(2, "Björn"), Player(3, "Cé"))
SECRET = bytes(32)


def start() -> tuple[State, str]:
    return begin(TOY, Options(), PLAYERS, SECRET)


def test_begin_sets_up_and_starts_the_chain() -> None:
    state, head = start()
    assert state == TOY.rules.setup(Options(), PLAYERS, Chance(SECRET, 0))
    assert head == link("", TOY.codec.dump_state(state))


@pytest.mark.parametrize("count", [0, 1, 5])
def test_begin_refuses_a_wrong_number_of_players(count: int) -> None:
    players = tuple(Player(seat, "x") for seat in range(1, count + 1))
    with pytest.raises(RulesetError, match=f"for 2 to 4 players, not {count}"):
        begin(TOY, Options(), players, SECRET)


def test_answers_are_resolved_and_silence_is_filled_by_the_default() -> None:
    state, head = start()
    step = advance(TOY, state, {3: Bid(7)}, secret=SECRET, turn=1, head=head)
    assert step.answers == {1: Bid(0), 2: Bid(0), 3: Bid(7)}
    assert list(step.answers) == [1, 2, 3]
    assert step.defaulted == (1, 2)
    assert step.outcome is None
    assert step.labels == ("bonus",)
    assert step.state.purses == {1: 20, 2: 20, 3: 13}


def test_orders_of_a_seat_that_is_not_asked_are_refused() -> None:
    state, head = start()
    with pytest.raises(InvalidAnswers, match=r"seats \[4, 9\]"):
        advance(TOY, state, {9: Bid(1), 4: Bid(1)}, secret=SECRET, turn=1, head=head)


class _OnlyTheFirstMust(Rules):
    def asks(self, state: State) -> tuple[Ask, ...]:
        return tuple(Ask(seat, required=seat == 1) for seat in state.purses)

    def resolve(
        self, state: State, answers: Mapping[int, Bid], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        silent = {seat: Bid(0) for seat in state.purses if seat not in answers}
        return super().resolve(state, {**answers, **silent}, chance)


class _NoDefaultForOthers(Desk):
    def default(self, view: View, ask: Ask) -> Bid:
        assert ask.required
        return super().default(view, ask)


def test_an_ask_that_is_not_required_has_no_default() -> None:
    game = replace(TOY, rules=_OnlyTheFirstMust(), desk=_NoDefaultForOthers())
    state, head = begin(game, Options(), PLAYERS, SECRET)
    step = advance(game, state, {3: Bid(2)}, secret=SECRET, turn=1, head=head)
    assert step.answers == {1: Bid(0), 3: Bid(2)}
    assert step.defaulted == (1,)


def test_the_outcome_is_told_by_the_step_that_ends_the_game() -> None:
    state, head = begin(TOY, Options(rounds=1), PLAYERS, SECRET)
    step = advance(TOY, state, {}, secret=SECRET, turn=1, head=head)
    assert step.outcome is not None
    assert step.outcome.winners == (1,)


def test_the_chain_depends_on_orders_turn_secret_and_head() -> None:
    state, head = start()
    hashes = {
        advance(TOY, state, answers, secret=secret, turn=turn, head=before).hash
        for answers, secret, turn, before in [
            ({}, SECRET, 1, head),
            ({3: Bid(7)}, SECRET, 1, head),
            ({3: Bid(6)}, SECRET, 1, head),
            ({}, SECRET, 1, "another"),
        ]
    }
    assert len(hashes) == 4


def test_a_default_and_the_same_orders_sent_make_the_same_hash() -> None:
    """The record holds what was resolved, so that replay needs no memory of who was late."""
    state, head = start()
    silent = advance(TOY, state, {}, secret=SECRET, turn=1, head=head)
    sent = advance(TOY, state, silent.answers, secret=SECRET, turn=1, head=head)
    assert silent.hash == sent.hash
    assert sent.defaulted == ()


def test_link_is_sha_256_of_length_prefixed_parts() -> None:
    expected = hashlib.sha256(b"head" + bytes(7) + b"\x02ab" + bytes(8)).hexdigest()
    assert link("head", b"ab", b"") == expected


def test_link_keeps_parts_apart() -> None:
    assert len({link("", b"ab", b"c"), link("", b"a", b"bc"), link("", b"abc")}) == 3


def test_news_are_for_their_audience_in_order() -> None:
    events = (
        Paid(audience=(1,), bid=1),
        Sold(winner=2, prize=3),
        Paid(audience=(2,), bid=2),
        RunnerUp(audience=(1, 2), amount=1),
    )
    assert news_for(1, events) == (events[0], events[1], events[3])
    assert news_for(2, events) == (events[1], events[2], events[3])
    assert news_for(3, events) == (events[1],)
    assert news_for(None, events) == (events[1],)


def test_a_spectator_is_in_no_audience_but_everyone() -> None:
    assert not Paid(audience=(), bid=1).is_for(None)
    assert not Paid(audience=(1,), bid=1).is_for(None)
    assert Paid(bid=1).is_for(None)


class _Forgetful(Rules):
    """Plays the same game and says nothing of what happened."""

    def resolve(
        self, state: State, answers: Mapping[int, Bid], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        after, _events = super().resolve(state, answers, chance)
        return after, ()


def test_the_chain_hangs_on_orders_events_state_and_all_that_came_before() -> None:
    state, head = start()

    def hashed(bids: Mapping[int, Bid], rules: Rules = TOY.rules, before: str = head) -> str:
        game = replace(TOY, rules=rules)
        return advance(game, state, bids, secret=SECRET, turn=1, head=before).hash

    bids = {1: Bid(3), 2: Bid(1), 3: Bid(0)}
    same = hashed(bids)
    assert hashed(dict(reversed(bids.items()))) == same
    others = {
        "events": hashed(bids, _Forgetful()),
        "orders": hashed(bids | {3: Bid(1)}),
        "whose orders": hashed({1: Bid(3), 2: Bid(0), 3: Bid(1)}),
        "what came before": hashed(bids, before="0" * 64),
    }
    assert len({same, *others.values()}) == 1 + len(others)
