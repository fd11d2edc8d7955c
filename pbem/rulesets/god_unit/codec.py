"""How games of God Unit are kept on record."""

from __future__ import annotations

from pbem.engine.codec import StructCodec
from pbem.rulesets.god_unit.events import AnyEvent
from pbem.rulesets.god_unit.orders import Orders
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import View

CODEC: StructCodec[State, Orders, View] = StructCodec(
    state=State, orders=Orders, view=View, events=AnyEvent
)
