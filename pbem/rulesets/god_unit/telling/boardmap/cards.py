"""A square's pieces as one card: a factory's block under its roof, a unit's counter.

A counter has its owner's colour above, with emblem and number, and a light field below with
the levels that differ from 1, as in the source's "Graphics for Units": a grunt's is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from pbem.drawing import fonts, symbols
from pbem.engine.scene import AnyShape, Group, Path, Rect, Style, Text
from pbem.rulesets.god_unit.designs import Design
from pbem.rulesets.god_unit.telling.boardmap import icons
from pbem.rulesets.god_unit.telling.boardmap.sheets import NAME
from pbem.rulesets.god_unit.telling.boardmap.stacks import Stack
from pbem.rulesets.god_unit.telling.colours import INK, LIGHT, Banner, banner_of

_EDGE = 1.3
_LARGEST = 16.0
_CAP = 0.73
"""The height of capitals and figures, as a share of their size."""
_BETWEEN = 3.0
_PILE = 2.0
"""How far the sheets of a pile stick out."""
_LEAST_BODY = 0.8
"""A counter's light field is at least so high, in sizes of its words; else it has none."""
_ROOMY = 38.0
"""Tiles of so many pixels have room for larger emblems."""
_EMBLEM, _LARGE_EMBLEM = 0.225, 0.29
"""The radius of one beside words, as a share of their size."""
IDLE = "–"

_Part = tuple[AnyShape, float]
"""A shape around its middle, and its width."""


class Sizes(msgspec.Struct, frozen=True):
    """What a tile has room for, in pixels: half a card's side, the ``words``' size, the height
    of a ``row`` of them, of a ``roof``, and an ``emblem``'s radius beside words."""

    half: float
    words: float
    row: float
    roof: float
    emblem: float

    @property
    def across(self) -> float:
        """Room for words beside each other."""
        return 2 * self.half - 2 * _EDGE


@lru_cache
def sizes(tile: float) -> Sizes:
    """The sizes for tiles of so many pixels."""
    half = round(tile / 2 - max(1.2, tile * 0.045), 1)
    words = min(_LARGEST, max(NAME, tile * 0.21))
    roof = round(max(3.6, tile * 0.12), 1)
    row = round(min(words * 1.15, half - roof / 2), 1)
    emblem = round(words * (_EMBLEM if tile < _ROOMY else _LARGE_EMBLEM), 1)
    return Sizes(half, words, row, roof, emblem)


def card(stack: Stack, tile: float) -> tuple[AnyShape, ...]:
    """All that a square holds, around its middle."""
    size = sizes(tile)
    banner = banner_of(stack.seat)
    if stack.site is None:
        return tuple(_counter(stack, size, banner, -size.half))
    if stack.top is None:
        return tuple(_factory(stack, size, banner))
    return tuple(_both(stack, size, banner))


def _words(
    at: tuple[float, float], text: str, size: float, colour: str, *, bold: bool = True
) -> Text:
    return Text(
        at=(round(at[0], 1), round(at[1] + size * _CAP / 2, 1)),
        text=text,
        size=round(size, 1),
        bold=bold,
        anchor="middle",
        style=Style(fill=colour),
    )


def _block(size: Sizes, banner: Banner) -> AnyShape:
    h = size.half
    data = icons.factory_outline(-h, -h, h, h, size.roof)
    return Path(data=data, style=Style(fill=banner.colour, stroke=INK, width=_EDGE))


def _factory(stack: Stack, size: Sizes, banner: Banner) -> Iterator[AnyShape]:
    """Emblem and letter above, below the turns that it has worked."""
    yield _block(size, banner)
    middle, row = size.roof / 2, size.half - size.roof / 2
    large = max(size.words, min(size.words * 1.35, row))
    letter = stack.site.letter if stack.site else ""
    radius = large * 0.29
    yield from _in_a_row(
        (_emblem(banner, radius, banner.ink), _said(letter, large, banner.ink)),
        middle - row / 2,
        size.across,
    )
    badge, _wide = _badge(stack, min(large, size.words * 1.15))
    yield Group(items=(badge,), move=(0.0, round(middle + row / 2 - 0.8, 1)))


