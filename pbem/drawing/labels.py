"""Labels that keep apart: never upon each other, and clear of what is drawn where they can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist, hypot, inf
from typing import NamedTuple

from pbem.engine.scene import Point

_CELL = 8.0
_Cell = tuple[int, int]


class Box(NamedTuple):
    """A rectangle by its centre and half its size."""

    centre: Point
    half: Point

    def overlaps(self, other: Box) -> bool:
        (x, y), (wide, high) = self.centre, self.half
        (a, b), (across, down) = other.centre, other.half
        return abs(x - a) < wide + across and abs(y - b) < high + down

    def around(self, towards: Point, distance: float) -> Point:
        """Where the ellipse `distance` times this box's half size is left towards a point."""
        (x, y), (wide, high) = self.centre, self.half
        dx, dy = (towards[0] - x) / wide, (towards[1] - y) / high
        run = hypot(dx, dy) or 1.0
        return x + dx / run * wide * distance, y + dy / run * high * distance

    def distance(self, point: Point) -> float:
        """How far a point is from the centre, in half sizes."""
        (x, y), (wide, high) = self.centre, self.half
        return hypot((point[0] - x) / wide, (point[1] - y) / high)

    def kept(self, half: Point, at: Point) -> Point:
        """The place nearest to `at` where a label of that half size lies within this box."""
        (x, y), (wide, high) = self.centre, self.half
        across, down = max(0.0, wide - half[0]), max(0.0, high - half[1])
        return min(x + across, max(x - across, at[0])), min(y + down, max(y - down, at[1]))


class Spot(NamedTuple):
    """A place where a label may stand, what it belongs to, and how bad the place is by itself."""

    at: Point
    anchor: Point
    price: float = 0.0


class Label(NamedTuple):
    """Half its size, the places that it may take, and its own line, which it may cover."""

    half: Point
    spots: Sequence[Spot]
    line: Sequence[Point] = ()


class Crowd:
    """What is drawn, as the weight of each little cell: how much worse it is to cover it."""

    def __init__(self) -> None:
        self._weights: Counter[_Cell] = Counter()

    def box(self, box: Box, weight: int) -> None:
        for cell in _cells(box):
            self._weights[cell] += weight

    def line(self, points: Sequence[Point], weight: int) -> None:
        for cell in _along(tuple(points)):
            self._weights[cell] += weight

    def covered(self, box: Box) -> int:
        """The weight of what a label there would cover."""
        return sum(self._weights.get(cell, 0) for cell in _cells(box))


def apart(
    labels: Iterable[Label], crowd: Crowd, within: Box, *, line: int, label: int
) -> list[Spot | None]:
    """A place for each label, in turn the one that covers least; where all its own are taken, the
    nearest free one within the box, or None where there is none. ``line`` and ``label`` are the
    weights of a label's own line, which is in the crowd, and of one that has its place."""
    taken: list[Box] = []
    found: list[Spot | None] = []
    for one in labels:
        crowd.line(one.line, -line)
        spot = _best(one, crowd, taken) or _elsewhere(one, taken, within)
        crowd.line(one.line, line)
        if spot is not None:
            taken.append(Box(spot.at, one.half))
            crowd.box(taken[-1], label)
        found.append(spot)
    return found


def _best(label: Label, crowd: Crowd, taken: Sequence[Box]) -> Spot | None:
    best, least = None, inf
    for spot in label.spots:
        box, price = Box(spot.at, label.half), spot.price
        if price >= least or any(map(box.overlaps, taken)):
            continue
        price += crowd.covered(box)
        if price < least:
            best, least = spot, price
    return best


def _elsewhere(label: Label, taken: Sequence[Box], within: Box) -> Spot | None:
    """The nearest place to the one that was wished for most where no label stands."""
    anchor, (wide, high) = label.spots[0].anchor, label.half
    (x, y), (across, down) = within.centre, within.half
    columns, rows = int((across - wide) / wide), int((down - high) / high)
    places = [
        (x + column * wide, y + row * high)
        for column in range(-columns, columns + 1)
        for row in range(-rows, rows + 1)
    ]
    for at in sorted(places, key=lambda at: dist(at, anchor)):
        if not any(map(Box(at, label.half).overlaps, taken)):
            return Spot(at, anchor)
    return None


def length(line: Sequence[Point]) -> float:
    return sum(dist(a, b) for a, b in pairwise(line))


def along(line: Sequence[Point], share: float) -> tuple[Point, Point]:
    """The point at that share of a line's length, and the line's direction there."""
    left = share * length(line)
    for a, b in pairwise(line):
        run = dist(a, b)
        if run and left <= run:
            dx, dy = (b[0] - a[0]) / run, (b[1] - a[1]) / run
            return (a[0] + dx * left, a[1] + dy * left), (dx, dy)
        left -= run
    return line[-1], (1.0, 0.0)


@lru_cache(maxsize=256)
def _along(line: tuple[Point, ...]) -> frozenset[_Cell]:
    """The cells that a line passes through."""
    found = set()
    for (x0, y0), (x1, y1) in pairwise(line):
        steps = max(1, int(dist((x0, y0), (x1, y1)) / _CELL))
        for step in range(steps):
            found.add(_cell((x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps)))
    return frozenset(found)


def _cell(point: Point) -> _Cell:
    return int(point[0] // _CELL), int(point[1] // _CELL)


def _cells(box: Box) -> Iterator[_Cell]:
    (x, y), (wide, high) = box.centre, box.half
    left, top = _cell((x - wide, y - high))
    right, bottom = _cell((x + wide, y + high))
    return ((i, j) for i in range(left, right + 1) for j in range(top, bottom + 1))
