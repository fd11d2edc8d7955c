"""Automatic players, one for each level, and what the one that fills seats would do."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.api import Ask
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.god_unit.bots.levels import HOUSE, LEVELS, BotParams
from pbem.rulesets.god_unit.bots.search import Turn, best_turn
from pbem.rulesets.god_unit.orders import IDLE, Orders
from pbem.rulesets.god_unit.view import View


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        if view.seat is None or not view.is_playing:
            return IDLE
        return best_turn(view, self.params, chance.stream("errors")).orders


def advice(view: View) -> Turn:
    """What the house bot would do in the place of the view's seat."""
    return best_turn(view, LEVELS[HOUSE], Stream(b""))


BOTS = {name: Bot(params) for name, params in LEVELS.items()}
