"""What stands beside or below a map: who is who, and what its signs mean.

A legend is made of blocks, which a sheet stacks. A block lies at the origin and goes down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from pbem.drawing import fonts
from pbem.drawing.tokens import NAME, Part, placed, row, width_of, words
from pbem.engine.scene import AnyShape, Polyline, Style

_GAP = 18.0
"""Between columns, and between signs in a row."""
_ROW = 24.0
_BESIDE = 6.0
"""Between a sign and its words."""
_APART = 7.0
"""Between a name and what stands beside it."""


class Block(NamedTuple):
    """Shapes from the origin down, and how far down they go."""

    shapes: tuple[AnyShape, ...]
    height: float


class Phrase(NamedTuple):
    """Words, and how they are to look."""

    text: str
    colour: str
    bold: bool = False

    @property
    def width(self) -> float:
        return fonts.width(self.text, NAME, self.bold)

    def within(self, room: float) -> Phrase:
        return self._replace(text=fonts.fit(self.text, room, NAME, self.bold))


class Entry(NamedTuple):
    """A player's or a side's line: a sign, a name, ``more`` beside it, and at the right end what
    it has. ``is_out`` strikes it out."""

    sign: Part
    name: Phrase
    more: Phrase
    held: Sequence[Part]
    is_out: bool = False


class Sign(NamedTuple):
    """A sign and its meaning."""

    part: Part
    words: str


def shown(is_shown: object, shape: AnyShape, width: float, meaning: str) -> tuple[Sign, ...]:
    """A sign, if the picture shows it."""
    return (Sign(Part(shape, width), meaning),) if is_shown else ()


def entries(of: Sequence[Entry], width: float, columns: int = 2) -> Block:
    """A line each, in columns, read from left to right. Of a name and what stands beside it the
    longer one is cut where there is no room for both, and the other one to half of it."""
    across = _column_width(width, columns)
    shapes = []
    for place, entry in enumerate(of):
        down, column = divmod(place, columns)
        at = column * (across + _GAP), (down + 0.5) * _ROW
        shapes.append(placed(at, *_line(entry, across)))
    return Block(tuple(shapes), ceil(len(of) / columns) * _ROW)


def _column_width(width: float, columns: int) -> float:
    return (width - (columns - 1) * _GAP) / columns


def _line(entry: Entry, across: float) -> list[AnyShape]:
    left = entry.sign.width + _BESIDE
    held = width_of(entry.held, _BESIDE)
    room = across - left - held - _APART - 9
    name, more = entry.name, entry.more
    if name.width > more.width:
        more = more.within(room / 2)
        name = name.within(room - more.width)
    else:
        name = name.within(room / 2)
        more = more.within(room - name.width)
    shapes: list[AnyShape] = [
        placed((entry.sign.width / 2, 0.0), entry.sign.shape),
        words((left, 0.0), name.text, name.colour, bold=name.bold),
    ]
    end = left + name.width
    if more.text:
        shapes.append(words((end + _APART, 0.0), more.text, more.colour, bold=more.bold))
        end += _APART + more.width
    if entry.is_out:
        strike = Style(stroke=name.colour)
        shapes.append(Polyline(points=((left, 0.0), (end, 0.0)), style=strike))
    return [*shapes, placed((across - held / 2, 0.0), *row(entry.held, 0.0, _BESIDE))]


def flow(signs: Iterable[Sign], width: float, colour: str) -> Block:
    """Signs one after the other, in as many rows as they need."""
    rows: list[list[Sign]] = [[]]
    used = 0.0
    for sign in signs:
        wide = _wide(sign)
        if rows[-1] and used + wide > width:
            rows.append([])
            used = 0.0
        rows[-1].append(sign)
        used += wide + _GAP
    shapes: list[AnyShape] = []
    top = 0.0
    for line in rows:
        high = max((_ROW, *(sign.part.height + 4 for sign in line))) if line else 0.0
        x = 0.0
        for sign in line:
            shapes.append(placed((x, top + high / 2), *_sign(sign, colour)))
            x += _wide(sign) + _GAP
        top += high
    return Block(tuple(shapes), top)


def _wide(sign: Sign) -> float:
    return sign.part.width + _BESIDE + fonts.width(sign.words, NAME)


def _sign(sign: Sign, colour: str) -> tuple[AnyShape, ...]:
    left = sign.part.width + _BESIDE
    return placed((sign.part.width / 2, 0.0), sign.part.shape), words(
        (left, 0.0), sign.words, colour
    )


def grid(signs: Sequence[Sign], width: float, colour: str, columns: int = 2) -> Block:
    """Signs in columns, read from left to right; words that are too long are cut."""
    across = width / columns
    high = max((_ROW, *(sign.part.height + 4 for sign in signs)))
    shapes = []
    for place, sign in enumerate(signs):
        down, column = divmod(place, columns)
        room = across - sign.part.width - _BESIDE - 4
        cut = sign._replace(words=fonts.fit(sign.words, room, NAME))
        shapes.append(placed((column * across, (down + 0.5) * high), *_sign(cut, colour)))
    return Block(tuple(shapes), ceil(len(signs) / columns) * high)


def lines(of: Sequence[Phrase], width: float, size: float = NAME, high: float = 17.0) -> Block:
    """Plain lines below each other."""
    shapes = tuple(
        words(
            (0.0, (n + 0.5) * high),
            fonts.fit(one.text, width, size, one.bold),
            one.colour,
            size,
            bold=one.bold,
        )
        for n, one in enumerate(of)
    )
    return Block(shapes, len(of) * high)
