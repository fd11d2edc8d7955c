"""A turn in thought: orders given one after the other, and what comes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.rulesets.parsec.bots.outlook import Amounts, Outlook
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.orders import Action
from pbem.rulesets.parsec.reckoning.position import Position


class Line(NamedTuple):
    """``amounts`` are the own resources, ``harm`` is what others have gained in the meantime, in
    resources, ``sends`` the ships to be sent into each conflict that the orders open."""

    position: Position
    amounts: Amounts
    artifacts: int
    harm: float = 0.0
    orders: tuple[Action, ...] = ()
    sends: Mapping[Kind, int] = {}

    def gaining(self, kind: Kind, count: int) -> Line:
        """With so many own resources more."""
        a, b, c, d = (self.amounts[n] + count * (KINDS[n] == kind) for n in range(len(KINDS)))
        return self._replace(amounts=(a, b, c, d))

    def at(self, position: Position) -> Line:
        return self._replace(position=position)


def begun(outlook: Outlook, position: Position) -> Line:
    """No order given yet."""
    return Line(position, outlook.amounts, outlook.artifacts)
