"""A scene as SVG text: valid whatever players are called, the same for the same scene."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache, singledispatch
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from pbem.drawing import fonts
from pbem.drawing.errors import DrawingError
from pbem.drawing.palette import INK
from pbem.engine.identity import IdentityCache
from pbem.engine.scene import (
    AnyShape,
    Circle,
    Group,
    Pane,
    Path,
    Point,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Style,
    Text,
    Window,
)

MAX_DEPTH = 40
"""Groups within groups; the renderer's own stack is not endless."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PATH_DATA = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]*")
_BLANKS = re.compile(r"[\t\n\r\x0b\x0c\x85\u2028\u2029]")
_TAG = re.compile(r"<\w+")
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)


class _Within(NamedTuple):
    """Where a shape stands: in so many groups, of a picture that says what is told of it or not."""

    groups: int
    words: bool


def to_svg(scene: Scene, scale: float = 1.0, *, words: bool = True) -> str:
    """The scene as an SVG document, its outer size multiplied by `scale`. Without `words` it has
    only what is seen at once: no title, no tips and no references.

    Raises :class:`DrawingError` for what no picture can show: sizes that are not
    numbers, colours that are not ``#rrggbb``, path data with other letters.
    """
    if scene.width < 1 or scene.height < 1:
        raise DrawingError(f"a picture of {scene.width} by {scene.height} pixels")
    wide, high = pixel_size(scene, scale)
    ground = f'<rect width="{scene.width}" height="{scene.height}" fill="{_colour(scene.ground)}"/>'
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
            f' viewBox="0 0 {scene.width} {scene.height}" preserveAspectRatio="none"'
            f' font-family="{fonts.FAMILY}" role="img">',
            _title(scene.title) if words else "",
            ground,
            *(_all(scene.items, _Within(0, words)) if words else map(_bare, scene.items)),
            _window(scene.window, words),
            "</svg>",
        )
    )


def _window(window: Window | None, words: bool) -> str:
    """Each pane is an SVG of its own, which shows nothing beyond its edges."""
    if window is None:
        return ""
    if window.scene.window is not None:
        raise DrawingError("a window shows a picture that has a window")
    shown = "".join(_all(window.scene.items, _Within(0, words)))
    return "".join(_pane(pane, window.scene.ground, shown) for pane in window.panes)


def _pane(pane: Pane, ground: str, shown: str) -> str:
    (x, y), (left, top), (wide, high) = pane.at, pane.corner, pane.size
    size = f'width="{_length(wide)}" height="{_length(high)}"'
    corner = _number(left), _number(top)
    return (
        f'<svg x="{_number(x)}" y="{_number(y)}" {size} overflow="hidden"'
        f' viewBox="{" ".join(corner)} {_length(wide)} {_length(high)}">'
        f'<rect x="{corner[0]}" y="{corner[1]}" {size} fill="{_colour(ground)}"/>{shown}</svg>'
    )


def pixel_size(scene: Scene, scale: float) -> tuple[int, int]:
    """Width and height of the finished picture. Raises :class:`DrawingError`."""
    if not (math.isfinite(scale) and scale > 0):
        raise DrawingError(f"a picture cannot be scaled by {scale}")
    return max(1, round(scene.width * scale)), max(1, round(scene.height * scale))


@lru_cache(maxsize=8192)
def _number(value: float) -> str:
    if not math.isfinite(value):
        raise DrawingError(f"{value} is not a place or a size")
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _length(value: float) -> str:
    if value < 0:
        raise DrawingError(f"{value} is less than nothing for a size")
    return _number(value)


def _colour(value: str) -> str:
    if not _COLOUR.fullmatch(value):
        raise DrawingError(f"{value!r} is not a colour of the form #rrggbb")
    return value


def _printable(text: str) -> str:
    """Text that XML can hold and that cannot turn its neighbours around."""
    return _UNPRINTABLE.sub("\ufffd", _BLANKS.sub(" ", text))


def _escaped(text: str) -> str:
    return _printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _title(text: str | None) -> str:
    return f"<title>{_escaped(text)}</title>" if text else ""


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _stroke(style: Style) -> str:
    if style.stroke is None:
        return ""
    text = f' stroke="{_colour(style.stroke)}" stroke-width="{_length(style.width)}"'
    if style.dash:
        text += f' stroke-dasharray="{" ".join(_length(part) for part in style.dash)}"'
    return text


def _opacity(style: Style, of: str = "") -> str:
    """How much is seen of it, or of its fill or stroke alone (``of``: ``fill-``, ``stroke-``)."""
    if style.opacity == 1.0:
        return ""
    if not 0.0 <= style.opacity <= 1.0:
        raise DrawingError(f"an opacity of {style.opacity} is not between 0 and 1")
    return f' {of}opacity="{_number(style.opacity)}"'


def _fill(style: Style) -> str:
    return f' fill="{_colour(style.fill)}"' if style.fill is not None else ' fill="none"'


def _paint(style: Style) -> str:
    """An element's own opacity has the renderer paint it apart first, which takes it thirty times
    as long: what is filled alone, or drawn with a line alone, has that of its paint."""
    alone = "stroke-" if style.fill is None else "fill-" if style.stroke is None else ""
    return _fill(style) + _stroke(style) + _opacity(style, alone)


def _all(shapes: Iterable[AnyShape], within: _Within) -> Iterable[str]:
    if not within.words:
        return (_draw(shape, within) for shape in shapes)
    return (_told(_draw(shape, within), shape) for shape in shapes)


