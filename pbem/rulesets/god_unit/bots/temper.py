"""What tells the levels of bots apart, as figures."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot plays.

    ``cheapest`` and ``dearest`` bound the cost of what its factories make. ``caution`` is how
    much it minds being shot at; ``waits``: whether its units let enemies come before they go
    themselves; ``answers``: whether its designs answer what others have shown.
    """

    cheapest: int
    dearest: int
    highest: int
    caution: float
    waits: bool
    answers: bool
    hastes: bool = False
    horizons: tuple[float,...] = (11,)
    patience: float = 16
    stretch: float = 1.0
    rush: float = 6.5
    nerve: float = 2.0
    growth: float = 0.5
    guess: float = 0.5
    siege: float = 12.0
