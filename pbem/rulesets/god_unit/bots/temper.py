"""What tells the levels of bots apart, as figures."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot believes in, and how well it plays.

    ``cheapest`` and ``dearest`` bound what its factories make, by cost, and ``highest`` is the
    highest level of any characteristic. ``horizons`` are how many turns its factories look
    ahead, one after the other; ``patience`` is how many at least, once it has survived the
    opening. ``caution`` is how much it minds losing a unit. ``hastes``: its factories stand as
    near to the rivals as they may, else as far; ``waits``: its units let enemies come into range
    before they go anywhere; ``answers``: its designs answer what others have shown; ``founds``:
    it makes factories where their number may decide the game.
    """

    cheapest: int
    dearest: int
    highest: int
    horizons: tuple[float, ...]
    patience: float
    caution: float
    hastes: bool
    waits: bool
    answers: bool
    founds: bool
