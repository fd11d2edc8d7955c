"""Ships drawn from the pool (PA-2, PA-9)."""

from __future__ import annotations

from pbem.engine.rng import Stream
from pbem.rulesets.parsec.kinds import KINDS, Counts, Kind, just


def draw(pool: Counts, count: int, stream: Stream) -> Counts:
    """So many ships at random, each as likely; what is left where the pool is short."""
    drawn = Counts()
    for _ship in range(min(count, pool.total)):
        drawn += just(_pick(pool - drawn, stream))
    return drawn


def _pick(pool: Counts, stream: Stream) -> Kind:
    place = stream.below(pool.total)
    for kind in KINDS:
        place -= pool.of(kind)
        if place < 0:
            return kind
    raise ValueError("an empty pool has no ship to draw")
