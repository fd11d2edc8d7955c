"""Conflicts that an order has opened and that are still to be fought. All of it is public."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.kinds import Kind

Cause = Literal["leader", "settlement"]
"""What opened it: a leader put beside its like (internal), or a settlement that joined two
regions (external)."""


class Clash(msgspec.Struct, frozen=True):
    """Two leaders of a ``kind`` in one region; ``sent`` are the ships that the attacker has
    named, None: none yet."""

    kind: Kind
    attacker: Seat
    defender: Seat
    sent: int | None = None


class Dispute(msgspec.Struct, frozen=True):
    """All the clashes of one order, in the order in which they are fought (PA-10, PA-11).

    ``square`` is the leader's or the joining settlement's, ``sides`` are the two regions before
    the union (external only). ``asked`` tells whose numbers are waited for (PA-12), ``first``
    which of several clashes come first by the settling player's choice.
    """

    cause: Cause
    seat: Seat
    square: Square
    clashes: tuple[Clash, ...]
    sides: tuple[tuple[Square, ...], ...] = ()
    asked: Literal["attackers", "defenders"] | None = None
    first: tuple[Kind, ...] = ()

    @property
    def is_internal(self) -> bool:
        return self.cause == "leader"

    @property
    def ships(self) -> dict[Kind, Kind]:
        """The kind of ship that each clash is fought with: scientists in internal ones."""
        return {c.kind: "science" if self.is_internal else c.kind for c in self.clashes}

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """Who is to name numbers now, by seat."""
        if self.asked is None:
            return ()
        attackers = self.asked == "attackers"
        return tuple(sorted({c.attacker if attackers else c.defender for c in self.clashes}))

    def asked_of(self, seat: Seat) -> tuple[Clash, ...]:
        """The clashes for which this seat is to name ships now."""
        attackers = self.asked == "attackers"
        return tuple(c for c in self.clashes if (c.attacker if attackers else c.defender) == seat)
