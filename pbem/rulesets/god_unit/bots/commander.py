"""How a bot decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pbem.engine.api import Ask
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.god_unit.bots.economy import first_products, products
from pbem.rulesets.god_unit.bots.danger import Danger
from pbem.rulesets.god_unit.bots.settling import places, settle
from pbem.rulesets.god_unit.bots.tactics import Tactics
from pbem.rulesets.god_unit.bots.temper import Temper
from pbem.rulesets.god_unit.designs import Design
from pbem.rulesets.god_unit.orders import Act, AnyOrder, Deploy, Orders, Place, Produce
from pbem.rulesets.god_unit.pieces import factory_letter
from pbem.rulesets.god_unit.reckoning.outlook import field_of, workshops
from pbem.rulesets.god_unit.view import View


class Commander:
    """Implements :class:`pbem.engine.api.Bot`; the temper makes the level."""

    temper: ClassVar[Temper]
    designs: ClassVar[tuple[Design, ...]] = ()

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        if not view.is_playing:
            return Orders()
        stream = chance.stream("mood")
        if view.is_placing:
            return Orders(tuple(self._placement(view, stream)))
        field = field_of(view)
        produce = list(self._products(view, stream))
        nomads = [u for u in field.units(view.seat) if u.phase == "undeployed"]
        settling = settle(field, nomads, Danger(field, view.seat or 0))
        if not field.enemy_squares(view.seat or 0):
            return Orders((*produce, *settling))
        acts = Tactics(view, field, self.temper).acts()
        return Orders((*produce, *acts, *settling))

    def _products(self, view: View, stream: Stream) -> Iterator[Produce]:
        if not self.designs:
            yield from products(view, self.temper, stream)
            return
        for n, shop in enumerate(workshops(view)):
            if shop.work is None:
                yield Produce(factory=shop.site.letter, product=self.designs[n % len(self.designs)], repeat=True)

    def _placement(self, view: View, stream: Stream) -> Iterator[AnyOrder]:
        assert view.seat is not None
        yield places(view, self.temper)
        if not self.designs:
            yield from first_products(view, self.temper, stream)
            return
        for made in range(view.options.factories):
            yield Produce(factory=factory_letter(made), product=self.designs[made % len(self.designs)], repeat=True)