def _told(element: str, shape: AnyShape) -> str:
    """An element with what is told of it, and with the reference of what it stands for."""
    if shape.tip:
        begin, _end, rest = element.partition(">")
        if begin.endswith("/"):
            begin, rest = begin[:-1], f"</{_name(begin)}>"
        element = f"{begin}>{_title(shape.tip)}{rest}"
    if shape.ref is None:
        return element
    name = _name(element)
    reference = quoteattr(_printable(shape.ref))
    return f"<{name} data-ref={reference}{element[len(name) + 1 :]}"


def _name(element: str) -> str:
    """What kind of element begins with this text."""
    found = _TAG.match(element)
    return found[0][1:] if found else ""


@singledispatch
def _draw(shape: object, within: _Within) -> str:
    raise DrawingError(f"a {type(shape).__name__} is not a shape")


@_draw.register
def _draw_circle(shape: Circle, within: _Within) -> str:
    x, y = shape.centre
    place = f' cx="{_number(x)}" cy="{_number(y)}" r="{_length(shape.radius)}"'
    return f"<circle{place}{_paint(shape.style)}/>"


@_draw.register
def _draw_rect(shape: Rect, within: _Within) -> str:
    (x, y), (wide, high) = shape.corner, shape.size
    place = f' x="{_number(x)}" y="{_number(y)}" width="{_length(wide)}" height="{_length(high)}"'
    corners = f' rx="{_length(shape.round)}"' if shape.round else ""
    return f"<rect{place}{corners}{_paint(shape.style)}/>"


@_draw.register
def _draw_polygon(shape: Polygon, within: _Within) -> str:
    joined = ' stroke-linejoin="round"' if shape.style.stroke else ""
    place = f' points="{_points(shape.points)}"'
    return f"<polygon{place}{joined}{_paint(shape.style)}/>"


@_draw.register
def _draw_polyline(shape: Polyline, within: _Within) -> str:
    if shape.arrow:
        return _arrow(shape)
    return _line(shape.points, shape.style)


def _line(points: Iterable[Point], style: Style) -> str:
    place = f' points="{_points(points)}" stroke-linejoin="round"'
    return f"<polyline{place}{_paint(style)}/>"


def _arrow(shape: Polyline) -> str:
    """The line up to the head's base, and the head, as one (so that opacity is even)."""
    style = shape.style
    plain = Style(fill=style.fill, stroke=style.stroke, width=style.width, dash=style.dash)
    bent = [point for i, point in enumerate(shape.points) if point != shape.points[i - 1] or i == 0]
    if len(bent) < 2 or style.stroke is None:
        return _line(shape.points, style)
    (x0, y0), (x1, y1) = bent[-2:]
    run = math.hypot(x1 - x0, y1 - y0)
    along = ((x1 - x0) / run, (y1 - y0) / run)
    long = min(max(7.0, 3.5 * style.width), 0.9 * run)
    half = long * 0.42
    base = (x1 - along[0] * long, y1 - along[1] * long)
    left = (base[0] - along[1] * half, base[1] + along[0] * half)
    right = (base[0] + along[1] * half, base[1] - along[0] * half)
    head = f'<polygon points="{_points(((x1, y1), left, right))}" fill="{_colour(style.stroke)}"/>'
    body = _line((*bent[:-1], base), plain)
    return f"<g{_opacity(style)}>{body}{head}</g>"


@_draw.register
def _draw_path(shape: Path, within: _Within) -> str:
    if not _PATH_DATA.fullmatch(shape.data):
        raise DrawingError(f"{shape.data[:60]!r} is not SVG path data")
    return f"<path d={quoteattr(shape.data)}{_paint(shape.style)}/>"


@_draw.register
def _draw_text(shape: Text, within: _Within) -> str:
    (x, y), style = shape.at, shape.style
    parts = [f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_length(shape.size)}"']
    if shape.bold:
        parts.append(' font-weight="bold"')
    if shape.anchor != "start":
        parts.append(f' text-anchor="{shape.anchor}"')
    parts.append(f' fill="{_colour(style.fill or INK)}"')
    if shape.halo is not None:
        parts.append(
            f' stroke="{_colour(shape.halo)}" stroke-width="{_number(max(2.5, shape.size / 4))}"'
            ' stroke-linejoin="round" paint-order="stroke"'
        )
    else:
        parts.append(_stroke(style))
    alone = "" if shape.halo or style.stroke else "fill-"
    parts.append(f"{_opacity(style, alone)}>{_escaped(shape.text)}</text>")
    return "".join(parts)


@_draw.register
def _draw_group(shape: Group, within: _Within) -> str:
    if within.groups >= MAX_DEPTH:
        raise DrawingError(f"groups are nested more than {MAX_DEPTH} deep")
    moves = []
    if shape.move != (0.0, 0.0):
        moves.append(f"translate({_number(shape.move[0])} {_number(shape.move[1])})")
    if shape.turn:
        moves.append(f"rotate({_number(shape.turn)})")
    if shape.scale != 1.0:
        moves.append(f"scale({_fine(shape.scale)})")
    transform = f' transform="{" ".join(moves)}"' if moves else ""
    inner = "".join(_all(shape.items, within._replace(groups=within.groups + 1)))
    return f"<g{transform}{_opacity(shape.style)}>{inner}</g>"


_bare: IdentityCache[AnyShape, str] = IdentityCache(
    lambda shape: _draw(shape, _Within(0, words=False)), most=4096
)
"""A picture's shape without words. Readers' own tips aside, a map consists of the same for all."""


def _fine(value: float) -> str:
    """A factor, to five places: what is rounded here is multiplied across the group."""
    _number(value)
    return f"{value:.5f}".rstrip("0").rstrip(".")
