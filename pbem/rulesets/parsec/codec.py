"""How games of Parsec are kept on record."""

from __future__ import annotations

from pbem.engine.codec import StructCodec
from pbem.rulesets.parsec.events import AnyEvent
from pbem.rulesets.parsec.orders import Orders
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import View

CODEC: StructCodec[State, Orders, View] = StructCodec(
    state=State, orders=Orders, view=View, events=AnyEvent
)