def _badge(stack: Stack, words: float, *, is_tight: bool = False) -> _Part:
    """For how many turns it has worked, light on dark."""
    text = IDLE if stack.worked is None else str(stack.worked)
    wide = fonts.width(text, words, bold=not is_tight)
    wide = round(wide + 2 if is_tight else max(words, wide + 4), 1)
    high = round(words * 0.95, 1)
    plate = Rect(
        corner=(-wide / 2, -high / 2),
        size=(wide, high),
        round=round(high * 0.3, 1),
        style=Style(fill=INK),
    )
    told = _words((0, 0), text, words, LIGHT, bold=not is_tight)
    return Group(items=(plate, told)), wide


def _both(stack: Stack, size: Sizes, banner: Banner) -> Iterator[AnyShape]:
    """The factory's letter and badge in one row under its roof, the units below."""
    yield _block(size, banner)
    top = -size.half + size.roof
    letter = _said(stack.site.letter if stack.site else "", size.words, banner.ink)
    row = letter, _badge(stack, size.words)
    if _width(row) > size.across:
        row = letter, _badge(stack, size.words, is_tight=True)
    yield from _in_a_row(row, top + size.row / 2 - 0.3, size.across)
    yield from _counter(stack, size, banner, top + size.row)


def _counter(stack: Stack, size: Sizes, banner: Banner, top: float) -> Iterator[AnyShape]:
    """The units from `top` to the card's lower edge; several lie upon each other."""
    if len(stack.units) == 1:
        yield from _face(stack, size, banner, (top, size.half))
        return
    edge = size.half
    yield _sheet(edge, (top + _PILE, edge), Style(fill=banner.body, stroke=INK, width=1.0))
    size = msgspec.structs.replace(size, half=edge - _PILE / 2)
    face = _face(stack, size, banner, (top, edge - _PILE))
    yield Group(items=tuple(face), move=(-_PILE / 2, 0.0))


def _face(
    stack: Stack, size: Sizes, banner: Banner, span: tuple[float, float]
) -> Iterator[AnyShape]:
    """A counter as it is seen from above, between these heights."""
    (top, bottom), unit = span, stack.units[0]
    ready, seam = unit.phase == "ready", top + size.row
    fill, ink = (banner.colour, banner.ink) if ready else (banner.faded, INK)
    dash = (3.0, 2.0) if unit.phase == "undeployed" else ()
    yield _sheet(size.half, span, Style(fill=fill, stroke=INK, width=_EDGE, dash=dash))
    has_body = bottom - seam > size.words * _LEAST_BODY
    if has_body and ready:
        field = Style(fill=banner.body, stroke=INK, width=0.5)
        yield _sheet(size.half - _EDGE / 2, (seam, bottom - _EDGE / 2), field, corners=0.0)
    yield from _head(stack, size, (banner, ink), top + size.row / 2, has_body=has_body)
    if has_body:
        yield from _body(stack, size, (seam, bottom))


def _sheet(half: float, span: tuple[float, float], style: Style, corners: float = 2.0) -> AnyShape:
    top, bottom = span
    return Rect(
        corner=(round(-half, 2), round(top, 2)),
        size=(round(2 * half, 2), round(bottom - top, 2)),
        round=corners,
        style=style,
    )


def _emblem(banner: Banner, radius: float, colour: str) -> _Part:
    return symbols.marker(banner.emblem, (0, 0), radius, colour, edge=None), 2.3 * radius


def _said(text: str, size: float, colour: str) -> _Part:
    return _words((0, 0), text, size, colour), fonts.width(text, size, bold=True)


