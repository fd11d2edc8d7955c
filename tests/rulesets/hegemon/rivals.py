"""Games of bots against each other, against players of one fixed line, and against the unread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pbem.engine.api import Ask, Seat
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.events import MoveRejected
from pbem.rulesets.hegemon.orders import IDLE, Move
from pbem.rulesets.hegemon.report.suggestions import advised, order_template
from pbem.rulesets.hegemon.view import View
from tests.rulesets.hegemon.table import ASK, desk, move, new_game, rules

RAIDER, HEDGER, RECIPROCATOR = tuple(RULESET.bots.values())


class Decider(Protocol):
    def decide(self, view: View, ask: Ask, chance: Chance) -> Move: ...


class AtRandom:
    """The desk's random legal moves."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        return desk.sample(view, ask, chance)


@dataclass(frozen=True)
class Fixed:
    """The same moves over and over, in order lines divided by ``/``."""

    moves: tuple[str, ...]

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        return move(new_game(), self.moves[view.turn % len(self.moves)])


class Unread:
    """A player who sends the template's lines back without a look at them."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        template = [line[2:] for line in order_template(view, advised(view))]
        sheet = read_sheet(tuple(filter(None, template[1:])), view.turn + 1)
        return desk.parse(view, ask, sheet.now).orders or IDLE


class First(Unread):
    """The template of the first turn, sent for ever."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        assert view.seat is not None
        return super().decide(rules.view(new_game(len(view.players)), view.seat), ask, chance)


def _thirds(use: str) -> str:
    return f"Economy 34% {use} / Environment 33% {use} / Defense 33% {use}"


FIXED: dict[str, Decider] = {
    "1 coop 99 comp": Fixed((_thirds("coop 1 with 0-* comp 99"),)),
    "all defence": Fixed((_thirds("comp 100"),)),
    "all attack": Fixed((_thirds("comp 100 attack 0-*"),)),
    "all coop": Fixed((_thirds("coop 100 with 0-*"),)),
    "equal halves": Fixed((_thirds("coop 50 with 0-* comp 50"),)),
    "equal thirds": Fixed((_thirds("coop 34 with 0-* comp 33 attack 0-*"),)),
    "alternate": Fixed((_thirds("coop 100 with 0-*"), _thirds("comp 100"))),
    "first template": First(),
}


def play(deciders: Sequence[Decider], number: int) -> tuple[Seat, ...]:
    """One game to its end: the winners. No move of theirs breaks a rule."""
    state, secret = new_game(len(deciders)), number.to_bytes(32, "big")
    while state.ending is None:
        turn = state.turn + 1
        answers = {
            seat: decider.decide(rules.view(state, seat), ASK, Chance(secret, turn, f"seat {seat}"))
            for seat, decider in enumerate(deciders, start=1)
        }
        state, events = rules.resolve(state, answers, Chance(secret, turn))
        assert not [event for event in events if isinstance(event, MoveRejected)]
    return state.ending.winners


def alone(one: Decider, others: Decider, players: int, numbers: Sequence[int]) -> float:
    """The share of games that `one` wins at a table of `others`, each time in another seat."""
    won = 0.0
    for number in numbers:
        seat = number % players
        winners = play([one if at == seat else others for at in range(players)], number)
        won += (seat + 1 in winners) / len(winners)
    return won / len(numbers)


def mixed(one: Decider, other: Decider, players: int, numbers: Sequence[int]) -> float:
    """The share that `one` wins of paired games: every game twice, with seats exchanged."""
    won = 0.0
    for number in numbers:
        for shift in (0, 1):
            table = [(one, other)[(seat + shift) % 2] for seat in range(players)]
            winners = play(table, number)
            won += sum(table[seat - 1] is one for seat in winners) / len(winners)
    return won / (2 * len(numbers))
