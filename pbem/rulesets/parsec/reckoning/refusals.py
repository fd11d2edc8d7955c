"""Why an order cannot be carried out, as data."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pbem.maps.board import Square
from pbem.rulesets.parsec.kinds import Kind


class Why(StrEnum):
    """The rule that an order breaks."""

    OFF_BOARD = "off board"
    OCCUPIED = "occupied"
    DESTROYED = "destroyed"
    UNINHABITABLE = "uninhabitable"
    INHABITABLE = "inhabitable"
    HERE = "here"
    NO_SCIENTISTS = "no scientists"
    JOINS_TWO = "joins two"
    JOINS_MORE = "joins more"
    AT_HOME = "at home"
    NO_SHIP = "no ship"
    NO_WEAPON = "no weapon"
    SWAP_COUNT = "swap count"
    SWAPPED = "swapped"
    NO_ARTIFACT = "no artifact"


class Refusal(msgspec.Struct, frozen=True):
    """A reason with its figures; which of them say something depends on ``why``.

    ``need`` and ``have`` are numbers of ships, regions or swaps.
    """

    why: Why
    square: Square | None = None
    kind: Kind | None = None
    need: int = 0
    have: int = 0


class Refused(Exception):
    """An order cannot be carried out."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why.value)
        self.refusal = refusal
