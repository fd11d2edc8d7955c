"""A square's pieces as one card: a factory's block under its roof, a unit's counter.

A counter has its owner's colour above, with emblem and number, and a light field below with
the levels that differ from 1, as in the source's "Graphics for Units": a grunt's is empty.
Where there is no room for words a square's pieces are a token with their owner's emblem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.drawing import fonts, symbols
from pbem.drawing.tokens import (
    NAME,
    Part,
    badge,
    emblem,
    fitting,
    path,
    placed,
    plate,
    said,
    spread_row,
)
from pbem.engine.api import Seat
from pbem.engine.blocks import grouped
from pbem.engine.scene import AnyShape, Path, Rect, Style
from pbem.maps.board import Square
from pbem.rulesets.god_unit.figures import Site, Unit
from pbem.rulesets.god_unit.map.colours import INK, LIGHT, Banner, banner_of
from pbem.rulesets.god_unit.view import View

IDLE = "–"

_EDGE = 1.3
_HALO = Style(fill=LIGHT, stroke=LIGHT, width=_EDGE + 2.2)
"""A light line around what is on the board lifts it off any ground."""
_LARGEST = 16.0
_PILE = 2.0
"""How far the sheets of a pile stick out."""
_LEAST_BODY = 0.8
"""A counter's light field is at least so high, in sizes of its words; else it has none."""
_ROOMY = 38.0
"""Tiles of so many pixels have room for larger emblems."""
_TEETH = 3
"""Of a factory's roof."""
_SMALL = 16.0
"""Tiles of fewer pixels have no room for a counter around an emblem."""
_LEAST_TOKEN = 4.5
"""Half a token's size, at least, though it covers its neighbours' squares."""


class Stack(NamedTuple):
    """A square's pieces, all of one seat (GU-6): a factory, units, or both; the strongest unit
    first."""

    square: Square
    seat: Seat
    site: Site | None
    units: tuple[Unit, ...]
    open_turn: int

    @property
    def worked(self) -> str:
        """For how many turns the factory will have worked on its product when the open turn's
        production comes; a dash: it idles (or there is none)."""
        if self.site is None or self.site.since is None:
            return IDLE
        return str(self.open_turn - self.site.since)

    @property
    def letter(self) -> str:
        return self.site.letter if self.site else ""

    @property
    def holds_folded_factory(self) -> bool:
        """Whether a factory on its way is among the units."""
        return any(unit.design.is_factory for unit in self.units)

    @property
    def is_ready(self) -> bool:
        """Whether anything there is deployed."""
        return self.site is not None or any(unit.phase == "ready" for unit in self.units)

    @property
    def is_crate(self) -> bool:
        """Whether a factory on its way is what matters there."""
        return self.holds_folded_factory and not self.is_ready


def stacks_of(view: View) -> list[Stack]:
    """Every square that holds anything, row by row."""
    sites = {factory.site.square: factory.site for factory in view.factories}
    units = grouped(view.units, lambda unit: unit.square)
    found = []
    for square in sorted({*sites, *units}, key=lambda square: square[::-1]):
        # What can act comes first, then what cost most.
        here = sorted(
            units.get(square, ()),
            key=lambda unit: (unit.phase != "ready", -unit.design.cost, unit.number),
        )
        site = sites.get(square)
        seat = here[0].seat if site is None else site.seat
        found.append(Stack(square, seat, site, tuple(here), view.open_turn))
    return found


# Signs --------------------------------------------------------------------------------------


def _block(half: float, roof: float, style: Style, top: float = 1.0, bottom: float = 1.0) -> Path:
    """A factory: a block under a saw-tooth roof of that height."""
    tooth, high, low = 2 * half / _TEETH, -half * top, half * bottom
    teeth = "".join(
        f"L{n * tooth - half:.1f} {high:.1f}L{(n + 1) * tooth - half:.1f} {high + roof:.1f}"
        for n in range(_TEETH)
    )
    return Path(data=f"M{-half:.1f} {low:.1f}{teeth}L{half:.1f} {low:.1f}Z", style=style)


