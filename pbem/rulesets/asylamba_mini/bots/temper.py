"""What tells the levels of bots apart, as figures."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How well a bot plays.

    ``horizon`` is how many turns it thinks the leader takes for a victory point, from which
    follows how long an investment pays; ``point`` what it would give for a point, in C.
    ``savings`` is how many projects that it cannot pay yet it puts means aside for, and
    ``deepest`` the highest spatial engineering that it strives for. ``caution`` is by how many
    standard deviations it wants to be stronger than whom it fights; ``wariness`` the share of
    what could strike its capital unforeseen that it keeps a garrison against. ``conquers`` and
    ``gathers``: whether it attacks factions, and brings its fleets together.
    """

    horizon: float
    point: float
    savings: int
    deepest: int
    caution: float
    wariness: float
    conquers: bool
    gathers: bool
