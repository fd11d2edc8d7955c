"""What tells the levels of bots apart, as figures, read once from ``data/levels.toml``."""

from __future__ import annotations

import msgspec

from pbem.engine.planner import Search
from pbem.engine.tables import read


class BotParams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a bot believes in, and how well it plays.

    ``search`` is how far it thinks. ``cheapest`` and ``dearest`` bound what its factories make, by
    cost, and ``highest`` is the highest level of any characteristic. ``horizons`` are how many
    turns its factories look ahead, one after the other; ``patience`` is how many at least, once it
    has survived the opening. ``caution`` is how much it minds losing a unit. ``waits``: its units
    let enemies come into range before they go anywhere; ``answers``: its designs answer what others
    have shown; ``founds``: it makes factories where their number may decide the game.
    """

    search: Search
    cheapest: int
    dearest: int
    highest: int
    horizons: tuple[float, ...]
    patience: float
    caution: float
    waits: bool
    answers: bool
    founds: bool


LEVELS = read("pbem.rulesets.god_unit", "levels.toml", dict[str, BotParams])
"""By name, the weakest first."""
HOUSE = "balanced"
"""Who fills seats without a player, and whose orders the reports advise."""
