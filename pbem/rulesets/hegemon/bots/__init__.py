"""What tells the levels of bots apart, as figures, read once from ``data/levels.toml``."""

from __future__ import annotations

import msgspec

from pbem.engine.planner import Search
from pbem.engine.tables import read


class BotParams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a bot believes of others, and how well it plays.

    ``search`` is how far it thinks. ``memory`` is what a turn counts of the one after it where it
    recalls who gave; ``tolerance`` is how much of what the best giver gives makes a partner, and
    ``patience`` how many turns' points less than the best one somebody may have given in all.
    ``gift`` is how much of what the best gives the bot thinks that others want to see. ``trust``
    is what it gives for being welcome for one more turn, of what cooperation brings in one, and
    ``horizon`` how many turns it counts so. ``suspicion`` is how likely it thinks others to take
    in a last turn, and ``fear`` how likely to strike at the first. ``focus`` is by how many turns'
    points a rival must lead another to count nearly three times as much.
    """

    search: Search
    memory: float
    tolerance: float
    patience: float
    gift: float
    trust: float
    horizon: float
    suspicion: float
    fear: float
    skims: bool
    focus: float


LEVELS = read("pbem.rulesets.hegemon", "levels.toml", dict[str, BotParams])
"""By name, the weakest first."""
HOUSE = "hedger"
"""Who fills seats without a player, and whose orders the reports advise."""
