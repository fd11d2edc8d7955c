"""Where things lie on the galaxy map: sectors in pixels, and the outlines of territories."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec

from pbem.engine.scene import Point
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.holdings import Sector

WIDTH = 720
MARGIN = 8.0
TOP = 38.0
"""Room for the title above the galaxy."""
SCALE = (WIDTH - 2 * MARGIN) / galaxy.SIZE[0]
BOTTOM = TOP + galaxy.SIZE[1] * SCALE

_SHARPEST = 0.35
"""Corners sharper than this (1 + cosine) are cut when an outline is drawn in."""

Edge = tuple[Point, Point]


class Box(msgspec.Struct, frozen=True):
    """A rectangle by its centre and half its size."""

    centre: Point
    half: tuple[float, float]

    def around(self, towards: Point, distance: float) -> Point:
        """Where the ellipse `distance` times this box's half size is left towards a point."""
        (x, y), (wide, high) = self.centre, self.half
        dx, dy = (towards[0] - x) / wide, (towards[1] - y) / high
        run = math.hypot(dx, dy) or 1.0
        return x + dx / run * wide * distance, y + dy / run * high * distance

    def distance(self, point: Point) -> float:
        """How far a point is from the centre, in half sizes."""
        (x, y), (wide, high) = self.centre, self.half
        return math.hypot((point[0] - x) / wide, (point[1] - y) / high)


def to_pixels(point: tuple[float, float]) -> Point:
    return round(MARGIN + point[0] * SCALE, 2), round(TOP + point[1] * SCALE, 2)


@cache
def polygon(sector: Sector) -> tuple[Point, ...]:
    """A sector's corners in pixels, its inside to the right of the way around."""
    return tuple(to_pixels(point) for point in galaxy.PLACES[sector].polygon)


@cache
def label(sector: Sector) -> Point:
    """Where a sector's words stand, in pixels."""
    return to_pixels(galaxy.PLACES[sector].label)


def _edges(sector: Sector) -> list[Edge]:
    corners = polygon(sector)
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


@cache
def border(one: Sector, other: Sector) -> Edge:
    """The edge that two neighbours share, the same whichever is named first."""
    reverse = {(b, a) for a, b in _edges(other)}
    return min(min(edge, edge[::-1]) for edge in _edges(one) if edge in reverse)


@lru_cache(maxsize=1024)
def outlines(sectors: frozenset[Sector], inset: float) -> tuple[tuple[Point, ...], ...]:
    """The closed lines around a territory, so many pixels within it."""
    edges = {edge for sector in sectors for edge in _edges(sector)}
    outer = sorted(edge for edge in edges if edge[::-1] not in edges)
    return tuple(_drawn_in(loop, inset) for loop in _loops(outer))


def _loops(edges: Iterable[Edge]) -> Iterable[list[Point]]:
    """Edges joined end to end. Where two loops touch in a corner, each keeps to its own side."""
    starting: defaultdict[Point, list[Edge]] = defaultdict(list)
    for edge in edges:
        starting[edge[0]].append(edge)
    while any(starting.values()):
        edge = next(ways for ways in starting.values() if ways).pop()
        loop = [edge[0]]
        while edge[1] != loop[0]:
            loop.append(edge[1])
            ways = starting[edge[1]]
            last = edge
            edge = max(ways, key=lambda way: _turn(last, way))
            ways.remove(edge)
        yield loop


def _turn(one: Edge, other: Edge) -> float:
    """The angle by which the way turns inwards from one edge to the next."""
    (ax, ay), (bx, by) = _direction(one), _direction(other)
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def _direction(edge: Edge) -> Point:
    (x0, y0), (x1, y1) = edge
    run = math.hypot(x1 - x0, y1 - y0)
    return (x1 - x0) / run, (y1 - y0) / run


def _drawn_in(loop: list[Point], inset: float) -> tuple[Point, ...]:
    return tuple(
        _corner(loop[i - 1], corner, loop[(i + 1) % len(loop)], inset)
        for i, corner in enumerate(loop)
    )


def _corner(before: Point, corner: Point, after: Point, inset: float) -> Point:
    """A corner moved inwards along its bisector, so that both edges move by `inset`."""
    (ax, ay), (bx, by) = _direction((before, corner)), _direction((corner, after))
    reach = inset / max(_SHARPEST, 1 + ax * bx + ay * by)
    return round(corner[0] - (ay + by) * reach, 2), round(corner[1] + (ax + bx) * reach, 2)


def is_inside(point: Point, corners: tuple[Point, ...]) -> bool:
    """Whether a point lies within a polygon."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside
