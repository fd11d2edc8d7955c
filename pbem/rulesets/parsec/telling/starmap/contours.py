"""Soft lines around areas of systems: closed, with round corners, a little within the squares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from pbem.drawing.grid import Frame
from pbem.engine.scene import Point
from pbem.maps.board import Square

_Corner = tuple[int, int]
_Step = tuple[int, int]
"""The way from one corner to the next: right, down, left or up by one."""
_Side = tuple[_Corner, _Step]
"""A side of a square, by the corner where it begins and its way on."""

_SIDES: tuple[tuple[_Step, _Corner, _Step], ...] = (
    ((0, -1), (0, 0), (1, 0)),
    ((1, 0), (1, 0), (0, 1)),
    ((0, 1), (1, 1), (-1, 0)),
    ((-1, 0), (0, 1), (0, -1)),
)
"""A square's four sides: what lies beyond, the corner where the side begins, and its way; the
square is to the right of it."""


def contour(squares: Collection[Square], frame: Frame, inset: float, bend: float) -> str:
    """Path data of the lines around these squares, ``inset`` pixels within them and ``bend``
    pixels round at their corners. Squares that only touch at a corner stay apart."""
    return "".join(_path(loop, frame, inset, bend) for loop in _loops(squares))


def _loops(squares: Collection[Square]) -> Iterator[list[_Side]]:
    """The corners of each closed line, with the way onwards from each."""
    inside = set(squares)
    ways: defaultdict[_Corner, list[_Step]] = defaultdict(list)
    for x, y in sorted(inside):
        for (dx, dy), (cx, cy), way in _SIDES:
            if (x + dx, y + dy) not in inside:
                ways[x + cx, y + cy].append(way)
    for start in sorted(ways):
        while ways[start]:
            yield _corners(list(_walk(start, ways)))


def _walk(start: _Corner, ways: defaultdict[_Corner, list[_Step]]) -> Iterator[_Side]:
    """Side by side back to the start; where two ways lead on, the one that turns inwards."""
    here, way = start, ways[start].pop()
    while True:
        yield here, way
        here = here[0] + way[0], here[1] + way[1]
        if here == start:
            return
        inwards = (-way[1], way[0])
        way = inwards if inwards in ways[here] else ways[here][0]
        ways[here].remove(way)


def _corners(sides: list[_Side]) -> list[_Side]:
    """The places where the way bends."""
    return [
        side
        for before, side in zip((sides[-1], *sides), sides, strict=False)
        if before[1] != side[1]
    ]


def _path(loop: list[_Side], frame: Frame, inset: float, bend: float) -> str:
    parts: list[str] = []
    for place, ((x, y), way) in enumerate(loop):
        before = loop[place - 1][1]
        left, top = frame.origin
        corner = (
            left + x * frame.tile - (before[1] + way[1]) * inset,
            top + y * frame.tile + (before[0] + way[0]) * inset,
        )
        into, out = _along(corner, before, -bend), _along(corner, way, bend)
        parts.append(f"{'L' if parts else 'M'}{_at(into)}Q{_at(corner)} {_at(out)}")
    return "".join(parts) + "Z"


def _along(point: Point, way: _Step, distance: float) -> Point:
    return point[0] + way[0] * distance, point[1] + way[1] * distance


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