def _small_factory(size: float, fill: str | None, stroke: str) -> Part:
    """One on its way among others is drawn without filling."""
    half, style = size / 2, Style(fill=fill, stroke=stroke, width=1.3)
    return Part(_block(half, half * 0.75, style, 0.9, 0.8), size)


def _stroked(size: float, colour: str, data: str) -> Part:
    """A sign of lines: ``data`` with h for half its size."""
    return Part(path(data.replace("h", f"{size / 2:.1f}"), stroke=colour, width=1.6), size)


_TIMES = "M-h -hLh hMh -hL-h h"
_MORE = "M-h 0Hh M0 -hVh"
_UNFOLDING = "M-h 0L0 -hLh 0M-h hL0 0Lh h"


# Where there is room for words -----------------------------------------------------------------


class _Sizes(NamedTuple):
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
def _sizes(tile: float) -> _Sizes:
    half = tile / 2 - max(1.2, tile * 0.045)
    words = min(_LARGEST, max(NAME, tile * 0.21))
    roof = max(3.6, tile * 0.12)
    row = min(words * 1.15, half - roof / 2)
    return _Sizes(half, words, row, roof, words * (0.225 if tile < _ROOMY else 0.29))


def card(stack: Stack, tile: float) -> tuple[AnyShape, ...]:
    """All that a square holds, around its middle."""
    size, banner = _sizes(tile), banner_of(stack.seat)
    if stack.site is None:
        halo = _sheet(size.half, (-size.half, size.half), _HALO)
        return (halo, *_counter(stack, size, banner, -size.half))
    halo = _block(size.half, size.roof, _HALO)
    block = _block(size.half, size.roof, Style(fill=banner.colour, stroke=INK, width=_EDGE))
    if stack.units:
        return (halo, block, *_beside_units(stack, size, banner))
    # A factory's emblem and letter above, below the turns that it has worked.
    middle, row = size.roof / 2, size.half - size.roof / 2
    large = max(size.words, min(size.words * 1.35, row))
    sign = emblem(banner.emblem, large * 0.29, banner.ink)
    named = sign, said(stack.letter, banner.ink, large)
    head = spread_row(named, size.across, middle - row / 2)
    worked = _worked(stack, min(large, size.words * 1.15))
    return (halo, block, *head, placed((0.0, middle + row / 2 - 0.8), worked.shape))


def _worked(stack: Stack, words: float, *, is_tight: bool = False) -> Part:
    """For how many turns it has worked, light on dark."""
    told = said(stack.worked, LIGHT, words, bold=not is_tight)
    pad = 1.0 if is_tight else max(2.0, (words - told.width) / 2)
    high = words * 0.95
    return badge([told], Style(fill=INK), height=high, pad=pad, corners=high * 0.3)


def _beside_units(stack: Stack, size: _Sizes, banner: Banner) -> Iterator[AnyShape]:
    """The factory's letter and its turns in one row under the roof, the units below."""
    top = -size.half + size.roof
    letter = said(stack.letter, banner.ink, size.words)
    wished = ((letter, _worked(stack, size.words, is_tight=tight)) for tight in (False, True))
    yield from spread_row(fitting(wished, size.across), size.across, top + size.row / 2 - 0.3)
    yield from _counter(stack, size, banner, top + size.row)


def _counter(stack: Stack, size: _Sizes, banner: Banner, top: float) -> Iterator[AnyShape]:
    """The units from `top` to the card's lower edge; several lie upon each other."""
    edge = size.half
    if len(stack.units) == 1:
        yield from _face(stack, size, banner, (top, edge))
        return
    yield _sheet(edge, (top + _PILE, edge), Style(fill=banner.body, stroke=INK))
    size = size._replace(half=edge - _PILE / 2)
    face = _face(stack, size, banner, (top, edge - _PILE))
    yield placed((-_PILE / 2, 0.0), *face)


def _sheet(half: float, span: tuple[float, float], style: Style, corners: float = 2.0) -> AnyShape:
    (top, bottom), wide = span, 2 * half
    return Rect(corner=(-half, top), size=(wide, bottom - top), round=corners, style=style)


