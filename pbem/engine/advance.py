"""One step of a game: fill in what is missing, resolve, and say who may hear what."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from pbem.engine.api import Event, O, Outcome, Player, Ruleset, RulesetError, S, Seat, V
from pbem.engine.rng import Chance


class InvalidAnswers(RulesetError):
    """Orders were handed in for a seat that is not asked."""


@dataclass(frozen=True)
class Step(Generic[S, O]):
    """What one resolution made.

    ``answers`` are the orders resolved, defaults included; ``defaulted`` the seats
    for which a default stood in; ``hash`` the head of the hash chain after this
    turn and ``labels`` the labels that chance was drawn under.
    """

    state: S
    events: tuple[Event, ...]
    answers: dict[Seat, O]
    defaulted: tuple[Seat, ...]
    outcome: Outcome | None
    labels: tuple[str, ...]
    hash: str


def link(head: str, *parts: bytes) -> str:
    """The next hash of the chain: SHA-256 over the last one and length-prefixed parts."""
    digest = hashlib.sha256(head.encode())
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def begin(
    ruleset: Ruleset[S, O, V], options: object, players: Sequence[Player], secret: bytes
) -> tuple[S, str]:
    """The first state (turn 0's result) and the first hash of the chain."""
    if len(players) not in ruleset.seats:
        raise RulesetError(
            f"{ruleset.title} is for {ruleset.seats.start} to {ruleset.seats.stop - 1} players, "
            f"not {len(players)}"
        )
    state = ruleset.rules.setup(options, tuple(players), Chance(secret, 0))
    return state, link("", ruleset.codec.dump_state(state))


def advance(
    ruleset: Ruleset[S, O, V],
    state: S,
    answers: Mapping[Seat, O],
    *,
    secret: bytes,
    turn: int,
    head: str,
) -> Step[S, O]:
    """Resolve turn `turn` (from 1). Raises :class:`InvalidAnswers` for a seat not asked."""
    rules, desk, codec = ruleset.rules, ruleset.desk, ruleset.codec
    asks = {ask.seat: ask for ask in rules.asks(state)}
    stray = sorted(set(answers) - set(asks))
    if stray:
        raise InvalidAnswers(f"orders for seats {stray}, which are not asked this turn")
    missing = tuple(
        seat for seat, ask in sorted(asks.items()) if ask.required and seat not in answers
    )
    full = dict(sorted(answers.items()))
    for seat in missing:
        full[seat] = desk.default(rules.view(state, seat), asks[seat])
    full = dict(sorted(full.items()))
    chance = Chance(secret, turn)
    after, events = rules.resolve(state, full, chance)
    spoken = [part for seat in full for part in (str(seat).encode(), codec.dump_orders(full[seat]))]
    return Step(
        state=after,
        events=events,
        answers=full,
        defaulted=missing,
        outcome=rules.outcome(after),
        labels=chance.labels,
        hash=link(head, *spoken, codec.dump_events(events), codec.dump_state(after)),
    )


def news_for(seat: Seat | None, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) may hear of, in order."""
    return tuple(event for event in events if event.is_for(seat))
