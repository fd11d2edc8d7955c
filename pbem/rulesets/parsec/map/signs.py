"""The signs of the board map, drawn around the origin, and their colours; ``tile`` is a system's
side in pixels."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import lru_cache

import msgspec

from pbem.drawing import fonts, palette, symbols
from pbem.drawing.areas import contour
from pbem.drawing.grid import Frame, grid_lines
from pbem.drawing.palette import Look, MarkerName
from pbem.drawing.tiling import dots_path
from pbem.drawing.tokens import NAME, disc, placed, plate, words
from pbem.engine.api import Seat
from pbem.engine.scene import AnyShape, Path, Point, Polygon, Rect, Style
from pbem.engine.tables import TableEntry, read
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import KINDS, UNINHABITABLE, Kind

SPACE = "#0b1020"
"""The ground of the picture."""
NIGHT = "#131a33"
"""Inhabitable systems."""
NEBULA = "#2d2843"
"""Uninhabitable systems."""
ROCK = "#8a7f9c"
RUIN = "#1c1c22"
ASH = "#a8a4b4"
REGION = "#c9d6ff"
STARS = "#9fb0dc"
GRID = "#6f7fb0"
LIGHT = "#f6f8ff"
SOFT = "#c3cce6"
"""Lesser words; 4.5:1 on every ground."""
DARK = "#06080f"
HOT = "#ff6070"
"""Conflicts."""

_EDGE_SHARE = 0.5


class _Colours(TableEntry, frozen=True):
    board: str
    chart: str
    marker: MarkerName
    shape: str = ""


class _Table(TableEntry, frozen=True):
    kind: dict[Kind, _Colours]
    artifact: _Colours
    player: tuple[_Colours, ...]


class Dye(msgspec.Struct, frozen=True):
    """A colour on the board, with an ``edge`` that lifts it off dark ground and an ``ink`` for
    what is upon it; ``line`` is its line in a chart, on white. ``shape`` is the outline of a kind's
    symbol, or of a player's token, as a path."""

    fill: str
    edge: str
    ink: str
    line: Look
    shape: str


def _dye(place: int, entry: _Colours, ink: str) -> Dye:
    return Dye(
        fill=entry.board,
        edge=palette.mixed(LIGHT, entry.board, _EDGE_SHARE),
        ink=ink,
        line=Look(entry.chart, entry.marker, palette.look(place).dash),
        shape=entry.shape,
    )


_TABLE = read("pbem.rulesets.parsec", "colours.toml", _Table)

DYES: dict[Kind, Dye] = {
    kind: _dye(place, _TABLE.kind[kind], LIGHT) for place, kind in enumerate(KINDS)
}
ARTIFACT: Dye = _dye(len(KINDS), _TABLE.artifact, DARK)
GOLD = ARTIFACT.fill
_PLAYERS = tuple(_dye(place, entry, DARK) for place, entry in enumerate(_TABLE.player))


def player_dye(seat: Seat) -> Dye:
    """The colour of a seat's leaders, and the shape of their tokens."""
    return _PLAYERS[seat - 1]


_BOX = 20.0
"""Symbols and tokens are drawn in a box of so many pixels."""
_ROOMY = 32.0
"""Systems of fewer pixels have no room for digits."""

_ROCKS = ((0.3, 0.34, 0.13), (0.7, 0.28, 0.08), (0.64, 0.68, 0.15), (0.26, 0.74, 0.09))
"""Places and radii of a nebula's rocks, in systems."""
_DUST = ((0.14, 0.16), (0.86, 0.84), (0.83, 0.12))
"""Faint stars of an inhabitable system; its sun is in the middle."""
_GOLDEN = 0.618


# What stands there ----------------------------------------------------------------------


def kind_symbol(kind: Kind, size: float, style: Style, x: float = 0.0) -> AnyShape:
    """A kind's sign, `size` pixels wide, `x` to the right."""
    turn = 38.0 if kind == "mining" else 0.0
    return placed((x, 0), Path(data=DYES[kind].shape, style=style), turn=turn, scale=size / _BOX)


