"""Orders being written: each is tried on the realm first, so that none is refused later."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.rulesets.asylamba_mini.orders import AnyOrder, Build, Orders
from pbem.rulesets.asylamba_mini.reckoning.dealings import carry_out
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refused


class Draft(msgspec.Struct, frozen=True):
    """The orders so far, and the realm as they leave it."""

    realm: Realm
    orders: tuple[AnyOrder, ...] = ()

    def trying(self, orders: Iterable[AnyOrder]) -> Draft | None:
        """With all of these orders too; None where one of them would be refused."""
        draft = self
        for order in orders:
            try:
                realm, _done = carry_out(draft.realm, order)
            except Refused:
                return None
            draft = Draft(realm, (*draft.orders, order))
        return draft

    def giving(self, order: AnyOrder) -> Draft:
        """With this order too, or unchanged where it would be refused."""
        return self.trying((order,)) or self

    def written(self) -> Orders:
        """The orders, fleets alike ordered once: where the last of them were, since by then
        all of them could be paid."""
        counts: dict[Build, int] = {}
        for order in self.orders:
            if isinstance(order, Build):
                counts[_kind(order)] = counts.get(_kind(order), 0) + order.count
        written: list[AnyOrder] = []
        for order in reversed(self.orders):
            if not isinstance(order, Build):
                written.append(order)
            elif _kind(order) in counts:
                count = counts.pop(_kind(order))
                written.append(msgspec.structs.replace(order, count=count))
        return Orders(tuple(reversed(written)))


def _kind(order: Build) -> Build:
    return msgspec.structs.replace(order, count=0)
