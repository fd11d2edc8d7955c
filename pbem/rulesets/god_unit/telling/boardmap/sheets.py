"""Which parts of a board are drawn, and how large: the whole, and sheets of a large one.

Sheets are the same for everyone, so that each is drawn once; who gets which is a matter of
where one's pieces stand.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from math import ceil

from pbem.maps.board import Board, Square
from pbem.maps.frame import Frame, tile_size

WIDTH = 720
"""Of every picture. A mail shows it 608 pixels wide."""
TOP = 62.0
"""Room for the title and the columns' letters."""
SIDE = 28.0
"""Room for the rows' numbers, at least."""
NAME = 13.1
"""The least size of words: 11 pixels in a mail."""

_ROOM = round(WIDTH - 2 * SIDE)
_LARGEST = 76
_LEGIBLE = 30.0
"""Tiles of fewer pixels have no room for words."""
_SHEET = 20
"""Squares along a sheet's side, before it takes in a little of its neighbours."""
_OVERLAP = 1
_LEAST = 11
"""Squares along a sheet's side, at least, if the board has so many."""
_AROUND = 2
"""Squares around what matters that are shown too."""


def frame_of(width: int, height: int, first: Square = (0, 0)) -> Frame:
    """A part of the board so large, in tiles as large as fit."""
    tile = min(tile_size(width, height, _ROOM, _LARGEST), _ROOM / max(width, height))
    return Frame((round((WIDTH - width * tile) / 2), TOP), tile, width, height, first)


def whole(board: Board) -> Frame:
    """The whole board."""
    return frame_of(board.width, board.height)


def is_legible(frame: Frame) -> bool:
    """Whether words fit into its squares."""
    return frame.tile >= _LEGIBLE


def sheets(board: Board, matters: Collection[Square]) -> tuple[Frame, ...]:
    """As few legible frames as show all squares that matter and what is around them."""
    found = []
    for top, bottom in _parts([y for _x, y in matters]):
        for left, right in _parts([x for x, _y in matters]):
            inside = [(x, y) for x, y in matters if left <= x < right and top <= y < bottom]
            if inside:
                x0, x1 = _around([x for x, _y in inside], (left, right), board.width)
                y0, y1 = _around([y for _x, y in inside], (top, bottom), board.height)
                found.append(frame_of(x1 - x0, y1 - y0, (x0, y0)))
    return tuple(found)


def _parts(places: Collection[int]) -> list[tuple[int, int]]:
    """Stretches of equal length, as few as will do, from the first place to the last."""
    if not places:
        return []
    low, high = min(places), max(places) + 1
    count = ceil((high - low) / _SHEET)
    ends = [low + round((high - low) * part / count) for part in range(count + 1)]
    return list(pairwise(ends))


def _around(places: Collection[int], part: tuple[int, int], size: int) -> tuple[int, int]:
    """From before the first place to behind the last, only a little into the next part."""
    low = max(0, part[0] - _OVERLAP, min(places) - _AROUND)
    high = min(size, part[1] + _OVERLAP, max(places) + 1 + _AROUND)
    low = max(0, min(low, (low + high - _LEAST) // 2, size - _LEAST))
    return low, min(size, max(high, low + _LEAST))
