"""Where sectors lie on the galaxy map, the lines of missions, and where their badges may stand.

A line crosses each border in a lane of its own and passes around the words of the sectors
on its way. Badges stand near where the fleets are by now, clear of words and of each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import copysign, dist, sqrt

from pbem.drawing.areas import Field, Loop, border
from pbem.drawing.grid import WIDTH
from pbem.drawing.labels import Box, Crowd, Label, Spot, along, apart, length
from pbem.engine.scene import Point
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import Sector
from pbem.rulesets.asylamba_mini.view import Course

MARGIN = 8.0
FIELD = Field((MARGIN, 38.0), galaxy.SIZE, (WIDTH - 2 * MARGIN) / galaxy.SIZE[0])


@cache
def cell(sector: Sector) -> Loop:
    """A sector's corners, its inside to the right of the way around."""
    return tuple(FIELD.at(point) for point in galaxy.PLACES[sector].polygon)


@cache
def label(sector: Sector) -> Point:
    """Where a sector's words stand."""
    return FIELD.at(galaxy.PLACES[sector].label)


Line = tuple[Point, ...]

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
    users: defaultdict[tuple[Sector, Sector], list[int]] = defaultdict(list)
    for course in courses:
        for a, b in pairwise(course.path):
            users[min(a, b), max(a, b)].append(course.number)
    lanes = {
        (number, *pair): _crossing(pair, place, len(numbers))
        for pair, numbers in users.items()
        for place, number in enumerate(numbers)
    }
    passing: Counter[Sector] = Counter()
    return tuple(_line(course, boxes, lanes, passing) for course in courses)


def _crossing(pair: tuple[Sector, Sector], place: int, count: int) -> Point:
    """Where one of so many missions crosses a border."""
    (x0, y0), (x1, y1) = border(cell(pair[0]), cell(pair[1]))
    gap = min(_LANE / dist((x0, y0), (x1, y1)), _EDGE_SHARE / count)
    share = 0.5 + (place - (count - 1) / 2) * gap
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _line(
    course: Course,
    boxes: Mapping[Sector, Box],
    lanes: Mapping[tuple[int, Sector, Sector], Point],
    passing: Counter[Sector],
) -> Line:
    steps = pairwise(course.path)
    crossings = [lanes[course.number, min(a, b), max(a, b)] for a, b in steps]
    points = [_beside(boxes[course.source], crossings[0])]
    for sector, (into, out) in zip(course.path[1:-1], pairwise(crossings), strict=True):
        points += [into, *_past(boxes[sector], into, out, passing[sector])]
        passing[sector] += 1
    points += [crossings[-1], _beside(boxes[course.target], crossings[-1])]
    curve = _smooth(points)
    kept = (point for point in curve[1:-1] if dist(point, curve[-1]) >= _HEAD)
    return (curve[0], *kept, curve[-1])


def _beside(box: Box, towards: Point) -> Point:
    """The end of a line: next to the words, unless the border is nearer."""
    return box.around(towards, min(_NEAR, 0.75 * box.distance(towards)))


def _past(box: Box, into: Point, out: Point, others: int) -> Iterator[Point]:
    """The way through a sector, around its words and outside of earlier missions.

    Reckoned with the box as a circle: what lies within it is moved sideways onto it.
    """
    (x, y), (wide, high) = box.centre, box.half
    a, b = ((into[0] - x) / wide, (into[1] - y) / high), ((out[0] - x) / wide, (out[1] - y) / high)
    run = dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / run, (b[1] - a[1]) / run
    aside = a[1] * ux - a[0] * uy
    clear = _CLEAR + _BESIDE * (others % 4)
    for step in _BENDS:
        forth = a[0] * ux + a[1] * uy + step * run
        far = sqrt(max(0.0, clear**2 - forth**2))
        across = copysign(max(abs(aside), far), aside)
        yield x + (forth * ux - across * uy) * wide, y + (forth * uy + across * ux) * high


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


def badges(
    courses: Sequence[Course],
    drawn: Sequence[Line],
    sizes: Sequence[Point],
    boxes: Iterable[Box],
    turn: int,
) -> list[Spot | None]:
    """Where each mission's badge, of the given half size, stands after `turn` turns."""
    crowd = Crowd()
    for box in boxes:
        crowd.box(box, _WORDS)
    for line in drawn:
        crowd.line(line, _STRAND)
        crowd.box(Box(line[-1], (0.0, 0.0)), _POINT)
    order = sorted(range(len(drawn)), key=lambda i: length(drawn[i]))  # the least free first
    labels = (
        Label(sizes[i], tuple(_spots(drawn[i], _progress(courses[i], turn), sizes[i])), drawn[i])
        for i in order
    )
    spots = apart(labels, crowd, FIELD.box, line=_STRAND, label=_BADGE)
    return [spot for _i, spot in sorted(zip(order, spots, strict=True), key=lambda one: one[0])]


def _progress(course: Course, turn: int) -> float:
    """Which share of its way a mission has behind it, kept off the ends."""
    share = (turn - course.launched + 0.5) / (course.arrives - course.launched + 0.5)
    return min(0.65, max(0.25, share))


def _spots(line: Line, wished: float, half: Point) -> Iterator[Spot]:
    """Places on the line and beside it, the best first, all within the picture."""
    inside, hides = FIELD.box, _BEHIND if length(line) < 2 * half[0] + _VISIBLE else 0.0
    for share in (wished, *sorted(_SHARES, key=lambda share: abs(share - wished))):
        anchor, (dx, dy) = along(line, share)
        clear = abs(dy) * half[0] + abs(dx) * half[1]
        for gap in (0.0, *_GAPS):
            aside = gap + copysign(clear, gap) if gap else 0.0
            at = inside.kept(half, (anchor[0] - dy * aside, anchor[1] + dx * aside))
            away = dist(at, anchor)
            yield Spot(at, anchor, away * _AWAY if away else hides)
