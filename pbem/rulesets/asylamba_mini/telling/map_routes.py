"""The lines of missions on the galaxy map, and where their badges stand.

A line crosses each border in a lane of its own and passes around the words of the sectors
on its way. Badges stand near where the fleets are by now, clear of words and of each other.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.scene import Point
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.telling.map_geometry import (
    BOTTOM,
    MARGIN,
    TOP,
    WIDTH,
    Box,
    border,
)
from pbem.rulesets.asylamba_mini.view import Course

Line = tuple[Point, ...]

_LANE = 12.0
"""Pixels between two lanes over a border, at most."""
_EDGE_SHARE = 0.72
"""How much of a border its lanes may take."""
_CLEAR = 1.12
"""How far lines keep from words, in half sizes of the words' box."""
_SAMPLES = 6
_HEAD = 11.0
"""The last stretch is at least as long as an arrow's head."""

_CELL = 6.0
_WORDS, _BADGE, _STRAND = 60, 40, 3
"""How much worse it is for a badge to cover words, a badge or a line than a free cell."""
_SIDES = (0.0, 16.0, -16.0, 26.0, -26.0)
_SHIFTS = (0.0, 0.08, -0.08, 0.16, -0.16, 0.25, -0.25, 0.35, -0.35)


def lines(courses: Sequence[Course], boxes: Mapping[Sector, Box]) -> tuple[Line, ...]:
    """One line for each mission, from beside its source's words to beside its target's."""
    lanes = _lanes(courses)
    passing: Counter[Sector] = Counter()
    return tuple(_line(course, boxes, lanes, passing) for course in courses)


def _steps(course: Course) -> Iterable[tuple[Sector, Sector]]:
    return zip(course.path, course.path[1:], strict=False)


def _lanes(courses: Sequence[Course]) -> dict[tuple[int, Sector, Sector], Point]:
    """Where each mission crosses each border on its way."""
    users: defaultdict[tuple[Sector, Sector], list[int]] = defaultdict(list)
    for course in courses:
        for a, b in _steps(course):
            users[min(a, b), max(a, b)].append(course.number)
    return {
        (number, *pair): _crossing(pair, place, len(numbers))
        for pair, numbers in users.items()
        for place, number in enumerate(numbers)
    }


def _crossing(pair: tuple[Sector, Sector], place: int, count: int) -> Point:
    (x0, y0), (x1, y1) = border(*pair)
    gap = min(_LANE / math.dist((x0, y0), (x1, y1)), _EDGE_SHARE / count)
    share = 0.5 + (place - (count - 1) / 2) * gap
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _line(
    course: Course,
    boxes: Mapping[Sector, Box],
    lanes: Mapping[tuple[int, Sector, Sector], Point],
    passing: Counter[Sector],
) -> Line:
    crossings = [lanes[course.number, min(a, b), max(a, b)] for a, b in _steps(course)]
    points = [_beside(boxes[course.source], crossings[0])]
    for sector, (into, out) in zip(
        course.path[1:-1], zip(crossings, crossings[1:], strict=False), strict=True
    ):
        points += [into, _past(boxes[sector], into, out, passing[sector])]
        passing[sector] += 1
    points += [crossings[-1], _beside(boxes[course.target], crossings[-1])]
    return _with_room_for_head(_smooth(points))


def _beside(box: Box, towards: Point) -> Point:
    """The end of a line: next to the words, unless the border is nearer."""
    return box.around(towards, min(_CLEAR, 0.75 * box.distance(towards)))


def _past(box: Box, into: Point, out: Point, others: int) -> Point:
    """The middle of the way through a sector, around its words and beside earlier missions."""
    middle = ((into[0] + out[0]) / 2, (into[1] + out[1]) / 2)
    clear = _CLEAR + 0.17 * (others % 4)
    if box.distance(middle) >= clear:
        return middle
    if box.distance(middle) < 0.05:
        middle = (box.centre[0] - (out[1] - into[1]), box.centre[1] + (out[0] - into[0]))
    return box.around(middle, clear)