def _plate(share: float, tile: float, style: Style) -> Rect:
    return plate(share * tile, style, tile * 0.1)


def _trace(colour: str, width: float, dash: tuple[float, float] = (3, 2.5)) -> Style:
    """How something is drawn that is no longer there."""
    return Style(fill=SPACE, stroke=colour, width=width, dash=dash)


def settlement(kind: Kind, tile: float) -> AnyShape:
    """A plate of the kind's colour with its sign."""
    dye = DYES[kind]
    style = Style(fill=dye.fill, stroke=dye.edge, width=max(1.0, tile * 0.035))
    sign = kind_symbol(kind, tile * 0.52, Style(fill=dye.ink))
    return placed((0, 0), _plate(0.37, tile, style), sign)


def vacated(kind: Kind, tile: float) -> AnyShape:
    """The trace of a settlement."""
    back = _plate(0.33, tile, _trace(ASH, max(1.0, tile * 0.035)))
    sign = kind_symbol(kind, tile * 0.4, Style(stroke=ASH, width=1.8))
    return placed((0, 0), back, sign)


def token(seat: Seat, radius: float) -> AnyShape:
    """A player's colour and shape."""
    dye, scale = player_dye(seat), 2 * radius / _BOX
    style = Style(fill=dye.fill, stroke=DARK, width=1.4 / scale)
    return placed((0, 0), Path(data=dye.shape, style=style), scale=scale)


def leader(seat: Seat, kind: Kind, tile: float) -> AnyShape:
    """A token with the kind's sign and, where there is room, the player's number."""
    back, ink = token(seat, tile * 0.43), Style(fill=player_dye(seat).ink)
    if tile < _ROOMY:
        return placed((0, 0), back, kind_symbol(kind, tile * 0.5, ink))
    size, sign = max(NAME, tile * 0.36), tile * 0.4
    digit = fonts.width(str(seat), size, bold=True)
    left = -(sign + 1 + digit) / 2
    beside = number(seat, size, left + sign + 1 + digit / 2)
    return placed((0, 0), back, kind_symbol(kind, sign, ink, left + sign / 2), beside)


def number(seat: Seat, size: float, x: float = 0.0) -> AnyShape:
    """A player's number, upon its token."""
    ink = player_dye(seat).ink
    return words((x, 0), str(seat), ink, size, bold=True, anchor="middle")


def colour_of(seat: Seat | None) -> str:
    """A player's colour; without one that of samples that stand for anyone."""
    return ASH if seat is None else player_dye(seat).fill


def left_by(seat: Seat | None, tile: float) -> AnyShape:
    """The trace of a leader."""
    scale = 2 * tile * 0.32 / _BOX
    style = _trace(colour_of(seat), 1.6 / scale, (3 / scale, 2.5 / scale))
    data = player_dye(seat or 1).shape
    return placed((0, 0), Path(data=data, style=style), scale=scale)


def artifact(radius: float, *, border: bool, dormant: bool) -> AnyShape:
    """A star of four points on a dark disc: hollow while dormant, with a ring where it is taken
    first."""
    dark, gold = DARK, GOLD
    rim = Style(fill=dark, stroke=gold if border else dark, width=max(1.2, radius * 0.16))
    style = Style(fill=None if dormant else gold, stroke=gold, width=max(1.0, radius * 0.14))
    star = symbols.ring_of_points((0, 0), (radius * 0.85, radius * 0.34) * 4)
    return placed((0, 0), disc(radius * 1.15, rim), Polygon(points=star, style=style))


# What happened there ---------------------------------------------------------------------


def harvested(seat: Seat | None, radius: float) -> AnyShape:
    """The trace of an artifact, in the colour of who took it."""
    return disc(radius, _trace(colour_of(seat), max(1.2, radius * 0.16), (2.5, 2)))


