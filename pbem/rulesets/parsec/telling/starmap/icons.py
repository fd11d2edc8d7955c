"""The signs of the board map, drawn around the origin; ``tile`` is a system's side in pixels."""

from __future__ import annotations

from pbem.drawing import fonts, symbols
from pbem.drawing.palette import MarkerName
from pbem.engine.api import Seat
from pbem.engine.scene import AnyShape, Circle, Group, Path, Polygon, Rect, Style, Text
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.telling.colours import (
    ASH,
    DARK,
    DYES,
    GOLD,
    HOT,
    LIGHT,
    RUIN,
    SPACE,
    player_dye,
)
from pbem.rulesets.parsec.telling.starmap.sheet import NAME, has_room

_BOX = 20.0
"""Symbols and tokens are drawn in a box of so many pixels."""

_SYMBOLS: dict[Kind, str] = {
    "government": (
        "M-8 9.2V6.5Q-8 0.2 0 0.2Q8 0.2 8 6.5V9.2Z"
        "M-4.3 -4.9A4.3 4.3 0 1 1 4.3 -4.9A4.3 4.3 0 1 1 -4.3 -4.9Z"
    ),
    "science": (
        "M-4.4 -9.5H4.4V-7H2.9V-2.4L8.6 6.4Q9.8 9.3 6.8 9.3H-6.8Q-9.8 9.3 -8.6 6.4"
        "L-2.9 -2.4V-7H-4.4Z"
    ),
    "merchant": "M-9 0A9 9 0 1 1 9 0A9 9 0 1 1 -9 0ZM-3.1 -3.1V3.1H3.1V-3.1Z",
    "mining": (
        "M-9.6 -2.2Q-6.4 -9.4 0 -9.4Q6.4 -9.4 9.6 -2.2Q5.4 -5 1.9 -5.4V9.6H-1.9V-5.4"
        "Q-5.4 -5 -9.6 -2.2Z"
    ),
}
"""A person, a flask, a coin and a pickaxe."""
_TURNED: dict[Kind, float] = {"mining": 38.0}

_TOKENS: dict[MarkerName, str] = {
    "circle": "M-9.9 0A9.9 9.9 0 1 1 9.9 0A9.9 9.9 0 1 1 -9.9 0Z",
    "hexagon": "M-11.4 0L-6.2 -9.4H6.2L11.4 0L6.2 9.4H-6.2Z",
    "wedge": "M-10 -8.8H10V0.8Q10 6.6 0 11.2Q-10 6.6 -10 0.8Z",
    "pentagon": "M0 -11.6L10.8 -3L9.4 9H-9.4L-10.8 -3Z",
}
"""A disc, a hexagon, a shield and a house, all with room for two signs beside each other."""

_SETTLEMENT, _GHOST, _HALO, _CELL = 0.37, 0.33, 0.445, 0.46
"""Half the sides of plates, in systems."""
_TOKEN = 0.43
_STAR = 0.4
"""The inner corners of an artifact's star, as a share of its points."""


def kind_symbol(kind: Kind, size: float, style: Style, x: float = 0.0) -> AnyShape:
    """A kind's sign, `size` pixels wide, `x` to the right."""
    return Group(
        items=(Path(data=_SYMBOLS[kind], style=style),),
        move=(round(x, 1), 0.0),
        turn=_TURNED.get(kind, 0.0),
        scale=round(size / _BOX, 3),
    )


def _plate(share: float, tile: float, style: Style) -> Rect:
    half = round(share * tile, 2)
    corner = round(tile * 0.1, 1)
    return Rect(corner=(-half, -half), size=(2 * half, 2 * half), round=corner, style=style)


def _line(tile: float, least: float, share: float) -> float:
    return round(max(least, tile * share), 1)


def settlement(kind: Kind, tile: float) -> AnyShape:
    """A plate of the kind's colour with its sign."""
    dye = DYES[kind]
    style = Style(fill=dye.fill, stroke=dye.edge, width=_line(tile, 1.0, 0.035))
    sign = kind_symbol(kind, tile * 0.52, Style(fill=dye.ink))
    return Group(items=(_plate(_SETTLEMENT, tile, style), sign))


def vacated(kind: Kind, tile: float) -> AnyShape:
    """The trace of a settlement."""
    line = Style(fill=SPACE, stroke=ASH, width=_line(tile, 1.0, 0.035), dash=(3, 2.5))
    sign = kind_symbol(kind, tile * 0.4, Style(stroke=ASH, width=1.8))
    return Group(items=(_plate(_GHOST, tile, line), sign))


