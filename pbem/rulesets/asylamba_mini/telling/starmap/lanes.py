"""The lines of missions on the galaxy map, and where their badges stand.

A line crosses each border in a lane of its own and passes around the words of the sectors
on its way. Badges stand near where the fleets are by now, clear of words and of each other.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from pbem.engine.scene import Point
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.telling.starmap.geometry import (
    BOTTOM,
    MARGIN,
    TOP,
    WIDTH,
    Box,
    border,
)
from pbem.rulesets.asylamba_mini.view import Course

Line = tuple[Point, ...]
_Cell = tuple[int, int]

_LANE = 12.0
"""Pixels between two lanes over a border, at most."""
_EDGE_SHARE = 0.72
"""How much of a border its lanes may take."""
_CLEAR = 1.35
"""How far lines keep from the words they pass, in half sizes of the words' box."""
_NEAR = 1.2
"""How far from the words a line begins and ends."""
_BESIDE = 0.2
"""How much farther each later line in the same sector keeps."""
_BENDS = (0.2, 0.4, 0.6, 0.8)
_SAMPLES = 3
_HEAD = 11.0
"""The last stretch is at least as long as an arrow's head."""

_CELL = 8.0
_WORDS, _BADGE, _POINT, _STRAND = 250, 250, 25, 4
"""How much worse it is to cover a cell of words, a badge, an arrow's head or a line."""
_BEHIND = 40
"""How much worse it is to hide most of the badge's own line."""
_AWAY = 0.4
"""How much worse each pixel between a badge and its line is."""
_VISIBLE = 40.0
"""Pixels of its own line that a badge leaves to be seen, at least."""
_GAPS = (5.0, -5.0, 18.0, -18.0, 34.0, -34.0, 56.0, -56.0)
"""Pixels between a line and a badge beside it, to the one side and to the other."""
_SHARES = (0.15, 0.24, 0.33, 0.42, 0.5, 0.58, 0.67, 0.76, 0.85)
"""Where along its line a badge may stand."""


def lines(courses: Sequence[Course], boxes: Mapping[Sector, Box]) -> tuple[Line, ...]:
    """One line for each mission, from beside its source's words to beside its target's."""
    lanes = _lanes(courses)
    passing: Counter[Sector] = Counter()
    return tuple(_line(course, boxes, lanes, passing) for course in courses)


def _steps(course: Course) -> Iterable[tuple[Sector, Sector]]:
    return pairwise(course.path)


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
    for sector, (into, out) in zip(course.path[1:-1], pairwise(crossings), strict=True):
        points += [into, *_past(boxes[sector], into, out, passing[sector])]
        passing[sector] += 1
    points += [crossings[-1], _beside(boxes[course.target], crossings[-1])]
    return _with_room_for_head(_smooth(points))


def _beside(box: Box, towards: Point) -> Point:
    """The end of a line: next to the words, unless the border is nearer."""
    return box.around(towards, min(_NEAR, 0.75 * box.distance(towards)))


def _past(box: Box, into: Point, out: Point, others: int) -> Iterable[Point]:
    """The way through a sector, around its words and outside of earlier missions.

    Reckoned with the box as a circle: what lies within it is moved sideways onto it.
    """
    (x, y), (wide, high) = box.centre, box.half
    a, b = ((into[0] - x) / wide, (into[1] - y) / high), ((out[0] - x) / wide, (out[1] - y) / high)
    run = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / run, (b[1] - a[1]) / run
    aside = a[1] * ux - a[0] * uy
    clear = _CLEAR + _BESIDE * (others % 4)
    for step in _BENDS:
        along = a[0] * ux + a[1] * uy + step * run
        far = math.sqrt(max(0.0, clear**2 - along**2))
        across = math.copysign(max(abs(aside), far), aside)
        yield x + (along * ux - across * uy) * wide, y + (along * uy + across * ux) * high


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


class Place(msgspec.Struct, frozen=True):
    """The centre of a badge, and the point of its line that it belongs to."""

    at: Point
    anchor: Point


