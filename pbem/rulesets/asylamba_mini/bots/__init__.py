"""What tells the levels of bots apart, as figures, read once from ``data/levels.toml``."""

from __future__ import annotations

import msgspec

from pbem.engine.planner import Search
from pbem.engine.tables import read
from pbem.rulesets.asylamba_mini.figures import GAME


class BotParams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How well a bot plays.

    ``search`` is how far it thinks. ``length`` is how many turns it thinks that a game takes, and
    ``pace`` how many the leader takes for each point that is missing to the victory; the longer of
    the two is how long an investment pays. ``point`` is what it would give for a point, in C.
    ``savings`` is how many projects that it cannot pay yet it puts means aside for, and ``deepest``
    the highest spatial engineering that it strives for. ``caution`` is by how many standard
    deviations it wants to be stronger than whom it fights; ``wariness`` the share of what could
    strike its capital unforeseen that it keeps a garrison against. ``reach`` and ``conquest`` are
    how many turns away it attacks rebels and factions at most; ``gathers``: whether it brings its
    fleets together.
    """

    search: Search
    length: float
    pace: float
    point: float
    savings: int
    deepest: int
    caution: float
    wariness: float
    reach: int
    conquest: int
    gathers: bool


LEVELS = read(GAME, "levels.toml", dict[str, BotParams])
"""By name, the weakest first."""
HOUSE = "admiral"
"""Who fills seats without a player, and whose orders the reports advise."""
