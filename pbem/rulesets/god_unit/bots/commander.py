"""How a bot decides: what factories make, what units do, where factories settle."""

from __future__ import annotations

from typing import ClassVar

from pbem.engine.api import Ask
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.bots.danger import Danger
from pbem.rulesets.god_unit.bots.economy import first_products, products
from pbem.rulesets.god_unit.bots.settling import places, settle
from pbem.rulesets.god_unit.bots.tactics import Tactics
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.orders import IDLE, Orders
from pbem.rulesets.god_unit.reckoning.outlook import field_of
from pbem.rulesets.god_unit.view import View


class Commander:
    """Implements :class:`pbem.engine.api.Bot`; the temper makes the level.

    Chance picks among designs that are about as good, nothing else.
    """

    temper: ClassVar[Temper]

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        if view.seat is None or not view.is_playing:
            return IDLE
        stream = chance.stream("designs")
        if view.is_placing:
            first = first_products(view, self.temper, stream)
            return Orders((places(view, self.temper), *first))
        field = field_of(view)
        danger = Danger(field, view.seat)
        return Orders(
            (
                *products(view, self.temper, stream),
                *Tactics(field, view.seat, self.temper, danger).acts(),
                *settle(field, view.seat, danger),
            )
        )
