"""Games among bots."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Ask, Level, Player
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.bots import BOTS, Bot
from pbem.rulesets.asylamba_mini.events import OrderRefused
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import IDLE, Orders
from pbem.rulesets.asylamba_mini.state import State
from pbem.rulesets.asylamba_mini.view import View

CADET, CAPTAIN, ADMIRAL = BOTS.values()


class AtRandom:
    """The desk's random legal orders, as a bot."""

    def decide(self, seen: View, ask: Ask, chance: Chance) -> Orders:
        return RULESET.desk.sample(seen, ask, chance)


def advised_lines(template: Sequence[str]) -> tuple[str, ...]:
    """The orders of the first group of a template, as a player would send them: the # taken away,
    and the remarks left where they are."""
    lines = [line.removeprefix("#").strip() for line in template]
    first = lines[: lines.index("")] if "" in lines else lines
    return tuple(line for line in first[1:] if not line.startswith(";"))


class Unread:
    """A player who sends what the template advises without a look at it."""

    def decide(self, seen: View, ask: Ask, chance: Chance) -> Orders:
        lines = advised_lines(RULESET.desk.report(seen, ()).template)
        if not lines:
            return IDLE
        parsed = RULESET.desk.parse(seen, ask, read_sheet(lines, seen.open_turn).now)
        assert not any(verdict.level is Level.REFUSED for verdict in parsed.verdicts)
        assert parsed.orders is not None
        return parsed.orders


Decider = Bot | AtRandom | Unread


def begin(players: int, number: int, options: Options | None = None) -> State:
    seats = [Player(seat, f"Player {seat}") for seat in range(1, players + 1)]
    chance = Chance(number.to_bytes(32, "big"), 0)
    return RULESET.rules.setup(options or Options(), seats, chance)


def step(state: State, deciders: Sequence[Decider], number: int) -> State:
    """One turn. Nothing that a bot orders may be refused."""
    secret, turn = number.to_bytes(32, "big"), state.turn + 1
    answers = {
        ask.seat: deciders[ask.seat - 1].decide(
            RULESET.rules.view(state, ask.seat), ask, Chance(secret, turn, f"seat {ask.seat}")
        )
        for ask in RULESET.rules.asks(state)
    }
    state, events = RULESET.rules.resolve(state, answers, Chance(secret, turn))
    refused = [event.audience for event in events if isinstance(event, OrderRefused)]
    assert all(isinstance(deciders[seat - 1], AtRandom) for (seat,) in refused)
    return state


def play(deciders: Sequence[Decider], number: int, options: Options | None = None) -> State:
    """One game to its end."""
    state = begin(len(deciders), number, options)
    while state.ending is None:
        assert state.turn < 200
        state = step(state, deciders, number)
    return state


def midgame(players: int, number: int, turns: int) -> State:
    """A game of admirals well under way."""
    state = begin(players, number)
    for _turn in range(turns):
        state = step(state, [ADMIRAL] * players, number)
    return state


def victories(one: Decider, other: Decider, players: int, numbers: Sequence[int]) -> float:
    """The share that `one` wins of paired games: every game twice, with seats exchanged."""
    won = 0.0
    for number in numbers:
        for shift in (0, 1):
            table = [(one, other)[(seat + shift) % 2] for seat in range(players)]
            ending = play(table, number).ending
            assert ending is not None
            won += sum(table[seat - 1] is one for seat in ending.winners) / len(ending.winners)
    return won / (2 * len(numbers))
