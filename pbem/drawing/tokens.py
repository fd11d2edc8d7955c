"""What stands on a map and what leads across it: words, signs in a row, badges, arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist
from typing import Literal, NamedTuple, TypeVar

import msgspec

from pbem.drawing import fonts, symbols
from pbem.drawing.areas import direction
from pbem.drawing.palette import MarkerName
from pbem.engine.scene import (
    AnyShape,
    Circle,
    Group,
    Path,
    Point,
    Polyline,
    Rect,
    Shape,
    Style,
    Text,
)

NAME = 13.1
"""The least size of words on a sheet: 11 pixels in a mail."""

_CAP = 0.73
"""The height of capitals and figures, as a share of their size."""
_Shape = TypeVar("_Shape", bound=Shape)


class Part(NamedTuple):
    """A shape around its middle, and the room that it takes."""

    shape: AnyShape
    width: float
    height: float = 0.0


def placed(
    at: Point,
    *shapes: AnyShape,
    tip: str | None = None,
    ref: str | None = None,
    scale: float = 1.0,
    turn: float = 0.0,
) -> Group:
    """Shapes drawn around the origin, moved to where they belong."""
    return Group(items=shapes, move=at, tip=tip, ref=ref, scale=scale, turn=turn)


def told(shape: _Shape, tip: str | None, ref: str | None = None) -> _Shape:
    """A shape that tells what it is."""
    return msgspec.structs.replace(shape, tip=tip, ref=ref)


def words(
    at: Point,
    text: str,
    colour: str,
    size: float = NAME,
    *,
    bold: bool = False,
    anchor: Literal["start", "middle", "end"] = "start",
    tip: str | None = None,
) -> Text:
    """A line of text whose figures have their middle at the height of `at`."""
    x, y = at
    return Text(
        at=(x, y + size * _CAP / 2),
        text=text,
        size=size,
        bold=bold,
        anchor=anchor,
        style=Style(fill=colour),
        tip=tip,
    )


def said(text: str, colour: str, size: float = NAME, *, bold: bool = True) -> Part:
    """Words as a part of a row."""
    shape = words((0.0, 0.0), text, colour, size, bold=bold, anchor="middle")
    return Part(shape, fonts.width(text, size, bold), size)


def plate(half: float, style: Style, corners: float = 0.0) -> Rect:
    """A square around the origin."""
    return Rect(corner=(-half, -half), size=(2 * half, 2 * half), round=corners, style=style)


def disc(radius: float, style: Style) -> Circle:
    return Circle(centre=(0.0, 0.0), radius=radius, style=style)


def path(data: str, fill: str | None = None, stroke: str | None = None, width: float = 1.0) -> Path:
    return Path(data=data, style=Style(fill=fill, stroke=stroke, width=width))


def emblem(name: MarkerName, radius: float, colour: str, edge: str | None = None) -> Part:
    """A player's marker as a part of a row."""
    return Part(symbols.marker(name, (0.0, 0.0), radius, colour, edge=edge), 2.3 * radius)


def swatch(fill: str, edge: str, *upon: AnyShape, width: float = 1.2) -> Part:
    """A piece of colour with something on it, for a legend."""
    style = Style(fill=fill, stroke=edge, width=width)
    piece = Rect(corner=(-12.0, -8.0), size=(24.0, 16.0), round=2.5, style=style)
    return Part(Group(items=(piece, *upon)), 24.0, 16.0)


def width_of(parts: Sequence[Part], gap: float) -> float:
    """The room that parts take beside each other, so far apart."""
    return sum(part.width for part in parts) + gap * (len(parts) - 1)


def row(parts: Sequence[Part], y: float = 0.0, gap: float = 0.0) -> tuple[Group, ...]:
    """Parts beside each other around the middle, so far apart."""
    x = -width_of(parts, gap) / 2
    shapes = []
    for part in parts:
        shapes.append(placed((x + part.width / 2, y), part.shape))
        x += part.width + gap
    return tuple(shapes)


def spread_row(
    parts: Sequence[Part], room: float, y: float = 0.0, most: float = 5.0
) -> list[Group]:
    """Parts beside each other, as far apart as there is room for, but for no more than `most`."""
    used = width_of(parts, 0.0)
    return list(row(parts, y, min(most, (room - used) / max(1, len(parts) - 1))))


def fitting(choices: Iterable[Sequence[Part]], room: float, gap: float = 0.8) -> Sequence[Part]:
    """The first of some rows that fits into the room, else the last."""
    last: Sequence[Part] = ()
    for last in choices:
        if width_of(last, gap) <= room:
            break
    return last


def badge(
    parts: Sequence[Part],
    style: Style,
    *,
    height: float,
    pad: float,
    gap: float = 0.0,
    corners: float | None = None,
) -> Part:
    """Parts on a plate, with as much room at its ends; round ends unless `corners` are given."""
    wide = width_of(parts, gap) + 2 * pad
    corner = height / 2 if corners is None else corners
    back = Rect(corner=(-wide / 2, -height / 2), size=(wide, height), round=corner, style=style)
    return Part(Group(items=(back, *row(parts, 0.0, gap))), wide, height)


def between(start: Point, end: Point, short: float) -> tuple[Point, Point]:
    """A line from one point to another that keeps so many pixels from both, where it can."""
    dx, dy = direction(start, end)
    gap = min(short, 0.3 * dist(start, end))
    return (start[0] + dx * gap, start[1] + dy * gap), (end[0] - dx * gap, end[1] - dy * gap)


def line(points: Sequence[Point], over: Style, casing: str | None, *, arrow: bool = False) -> Group:
    """A line, or an arrow, on a strip that lifts it off whatever it crosses."""
    way = tuple(points)
    upper = Polyline(points=way, style=over, arrow=arrow)
    if casing is None:
        return Group(items=(upper,))
    under = Polyline(points=way, style=Style(stroke=casing, width=over.width + 2.4))
    return Group(items=(under, upper))
