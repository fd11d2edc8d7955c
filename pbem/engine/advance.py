"""One step of a game: fill in what is missing, resolve, and say who may hear what."""

from __future__ import annotations

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
    for which a default stood in; ``labels`` the labels that chance was drawn under.
    """

    state: S
    events: tuple[Event, ...]
    answers: dict[Seat, O]
    defaulted: tuple[Seat, ...]
    outcome: Outcome | None
    labels: tuple[str, ...]


def begin(
    ruleset: Ruleset[S, O, V], options: object, players: Sequence[Player], key: bytes
) -> Step[S, O]:
    """The set-up: turn 0, which nobody answers. `key` is the key of chance."""
    if len(players) not in ruleset.seats:
        raise RulesetError(
            f"{ruleset.title} is for {ruleset.seats.start} to {ruleset.seats.stop - 1} players, "
            f"not {len(players)}"
        )
    chance = Chance(key, 0)
    state = ruleset.rules.setup(options, tuple(players), chance)
    return Step(state, (), {}, (), None, chance.labels)


def advance(
    ruleset: Ruleset[S, O, V],
    state: S,
    answers: Mapping[Seat, O],
    *,
    key: bytes,
    turn: int,
) -> Step[S, O]:
    """Resolve turn `turn` (from 1). Raises :class:`InvalidAnswers` for a seat not asked."""
    rules, desk = ruleset.rules, ruleset.desk
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
    chance = Chance(key, turn)
    after, events = rules.resolve(state, full, chance)
    return Step(
        state=after,
        events=events,
        answers=full,
        defaulted=missing,
        outcome=rules.outcome(after),
        labels=chance.labels,
    )


def news_for(seat: Seat | None, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) may hear of, in order."""
    return tuple(event for event in events if event.is_for(seat))
