"""What a player does in conflicts until it is told otherwise (PA-12)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.orders import Attack, Standing

Ships = int | None
"""How many to send; None: the fewest that win (attacking) or tie (defending), else none."""


class Stance(msgspec.Struct, frozen=True):
    """For attacks and for defences: ``ships`` in general, and what goes for one kind of leader
    where that is something else."""

    ships: Ships = None
    by_kind: dict[Kind, Ships] = {}

    def of(self, kind: Kind) -> Ships:
        """What goes for this kind."""
        return self.by_kind.get(kind, self.ships)

    def told(self, kind: Kind | None, ships: Ships) -> Stance:
        """With another order: for one kind, or for all, which takes those for one kind back."""
        if kind is None:
            return Stance(ships)
        by_kind = {**self.by_kind, kind: ships}
        return Stance(self.ships, {one: n for one, n in by_kind.items() if n != self.ships})


class Stances(msgspec.Struct, frozen=True):
    """A player's standing orders."""

    attack: Stance = Stance()
    defend: Stance = Stance()

    def following(self, orders: Iterable[Standing]) -> Stances:
        """After these orders, each of which replaces what it names."""
        made = self
        for order in orders:
            if isinstance(order, Attack):
                made = Stances(made.attack.told(order.kind, order.ships), made.defend)
            else:
                made = Stances(made.attack, made.defend.told(order.kind, order.ships))
        return made
