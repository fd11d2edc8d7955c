"""Where squares lie in a picture, their grid, and the names along its edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.engine.scene import AnyShape, Path, Point, Style, Text
from pbem.maps.board import column_name
from pbem.maps.grid import Square

_GRID_FROM = 10.0
"""Tiles smaller than this have no grid; its lines would drown what it divides."""
_NAME = 11.0
_EVERY = (1, 2, 5, 10, 20)
_GAP = 6.0


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

    def middle(self, square: Square) -> Point:
        """The middle of a square in pixels."""
        (left, top), (x, y) = self.origin, square
        return round(left + (x + 0.5) * self.tile, 2), round(top + (y + 0.5) * self.tile, 2)


def tile_size(width: int, height: int, most: int, largest: int = 36) -> int:
    """The largest even number of pixels, so that pictures half as large again stay sharp, with
    which the board is at most `most` pixels wide and high; at least 4."""
    return max(4, min(largest, most // max(width, height) // 2 * 2))


def grid_lines(frame: Frame, colour: str) -> list[AnyShape]:
    """Thin lines between the tiles, where there is room for them."""
    if frame.tile < _GRID_FROM:
        return []
    (left, top), (wide, high) = frame.corner, frame.size
    down = (f"M{left + x * frame.tile:g} {top:g}v{high:g}" for x in range(1, frame.width))
    across = (f"M{left:g} {top + y * frame.tile:g}h{wide:g}" for y in range(1, frame.height))
    style = Style(stroke=colour, width=0.6, opacity=0.22)
    return [Path(data="".join((*down, *across)), style=style)]


def edge_names(frame: Frame, colour: str, size: float = _NAME) -> list[AnyShape]:
    """The columns' letters above the board and below it, the rows' numbers on both sides."""
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
        names.append(Text(at=left, text=str(y + 1), size=size, anchor="end", style=style))
        names.append(Text(at=right, text=str(y + 1), size=size, style=style))
    return names


def _named(first: int, count: int, every: int) -> Iterator[int]:
    """The lines that bear a name: the board's first one, and those at a round number."""
    return (n for n in range(first, first + count) if n == 0 or (n + 1) % every == 0)
