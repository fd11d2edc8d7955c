"""What tells the levels of bots apart, as figures, read once from ``data/levels.toml``."""

from __future__ import annotations

import msgspec

from pbem.engine.planner import Search
from pbem.engine.tables import read


class BotParams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How well a bot plays.

    ``search`` is how far it thinks. ``foresight`` is what it gives for being able to earn a kind,
    ``readiness`` for what its next turn may bring at once. ``rivalry`` is what it gives for a
    resource that others do not get, ``caution`` how much it fears for its leaders, and ``daring``
    what it gives for attacks that it could make next turn, of their worth. ``schemes``: whether it
    swaps hands, uses weapons and chooses which conflict comes first.
    """

    search: Search
    foresight: float
    readiness: float
    rivalry: float
    caution: float
    daring: float
    schemes: bool


LEVELS = read("pbem.rulesets.parsec", "levels.toml", dict[str, BotParams])
"""By name, the weakest first."""
HOUSE = "governor"
"""Who fills seats without a player, and whose orders the reports advise."""
