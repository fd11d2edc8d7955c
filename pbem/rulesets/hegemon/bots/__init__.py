"""Automatic players, one for each level, and what the one that fills seats would do."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.api import Ask
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.hegemon.bots.levels import HOUSE, LEVELS, BotParams
from pbem.rulesets.hegemon.bots.search import Turn, best_turn
from pbem.rulesets.hegemon.orders import Move
from pbem.rulesets.hegemon.view import View


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        return best_turn(view, self.params, chance.stream("thoughts")).move


def advice(view: View) -> Turn:
    """What the house bot would do in the place of the view's seat. Raises ValueError for
    spectators."""
    return best_turn(view, LEVELS[HOUSE], Stream(b""))


BOTS = {name: Bot(params) for name, params in LEVELS.items()}