def token(seat: Seat, radius: float) -> AnyShape:
    """A player's colour and shape."""
    dye = player_dye(seat)
    scale = round(2 * radius / _BOX, 3)
    style = Style(fill=dye.fill, stroke=DARK, width=round(1.4 / scale, 2))
    return Group(items=(Path(data=_TOKENS[dye.marker], style=style),), scale=scale)


def leader(seat: Seat, kind: Kind, tile: float) -> AnyShape:
    """A token with the kind's sign and, where there is room, the player's number."""
    back, ink = token(seat, tile * _TOKEN), Style(fill=player_dye(seat).ink)
    if not has_room(tile):
        return Group(items=(back, kind_symbol(kind, tile * 0.5, ink)))
    size, sign = max(NAME, tile * 0.36), tile * 0.4
    digit = fonts.width(str(seat), size, bold=True)
    left = -(sign + 1 + digit) / 2
    return Group(
        items=(
            back,
            kind_symbol(kind, sign, ink, left + sign / 2),
            number(seat, size, left + sign + 1 + digit / 2),
        )
    )


def number(seat: Seat, size: float, x: float = 0.0) -> AnyShape:
    """A player's number, upon its token."""
    return Text(
        at=(round(x, 1), round(size * 0.365, 1)),
        text=str(seat),
        size=round(size, 1),
        bold=True,
        anchor="middle",
        style=Style(fill=player_dye(seat).ink),
    )


def colour_of(seat: Seat | None) -> str:
    """A player's colour; without one that of samples that stand for anyone."""
    return ASH if seat is None else player_dye(seat).fill


def left_by(seat: Seat | None, tile: float) -> AnyShape:
    """The trace of a leader."""
    scale = round(2 * tile * 0.32 / _BOX, 3)
    dash = round(3 / scale, 2), round(2.5 / scale, 2)
    style = Style(fill=SPACE, stroke=colour_of(seat), width=round(1.6 / scale, 2), dash=dash)
    shape = _TOKENS["circle" if seat is None else player_dye(seat).marker]
    return Group(items=(Path(data=shape, style=style),), scale=scale)


def artifact(radius: float, *, border: bool, dormant: bool) -> AnyShape:
    """A star of four points on a dark disc: hollow while dormant, with a ring where it is taken
    first."""
    rim = Style(fill=DARK, stroke=GOLD if border else DARK, width=_line(radius, 1.2, 0.16))
    disc = Circle(centre=(0, 0), radius=round(radius * 1.15, 1), style=rim)
    style = Style(fill=None if dormant else GOLD, stroke=GOLD, width=_line(radius, 1.0, 0.14))
    return Group(items=(disc, Polygon(points=_star(radius * 0.85), style=style)))


def harvested(seat: Seat | None, radius: float) -> AnyShape:
    """The trace of an artifact, in the colour of who took it."""
    style = Style(fill=SPACE, stroke=colour_of(seat), width=_line(radius, 1.2, 0.16), dash=(2.5, 2))
    return Circle(centre=(0, 0), radius=round(radius, 1), style=style)


def _star(radius: float) -> tuple[tuple[float, float], ...]:
    point, dent = round(radius, 2), round(radius * _STAR * 0.707, 2)
    return (
        (0, -point),
        (dent, -dent),
        (point, 0),
        (dent, dent),
        (0, point),
        (-dent, dent),
        (-point, 0),
        (-dent, -dent),
    )


def destroyed(tile: float) -> AnyShape:
    """A cross over ashes."""
    ashes = _plate(_CELL, tile, Style(fill=RUIN))
    return Group(items=(ashes, symbols.cross((0, 0), tile * 0.26, ASH, edge=DARK)))


def halo(seat: Seat | None, tile: float) -> AnyShape:
    """A frame in the colour of who put it there."""
    return _plate(_HALO, tile, Style(stroke=colour_of(seat), width=_line(tile, 1.5, 0.055)))


def burst(radius: float) -> AnyShape:
    """A conflict was fought."""
    return symbols.burst((0, 0), radius, HOT, DARK)


def challenged(tile: float, *, attacks: bool) -> AnyShape:
    """A ring around a leader whose conflict waits: broken around the one who is attacked."""
    dash = () if attacks else (5.0, 3.0)
    style = Style(stroke=HOT, width=_line(tile, 2.0, 0.075), dash=dash)
    return Circle(centre=(0, 0), radius=round(tile * 0.52, 1), style=style)


def joining(tile: float) -> AnyShape:
    """A frame around the settlement that joined two regions."""
    return _plate(_CELL, tile, Style(stroke=HOT, width=_line(tile, 2.0, 0.085)))


def small_leader(kind: Kind, size: float, *, is_home: bool) -> AnyShape:
    """One of a player's four leaders in the legend: hollow at home."""
    style = Style(stroke=ASH, width=2.4) if is_home else Style(fill=LIGHT)
    return kind_symbol(kind, size, style)
