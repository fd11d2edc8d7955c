"""What stands below the galaxy map: whose colour is whose, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pbem.drawing import fonts, symbols
from pbem.engine.api import Seat
from pbem.engine.i18n import N_, _
from pbem.engine.scene import AnyShape, Group, Point, Polyline, Rect, Style, Text
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.telling.colours import (
    BANNERS,
    LIGHT,
    REBEL_BORDER,
    REBELS,
    SOFT,
)
from pbem.rulesets.asylamba_mini.telling.starmap import badges, icons
from pbem.rulesets.asylamba_mini.telling.starmap.geometry import BOTTOM, MARGIN, WIDTH
from pbem.rulesets.asylamba_mini.view import MissionKind, View

SIZE = 13.0
_ROW = 24.0
_GAP = 20.0
_COLUMN = (WIDTH - 2 * MARGIN - _GAP) / 2
_SWATCH = 34.0

_KINDS: tuple[MissionKind, ...] = ("colonise", "conquer", "reinforce", "return")
_BADGE = N_("number of fleets ▸ turns to go")


class Entry(msgspec.Struct, frozen=True):
    """A faction's line: ``held`` tells its points, or that it has fallen."""

    seat: Seat
    faction: str
    player: str
    held: str


class Legend(msgspec.Struct, frozen=True):
    """The legend's words, in the readers' language."""

    entries: tuple[Entry, ...]
    rebels: str
    kinds: tuple[str, ...]
    badge: str
    capital: str
    fallen: str
    pips: str
    wonders: tuple[str, ...]


def legend_of(view: View) -> Legend:
    """The same for every seat."""
    built = {name for sector in view.sectors for name in sector.megastructures}
    return Legend(
        entries=tuple(_entry(view, faction.seat) for faction in view.factions),
        rebels=_("Rebels"),
        kinds=tuple(naming.mission(kind) for kind in _KINDS),
        badge=_(_BADGE),
        capital=_("capital"),
        fallen=_("fallen capital"),
        pips=_("victory points of the place"),
        wonders=tuple(name for name in MEGASTRUCTURES if name in built),
    )


def _entry(view: View, seat: Seat) -> Entry:
    faction = view.faction(seat)
    points = naming.count_points(view.standing(seat).points)
    held = points if faction.alive else _("fallen")
    return Entry(seat, faction.name, view.name(seat), held)


def drawn(legend: Legend) -> tuple[tuple[AnyShape, ...], float]:
    """The legend's shapes, and where it ends (pixels from the top)."""
    top = BOTTOM + 12 + _ROW / 2
    shapes: list[AnyShape] = []
    cells = [_faction(entry) for entry in legend.entries]
    cells.append(_rebels(legend.rebels))
    for place, cell in enumerate(cells):
        row, column = divmod(place, 2)
        at = (MARGIN + column * (_COLUMN + _GAP), top + row * _ROW)
        shapes.append(Group(items=cell, move=at))
    top += (len(cells) + 1) // 2 * _ROW
    rule = Style(stroke=REBEL_BORDER, width=1.0)
    y = top - 0.5 * _ROW + 4
    shapes.append(Polyline(points=((MARGIN, y), (WIDTH - MARGIN, y)), style=rule))
    signs, bottom = _in_rows(_signs(legend), top + 8)
    return (*shapes, *signs), bottom


def _words(at: Point, text: str, colour: str = SOFT, *, bold: bool = False) -> Text:
    return Text(at=at, text=text, size=SIZE, bold=bold, style=Style(fill=colour))


def _swatch(fill: str, stroke: str) -> Rect:
    return Rect(
        corner=(0, -8),
        size=(_SWATCH - 8, 16),
        round=3,
        style=Style(fill=fill, stroke=stroke, width=2),
    )


def _faction(entry: Entry) -> tuple[AnyShape, ...]:
    """Colour and emblem, the faction, who plays it, and its points at the right."""
    banner = BANNERS[entry.faction]
    faction = fonts.width(entry.faction, SIZE, bold=True)
    held = fonts.width(entry.held, SIZE, bold=True)
    room = _COLUMN - _SWATCH - faction - held - 18
    return (
        _swatch(banner.field, banner.bright),
        symbols.marker(banner.emblem, (13, 0), 5.0, banner.bright, edge=None),
        _words((_SWATCH, 4.7), entry.faction, LIGHT, bold=True),
        _words((_SWATCH + faction + 8, 4.7), fonts.fit(entry.player, room, SIZE)),
        Text(
            at=(_COLUMN, 4.7),
            text=entry.held,
            size=SIZE,
            bold=True,
            anchor="end",
            style=Style(fill=LIGHT),
        ),
    )


def _rebels(name: str) -> tuple[AnyShape, ...]:
    return _swatch(REBELS["bridge"], REBEL_BORDER), _words((_SWATCH, 4.7), name)


class _Sign(msgspec.Struct, frozen=True):
    """A sign and its meaning, drawn from the left edge."""

    shapes: tuple[AnyShape, ...]
    width: float


def _signs(legend: Legend) -> Iterable[_Sign]:
    for kind, name in zip(_KINDS, legend.kinds, strict=True):
        style = badges.stroke(kind, SOFT)
        line = Polyline(points=((0, 0), (30, 0)), style=style, arrow=True)
        icon = Group(items=(icons.mission(kind, LIGHT),), move=(42, 0), scale=0.9)
        yield _sign((line, icon), 54, name)
    sample, wide = badges.sample(SOFT)
    yield _sign((Group(items=sample, move=(wide / 2, 0)),), wide + 6, legend.badge)
    yield _sign((Group(items=(icons.crown(LIGHT),), move=(9, 0)),), 23, legend.capital)
    hollow = Group(items=(icons.crown(LIGHT, hollow=True),), move=(9, 0))
    yield _sign((hollow,), 23, legend.fallen)
    dots = Group(items=icons.pips(3, SOFT), move=(3, 0))
    yield _sign((dots,), 24, legend.pips)
    for name in legend.wonders:
        yield _sign((icons.wonder(name, (9, 0)),), 24, name)


def _sign(shapes: tuple[AnyShape, ...], across: float, name: str) -> _Sign:
    return _Sign((*shapes, _words((across, 4.7), name)), across + fonts.width(name, SIZE))


def _in_rows(signs: Iterable[_Sign], top: float) -> tuple[Sequence[AnyShape], float]:
    """Signs one after the other, in as many rows as they need, and where the last one ends."""
    x, y = MARGIN, top
    shapes: list[AnyShape] = []
    for sign in signs:
        if x > MARGIN and x + sign.width > WIDTH - MARGIN:
            x, y = MARGIN, y + _ROW
        shapes.append(Group(items=sign.shapes, move=(round(x, 2), y)))
        x += sign.width + _GAP
    return shapes, y + _ROW / 2 + 4
