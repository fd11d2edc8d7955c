"""Where the board lies in the picture, and how large its systems are."""

from __future__ import annotations

from pbem.drawing.grid import Frame, tile_size
from pbem.rulesets.parsec.galaxy import Galaxy

WIDTH = 720
"""Of the picture. A mail shows it 608 pixels wide."""
TOP = 62.0
"""Room for the title and the columns' letters."""
SIDE = 28.0
"""Room for the rows' numbers."""
NAME = 13.1
"""The least size of words: 11 pixels in a mail."""

_ROOM = round(WIDTH - 2 * SIDE)
_LARGEST = 60
_ROOMY = 32.0
"""Systems of fewer pixels have no room for digits."""


def frame_of(galaxy: Galaxy) -> Frame:
    """The whole board, in systems as large as fit."""
    tile = tile_size(galaxy.width, galaxy.height, _ROOM, _LARGEST)
    corner = round((WIDTH - galaxy.width * tile) / 2), TOP
    return Frame(corner, tile, galaxy.width, galaxy.height)


def has_room(tile: float) -> bool:
    """Whether digits fit into a system."""
    return tile >= _ROOMY
