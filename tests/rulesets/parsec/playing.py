"""Games among bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.api import Ask, Player
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.bots import BOTS, Bot
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import Orders
from pbem.rulesets.parsec.report.suggestions import order_template
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import View

COLONIST, GOVERNOR, MAGNATE = BOTS.values()


class AtRandom:
    """The desk's random legal orders, as a bot."""

    def decide(self, seen: View, asked: Ask, chance: Chance) -> Orders:
        return RULESET.desk.sample(seen, asked, chance)


class Unread:
    """A player who sends the template's lines back without a look at them."""

    def decide(self, seen: View, asked: Ask, chance: Chance) -> Orders:
        lines = (line.removeprefix("# ") for line in order_template(seen))
        sheet = read_sheet([line for line in lines if not line.endswith((":", "#"))], seen.turn + 1)
        parsed = RULESET.desk.parse(seen, asked, sheet.now)
        assert parsed.orders is not None
        return parsed.orders


Decider = Bot | AtRandom | Unread


def begin(players: int, number: int, **options: Any) -> State:
    seats = [Player(seat, f"Player {seat}") for seat in range(1, players + 1)]
    return RULESET.rules.setup(Options(**options), seats, Chance(number.to_bytes(32, "big"), 0))


def step(state: State, deciders: Sequence[Decider], number: int) -> State:
    """One resolution, of what the deciders answer to what is required of them."""
    secret, turn = number.to_bytes(32, "big"), state.turn + 1
    answers = {
        asked.seat: deciders[asked.seat - 1].decide(
            RULESET.rules.view(state, asked.seat), asked, Chance(secret, turn, f"bot/{asked.seat}")
        )
        for asked in RULESET.rules.asks(state)
        if asked.required
    }
    return RULESET.rules.resolve(state, answers, Chance(secret, turn))[0]


def midgame(players: int, number: int, turns: int, **options: Any) -> State:
    """A game of governors well under way."""
    state = begin(players, number, **options)
    for _turn in range(turns):
        state = step(state, [GOVERNOR] * players, number)
    return state
