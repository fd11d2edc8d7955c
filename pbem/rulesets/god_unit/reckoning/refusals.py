"""Why an order cannot be carried out, as data."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pbem.maps.board import Square
from pbem.rulesets.god_unit.pieces import Name


class Why(StrEnum):
    """The rule that an order breaks."""

    NO_UNIT = "no unit"
    NO_GROUND = "no ground"
    HERE = "here"
    IMMOBILE = "immobile"
    TOO_FAR = "too far"
    NO_WAY = "no way"
    BLOCKED = "blocked"
    UNARMED = "unarmed"
    TRUCE = "truce"
    OUT_OF_RANGE = "out of range"
    NOBODY_THERE = "nobody there"
    NOBODY_NEAR = "nobody near"
    OWN_TARGET = "own target"
    NO_TARGET = "no target"
    UNSEEN = "unseen"
    TARGET_AWAY = "target away"
    NOT_UNDEPLOYED = "not undeployed"
    FACTORY_THERE = "factory there"
    ACTED = "acted"
    NO_FACTORY = "no factory"
    INVALID_DESIGN = "invalid design"
    NOT_PLACING = "not placing"
    OUTSIDE_ZONE = "outside zone"


_FOR_NOW = frozenset(
    {
        Why.BLOCKED,
        Why.NOBODY_THERE,
        Why.NOBODY_NEAR,
        Why.UNSEEN,
        Why.TARGET_AWAY,
        Why.FACTORY_THERE,
    }
)


class Refusal(msgspec.Struct, frozen=True):
    """A reason with its figures; which of them say something depends on ``why``.

    ``square`` is the one at fault, ``need`` and ``have`` are distances in half squares, ``pieces``
    who stands in the way or is meant. What is wrong with a design, the design itself tells.
    """

    why: Why
    square: Square | None = None
    need: int = 0
    have: int = 0
    pieces: tuple[Name, ...] = ()

    @property
    def is_for_now(self) -> bool:
        """Whether it can pass before the turn is over, so that the line waits for that."""
        return self.why in _FOR_NOW
