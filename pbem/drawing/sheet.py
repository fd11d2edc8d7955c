"""A map as a whole picture: its title, its layers, and the legend below or beside them.

What is drawn of public facts is drawn once for all who read the same language
(:func:`once_for_all`); what one reader alone may know stands in tips (:func:`retold`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from itertools import chain
from typing import Any, NamedTuple, ParamSpec, TypeVar

import msgspec

from pbem.drawing.fonts import fit, width
from pbem.drawing.grid import SIDE, WIDTH
from pbem.drawing.legends import Block
from pbem.drawing.tokens import placed, words
from pbem.engine.i18n import language
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Point, Polyline, Scene, Squares, Style

KEPT = 32
"""Drawings of each kind that are kept for further readers."""
_TITLE, _NOTE = 18.0, 14.0
_TITLE_AT = 21.5
"""The height of the title's middle."""
_APART = 8.0
"""Between a legend's blocks."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Inks(NamedTuple):
    """What a sheet is drawn with: ground, words, lesser words, and rules between blocks."""

    ground: str
    ink: str
    soft: str
    rule: str | None = None


class Panel(NamedTuple):
    """Blocks below each other from a corner down, so wide."""

    corner: Point
    width: float
    blocks: tuple[Block, ...]


def sheet(
    title: str,
    inks: Inks,
    layers: Iterable[Iterable[AnyShape]],
    panel: Panel,
    *,
    note: str = "",
    size: Point = (WIDTH, 0.0),
    side: float = SIDE,
    squares: Squares | None = None,
) -> Scene:
    """The picture: layers from the lowest to the highest, a title above them with a note at the
    right, and a panel. It is so large, and higher where the panel goes further down. `squares` are
    those of a board whose squares orders name."""
    legend, bottom = _stacked(panel, inks)
    across = size[0]
    room = across - 2 * side - (width(note, _NOTE) + 20 if note else 0.0)
    head = words(
        (side, _TITLE_AT), fit(title, room, _TITLE, bold=True), inks.ink, _TITLE, bold=True
    )
    items = [*chain.from_iterable(layers), head]
    if note:
        items.append(words((across - side, _TITLE_AT), note, inks.soft, _NOTE, anchor="end"))
    return Scene(
        width=round(across),
        height=round(max(size[1], bottom + 8)),
        items=(*items, *legend),
        title=title,
        ground=inks.ground,
        squares=squares,
    )


def _stacked(panel: Panel, inks: Inks) -> tuple[list[AnyShape], float]:
    """A panel's shapes, and where it ends."""
    shapes: list[AnyShape] = []
    x, y = panel.corner
    for block in panel.blocks:
        if shapes and inks.rule is not None:
            ends = (x, y + _APART / 2), (x + panel.width, y + _APART / 2)
            shapes.append(Polyline(points=ends, style=Style(stroke=inks.rule, opacity=0.6)))
        y += _APART if shapes else 0.0
        shapes.append(placed((x, y), *block.shapes))
        y += block.height
    return shapes, y


def once_for_all(draw: Callable[_P, _T]) -> Callable[_P, _T]:
    """`draw`, whose arguments are public facts, made to keep what it drew for all readers of a
    language. The facts, such as a view that has no seat, must be hashable."""

    @lru_cache(maxsize=KEPT)
    def kept(_language: str, *facts: Any) -> _T:
        return draw(*facts)  # type: ignore[call-arg]  # ParamSpec cannot leave keywords out

    @wraps(draw)
    def drawn(*facts: _P.args, **_none: _P.kwargs) -> _T:
        return kept(language(), *facts)

    return drawn


def retold(picture: Picture, own: Mapping[tuple[str, str], str]) -> Picture:
    """The picture for one reader: where a shape of that reference tells everyone the one, it
    tells the reader the other."""
    items = tuple(
        msgspec.structs.replace(item, tip=tip) if (tip := _own(item, own)) else item
        for item in picture.scene.items
    )
    scene = msgspec.structs.replace(picture.scene, items=items)
    return msgspec.structs.replace(picture, scene=scene)


def _own(item: AnyShape, own: Mapping[tuple[str, str], str]) -> str | None:
    return own.get((item.ref, item.tip)) if item.ref and item.tip else None
