"""Pictures as plain data: what a ruleset draws, before anyone renders it.

Coordinates are pixels of the finished picture, x to the right, y down. Colours
are ``#rrggbb``. A scene is frozen and has canonical bytes, so equal pictures are
recognised and rendered once (see ``pbem.drawing``).
"""

from __future__ import annotations

from typing import Literal

import msgspec

Point = tuple[float, float]


class Style(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a shape is filled and outlined; None draws nothing. ``dash``: on, off, ... in pixels."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0
    dash: tuple[float, ...] = ()


class Shape(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """What all shapes share. ``tip`` is shown when an SVG viewer hovers over it; ``ref`` names
    what it stands for, as menus do (``square:f5``, ``sector:34``), for whoever marks it."""

    style: Style = Style()
    tip: str | None = None
    ref: str | None = None


class Circle(Shape, frozen=True, kw_only=True):
    centre: Point
    radius: float


class Rect(Shape, frozen=True, kw_only=True):
    """``corner`` is the top left, ``round`` the radius of its corners."""

    corner: Point
    size: Point
    round: float = 0.0


class Polygon(Shape, frozen=True, kw_only=True):
    points: tuple[Point, ...]


class Polyline(Shape, frozen=True, kw_only=True):
    points: tuple[Point, ...]
    arrow: bool = False
    """Whether the last point carries an arrow head."""


class Path(Shape, frozen=True, kw_only=True):
    """SVG path data, for symbols that the other shapes cannot say."""

    data: str


class Text(Shape, frozen=True, kw_only=True):
    """One line of text; ``at`` is its baseline at ``anchor``. ``halo`` is an outline behind it."""

    at: Point
    text: str
    size: float = 14.0
    bold: bool = False
    anchor: Literal["start", "middle", "end"] = "start"
    halo: str | None = None


class Group(Shape, frozen=True, kw_only=True):
    """Shapes moved, then turned (degrees clockwise), then scaled together."""

    items: tuple[AnyShape, ...]
    move: Point = (0.0, 0.0)
    turn: float = 0.0
    scale: float = 1.0


AnyShape = Circle | Rect | Polygon | Polyline | Path | Text | Group


class Squares(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a board's squares lie in a picture, for whoever points at one, be it empty: so many
    pixels each, from the ``corner`` on. The one at the top left is that of column ``first[0]`` and
    row ``first[1]``, from 0; its name is ``a1`` where both are, and its ref ``square:a1``."""

    corner: Point
    size: float
    columns: int
    rows: int
    first: tuple[int, int] = (0, 0)


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole picture on an opaque ground (dark mail clients must not see through it). Where it
    has a ``window``, its items lie below that. ``colours`` are those of the players whom it shows,
    or of other lines, by the names that tables have."""

    width: int
    height: int
    items: tuple[AnyShape, ...]
    title: str = ""
    ground: str = "#ffffff"
    squares: Squares | None = None
    window: Window | None = None
    colours: tuple[tuple[str, str], ...] = ()


class Pane(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a picture shows from ``corner`` on, so much of it (``size``), stands ``at`` this place
    of another."""

    corner: Point
    size: Point
    at: Point = (0.0, 0.0)


class Window(msgspec.Struct, frozen=True, omit_defaults=True):
    """The upper part of a picture, so many pixels high, that shows parts of another: that is drawn
    but once for both. It has no window itself."""

    scene: Scene
    height: float
    panes: tuple[Pane, ...]
