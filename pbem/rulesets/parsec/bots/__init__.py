"""Automatic players, one for each level, and what the one that fills seats would do."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.api import Ask
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.parsec.bots.levels import HOUSE, LEVELS, BotParams
from pbem.rulesets.parsec.bots.search import Turn, answer, best_turn, guard
from pbem.rulesets.parsec.orders import IDLE, Action, Orders, Standing
from pbem.rulesets.parsec.view import View


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Orders of a turn, ships for a conflict, or nothing where nothing is asked."""
        if view.own is None or view.ending is not None:
            return IDLE
        if view.is_asked:
            return Orders(tuple(answer(view, self.params)))
        if not view.is_moving:
            return IDLE
        return best_turn(view, self.params, chance.stream("errors")).orders


def advice(view: View) -> Turn:
    """What the house bot would do in the turn of the view's seat."""
    return best_turn(view, LEVELS[HOUSE], Stream(b""))


def advised_answer(view: View) -> tuple[Standing, ...]:
    """The ships that the house bot would name for the conflicts in question."""
    return tuple(answer(view, LEVELS[HOUSE]))


def remedy(view: View) -> Action | None:
    """What the house bot would do about the dangers to its leaders, if there is anything."""
    return guard(view, LEVELS[HOUSE])


BOTS = {name: Bot(params) for name, params in LEVELS.items()}
