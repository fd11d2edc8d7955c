"""A board's squares in a picture: where they lie, their grid, names along the edges, and parts.

The map kit begins here. What it draws lies on a :class:`Frame`, which may be a part of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from pbem.engine.scene import AnyShape, Path, Point, Squares, Style, Text

Square = tuple[int, int]
"""Column and row, from 0 at the top left."""

WIDTH = 720
"""Of a sheet, in pixels. A mail shows it 608 wide."""
SIDE = 28.0
"""Room beside a board for the rows' numbers, at least."""
TOP = 62.0
"""Room above it for the title and the columns' letters."""
FOOT = 26.0
"""Room below it for the columns' letters."""
LEGIBLE = 30.0
"""Tiles of fewer pixels have no room for words."""

_ROOM = round(WIDTH - 2 * SIDE)
_GRID_FROM = 10.0
"""Tiles smaller than this have no grid; its lines would drown what it divides."""
_NAME = 11.0
_EVERY = (1, 2, 5, 10, 20)
_GAP = 6.0

_SHEET = 20
"""Squares along a crop's side, before it takes in a little of its neighbours."""
_OVERLAP = 1
_LEAST = 11
"""Squares along a crop's side, at least, if the board has so many."""
_AROUND = 2
"""Squares around what matters that are shown too."""


@dataclass(frozen=True)
class Frame:
    """A board of ``width`` by ``height`` tiles in a picture, ``tile`` pixels each.

    It may be a part of a larger board: ``first`` is the square at its top left.
    """

    corner: Point
    tile: float
    width: int
    height: int
    first: Square = (0, 0)

    def __contains__(self, square: Square) -> bool:
        """Whether a square is in the picture."""
        (x, y), (left, top) = square, self.first
        return left <= x < left + self.width and top <= y < top + self.height

    @property
    def size(self) -> Point:
        return self.width * self.tile, self.height * self.tile

    @property
    def origin(self) -> Point:
        """Where the top left of the whole board's first square lies, in the picture or not."""
        (left, top), (x, y) = self.corner, self.first
        return left - x * self.tile, top - y * self.tile

    @property
    def right(self) -> float:
        return self.corner[0] + self.size[0]

    @property
    def bottom(self) -> float:
        return self.corner[1] + self.size[1]

    @property
    def last(self) -> Square:
        """The square at its bottom right."""
        return self.first[0] + self.width - 1, self.first[1] + self.height - 1

    @property
    def is_legible(self) -> bool:
        """Whether words fit into its squares."""
        return self.tile >= LEGIBLE

    @property
    def squares(self) -> Squares:
        """Its squares, for whoever points at one."""
        return Squares(self.corner, self.tile, self.width, self.height, self.first)

    def middle(self, square: Square, aside: Point = (0.0, 0.0)) -> Point:
        """The middle of a square in pixels, or what lies so many tiles `aside` of it."""
        (left, top), (x, y), (dx, dy) = self.origin, square, aside
        return (
            round(left + (x + 0.5 + dx) * self.tile, 2),
            round(top + (y + 0.5 + dy) * self.tile, 2),
        )


def tile_size(width: int, height: int, most: int, largest: int = 36) -> int:
    """The largest even number of pixels, so that pictures half as large again stay sharp, with
    which the board is at most `most` pixels wide and high; at least 4."""
    return max(4, min(largest, most // max(width, height) // 2 * 2))


def fitted(width: int, height: int, largest: int, first: Square = (0, 0)) -> Frame:
    """A board or a part of one, as large as a sheet has room for, in its middle."""
    tile = min(tile_size(width, height, _ROOM, largest), _ROOM / max(width, height))
    return Frame((round((WIDTH - width * tile) / 2), TOP), tile, width, height, first)


def crops(width: int, height: int, matters: Collection[Square], largest: int) -> tuple[Frame, ...]:
    """As few legible frames as show all squares of a board that matter and what is around them,
    in reading order."""
    found = []
    for top, bottom in _parts([y for _x, y in matters]):
        for left, right in _parts([x for x, _y in matters]):
            inside = [(x, y) for x, y in matters if left <= x < right and top <= y < bottom]
            if inside:
                x0, x1 = _around([x for x, _y in inside], (left, right), width)
                y0, y1 = _around([y for _x, y in inside], (top, bottom), height)
                found.append(fitted(x1 - x0, y1 - y0, largest, (x0, y0)))
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


def grid_lines(frame: Frame, colour: str) -> list[Path]:
    """Thin lines between the tiles, where there is room for them."""
    if frame.tile < _GRID_FROM:
        return []
    (left, top), (wide, high) = frame.corner, frame.size
    down = (f"M{left + x * frame.tile:g} {top:g}v{high:g}" for x in range(1, frame.width))
    across = (f"M{left:g} {top + y * frame.tile:g}h{wide:g}" for y in range(1, frame.height))
    style = Style(stroke=colour, width=0.6, opacity=0.22)
    return [Path(data="".join((*down, *across)), style=style)]


def edge_names(
    frame: Frame,
    column_name: Callable[[int], str],
    colour: str,
    size: float = _NAME,
    row_name: Callable[[int], str] = lambda y: str(y + 1),
) -> list[AnyShape]:
    """The columns' letters above the board and below it, the rows' numbers on both sides; a board
    that is turned round names both otherwise."""
    every = next((n for n in _EVERY if n * frame.tile >= 2 * size), _EVERY[-1])
    style = Style(fill=colour)
    names: list[AnyShape] = []
    for x in _named(frame.first[0], frame.width, every):
        across = frame.middle((x, 0))[0]
        for y in (frame.corner[1] - _GAP, frame.bottom + size + _GAP - 2):
            at = (across, y)
            names.append(Text(at=at, text=column_name(x), size=size, anchor="middle", style=style))
    for y in _named(frame.first[1], frame.height, every):
        down = frame.middle((0, y))[1] + size * 0.36
        left, right = (frame.corner[0] - _GAP, down), (frame.right + _GAP, down)
        names.append(Text(at=left, text=row_name(y), size=size, anchor="end", style=style))
        names.append(Text(at=right, text=row_name(y), size=size, style=style))
    return names


def _named(first: int, count: int, every: int) -> Iterator[int]:
    """The lines that bear a name: the board's first one, and those at a round number."""
    return (n for n in range(first, first + count) if n == 0 or (n + 1) % every == 0)


def mat(frame: Frame, colour: str) -> AnyShape:
    """Paper around a part of a board, over what leads out of it."""
    (left, top), (wide, high) = frame.corner, frame.size
    outer = f"M0 0H{WIDTH}V{frame.bottom + WIDTH:g}H0Z"
    inner = f"M{left:g} {top:g}v{high:g}h{wide:g}v{-high:g}Z"
    return Path(data=outer + inner, style=Style(fill=colour))
