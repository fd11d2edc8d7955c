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
    """What to play. ``levels`` are given to the seats in turn.

    ``paired``: every seed is played as often as there are levels, and they move one seat
    on each time. Each level then has had every seat of the same game, with whatever luck
    went with it.
    """

    ruleset: str
    players: int
    levels: tuple[str, ...]
    options: dict[str, Any] = {}
    paired: bool = False

    def seating(self, shift: int = 0) -> tuple[str, ...]:
        """The level of each seat, in seat order, after `shift` moves."""
        return tuple(
            self.levels[(index + shift) % len(self.levels)] for index in range(self.players)
        )

    def schedule(self, games: int, seed: int) -> tuple[tuple[int, int], ...]:
        """Seed and shift of `games` games, from `seed` on; of more, to complete the last pair."""
        shifts = range(len(self.levels) if self.paired else 1)
        seeds = range(seed, seed + -(-games // len(shifts)))
        return tuple((each, shift) for each in seeds for shift in shifts)


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one game went. The same simulation, seed and seating give the same ``hash``: the
    SHA-256 of all its states.

    ``levels`` has the bots in seat order, ``traits`` what the ruleset tells of the seats.
    """

    seed: int
    turns: int
    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    seconds: float
    hash: str
    levels: tuple[str, ...]
    traits: dict[Seat, dict[str, str]] = {}


def plan(
    ruleset: str,
    players: int | None,
    levels: Sequence[str],
    options: Mapping[str, Any],
    *,
    paired: bool = False,
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
    if paired and len(set(levels)) < 2:
        raise RulesetError("--paired: name the levels to compare, as in --level strong,weak")
    return Simulation(ruleset, count, tuple(levels) or (rules.house_bot,), dict(options), paired)


def play(simulation: Simulation, seed: int, shift: int = 0) -> Played:
    """One game from its set-up to its end. Raises RulesetError where it comes to none."""
    began = time.perf_counter()
    ruleset = load(simulation.ruleset)
    levels = simulation.seating(shift)
    deciders = {seat: _decider(ruleset, level) for seat, level in enumerate(levels, start=1)}
    secret = hashlib.sha256(f"simulate/{ruleset.name}/{seed}".encode()).digest()
    options = read_options(ruleset, simulation.options)
    players = tuple(Player(seat, f"Player {seat}") for seat in deciders)
    state = begin(ruleset, options, players, secret).state
    passed = hashlib.sha256(ruleset.codec.dump_state(state))
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
        made = advance(ruleset, state, answers, key=secret, turn=turn)
        state, outcome = made.state, made.outcome
        passed.update(ruleset.codec.dump_state(state))
    return Played(
        seed=seed,
        turns=turn,
        winners=outcome.winners,
        scores=outcome.scores,
        seconds=round(time.perf_counter() - began, 6),
        hash=passed.hexdigest(),
        levels=levels,
        traits=_traits(ruleset, state),
    )


def _traits(ruleset: AnyRuleset, state: Any) -> dict[Seat, dict[str, str]]:
    """What a spectator of the last state may know of every seat."""
    if ruleset.traits is None:
        return {}
    told = ruleset.traits(ruleset.rules.view(state, None))
    return {seat: dict(facts) for seat, facts in told.items()}


def _decider(ruleset: AnyRuleset, level: str) -> Decide:
    bot = ruleset.bots.get(level)
    if bot is not None:
        return bot.decide
    if level == RANDOM:
        return ruleset.desk.sample
    known = ", ".join([*ruleset.bots, RANDOM])
    raise RulesetError(f"--level: {ruleset.name} has no bot {level!r}; there are: {known}")
