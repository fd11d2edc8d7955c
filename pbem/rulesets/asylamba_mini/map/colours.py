"""The colours and emblems of factions, and the inks of the galaxy map.

A faction keeps its colour and emblem in every game (source, 3.5). Bright colours are for the
map's dark ground, strong ones for white.
"""

from __future__ import annotations

import msgspec

from pbem.drawing import palette
from pbem.drawing.palette import Look, MarkerName
from pbem.engine.tables import read
from pbem.rulesets.asylamba_mini.figures import FACTIONS, GAME, Zone

SPACE = "#0a0f1f"
"""The ground of the map."""
STARS = "#8f9bbd"
LIGHT = "#f4f6fc"
SOFT = "#c3cce4"
"""Lesser words; 4.5:1 on the ground and on every rebel sector."""
DARK = "#04060d"
GOLD = "#ffd75e"
REBEL_BORDER = "#5a668c"

REBELS: dict[Zone, str] = {
    "peripheral": "#1a2138",
    "bridge": "#222b48",
    "ring": "#2b3659",
    "central": "#37446f",
}
"""Rebel sectors: the nearer to the centre, the lighter."""

_CAPITAL_SHARE = 0.86
_GLOW_SHARE = 0.35
_FIELD_SHARE = 0.55
_FIELD_CONTRAST = 5.5


class _Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    night: str
    day: str


class Banner(msgspec.Struct, frozen=True):
    """How a faction is drawn: ``bright`` on the map's ground, ``strong`` on white.

    ``field`` fills its sectors, dark enough for light words, and ``capital`` its capital, with
    words in ``ink``; ``glow`` lies along its borders. ``number`` is its look in the common
    palette, whose marker is the emblem.
    """

    number: int
    bright: str
    strong: str
    field: str
    capital: str
    glow: str
    ink: str

    @property
    def emblem(self) -> MarkerName:
        return palette.look(self.number).marker

    @property
    def line(self) -> Look:
        """The faction's line in a chart."""
        look = palette.look(self.number)
        return Look(self.strong, look.marker, look.dash)


def _field(bright: str) -> str:
    """As much of the colour as leaves light words legible."""
    shares = (_FIELD_SHARE - step / 100 for step in range(50))
    fills = (palette.mixed(bright, SPACE, share) for share in shares)
    return next(fill for fill in fills if palette.contrast(LIGHT, fill) >= _FIELD_CONTRAST)


def _banner(number: int, pair: _Pair) -> Banner:
    capital = palette.mixed(pair.night, SPACE, _CAPITAL_SHARE)
    ink = max((LIGHT, DARK), key=lambda ink: palette.contrast(ink, capital))
    field = _field(pair.night)
    glow = palette.mixed(pair.night, field, _GLOW_SHARE)
    return Banner(number, pair.night, pair.day, field, capital, glow, ink)


def _read() -> dict[str, Banner]:
    pairs = read(GAME, "colours.toml", dict[str, _Pair])
    return {name: _banner(number, pairs[name]) for number, name in enumerate(FACTIONS)}


BANNERS = _read()
"""By the factions' names."""