def badges(
    courses: Sequence[Course],
    drawn: Sequence[Line],
    sizes: Sequence[tuple[float, float]],
    boxes: Iterable[Box],
    turn: int,
) -> tuple[Place, ...]:
    """Where each mission's badge, of the given size, stands after `turn` turns."""
    strands = [dict.fromkeys(map(_cell, _sampled(line)), _STRAND) for line in drawn]
    crowd: Counter[_Cell] = Counter()
    for box in boxes:
        _occupy(crowd, box, _WORDS)
    for line, strand in zip(drawn, strands, strict=True):
        crowd.update(strand)
        crowd[_cell(line[-1])] += _POINT
    places: dict[int, Place] = {}
    for i in sorted(range(len(drawn)), key=lambda i: _length(drawn[i])):  # the least free first
        half = (sizes[i][0] / 2, sizes[i][1] / 2)
        crowd.subtract(strands[i])
        places[i] = _best(crowd, drawn[i], _progress(courses[i], turn), half)
        crowd.update(strands[i])
        _occupy(crowd, Box(places[i].at, half), _BADGE)
    return tuple(places[i] for i in range(len(drawn)))


def _best(
    crowd: Mapping[_Cell, int], line: Line, wished: float, half: tuple[float, float]
) -> Place:
    """The place that covers least; among equals the one nearest to where the fleets are."""
    hides = _BEHIND if _length(line) < 2 * half[0] + _VISIBLE else 0.0
    best, least = Place(line[0], line[0]), math.inf
    for place in _candidates(line, wished, half):
        away = math.dist(place.at, place.anchor)
        bad = away * _AWAY if away else hides
        if bad < least:  # else it is worse whatever it covers
            bad += _covered(crowd, Box(place.at, half))
        if bad < least:
            best, least = place, bad
    return best


def _progress(course: Course, turn: int) -> float:
    """Which share of its way a mission has behind it, kept off the ends."""
    share = (turn - course.launched + 0.5) / (course.arrives - course.launched + 0.5)
    return min(0.65, max(0.25, share))


def _candidates(line: Line, wished: float, half: tuple[float, float]) -> Iterable[Place]:
    """Places on the line and beside it, the best first, all within the picture."""
    for share in (wished, *sorted(_SHARES, key=lambda share: abs(share - wished))):
        anchor, (dx, dy) = _along(line, share)
        yield Place(_within(anchor, half), anchor)
        clear = abs(dy) * half[0] + abs(dx) * half[1]
        for gap in _GAPS:
            aside = gap + math.copysign(clear, gap)
            yield Place(_within((anchor[0] - dy * aside, anchor[1] + dx * aside), half), anchor)


def _within(at: Point, half: tuple[float, float]) -> Point:
    """The nearest place to `at` where a badge of that half size lies in the galaxy's frame."""
    x, y = at
    return (
        round(min(WIDTH - MARGIN - half[0], max(MARGIN + half[0], x)), 1),
        round(min(BOTTOM - half[1], max(TOP + half[1], y)), 1),
    )


def _length(line: Line) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def _along(line: Line, share: float) -> tuple[Point, Point]:
    """The point at that share of a line's length, and the line's direction there."""
    runs = [math.dist(a, b) for a, b in pairwise(line)]
    left = share * sum(runs)
    for (a, b), run in zip(pairwise(line), runs, strict=True):
        if run and left <= run:
            dx, dy = (b[0] - a[0]) / run, (b[1] - a[1]) / run
            return (round(a[0] + dx * left, 1), round(a[1] + dy * left, 1)), (dx, dy)
        left -= run
    return line[-1], (1.0, 0.0)


def _sampled(line: Line) -> Iterable[Point]:
    for (x0, y0), (x1, y1) in pairwise(line):
        steps = max(1, int(math.dist((x0, y0), (x1, y1)) / _CELL))
        for step in range(steps):
            yield x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps


def _cell(point: Point) -> _Cell:
    return int(point[0] // _CELL), int(point[1] // _CELL)


def _cells(box: Box) -> Iterable[_Cell]:
    (x, y), (wide, high) = box.centre, box.half
    left, top = _cell((x - wide, y - high))
    right, bottom = _cell((x + wide, y + high))
    return ((i, j) for i in range(left, right + 1) for j in range(top, bottom + 1))


def _occupy(crowd: Counter[_Cell], box: Box, weight: int) -> None:
    for cell in _cells(box):
        crowd[cell] += weight


def _covered(crowd: Mapping[_Cell, int], box: Box) -> int:
    """The weight of what a badge there would cover."""
    return sum(crowd.get(cell, 0) for cell in _cells(box))
