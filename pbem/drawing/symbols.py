"""Marker shapes, each centred on a point and of equal weight to the eye.

All take the centre, the radius in pixels, and colours, and return one scene
shape. ``edge`` is a thin outline that lifts a marker off what it lies on.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pbem.drawing.palette import GROUND, MarkerName
from pbem.engine.scene import AnyShape, Circle, Path, Point, Polygon, Style


def _style(fill: str, edge: str | None) -> Style:
    return Style(fill=fill, stroke=edge, width=1.0)


def ring_of_points(
    centre: Point, radii: tuple[float, ...], start: float = 0.0
) -> tuple[Point, ...]:
    """Points around `centre` at equal angles from `start` degrees clockwise of the top."""
    x, y = centre
    angles = (math.radians(start + 360 * i / len(radii)) for i in range(len(radii)))
    return tuple(
        (round(x + r * math.sin(a), 2), round(y - r * math.cos(a), 2))
        for r, a in zip(radii, angles, strict=True)
    )


def _regular(centre: Point, radius: float, corners: int, start: float = 0.0) -> tuple[Point, ...]:
    return ring_of_points(centre, (radius,) * corners, start)


def circle(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    return Circle(centre=at, radius=radius, style=_style(fill, edge), tip=tip)


def ring(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    """A circle of the ground's colour outlined in `fill`."""
    style = Style(fill=edge or GROUND, stroke=fill, width=max(1.5, radius * 0.45))
    return Circle(centre=at, radius=radius * 0.8, style=style, tip=tip)


def _polygon(points: tuple[Point, ...], fill: str, edge: str | None, tip: str | None) -> Polygon:
    return Polygon(points=points, style=_style(fill, edge), tip=tip)


def square(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    return _polygon(_regular(at, radius * 1.25, 4, 45), fill, edge, tip)


def diamond(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    return _polygon(_regular(at, radius * 1.3, 4), fill, edge, tip)


def triangle(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    return _polygon(_regular(at, radius * 1.3, 3), fill, edge, tip)


def wedge(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    """A triangle that points down."""
    return _polygon(_regular(at, radius * 1.3, 3, 180), fill, edge, tip)


def pentagon(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    return _polygon(_regular(at, radius * 1.15, 5), fill, edge, tip)


def hexagon(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    return _polygon(_regular(at, radius * 1.15, 6, 30), fill, edge, tip)


def star(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    radii = (radius * 1.5, radius * 0.65) * 5
    return _polygon(ring_of_points(at, radii), fill, edge, tip)


def plus(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    return _polygon(_bars(at, radius, 0), fill, edge, tip)


def cross(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    """A plus turned by an eighth: an x."""
    return _polygon(_bars(at, radius, 45), fill, edge, tip)


def _bars(at: Point, radius: float, turn: float) -> tuple[Point, ...]:
    """Two crossed bars as one outline of twelve corners."""
    long, thick = radius * 1.3, radius * 0.45
    corner = [
        (-thick, -long),
        (thick, -long),
        (thick, -thick),
        (long, -thick),
        (long, thick),
        (thick, thick),
        (thick, long),
        (-thick, long),
        (-thick, thick),
        (-long, thick),
        (-long, -thick),
        (-thick, -thick),
    ]
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    x, y = at
    return tuple(
        (round(x + a * cos - b * sin, 2), round(y + a * sin + b * cos, 2)) for a, b in corner
    )


def bow(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    """Two triangles that meet in the middle."""
    (x, y), r = at, radius * 1.15
    points = ((x - r, y - r), (x + r, y + r), (x + r, y - r), (x - r, y + r))
    data = "M" + "L".join(f"{a:.2f} {b:.2f}" for a, b in points) + "Z"
    return Path(data=data, style=_style(fill, edge), tip=tip)


def burst(
    at: Point, radius: float, fill: str, edge: str | None = GROUND, tip: str | None = None
) -> AnyShape:
    """A jagged flash: something was struck there. No player's marker."""
    radii = (radius * 1.5, radius * 0.75) * 8
    return _polygon(ring_of_points(at, radii), fill, edge, tip)


Symbol = Callable[..., AnyShape]

SYMBOLS: dict[MarkerName, Symbol] = {
    "circle": circle,
    "square": square,
    "triangle": triangle,
    "diamond": diamond,
    "cross": cross,
    "star": star,
    "hexagon": hexagon,
    "wedge": wedge,
    "plus": plus,
    "pentagon": pentagon,
    "ring": ring,
    "bow": bow,
}


def marker(
    name: MarkerName,
    at: Point,
    radius: float,
    fill: str,
    *,
    edge: str | None = GROUND,
    tip: str | None = None,
) -> AnyShape:
    """The symbol of that name."""
    return SYMBOLS[name](at, radius, fill, edge, tip)
