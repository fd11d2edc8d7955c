"""Orders being written: each is tried on the realm first, so that none is refused later."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.engine.language import Refused
from pbem.rulesets.asylamba_mini.mechanics.execution import carry_out
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.orders import AnyOrder, Build, Orders


class Draft(msgspec.Struct, frozen=True):
    """The orders so far, from the realm at the start; ``after`` is the one they leave."""

    start: Realm
    orders: tuple[AnyOrder, ...] = ()
    after: Realm | None = None

    @property
    def realm(self) -> Realm:
        """The position that the next order meets."""
        return self.start if self.after is None else self.after

    def trying(self, orders: Iterable[AnyOrder]) -> Draft | None:
        """With all of these orders too; None where one of them would be refused."""
        draft = self
        for order in orders:
            try:
                after, _done = carry_out(draft.realm, order)
            except Refused:
                return None
            draft = Draft(self.start, (*draft.orders, order), after)
        return draft

    def giving(self, order: AnyOrder) -> Draft:
        """With this order too, or unchanged where it would be refused."""
        return self.trying((order,)) or self

    def written(self) -> Orders:
        """The orders, fleets alike ordered once where that comes to the same."""
        shorter = _merged(self.orders)
        tried = Draft(self.start).trying(shorter)
        same = tried is not None and tried.realm == self.realm
        return Orders(shorter if same else self.orders)


def _merged(orders: tuple[AnyOrder, ...]) -> tuple[AnyOrder, ...]:
    """Fleets alike in one order, where the last of them were: by then all can be paid, if an
    upgrade on the way does not take more of what is still there."""
    counts: dict[Build, int] = {}
    for order in orders:
        if isinstance(order, Build):
            counts[_kind(order)] = counts.get(_kind(order), 0) + order.count
    written: list[AnyOrder] = []
    for order in reversed(orders):
        if not isinstance(order, Build):
            written.append(order)
        elif _kind(order) in counts:
            count = counts.pop(_kind(order))
            written.append(msgspec.structs.replace(order, count=count))
    return tuple(reversed(written))


def _kind(order: Build) -> Build:
    return msgspec.structs.replace(order, count=0)
