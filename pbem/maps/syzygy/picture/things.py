"""What stands on the map: resources, relics, buildings, units, and the planets' names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pbem.drawing import palette, symbols
from pbem.drawing.grid import Frame
from pbem.engine.i18n import _
from pbem.engine.scene import AnyShape, Circle, Group, Path, Point, Style, Text
from pbem.maps.board import square_name
from pbem.maps.grid import Square
from pbem.maps.syzygy.geometry import DISCS
from pbem.maps.syzygy.model import SyzygyMap, Unit, UnitKind
from pbem.maps.syzygy.naming import planet_name, resource_name
from pbem.maps.syzygy.picture import colours

_NAME = 15.0
_BADGE = 9.0


def pile_size(tile: float) -> float:
    return min(7.0, max(2.6, tile * 0.36))


def unit_size(tile: float) -> float:
    return min(10.0, max(5.5, tile * 0.4))


def things(chart: SyzygyMap, frame: Frame) -> list[AnyShape]:
    """Everything on the map, what matters most on top."""
    return [
        *_piles(chart, frame),
        *_outposts(chart, frame),
        *_relics(chart, frame),
        *_units(chart, frame),
        *_houses(chart, frame),
        *_names(chart, frame),
    ]


def _piles(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    radius = pile_size(frame.tile)
    for pile in chart.resources:
        tip = _("{thing} at {square}").format(
            thing=resource_name(pile.kind), square=square_name(pile.square)
        )
        yield pile_symbol(pile.kind, frame.middle(pile.square), radius, tip)


def pile_symbol(kind: str, at: Point, radius: float, tip: str | None = None) -> AnyShape:
    symbol = colours.SYMBOLS[kind]
    edge = None if symbol.marker == "ring" else colours.INK
    return symbols.marker(symbol.marker, at, radius, symbol.colour, edge=edge, tip=tip)


def _relics(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    for square in chart.relics:
        tip = _("relic at {square}").format(square=square_name(square))
        yield relic_symbol(frame.middle(square), unit_size(frame.tile) * 0.9, tip)


def relic_symbol(at: Point, radius: float, tip: str | None = None) -> AnyShape:
    """A star on a dark disc."""
    disc = Circle(centre=at, radius=radius * 1.25, style=Style(fill=colours.INK, opacity=0.7))
    star = symbols.star(at, radius * 0.85, colours.RELIC, colours.INK)
    return Group(items=(disc, star), tip=tip)


def _outposts(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    for building in chart.buildings:
        if building.kind == "outpost":
            tip = _("outpost at {square}").format(square=square_name(building.square))
            yield outpost_symbol(frame.middle(building.square), unit_size(frame.tile), tip)


def _houses(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Small, at the corner of the villager's marker on the same square."""
    radius = unit_size(frame.tile)
    for building in chart.buildings:
        if building.seat is not None:
            x, y = frame.middle(building.square)
            tip = _("house of player {seat}").format(seat=building.seat)
            at = (x + radius * 0.95, y - radius * 0.85)
            yield house_symbol(building.seat, at, radius * 0.65, tip)


def outpost_symbol(at: Point, radius: float, tip: str | None = None) -> AnyShape:
    """A tower with battlements."""
    (x, y), r = at, radius
    outline = (
        (-0.75, -1.1), (-0.4, -1.1), (-0.4, -0.8), (-0.18, -0.8), (-0.18, -1.1), (0.18, -1.1),
        (0.18, -0.8), (0.4, -0.8), (0.4, -1.1), (0.75, -1.1), (0.75, -0.3), (0.5, -0.1),
        (0.6, 1.1), (-0.6, 1.1), (-0.5, -0.1), (-0.75, -0.3),
    )  # fmt: skip
    data = "M" + "L".join(f"{x + dx * r:.1f} {y + dy * r:.1f}" for dx, dy in outline) + "Z"
    style = Style(fill=colours.OUTPOST, stroke=colours.INK, width=1.2)
    return Path(data=data, style=style, tip=tip)


