"""The board and all that stands on it. Everything here is public (PA-15)."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.kinds import Kind

INHABITABLE, UNINHABITABLE = ".", "M"
"""What a system is: for all ships but miners, or for miners alone."""


class Settlement(msgspec.Struct, frozen=True):
    """A settled system; ``kind`` is that of the ship that settled it."""

    square: Square
    kind: Kind


class Leader(msgspec.Struct, frozen=True):
    """A leader on the board."""

    seat: Seat
    kind: Kind
    square: Square


class Artifact(msgspec.Struct, frozen=True):
    """An artifact that is still there; ``border`` ones are taken first (PA-13)."""

    square: Square
    border: bool = False


class Galaxy(msgspec.Struct, frozen=True):
    """The whole board between two orders: ``rows`` from the top, one character a system.

    What stands on it is sorted, so that equal boards are equal values.
    """

    rows: tuple[str, ...]
    settlements: tuple[Settlement, ...] = ()
    leaders: tuple[Leader, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    destroyed: tuple[Square, ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)
