"""A Syzygy map as a picture from above, with a legend: what a player plans on."""

from __future__ import annotations

from pbem.drawing.grid import Frame, edge_names, grid_lines, tile_size
from pbem.engine.i18n import _
from pbem.engine.scene import Scene, Style, Text
from pbem.maps.board import column_name
from pbem.maps.syzygy.model import SyzygyMap
from pbem.maps.syzygy.picture import colours
from pbem.maps.syzygy.picture.ground import ground
from pbem.maps.syzygy.picture.legend import WIDTH, legend
from pbem.maps.syzygy.picture.things import things

__all__ = ["ground", "picture", "things"]

_MARGIN = 14.0
_TITLE = 24.0
_TOP = 62.0
_BESIDE = 34.0
"""Room for the rows' numbers on either side."""
_BOARD = 840
"""The board's longest side in pixels; larger maps have tiles of 4 pixels."""


def picture(chart: SyzygyMap) -> Scene:
    """The whole map. Tips name what stands where."""
    tile = tile_size(chart.size, chart.size, _BOARD)
    frame = Frame((_BESIDE, _TOP), tile, chart.size, chart.size)
    panel, end = legend(chart, (frame.right + _BESIDE + 8, _TOP + 10))
    title = _title(chart)
    items = (
        Text(
            at=(_MARGIN, _TITLE + 2),
            text=title,
            size=17.0,
            bold=True,
            style=Style(fill=colours.LIGHT),
        ),
        *ground(chart, frame),
        *grid_lines(frame, colours.INK),
        *edge_names(frame, column_name, colours.SOFT),
        *things(chart, frame),
        *panel,
    )
    height = max(frame.bottom + 26, end + _MARGIN)
    width = frame.right + _BESIDE + 8 + WIDTH + _MARGIN
    return Scene(
        width=round(width), height=round(height), items=items, title=title, ground=colours.NIGHT
    )


def _title(chart: SyzygyMap) -> str:
    if chart.antiquity:
        return _("Syzygy, {size} x {size}, {players} players, antiquity").format(
            size=chart.size, players=chart.players
        )
    return _("Syzygy, {size} x {size}, {players} players").format(
        size=chart.size, players=chart.players
    )