def _smooth(points: Sequence[Point]) -> list[Point]:
    """A curve through all points (Catmull-Rom)."""
    padded = [points[0], *points, points[-1]]
    curve = [points[0]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        curve += [_between(a, b, c, d, step / _SAMPLES) for step in range(1, _SAMPLES + 1)]
    return curve


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    x, y = (
        0.5 * (2 * q + t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p))))
        for p, q, r, s in zip(a, b, c, d, strict=True)
    )
    return round(x, 1), round(y, 1)


def _with_room_for_head(curve: Sequence[Point]) -> Line:
    end = curve[-1]
    kept = [point for point in curve[1:-1] if math.dist(point, end) >= _HEAD]
    return (curve[0], *kept, end)


def badges(
    courses: Sequence[Course],
    drawn: Sequence[Line],
    sizes: Sequence[tuple[float, float]],
    boxes: Iterable[Box],
    turn: int,
) -> tuple[Point, ...]:
    """The centre of each mission's badge, of the given size, after `turn` turns."""
    crowd: Counter[tuple[int, int]] = Counter()
    for box in boxes:
        _occupy(crowd, box, _WORDS)
    for line in drawn:
        crowd.update({cell: _STRAND for cell in map(_cell, _sampled(line))})
    places = []
    for course, line, (wide, high) in zip(courses, drawn, sizes, strict=True):
        half = (wide / 2, high / 2)
        spots = (Box(at, half) for at in _candidates(line, _progress(course, turn), half))
        best = min(enumerate(spots), key=lambda spot: (_cost(crowd, spot[1], spot[0])))[1]
        _occupy(crowd, best, _BADGE)
        places.append(best.centre)
    return tuple(places)


def _progress(course: Course, turn: int) -> float:
    """Which share of its way a mission has behind it, kept off the ends."""
    share = (turn - course.launched + 0.5) / (course.arrives - course.launched + 0.5)
    return min(0.8, max(0.2, share))


def _candidates(line: Line, wished: float, half: tuple[float, float]) -> Iterable[Point]:
    """Places on the line and beside it, the best first, all within the picture."""
    for shift in _SHIFTS:
        (x, y), (dx, dy) = _along(line, min(0.9, max(0.1, wished + shift)))
        for side in _SIDES:
            across = side * (1 + abs(dy) * half[0] / 26)
            yield (
                min(WIDTH - MARGIN - half[0], max(MARGIN + half[0], x - dy * across)),
                min(BOTTOM - half[1], max(TOP + half[1], y + dx * across)),
            )


def _along(line: Line, share: float) -> tuple[Point, Point]:
    """The point at that share of a line's length, and the line's direction there."""
    runs = [math.dist(a, b) for a, b in zip(line, line[1:], strict=False)]
    left = share * sum(runs)
    for (a, b), run in zip(zip(line, line[1:], strict=False), runs, strict=True):
        if run and left <= run:
            dx, dy = (b[0] - a[0]) / run, (b[1] - a[1]) / run
            return (a[0] + dx * left, a[1] + dy * left), (dx, dy)
        left -= run
    return line[-1], (1.0, 0.0)


def _sampled(line: Line) -> Iterable[Point]:
    for (x0, y0), (x1, y1) in zip(line, line[1:], strict=False):
        steps = max(1, int(math.dist((x0, y0), (x1, y1)) / _CELL))
        for step in range(steps):
            yield x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0] // _CELL), int(point[1] // _CELL)


def _cells(box: Box) -> Iterable[tuple[int, int]]:
    (x, y), (wide, high) = box.centre, box.half
    left, top = _cell((x - wide, y - high))
    right, bottom = _cell((x + wide, y + high))
    return ((i, j) for i in range(left, right + 1) for j in range(top, bottom + 1))


def _occupy(crowd: Counter[tuple[int, int]], box: Box, weight: int) -> None:
    for cell in _cells(box):
        crowd[cell] += weight


def _cost(crowd: Mapping[tuple[int, int], int], box: Box, rank: int) -> float:
    """What a badge there would cover; among equals the earlier candidate."""
    return sum(crowd.get(cell, 0) for cell in _cells(box)) + 0.7 * rank
