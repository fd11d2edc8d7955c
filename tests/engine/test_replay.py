"""A record replays to its hashes, and a tampered one is found at the turn that was touched."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.advance import advance, begin
from pbem.engine.api import Player
from pbem.engine.replay import Finding, GameRecord, TurnRecord, verify
from pbem.engine.rng import commitment

from .testing.toy import TOY, Bid, Options

PLAYERS = (Player(1, "Ada"), Player(2, "Björn"))
SECRET = bytes(range(32))


def recorded() -> GameRecord:
    """A whole game as the service would have kept it."""
    state, first = begin(TOY, Options(), PLAYERS, SECRET)
    head, turns = first, []
    for turn in range(1, 6):
        answers = {1: Bid(turn), 2: Bid(6 - turn)}
        step = advance(TOY, state, answers, secret=SECRET, turn=turn, head=head)
        stored = {seat: TOY.codec.dump_orders(bid) for seat, bid in step.answers.items()}
        turns.append(TurnRecord(turn, stored, step.hash))
        state, head = step.state, step.hash
    return GameRecord(
        options=Options(),
        players=PLAYERS,
        secret=SECRET,
        commitment=commitment(SECRET),
        version=1,
        first_hash=first,
        turns=tuple(turns),
    )


def findings(record: GameRecord) -> list[Finding]:
    return list(verify(TOY, record))


def with_turn(record: GameRecord, turn: int, **changes: Any) -> GameRecord:
    turns = list(record.turns)
    turns[turn - 1] = replace(turns[turn - 1], **changes)
    return replace(record, turns=tuple(turns))


def test_an_honest_record_is_good_throughout() -> None:
    found = findings(recorded())
    assert all(finding.good for finding in found)
    assert [finding.turn for finding in found] == [0, 0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("turn", [1, 3, 5])
def test_changed_orders_are_found_at_their_turn(turn: int) -> None:
    honest = recorded()
    answers = {**honest.turns[turn - 1].answers, 2: TOY.codec.dump_orders(Bid(0))}
    last = findings(with_turn(honest, turn, answers=answers))[-1]
    assert (last.turn, last.good) == (turn, False)
    assert "resolves to" in last.text


@pytest.mark.parametrize("turn", [1, 3, 5])
def test_a_changed_hash_is_found_at_its_turn(turn: int) -> None:
    last = findings(with_turn(recorded(), turn, hash="0" * 64))[-1]
    assert (last.turn, last.good) == (turn, False)
    assert "recorded is 000000000000" in last.text


def test_a_turn_left_out_is_found_at_the_next() -> None:
    honest = recorded()
    found = findings(replace(honest, turns=(*honest.turns[:2], *honest.turns[3:])))
    assert (found[-1].turn, found[-1].good) == (4, False)


@pytest.mark.parametrize("stored", [b"{", b'{"amount":"much"}', b"\xff"])
def test_unreadable_orders_are_found_at_their_turn(stored: bytes) -> None:
    last = findings(with_turn(recorded(), 2, answers={1: stored}))[-1]
    assert (last.turn, last.good) == (2, False)
    assert "cannot be resolved again" in last.text


def test_orders_of_a_stranger_are_found_at_their_turn() -> None:
    stranger = {9: TOY.codec.dump_orders(Bid(1))}
    last = findings(with_turn(recorded(), 2, answers=stranger))[-1]
    assert (last.turn, last.good) == (2, False)
    assert "not asked" in last.text


def test_another_secret_than_the_one_committed_to_is_found() -> None:
    found = findings(replace(recorded(), commitment=commitment(bytes(32))))
    assert not found[0].good
    assert "not the one committed to" in found[0].text


def test_another_secret_does_not_replay_the_set_up() -> None:
    found = findings(replace(recorded(), secret=bytes(32)))
    assert [finding.good for finding in found] == [False, False]
    assert "set-up differs" in found[-1].text


def test_other_options_are_found_at_the_set_up() -> None:
    found = findings(replace(recorded(), options=Options(rounds=6)))
    assert (found[-1].turn, found[-1].good) == (0, False)


def test_players_that_no_game_can_have_are_found_at_the_set_up() -> None:
    found = findings(replace(recorded(), players=PLAYERS[:1]))
    assert (found[-1].turn, found[-1].good) == (0, False)
    assert "2 to 4 players" in found[-1].text


def test_another_version_is_told_and_tried() -> None:
    found = findings(replace(recorded(), version=7))
    assert found[1].text == "played with version 7 of toy, replayed with version 1"
    assert all(finding.good for finding in found)
