"""Lines around areas: of cells that share edges, such as a galaxy's sectors or a board's squares.

A cell is a polygon whose inside lies to the right of the way around, with y down.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.drawing.grid import Frame, Square
from pbem.drawing.labels import Box
from pbem.engine.scene import Point

Loop = tuple[Point, ...]
"""A closed line by its corners; the last is followed by the first."""
Edge = tuple[Point, Point]

_SHARPEST = 0.35
"""Corners sharper than this (1 + cosine) are cut when a line is drawn in."""


@dataclass(frozen=True)
class Field:
    """A galaxy's plane in a picture: where its ``corner`` is, its ``extent`` in units of its own,
    and how many pixels each of them takes."""

    corner: Point
    extent: Point
    scale: float

    def at(self, point: Point) -> Point:
        """Where a point of the plane lies."""
        (left, top), scale = self.corner, self.scale
        return round(left + point[0] * scale, 2), round(top + point[1] * scale, 2)

    @property
    def box(self) -> Box:
        half = self.extent[0] * self.scale / 2, self.extent[1] * self.scale / 2
        return Box((self.corner[0] + half[0], self.corner[1] + half[1]), half)

    @property
    def bottom(self) -> float:
        return self.corner[1] + self.extent[1] * self.scale


def square_cells(squares: Iterable[Square], frame: Frame) -> list[Loop]:
    """Squares as cells, in pixels."""
    (left, top), tile = frame.origin, frame.tile
    xs = {n: left + n * tile for x, _y in squares for n in (x, x + 1)}
    ys = {n: top + n * tile for _x, y in squares for n in (y, y + 1)}
    return [
        ((xs[x], ys[y]), (xs[x + 1], ys[y]), (xs[x + 1], ys[y + 1]), (xs[x], ys[y + 1]))
        for x, y in sorted(squares)
    ]


def edges(cell: Loop) -> list[Edge]:
    return list(pairwise((*cell, cell[0])))


def border(one: Loop, other: Loop) -> Edge:
    """The edge that two neighbours share, the same whichever is named first."""
    beyond = {(b, a) for a, b in edges(other)}
    return min(min(edge, edge[::-1]) for edge in edges(one) if edge in beyond)


def outline(cells: Iterable[Loop], inset: float = 0.0) -> list[Loop]:
    """The closed lines around these cells, so many pixels within them. Cells that only touch at
    a corner stay apart."""
    found = {edge for cell in cells for edge in edges(cell)}
    outer = sorted(edge for edge in found if edge[::-1] not in found)
    return [_drawn_in(_bends(loop), inset) for loop in _loops(outer)]


def _loops(outer: Iterable[Edge]) -> Iterator[list[Point]]:
    """Edges joined end to end. Where two loops touch in a corner, each keeps to its own side."""
    starting: defaultdict[Point, list[Edge]] = defaultdict(list)
    for edge in outer:
        starting[edge[0]].append(edge)
    for first in list(starting):
        while starting[first]:
            edge = starting[first].pop()
            loop = [edge[0]]
            while edge[1] != first:
                loop.append(edge[1])
                ways = starting[edge[1]]
                edge = ways[0] if len(ways) == 1 else max(ways, key=lambda way: _turn(edge, way))
                ways.remove(edge)
            yield loop


def _turn(one: Edge, other: Edge) -> float:
    """The angle by which the way turns inwards from one edge to the next."""
    (ax, ay), (bx, by) = direction(*one), direction(*other)
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def direction(start: Point, end: Point) -> Point:
    """The way from one point to another, one pixel long; nowhere where they are the same."""
    run = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / run, (end[1] - start[1]) / run


def _bends(loop: Sequence[Point]) -> list[Point]:
    """The corners at which the way bends."""
    return [
        here
        for before, here, after in _in_threes(loop)
        if math.dist(direction(before, here), direction(here, after)) > 1e-6
    ]


def _in_threes(loop: Sequence[Point]) -> Iterator[tuple[Point, Point, Point]]:
    return zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True)


def _drawn_in(loop: Sequence[Point], inset: float) -> Loop:
    """Every corner moved inwards along its bisector, so that both its edges move as far."""
    if not inset:
        return tuple(loop)
    return tuple(_moved(*three, inset) for three in _in_threes(loop))


def _moved(before: Point, corner: Point, after: Point, inset: float) -> Point:
    (ax, ay), (bx, by) = direction(before, corner), direction(corner, after)
    reach = inset / max(_SHARPEST, 1 + ax * bx + ay * by)
    return round(corner[0] - (ay + by) * reach, 2), round(corner[1] + (ax + bx) * reach, 2)


def path(loops: Iterable[Loop], bend: float = 0.0) -> str:
    """Path data of closed lines, their corners rounded over so many pixels."""
    parts: list[str] = []
    for loop in loops:
        lead = "M"
        for before, here, after in _in_threes(loop):
            if bend:
                (ax, ay), (bx, by) = direction(before, here), direction(here, after)
                into = here[0] - ax * bend, here[1] - ay * bend
                out = here[0] + bx * bend, here[1] + by * bend
                parts.append(f"{lead}{_at(into)}Q{_at(here)} {_at(out)}")
            else:
                parts.append(f"{lead}{_at(here)}")
            lead = "L"
        parts.append("Z")
    return "".join(parts)


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def contour(squares: Iterable[Square], frame: Frame, inset: float = 0.0, bend: float = 0.0) -> str:
    """Path data of the lines around these squares of a board."""
    return path(outline(square_cells(list(squares), frame), inset), bend)


def is_inside(point: Point, cell: Loop) -> bool:
    """Whether a point lies within a polygon."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in edges(cell):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside
