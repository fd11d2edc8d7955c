"""Automatic players, one for each level, and what the one that fills seats would do."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.api import Ask
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.asylamba_mini.bots.levels import HOUSE, LEVELS, BotParams
from pbem.rulesets.asylamba_mini.bots.search import Turn, best_turn, rescue
from pbem.rulesets.asylamba_mini.figures import Sector
from pbem.rulesets.asylamba_mini.orders import AnyOrder, Orders
from pbem.rulesets.asylamba_mini.view import View


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        return best_turn(view, self.params, chance.stream("errors")).orders


def advice(view: View) -> Turn:
    """What the house bot would do in the place of the view's seat."""
    return best_turn(view, LEVELS[HOUSE], Stream(b""))


def remedy(view: View, sector: Sector) -> tuple[AnyOrder, ...]:
    """What the house bot would do about the danger to an own sector, if there is anything."""
    return rescue(view, LEVELS[HOUSE], sector)


BOTS = {name: Bot(params) for name, params in LEVELS.items()}
