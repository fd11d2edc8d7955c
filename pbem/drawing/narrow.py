"""What narrow screens show of a map: the part around what matters to its reader, and little else.

A telephone has half the pixels that a map is wide; scaled down to them its words could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from math import ceil

import msgspec

from pbem.drawing.grid import Frame, Square
from pbem.drawing.legends import Block
from pbem.drawing.tokens import placed
from pbem.engine.scene import Pane, Point, Scene, Window

ACROSS = 480.0
"""Pixels of such a part, at most: a telephone shows it 340 wide, and its letters of 13 as of 9."""
DOWN = 400.0
"""Of a map without squares, at most: mails stay small."""
SCALE = 1.2
"""Pixels for each of a scene's where a mail has pictures for wide screens and for narrow ones."""
MARGIN = 10.0
"""Beside the legend below a part."""
_EDGE = 22.0
"""Around a board's part, for the names of columns and rows."""
_OUT = 5.0
"""Beyond its edge, for what stands in its last squares and sticks out."""
_BETWEEN = 8.0
"""Between columns of a map that stand below each other."""
_TWICE = 30.0
"""Of a map's column that stands in the next one, too, at the least."""
_STEP = 30.0
"""Parts begin at multiples of this, so that neighbours may share one."""

Legend = Callable[[float], Block]
"""What stands below a part, made for so many pixels across."""


def part_of(scene: Scene, panes: Sequence[Pane], legend: Legend) -> Scene:
    """Parts of a picture, and a short legend below."""
    wide, high = (max(pane.at[axis] + pane.size[axis] for pane in panes) for axis in (0, 1))
    block = legend(wide - 2 * MARGIN)
    return Scene(
        width=round(wide),
        height=round(high + block.height + 2 * MARGIN),
        items=(placed((MARGIN, high + MARGIN), *block.shapes),),
        title=scene.title,
        ground=scene.ground,
        window=Window(scene, high, tuple(panes)),
    )


def around(
    scene: Scene, corner: Point, size: Point, places: Collection[Point], legend: Legend
) -> Scene | None:
    """The part of a map that shows the most of these places; the map itself fills the rectangle.
    None where there are no places, or where all of it fits."""
    if not places or size[0] <= ACROSS:
        return None
    wide = ACROSS, min(DOWN, size[1])
    best = max(
        (_beside(place, corner, size, wide) for place in sorted(places)),
        key=lambda at: sum(_within(place, at, wide) for place in places),
    )
    return part_of(scene, [Pane(best, wide)], legend)


def all_of(scene: Scene, corner: Point, size: Point, legend: Legend) -> Scene | None:
    """The whole of a map for who has no places of their own on it: its columns below each
    other. None where all of it fits."""
    if size[0] <= ACROSS:
        return None
    count, high = ceil((size[0] - _TWICE) / (ACROSS - _TWICE)), size[1]
    step = (size[0] - ACROSS) / (count - 1)
    panes = [
        Pane((corner[0] + n * step, corner[1]), (ACROSS, high), (0.0, n * (high + _BETWEEN)))
        for n in range(count)
    ]
    return part_of(scene, panes, legend)


def _beside(place: Point, corner: Point, size: Point, wide: Point) -> Point:
    """The corner of the part that has a place in its middle, as far as the map goes."""
    (x, y), (left, top) = place, corner
    across, down = x - wide[0] / 2 - left, y - wide[1] / 2 - top
    return (
        left + min(max(0.0, round(across / _STEP) * _STEP), size[0] - wide[0]),
        top + min(max(0.0, round(down / _STEP) * _STEP), size[1] - wide[1]),
    )


def _within(place: Point, corner: Point, size: Point) -> bool:
    return all(low <= at <= low + far for at, low, far in zip(place, corner, size, strict=True))


def squares_around(
    scene: Scene, frame: Frame, places: Collection[Square], legend: Legend
) -> Scene | None:
    """The squares of a board that show the most of these places, and the names along its edges.
    None where there are no places, or where the squares have no room for words."""
    count = int((ACROSS - 2 * _EDGE) // frame.tile)
    if not places or not frame.is_legible:
        return None
    wide, high = min(count, frame.width), min(count, frame.height)
    x0, y0 = frame.first

    def first_for(place: Square) -> Square:
        return (
            min(max(x0, place[0] - wide // 2), x0 + frame.width - wide),
            min(max(y0, place[1] - high // 2), y0 + frame.height - high),
        )

    def shown(first: Square) -> int:
        part = Frame((0.0, 0.0), frame.tile, wide, high, first)
        return sum(place in part for place in places)

    x, y = max(map(first_for, sorted(places)), key=shown)
    corner = frame.origin[0] + x * frame.tile, frame.origin[1] + y * frame.tile
    return part_of(scene, [*_with_edges(frame, corner, (wide, high))], legend)


def all_squares(scene: Scene, frame: Frame, legend: Legend) -> Scene | None:
    """All squares of a board for who has no pieces of their own on it: its columns below each
    other. None where they fit beside each other, or have no room for words."""
    most = int((ACROSS - 2 * _EDGE) // frame.tile)
    if frame.width <= most or not frame.is_legible:
        return None
    count = ceil(frame.width / most)
    lower = frame.height * frame.tile + 2 * _EDGE + _BETWEEN
    panes: list[Pane] = []
    for n in range(count):
        first = n * (frame.width - most) // (count - 1)
        corner = frame.origin[0] + first * frame.tile, frame.origin[1]
        panes += (
            msgspec.structs.replace(pane, at=(pane.at[0], pane.at[1] + n * lower))
            for pane in _with_edges(frame, corner, (most, frame.height))
        )
    return part_of(scene, panes, legend)


def _with_edges(frame: Frame, corner: Point, count: Square) -> Iterator[Pane]:
    """So many squares from a corner on, and what stands along the edges of the whole board beside
    them: above, left, right and below."""
    (x, y), (wide, high) = corner, (count[0] * frame.tile, count[1] * frame.tile)
    (left, top), right, bottom = frame.corner, _EDGE + wide, _EDGE + high
    side = _EDGE - _OUT
    yield Pane(corner, (wide, high), (_EDGE, _EDGE))
    yield Pane((x, top - _EDGE), (wide, _EDGE), (_EDGE, 0.0))
    yield Pane((left - _EDGE, y), (side, high), (0.0, _EDGE))
    yield Pane((frame.right + _OUT, y), (side, high), (right + _OUT, _EDGE))
    yield Pane((x, frame.bottom + _OUT), (wide, side), (_EDGE, bottom + _OUT))
