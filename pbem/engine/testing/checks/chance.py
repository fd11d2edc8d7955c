"""Chance is drawn by label, each label once, and not at all where a game says that it has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pbem.engine.rng import Chance, Stream
from pbem.engine.testing.lab import Game, Lab, Moment, players_for
from pbem.engine.testing.result import Check, Fault, Remark


class _Watched(Chance):
    """Notes labels drawn twice instead of failing, so that all of them can be told."""

    def __init__(self, secret: bytes, turn: int) -> None:
        super().__init__(secret, turn)
        self.twice: dict[str, None] = {}

    def stream(self, label: str) -> Stream:
        if label not in self.labels:
            return super().stream(label)
        self.twice[label] = None
        return Chance(b"a second time", len(self.twice)).stream(label)


def _examine(lab: Lab) -> Iterator[Remark]:
    rules, draws = lab.ruleset.rules, lab.ruleset.draws(lab.options)
    for count in lab.counts:
        where = f"setup() for {count} players"
        setup = partial(rules.setup, lab.options, players_for(count))
        yield from _watch(where, 0, setup, draws=draws)
    failed = [(game, game.failed) for game in lab.games if game.failed is not None]
    for game, moment in (*lab.moments(), *failed):
        for call, act in _draws(lab, game, moment):
            where = f"{game.at(moment)}: {call}"
            yield from _watch(where, moment.turn, act, draws=draws or call != "resolve()")


def _watch(where: str, turn: int, act: Callable[[Chance], Any], *, draws: bool) -> Iterator[Remark]:
    chance = _Watched(b"watched", turn)
    act(chance)
    for label in chance.twice:
        yield Fault(
            f"{where} draws from the label {label!r} twice, and would get the same numbers again; "
            "keep its stream in a variable, or name each draw (f'{what}/{number}')"
        )
    if chance.labels and not draws:
        yield Fault(
            f"{where} draws from the label {chance.labels[0]!r}, and the ruleset's draws() says "
            "that games with these options leave nothing to chance; one of the two is wrong"
        )


def _draws(lab: Lab, game: Game, moment: Moment) -> Iterator[tuple[str, Callable[[Chance], Any]]]:
    """Everything at this moment that is given chance to draw from."""
    rules, desk, state = lab.ruleset.rules, lab.ruleset.desk, moment.state
    if moment.is_open:
        yield "resolve()", partial(rules.resolve, state, dict(moment.answers))
    for seat in game.seats:
        yield f"scramble() for seat {seat}", partial(rules.scramble, state, seat)
    for ask in moment.asks:
        view = rules.view(state, ask.seat)
        yield (
            f"sample() for seat {ask.seat}",
            partial(desk.sample, view, ask),
        )
        for name, bot in lab.ruleset.bots.items():
            yield (
                f"the bot {name} for seat {ask.seat}",
                partial(bot.decide, view, ask),
            )


CHECK = Check("chance", "No label of chance is drawn from twice", _examine)
