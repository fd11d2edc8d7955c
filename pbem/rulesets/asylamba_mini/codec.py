"""How games of Asylamba Mini are kept on record."""

from __future__ import annotations

from pbem.engine.codec import StructCodec
from pbem.rulesets.asylamba_mini.events import AnyEvent
from pbem.rulesets.asylamba_mini.orders import Orders
from pbem.rulesets.asylamba_mini.state import State
from pbem.rulesets.asylamba_mini.view import View

CODEC: StructCodec[State, Orders, View] = StructCodec(
    state=State, orders=Orders, view=View, events=AnyEvent
)
