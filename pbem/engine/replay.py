"""Resolves a recorded game again and compares: a check of the record, not its source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pbem.engine.advance import advance, begin
from pbem.engine.api import AnyRuleset, Player, RulesetError, Seat
from pbem.engine.rng import commitment


@dataclass(frozen=True)
class TurnRecord:
    """What was kept of one turn: the orders resolved, as stored, and the hash after it."""

    turn: int
    answers: dict[Seat, bytes]
    hash: str


@dataclass(frozen=True)
class GameRecord:
    """All that it takes to play a game again."""

    options: Any
    players: tuple[Player, ...]
    secret: bytes
    commitment: str
    version: int
    first_hash: str
    turns: Sequence[TurnRecord]


@dataclass(frozen=True)
class Finding:
    """One thing verified, or found wrong. Turn 0 is the set-up."""

    turn: int
    good: bool
    text: str


def verify(ruleset: AnyRuleset, record: GameRecord) -> Iterator[Finding]:
    """Check the secret against its commitment, then every turn against its hash.

    Stops at the first turn that differs: all later ones rest on it.
    """
    fits = commitment(record.secret) == record.commitment
    yield Finding(
        0,
        fits,
        "the secret fits the commitment published at the start"
        if fits
        else "the secret is not the one committed to at the start",
    )
    if record.version != ruleset.version:
        yield Finding(
            0,
            True,
            f"played with version {record.version} of {ruleset.name}, "
            f"replayed with version {ruleset.version}",
        )
    try:
        state, head = begin(ruleset, record.options, record.players, record.secret)
    except RulesetError as error:
        yield Finding(0, False, f"cannot be set up again: {error}")
        return
    yield Finding(
        0,
        head == record.first_hash,
        "the set-up is the one recorded"
        if head == record.first_hash
        else "the set-up differs from the record",
    )
    if head != record.first_hash:
        return
    for turn in record.turns:
        try:
            answers = {s: ruleset.codec.load_orders(data) for s, data in turn.answers.items()}
            step = advance(ruleset, state, answers, secret=record.secret, turn=turn.turn, head=head)
        except (RulesetError, msgspec.MsgspecError) as error:
            yield Finding(turn.turn, False, f"cannot be resolved again: {error}")
            return
        good = step.hash == turn.hash
        yield Finding(
            turn.turn,
            good,
            "resolves to the recorded hash"
            if good
            else f"resolves to {step.hash[:12]}, recorded is {turn.hash[:12]}",
        )
        if not good:
            return
        state, head = step.state, step.hash
