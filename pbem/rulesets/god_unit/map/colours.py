"""The banners' colours and emblems, and the inks of the board map."""

from __future__ import annotations

import msgspec

from pbem.drawing import palette
from pbem.drawing.palette import Look, MarkerName
from pbem.engine.api import Seat
from pbem.engine.tables import read
from pbem.rulesets.god_unit.figures import BANNERS

PAPER = "#f7f5ec"
"""The ground of the picture around the board."""
INK = "#14181d"
SOFT = "#545b52"
"""Lesser words; 4.5:1 on the paper."""
LIGHT = "#ffffff"
GONE = "#6b7068"
"""Who is out; 4.5:1 on the paper."""
GOLD = "#ffcf3f"
STONE = "#c9cdd3"
GRID = "#3b4a33"

_BODY_SHARE = 0.13
_FADED_SHARE = 0.5


class _Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    emblem: MarkerName
    board: str
    chart: str


class Banner(msgspec.Struct, frozen=True):
    """How a seat is drawn: pieces in ``colour`` with words in ``ink``.

    ``body`` is the light field of a counter, for dark words; ``faded`` fills what is not
    deployed, for dark words too. ``casing`` lifts lines in ``colour`` off whatever they cross.
    ``line`` is the seat's line in a chart, whose marker is the emblem.
    """

    colour: str
    ink: str
    body: str
    faded: str
    casing: str
    line: Look

    @property
    def emblem(self) -> MarkerName:
        return self.line.marker


def _banner(number: int, entry: _Colours) -> Banner:
    ink = max((LIGHT, INK), key=lambda ink: palette.contrast(ink, entry.board))
    return Banner(
        colour=entry.board,
        ink=ink,
        body=palette.mixed(entry.board, LIGHT, _BODY_SHARE),
        faded=palette.mixed(entry.board, LIGHT, _FADED_SHARE),
        casing=LIGHT if ink == LIGHT else INK,
        line=Look(entry.chart, entry.emblem, palette.look(number).dash),
    )


_COLOURS = read("pbem.rulesets.god_unit", "colours.toml", dict[str, _Colours])
_BY_SEAT = tuple(_banner(number, _COLOURS[name]) for number, name in enumerate(BANNERS))


def banner_of(seat: Seat) -> Banner:
    """The look of a seat's pieces."""
    return _BY_SEAT[seat - 1]