def destroyed(tile: float) -> AnyShape:
    """A cross over ashes."""
    ashes = _plate(0.46, tile, Style(fill=RUIN))
    return placed((0, 0), ashes, symbols.cross((0, 0), tile * 0.26, ASH, edge=DARK))


def halo(seat: Seat | None, tile: float) -> AnyShape:
    """A frame in the colour of who put it there."""
    return _plate(0.445, tile, Style(stroke=colour_of(seat), width=max(1.5, tile * 0.055)))


def burst(radius: float) -> AnyShape:
    """A conflict was fought."""
    return symbols.burst((0, 0), radius, HOT, DARK)


def challenged(tile: float, *, attacks: bool) -> AnyShape:
    """A ring around a leader whose conflict waits: broken around the one who is attacked."""
    dash = () if attacks else (5.0, 3.0)
    return disc(tile * 0.52, Style(stroke=HOT, width=max(2.0, tile * 0.075), dash=dash))


def joining(tile: float) -> AnyShape:
    """A frame around the settlement that joined two regions."""
    return _plate(0.46, tile, Style(stroke=HOT, width=max(2.0, tile * 0.085)))


def small_leader(kind: Kind, size: float, *, is_home: bool) -> AnyShape:
    """One of a player's four leaders in the legend: hollow at home."""
    return kind_symbol(kind, size, Style(stroke=ASH, width=2.4) if is_home else Style(fill=LIGHT))


# The galaxy behind it --------------------------------------------------------------------


@lru_cache
def ground(rows: tuple[str, ...], frame: Frame) -> tuple[AnyShape, ...]:
    """The board without anything on it: stars, and nebulae full of rocks."""
    cells = [(x, y, cell) for y, row in enumerate(rows) for x, cell in enumerate(row)]
    nebulae = [(x, y) for x, y, cell in cells if cell == UNINHABITABLE]
    systems = [(x, y) for x, y, cell in cells if cell != UNINHABITABLE]
    suns = [(x + 0.5, y + 0.5) for x, y in systems]
    dust = [(x + dx, y + dy) for x, y in systems for dx, dy in _DUST[: 1 + (x * 7 + y * 3) % 3]]
    origin, tile = frame.origin, frame.tile
    shapes = (
        *grid_lines(frame, GRID),
        Path(data=contour(nebulae, frame, 0.0, tile * 0.22), style=Style(fill=NEBULA)),
        Path(data="".join(_rocks(nebulae, frame)), style=Style(fill=ROCK, opacity=0.7)),
        dots_path(suns, origin, tile, max(1.6, tile * 0.065), Style(fill=STARS)),
        dots_path(dust, origin, tile, 0.7, Style(fill=STARS, opacity=0.45)),
    )
    night = Rect(corner=frame.corner, size=frame.size, style=Style(fill=NIGHT))
    return (night, *(shape for shape in shapes if shape.data))


def _rocks(nebulae: Collection[Square], frame: Frame) -> Iterator[str]:
    """Jagged rocks, turned a little differently in each system."""
    (left, top), tile = frame.origin, frame.tile
    for x, y in nebulae:
        for n, (dx, dy, radius) in enumerate(_ROCKS):
            turn = (x * _GOLDEN + y * _GOLDEN**2 + n * 0.31) % 1.0
            wander = (turn - 0.5) * 0.16
            at = left + (x + dx + wander) * tile, top + (y + dy - wander) * tile
            yield _rock(at, radius * tile, turn)


def _rock(at: Point, radius: float, turn: float) -> str:
    """A crooked hexagon."""
    corners = []
    for n in range(6):
        angle = 2 * math.pi * (n / 6 + turn)
        reach = radius * (1.0 if n % 2 else 0.78 + 0.3 * ((turn * 7 + n) % 1.0))
        x, y = at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)
        corners.append(f"{x:.1f} {y:.1f}")
    return "M" + "L".join(corners) + "Z"
