"""The colours of kinds and players, and the inks and grounds of the board map."""

from __future__ import annotations

import msgspec

from pbem.drawing import palette
from pbem.drawing.palette import Look, MarkerName
from pbem.engine.api import Seat
from pbem.engine.tables import read
from pbem.rulesets.parsec.kinds import KINDS, Kind

SPACE = "#0b1020"
"""The ground of the picture."""
NIGHT = "#131a33"
"""Inhabitable systems."""
NEBULA = "#2d2843"
"""Uninhabitable systems."""
ROCK = "#8a7f9c"
RUIN = "#1c1c22"
ASH = "#a8a4b4"
REGION = "#c9d6ff"
STARS = "#9fb0dc"
GRID = "#6f7fb0"
LIGHT = "#f6f8ff"
SOFT = "#c3cce6"
"""Lesser words; 4.5:1 on every ground."""
DARK = "#06080f"
HOT = "#ff6070"
"""Conflicts."""

_EDGE_SHARE = 0.5


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    board: str
    chart: str
    marker: MarkerName


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: dict[Kind, _Entry]
    artifact: _Entry
    player: tuple[_Entry, ...]


class Dye(msgspec.Struct, frozen=True):
    """A colour on the board, with an ``edge`` that lifts it off dark ground and an ``ink`` for
    what is upon it; ``line`` is its line in a chart, on white."""

    fill: str
    edge: str
    ink: str
    line: Look

    @property
    def marker(self) -> MarkerName:
        return self.line.marker


def _dye(place: int, entry: _Entry, ink: str) -> Dye:
    return Dye(
        fill=entry.board,
        edge=palette.mixed(LIGHT, entry.board, _EDGE_SHARE),
        ink=ink,
        line=Look(entry.chart, entry.marker, palette.look(place).dash),
    )


_FILE = read("pbem.rulesets.parsec", "colours.toml", _File)

DYES: dict[Kind, Dye] = {
    kind: _dye(place, _FILE.kind[kind], LIGHT) for place, kind in enumerate(KINDS)
}
ARTIFACT: Dye = _dye(len(KINDS), _FILE.artifact, DARK)
GOLD = ARTIFACT.fill
_PLAYERS = tuple(_dye(place, entry, DARK) for place, entry in enumerate(_FILE.player))


def player_dye(seat: Seat) -> Dye:
    """The colour of a seat's leaders; its marker is their shape."""
    return _PLAYERS[seat - 1]