def house_symbol(seat: int, at: Point, radius: float, tip: str | None = None) -> AnyShape:
    """A house in its player's colour."""
    (x, y), r = at, radius
    outline = ((0, -1.2), (1.2, -0.1), (0.8, -0.1), (0.8, 0.9), (-0.8, 0.9), (-0.8, -0.1),
               (-1.2, -0.1))  # fmt: skip
    data = "M" + "L".join(f"{x + dx * r:.1f} {y + dy * r:.1f}" for dx, dy in outline) + "Z"
    fill = palette.look(seat - 1).colour
    return Path(data=data, style=Style(fill=fill, stroke=colours.LIGHT, width=1.2), tip=tip)


def _units(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """One marker for all that a player has on a square, with letters for the unusual."""
    radius = unit_size(frame.tile)
    stacks: dict[tuple[Square, int], list[Unit]] = {}
    for unit in chart.units:
        stacks.setdefault((unit.square, unit.seat), []).append(unit)
    for (square, seat), units in stacks.items():
        names = ", ".join(unit_name(unit.kind) for unit in units)
        tip = _("player {seat}: {units} at {square}").format(
            seat=seat, units=names, square=square_name(square)
        )
        at = frame.middle(square)
        yield Group(items=(player_symbol(seat, at, radius),), tip=tip)
        letters = "".join(unit_badge(unit.kind) for unit in units)
        if letters:
            x, y = at
            yield badge((x + radius * 1.2, y + _BADGE * 0.9), letters, "start")


def badge(at: Point, letters: str, anchor: Literal["start", "middle"]) -> AnyShape:
    """Letters beside a marker."""
    style = Style(fill=colours.INK)
    return Text(
        at=at,
        text=letters,
        size=_BADGE,
        bold=True,
        anchor=anchor,
        halo=colours.LIGHT,
        style=style,
    )


def villager_symbol(radius: float, at: Point) -> AnyShape:
    """A villager of whomever."""
    back = Circle(centre=at, radius=radius * 1.2, style=Style(fill=colours.LIGHT, opacity=0.9))
    return Group(items=(back, symbols.circle(at, radius * 0.7, palette.NEUTRAL)))


def player_symbol(seat: int, at: Point, radius: float) -> AnyShape:
    look = palette.look(seat - 1)
    style = Style(fill=colours.LIGHT, stroke=colours.INK, width=1.0, opacity=0.92)
    back = Circle(centre=at, radius=radius * 1.4, style=style)
    return Group(items=(back, symbols.marker(look.marker, at, radius * 0.9, look.colour)))


def unit_name(kind: UnitKind) -> str:
    """A starting unit as players call it."""
    names = {
        "villager": _("villager"),
        "photon man": _("photon man"),
        "bactrian camel": _("bactrian camel"),
        "horse scout": _("horse scout"),
    }
    return names[kind]


def unit_badge(kind: UnitKind) -> str:
    """The letter beside a marker; a lone villager needs none."""
    return {"villager": "", "photon man": "P", "bactrian camel": "C", "horse scout": "H"}[kind]


def _names(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Every planet's number and name off its coast, on the side that has more room."""
    for number, (planet, disc) in enumerate(zip(chart.planets, DISCS, strict=True), start=1):
        centre, radius = disc.x / 1e6, disc.radius / 1e6
        x, y = _turned(centre, chart.turned)
        to_right = x <= 0.5
        # The planets lie on a diagonal: falling to the right when turned by 0 or 180 degrees.
        falls = chart.turned % 180 == 0
        side = (radius + 0.03) * 0.7071
        dx = side if to_right else -side
        dy = -dx if falls else dx
        across, down = frame.size
        text = f"{number} {planet_name(planet)}"
        yield Text(
            at=(frame.corner[0] + (x + dx) * across, frame.corner[1] + (y + dy) * down + 5),
            text=text,
            size=_NAME,
            bold=True,
            anchor="start" if to_right else "end",
            halo=colours.NIGHT,
            style=Style(fill=colours.LIGHT),
        )


def _turned(centre: float, degrees: int) -> Point:
    """Where a point of the diagonal lies after a turn clockwise, in shares of the map."""
    return {
        0: (centre, centre),
        90: (1 - centre, centre),
        180: (1 - centre, 1 - centre),
        270: (centre, 1 - centre),
    }[degrees]
