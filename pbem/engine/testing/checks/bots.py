"""Bots play by the rules, from their own view, to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine.api import AnyRuleset, Ask
from pbem.engine.rng import Chance
from pbem.engine.testing.checks.orders import reads_back
from pbem.engine.testing.lab import Lab, play
from pbem.engine.testing.result import Check, Fault, Remark


def _examine(lab: Lab) -> Iterator[Remark]:
    for name, bot in lab.ruleset.bots.items():

        def decide(ruleset: AnyRuleset, view: Any, ask: Ask, chance: Chance, bot: Any = bot) -> Any:
            return bot.decide(view, ask, chance)

        for number, count in enumerate(sorted({lab.counts[0], lab.counts[-1]})):
            game = play(lab, number, count, decide)
            if game.trouble:
                yield Fault(f"{count} bots {name} among themselves: {game.trouble}")
            for moment in game.turns():
                for ask in moment.asks:
                    if ask.seat not in moment.answers:
                        continue
                    made = f"{game.at(moment, ask.seat)}, the bot {name}"
                    view = lab.ruleset.rules.view(moment.state, ask.seat)
                    orders = moment.answers[ask.seat]
                    yield from reads_back(lab, made, moment.turn, view, ask, orders)


CHECK = Check("bots", "Every bot decides legal orders to the end of the game", _examine)