def _face(
    stack: Stack, size: _Sizes, banner: Banner, span: tuple[float, float]
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
    head = fitting(_heads(stack, size, banner, ink, has_body=has_body), size.across)
    yield from spread_row(head, size.across, top + size.row / 2)
    if has_body:
        yield from _body(stack, size, (seam, bottom))


def _heads(
    stack: Stack, size: _Sizes, banner: Banner, ink: str, *, has_body: bool
) -> Iterator[Sequence[Part]]:
    """Emblem, the strongest one's number, and how many there are: the rows to choose from."""
    sign, words = emblem(banner.emblem, size.emblem, ink), size.words
    number = said(str(stack.units[0].number), ink, words)
    folded = stack.holds_folded_factory and not has_body
    small = (_small_factory(words * 0.85, None, ink),) if folded else ()
    if len(stack.units) == 1:
        yield from ((sign, *small, number), (*small, number), (number,))
        return
    many = _stroked(words * 0.34, ink, _TIMES), said(str(len(stack.units)), ink, words)
    yield from ((sign, *small, number, *many), (sign, *small, *many), (*small, *many), many)


def _body(stack: Stack, size: _Sizes, span: tuple[float, float]) -> Iterator[AnyShape]:
    """The strongest unit's levels that differ from 1, the highest ones where there is no room for
    all, and a sign for what else there is to know."""
    (top, bottom), unit = span, stack.units[0]
    sign: tuple[Part, ...] = ()
    if unit.phase == "deploying":
        sign = (_stroked(size.words * 0.44, INK, _UNFOLDING),)
    elif stack.holds_folded_factory and not unit.design.is_factory:
        sign = (_small_factory(size.words * 0.7, LIGHT, INK),)
    if unit.design.is_factory:
        wide = min(size.across * 0.6, (bottom - top) * 0.95)
        parts = (_small_factory(wide, LIGHT, INK), *sign)
        yield from spread_row(parts, size.across, (top + bottom) / 2)
        return
    columns = max(1, int((size.across + 2) // (fonts.width("D2", size.words, bold=True) + 3)))
    rows = max(1, int((bottom - top - 1) // size.words))
    levels = {c: level for c, level in unit.design.levels.items() if level != 1}
    highest = sorted(levels, key=lambda c: -levels[c])[: columns * rows]
    if len(highest) < len(levels) and not sign:
        sign = (_stroked(size.words * 0.38, INK, _MORE),)
    kept = [said(f"{c}{levels[c]}", INK, size.words) for c in levels if c in highest]
    lines = [kept[i : i + columns] for i in range(0, len(kept), columns)] or [[]]
    lines[-1] += sign
    high = (bottom - top) / max(len(lines), min(rows, 2))
    y = (top + bottom) / 2 - high * (len(lines) - 1) / 2
    for line in lines:
        yield from spread_row(line, size.across, y)
        y += high


# Where there is none -------------------------------------------------------------------------


def token(stack: Stack, tile: float) -> tuple[AnyShape, ...]:
    """A factory's block under its roof or a counter, with its owner's emblem; paler and dashed
    while it is not deployed."""
    banner = banner_of(stack.seat)
    half = max(_LEAST_TOKEN, tile * 0.44)
    ready = stack.is_ready
    fill, ink = (banner.colour, banner.ink) if ready else (banner.faded, INK)
    edge = Style(fill=fill, stroke=INK, width=1.2, dash=() if ready else (3, 2))
    if stack.site is not None or stack.is_crate:
        sign = symbols.marker(banner.emblem, (0, half * 0.3), half * 0.42, ink, edge=None)
        return _block(half, half * 0.6, _HALO), _block(half, half * 0.6, edge), sign
    if tile < _SMALL:
        return (emblem(banner.emblem, half * 0.85, fill, INK).shape,)
    half *= 0.82
    return (
        plate(half, _HALO, 2.0),
        plate(half, edge, 2.0),
        emblem(banner.emblem, half * 0.55, ink).shape,
    )