def _head(
    stack: Stack, size: Sizes, inks: tuple[Banner, str], y: float, *, has_body: bool
) -> Iterator[AnyShape]:
    """Emblem, the strongest one's number, and how many there are: as much as there is room."""
    (banner, ink), words = inks, size.words
    emblem = _emblem(banner, size.emblem, ink)
    number = _said(str(stack.units[0].number), words, ink)
    sign = icons.small_factory(words * 0.85, None, ink), words * 0.9
    folded = (sign,) if stack.holds_folded_factory and not has_body else ()
    if len(stack.units) == 1:
        wished: tuple[tuple[_Part, ...], ...] = (
            (emblem, *folded, number),
            (*folded, number),
            (number,),
        )
    else:
        count = _said(str(len(stack.units)), words, ink)
        many = (icons.times(words * 0.34, ink), words * 0.36), count
        wished = (
            (emblem, *folded, number, *many),
            (emblem, *folded, *many),
            (*folded, *many),
            many,
        )
    fitting = (parts for parts in wished if _width(parts) <= size.across)
    yield from _in_a_row(next(fitting, wished[-1]), y, size.across)


def _width(parts: tuple[_Part, ...]) -> float:
    return sum(wide for _shape, wide in parts) + 0.8 * (len(parts) - 1)


def _in_a_row(parts: tuple[_Part, ...], y: float, room: float) -> Iterator[AnyShape]:
    """Shapes beside each other in the middle, a little apart where there is room."""
    used = sum(wide for _shape, wide in parts)
    gap = min(5.0, (room - used) / max(1, len(parts) - 1))
    x = -(used + gap * (len(parts) - 1)) / 2
    for shape, wide in parts:
        yield Group(items=(shape,), move=(round(x + wide / 2, 1), round(y, 1)))
        x += wide + gap


def _body(stack: Stack, size: Sizes, span: tuple[float, float]) -> Iterator[AnyShape]:
    """The strongest unit's levels, and a sign for what else there is to know."""
    top, bottom = span
    sign = _sign(stack, size)
    if stack.units[0].design.is_factory:
        wide = min(size.across * 0.6, (bottom - top) * 0.95)
        factory = icons.small_factory(wide, LIGHT, INK), wide
        parts = (factory,) if sign is None else (factory, sign)
        yield from _in_a_row(parts, (top + bottom) / 2, size.across)
        return
    cell = fonts.width("D2", size.words, bold=True) + _BETWEEN
    columns = max(1, int((size.across + _BETWEEN - 1) // cell))
    rows = max(1, int((bottom - top - 1) // size.words))
    said, left_out = _levels(stack.units[0].design, columns * rows)
    if left_out and sign is None:
        sign = icons.more(size.words * 0.38, INK), size.words * 0.4
    lines = [said[i : i + columns] for i in range(0, len(said), columns)] or [[]]
    high = (bottom - top) / max(len(lines), min(rows, 2))
    y = (top + bottom) / 2 - high * (len(lines) - 1) / 2
    for line in lines:
        levels = tuple(_said(text, size.words, INK) for text in line)
        is_last = line is lines[-1]
        yield from _in_a_row((*levels, sign) if sign and is_last else levels, y, size.across)
        y += high


def _sign(stack: Stack, size: Sizes) -> _Part | None:
    unit = stack.units[0]
    if unit.phase == "deploying":
        return icons.unfolding(size.words * 0.44, INK), size.words * 0.46
    if stack.holds_folded_factory and not unit.design.is_factory:
        return icons.small_factory(size.words * 0.7, LIGHT, INK), size.words * 0.75
    return None


def _levels(design: Design, room: int) -> tuple[list[str], bool]:
    """The levels that differ from 1, the highest ones where there is no room for all."""
    said = [(c, level) for c, level in design.levels.items() if level != 1]
    if len(said) <= room:
        return [f"{c}{level}" for c, level in said], False
    kept = sorted(said, key=lambda one: -one[1])[:room]
    return [f"{c}{level}" for c, level in said if (c, level) in kept], True
