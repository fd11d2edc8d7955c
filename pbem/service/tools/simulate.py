"""Lets bots play whole games, without mail or database: for balance and for speed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.advance import advance, begin
from pbem.engine.api import AnyRuleset, Ask, Outcome, Player, RulesetError, Seat
from pbem.engine.registry import load, read_options
from pbem.engine.rng import Chance

RANDOM = "random"
"""The level that plays at random, for comparison: the ruleset's own samples."""

MOST_TURNS = 10_000

Decide = Callable[[Any, Ask, Chance], Any]


class Simulation(msgspec.Struct, frozen=True):
    """What to play. The bot of seat n is ``levels[(n - 1) % len(levels)]``."""

    ruleset: str
    players: int
    levels: tuple[str, ...]
    options: dict[str, Any] = {}


class Played(msgspec.Struct, frozen=True):
    """How one game went. The same simulation and seed give the same ``hash``: the head of
    the game's hash chain."""

    seed: int
    turns: int
    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    seconds: float
    hash: str


def plan(
    ruleset: str, players: int | None, levels: Sequence[str], options: Mapping[str, Any]
) -> Simulation:
    """A simulation, checked: as many players as the game needs, and its house bot, by default.

    Raises RulesetError, naming what would be right.
    """
    rules = load(ruleset)
    read_options(rules, options)
    count = min(rules.seats) if players is None else players
    if count not in rules.seats:
        raise RulesetError(
            f"--players: {rules.title} is for {rules.seats[0]} to {rules.seats[-1]} players, "
            f"not {count}"
        )
    for level in levels:
        _decider(rules, level)
    return Simulation(ruleset, count, tuple(levels) or (rules.house_bot,), dict(options))


def play(simulation: Simulation, seed: int) -> Played:
    """One game from its set-up to its end. Raises RulesetError where it comes to none."""
    began = time.perf_counter()
    ruleset = load(simulation.ruleset)
    levels = simulation.levels
    seats = range(1, simulation.players + 1)
    deciders = {seat: _decider(ruleset, levels[(seat - 1) % len(levels)]) for seat in seats}
    secret = hashlib.sha256(f"simulate/{ruleset.name}/{seed}".encode()).digest()
    options = read_options(ruleset, simulation.options)
    players = tuple(Player(seat, f"Player {seat}") for seat in seats)
    state, head = begin(ruleset, options, players, secret)
    outcome: Outcome | None = None
    turn = 0
    while outcome is None:
        turn += 1
        if turn > MOST_TURNS:
            raise RulesetError(f"{ruleset.name}: seed {seed} is not over after {MOST_TURNS} turns")
        answers = {
            ask.seat: deciders[ask.seat](
                ruleset.rules.view(state, ask.seat),
                ask,
                Chance(secret, turn, scope=f"bot/{ask.seat}"),
            )
            for ask in ruleset.rules.asks(state)
            if ask.required
        }
        made = advance(ruleset, state, answers, secret=secret, turn=turn, head=head)
        state, head, outcome = made.state, made.hash, made.outcome
    return Played(
        seed=seed,
        turns=turn,
        winners=outcome.winners,
        scores=outcome.scores,
        seconds=round(time.perf_counter() - began, 6),
        hash=head,
    )


def _decider(ruleset: AnyRuleset, level: str) -> Decide:
    bot = ruleset.bots.get(level)
    if bot is not None:
        return bot.decide
    if level == RANDOM:
        return ruleset.desk.sample
    known = ", ".join([*ruleset.bots, RANDOM])
    raise RulesetError(f"--level: {ruleset.name} has no bot {level!r}; there are: {known}")
