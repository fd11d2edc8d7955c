"""One step of a game: defaults and audience."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pbem.engine.advance import InvalidAnswers, advance, begin, news_for
from pbem.engine.api import Ask, Event, Player, RulesetError
from pbem.engine.rng import Chance

from .testing.toy import TOY, Bid, Desk, Options, Paid, Rules, RunnerUp, Sold, State, View

PLAYERS = (Player(1, "Ada"), Player(2, "Björn"), Player(3, "Cé"))
SECRET = bytes(32)


def start() -> State:
    return begin(TOY, Options(), PLAYERS, SECRET).state


def test_begin_is_the_set_up_which_nobody_answers() -> None:
    step = begin(TOY, Options(), PLAYERS, SECRET)
    assert step.state == TOY.rules.setup(Options(), PLAYERS, Chance(SECRET, 0))
    assert (step.events, step.answers, step.outcome) == ((), {}, None)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_begin_refuses_a_wrong_number_of_players(count: int) -> None:
    players = tuple(Player(seat, "x") for seat in range(1, count + 1))
    with pytest.raises(RulesetError, match=f"for 2 to 4 players, not {count}"):
        begin(TOY, Options(), players, SECRET)


def test_answers_are_resolved_and_silence_is_filled_by_the_default() -> None:
    state = start()
    step = advance(TOY, state, {3: Bid(7)}, key=SECRET, turn=1)
    assert step.answers == {1: Bid(0), 2: Bid(0), 3: Bid(7)}
    assert list(step.answers) == [1, 2, 3]
    assert step.defaulted == (1, 2)
    assert step.outcome is None
    assert step.labels == ("bonus",)
    assert step.state.purses == {1: 20, 2: 20, 3: 13}


def test_orders_of_a_seat_that_is_not_asked_are_refused() -> None:
    state = start()
    with pytest.raises(InvalidAnswers, match=r"seats \[4, 9\]"):
        advance(TOY, state, {9: Bid(1), 4: Bid(1)}, key=SECRET, turn=1)


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
    state = begin(game, Options(), PLAYERS, SECRET).state
    step = advance(game, state, {3: Bid(2)}, key=SECRET, turn=1)
    assert step.answers == {1: Bid(0), 3: Bid(2)}
    assert step.defaulted == (1,)


def test_the_outcome_is_told_by_the_step_that_ends_the_game() -> None:
    state = begin(TOY, Options(rounds=1), PLAYERS, SECRET).state
    step = advance(TOY, state, {}, key=SECRET, turn=1)
    assert step.outcome is not None
    assert step.outcome.winners == (1,)


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
