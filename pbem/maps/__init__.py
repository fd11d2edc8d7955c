"""Boards that rulesets share: the grid and its metric, land and sea, and the Syzygy generator.

Pure like the rules that play on them: whole numbers, frozen values, and all chance from
:class:`pbem.engine.rng.Chance`, so that a seed gives the same map everywhere.
"""

from pbem.maps.board import Board
from pbem.maps.errors import MapError

__all__ = ["Board", "MapError"]
