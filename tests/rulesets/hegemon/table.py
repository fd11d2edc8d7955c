"""A game of Hegemon on the table of a test: moves in order lines, points set at will."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Ask, Event, Line, Parsed, Player, Seat
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.figures import as_printed
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import Move
from pbem.rulesets.hegemon.state import State
from pbem.rulesets.hegemon.view import Standings, View

NAMES = ("Anna", "Bruno", "Carla", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lea")
SECRET = bytes(range(32))
ASK = Ask(1, "move")

rules = RULESET.rules
desk = RULESET.desk


def new_game(players: int = 3, **options: Any) -> State:
    seats = tuple(Player(seat, NAMES[seat - 1]) for seat in range(1, players + 1))
    return rules.setup(Options(**options), seats, Chance(SECRET, 0))


def source_game(players: int = 3, **options: Any) -> State:
    """The source's worked examples: bonus 0.1, malus 0.2."""
    return new_game(players, bonus_coop=Decimal("0.1"), malus_attack=Decimal("0.2"), **options)


def with_points(state: State, *rows: Sequence[str | int]) -> State:
    """The same game with these points, one row a seat, one figure an item."""
    points = tuple(tuple(Fraction(value) for value in row) for row in rows)
    printed = tuple(tuple(as_printed(value) for value in row) for row in points)
    scores = tuple(sum(row, Decimal(0)) for row in printed)
    history = (*state.history[:-1], Standings(points=printed, scores=scores))
    return msgspec.structs.replace(state, points=points, history=history)


def sheet(*texts: str) -> tuple[Line, ...]:
    return tuple(Line(number, text, text) for number, text in enumerate(texts, start=1))


def parse(state: State, *texts: str, seat: Seat = 1) -> Parsed[Move]:
    return desk.parse(rules.view(state, seat), ASK, sheet(*texts))


def move(state: State, text: str) -> Move:
    """A move from lines divided by ``/``; they must be valid."""
    parsed = parse(state, *(line.strip() for line in text.split("/")))
    assert parsed.orders is not None, parsed.verdicts
    return parsed.orders


class Played:
    """One turn of a game, played from order lines (``{seat: "line / line"}``)."""

    def __init__(self, state: State, moves: Mapping[Seat, str]) -> None:
        answers = {player.seat: Move() for player in state.players}
        answers |= {seat: move(state, text) for seat, text in moves.items()}
        chance = Chance(SECRET, state.turn + 1)
        self.state, self.events = rules.resolve(state, answers, chance)

    def points(self, item: int = 0) -> list[Fraction]:
        return [row[item] for row in self.state.points]

    def heard(self, seat: Seat | None, kind: type[Event] = Event) -> list[Any]:
        return [event for event in news_for(seat, self.events) if isinstance(event, kind)]

    def view(self, seat: Seat | None) -> View:
        return rules.view(self.state, seat)


def play_on(state: State, turns: int) -> State:
    """So many turns in which everybody passes."""
    for _turn in range(turns):
        state = Played(state, {}).state
    return state
