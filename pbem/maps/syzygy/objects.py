"""Relics and outposts (clauses 7.C.1 and 7.C.2, SZ-5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.engine.rng import Chance, Stream
from pbem.maps.errors import MapError
from pbem.maps.grid import Square
from pbem.maps.spread import spread

RELICS = (2, 8)


def place_relics(chance: Chance, squares: Sequence[Square]) -> tuple[Square, ...]:
    """Two to eight relics anywhere on these squares, each as likely.

    Raises :class:`MapError` where fewer than two find room.
    """
    stream = chance.stream("syzygy/relics")
    count = min(stream.between(*RELICS), len(squares))
    if count < RELICS[0]:
        raise MapError("7.C.1: there is no room for two relics")
    return tuple(sorted(stream.sample(squares, count)))


def draw_outposts(chance: Chance, players: int) -> int:
    """How many a City has: one a player, or up to twice as many (7.C.2)."""
    return players + chance.stream("syzygy/outposts/number").below(players + 1)


def place_outposts(
    stream: Stream, squares: Sequence[Square], count: int, starts: Collection[Square]
) -> tuple[Square, ...]:
    """The City's outposts, away from starts and each other.

    Raises :class:`MapError` where they find no room.
    """
    if len(squares) < count:
        raise MapError(f"7.C.2: the City has no room for {count} outposts")
    return spread(stream, squares, count, starts)
