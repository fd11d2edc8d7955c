"""How games of Hegemon are kept on record."""

from __future__ import annotations

from pbem.engine.codec import StructCodec
from pbem.rulesets.hegemon.events import AnyEvent
from pbem.rulesets.hegemon.orders import Move
from pbem.rulesets.hegemon.state import State
from pbem.rulesets.hegemon.view import View

CODEC: StructCodec[State, Move, View] = StructCodec(
    state=State, orders=Move, view=View, events=AnyEvent
)
