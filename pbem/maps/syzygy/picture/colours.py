"""The colours of a Syzygy map: space, the land by height, trees, and marks upon them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from pbem.drawing.palette import MarkerName, mixed
from pbem.maps.syzygy.tables import FORESTS, TERRAINS

NIGHT = "#070b18"
"""The ground of the picture."""
LIGHT = "#f4f6fc"
SOFT = "#b8c3de"
"""Lesser words; 4.5:1 on the night."""
INK = "#12161d"
SUN, SHADE = "#fffbe8", "#0b0f16"
COAST = "#dfe9ff"
STAR = "#aab6d8"
RELIC = "#fff1a8"
OUTPOST = "#e8ecf2"

_PER_STEP = 0.085
_DARK = 0.62


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a resource is drawn."""

    marker: MarkerName
    colour: str


def _symbols() -> dict[str, Symbol]:
    data = (files("pbem.maps.syzygy") / "data" / "symbols.toml").read_bytes()
    return msgspec.toml.decode(data, type=dict[str, Symbol])


SYMBOLS = _symbols()
"""By resource, in the order of the legend."""


@cache
def of_land(terrain: str, height: int) -> str:
    """A terrain's colour, the lighter the higher it lies above the base of 2."""
    share = _PER_STEP * max(0, height - 2)
    return mixed(SUN, TERRAINS[terrain].colour, share)


@cache
def under_trees(forest: str) -> str:
    """The ground of a wood."""
    return mixed(FORESTS[forest].colour, INK, _DARK)
