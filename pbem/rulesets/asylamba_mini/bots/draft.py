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

    def trying(self, order: AnyOrder) -> Draft | None:
        """With one more order; None where it would be refused."""
        try:
            realm, _done = carry_out(self.realm, order)
        except Refused:
            return None
        return Draft(realm, (*self.orders, order))

    def trying_all(self, orders: Iterable[AnyOrder]) -> Draft | None:
        """With all of these, or None where one of them would be refused."""
        draft: Draft | None = self
        for order in orders:
            draft = None if draft is None else draft.trying(order)
        return draft

    def giving(self, order: AnyOrder) -> Draft:
        """With one more order, or unchanged where it would be refused."""
        return self.trying(order) or self

    def written(self) -> Orders:
        """Fleets of one type are ordered once, where the last were."""
        orders: list[AnyOrder] = []
        for order in reversed(self.orders):
            later = next((i for i, o in enumerate(orders) if _alike(o, order)), None)
            if isinstance(order, Build) and later is not None:
                first = orders[later]
                assert isinstance(first, Build)
                orders[later] = msgspec.structs.replace(first, count=first.count + order.count)
            else:
                orders.append(order)
        return Orders(tuple(reversed(orders)))


def _alike(one: AnyOrder, other: AnyOrder) -> bool:
    return (
        isinstance(one, Build)
        and isinstance(other, Build)
        and (one.ship, one.with_credits) == (other.ship, other.with_credits)
    )
