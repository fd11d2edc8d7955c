"""What the last turn's log leaves on the board map: ways, attacks, and where pieces fell."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import msgspec

from pbem.engine.api import Seat
from pbem.engine.scene import AnyShape, Group, Point, Polyline, Style
from pbem.maps.board import Square
from pbem.maps.frame import Frame
from pbem.rulesets.god_unit.log import AnyEntry, Attacked, Moved, Roll, Wasted
from pbem.rulesets.god_unit.pieces import Name
from pbem.rulesets.god_unit.telling.boardmap import icons
from pbem.rulesets.god_unit.telling.colours import banner_of

_TIP, _BASE = 0.42, 0.62
"""Where an arrow's head begins and ends, in tiles from the middle of its square."""
_HALF_HEAD = 0.12
_MARK_AT = 0.45
_MOST_CROSSES = 4


class Trail(msgspec.Struct, frozen=True):
    """The way of one or more units of a seat."""

    seat: Seat
    path: tuple[Square, ...]
    moved: tuple[Moved, ...]


class Shot(msgspec.Struct, frozen=True):
    """All the attacks of a unit upon one square."""

    attack: Attacked
    square: Square
    rolls: tuple[Roll, ...]

    @property
    def seat(self) -> Seat:
        return self.attack.unit.seat

    @property
    def hits(self) -> bool:
        return any(roll.hit for roll in self.rolls)


class Loss(msgspec.Struct, frozen=True):
    """The pieces of a seat that fell in a square."""

    seat: Seat
    square: Square
    names: tuple[Name, ...]


class Traces(msgspec.Struct, frozen=True):
    trails: tuple[Trail, ...]
    shots: tuple[Shot, ...]
    losses: tuple[Loss, ...]


def traces_of(log: tuple[AnyEntry, ...]) -> Traces:
    """What moved, attacked and fell, each kind in the log's order."""
    ways: dict[tuple[Seat, tuple[Square, ...]], list[Moved]] = {}
    shots: list[Shot] = []
    losses: dict[tuple[Seat, Square], list[Name]] = {}
    for entry in log:
        match entry:
            case Moved(unit=unit, path=path) if len(path) > 1:
                ways.setdefault((unit.seat, path), []).append(entry)
            case Wasted(unit=unit, square=square):
                losses.setdefault((unit.seat, square), []).append(unit)
            case Attacked(rolls=rolls):
                shots += _shots(entry)
                for roll in rolls:
                    if roll.hit:
                        key = roll.target.seat, roll.square
                        losses.setdefault(key, []).append(roll.target)
    return Traces(
        tuple(Trail(seat, path, tuple(moved)) for (seat, path), moved in ways.items()),
        tuple(shots),
        tuple(Loss(seat, square, tuple(names)) for (seat, square), names in losses.items()),
    )


def _shots(attack: Attacked) -> Iterator[Shot]:
    by_square: dict[Square, list[Roll]] = {}
    for roll in attack.rolls:
        by_square.setdefault(roll.square, []).append(roll)
    for square, rolls in by_square.items():
        yield Shot(attack, square, tuple(rolls))


def way(trail: Trail, frame: Frame) -> AnyShape:
    """A line along the path, to lie below what stands there, from a dot where it began."""
    banner = banner_of(trail.seat)
    points = tuple(frame.middle(square) for square in trail.path)
    width = line_width(frame.tile, len(trail.moved))
    under = Style(stroke=banner.casing, width=width + 1.8)
    return Group(
        items=(
            Polyline(points=points, style=under),
            Polyline(points=points, style=Style(stroke=banner.colour, width=width)),
        )
    )


def line_width(tile: float, units: int) -> float:
    """Broader where several went together, within bounds."""
    return round(min(max(1.2, tile / 20) * (1 + 0.35 * (min(units, 4) - 1)), tile / 6), 1)


def head(trail: Trail, frame: Frame) -> AnyShape:
    """The arrow's head, over the edge of the square that it points into."""
    start, end = (frame.middle(square) for square in trail.path[-2:])
    (ux, uy), tile = _direction(start, end), frame.tile
    tip = (round(end[0] - ux * _TIP * tile, 1), round(end[1] - uy * _TIP * tile, 1))
    x, y = end[0] - ux * _BASE * tile, end[1] - uy * _BASE * tile
    half = max(3.2, _HALF_HEAD * tile)
    left = (round(x - uy * half, 1), round(y + ux * half, 1))
    right = (round(x + uy * half, 1), round(y - ux * half, 1))
    return icons.triangle((tip, left, right), banner_of(trail.seat).colour)


def line_of_fire(shot: Shot, frame: Frame) -> AnyShape:
    """A dashed line from the attacker to the square, to lie below what stands there."""
    banner = banner_of(shot.seat)
    points = (frame.middle(shot.attack.square), frame.middle(shot.square))
    width = max(1.1, frame.tile / 24)
    return Group(
        items=(
            Polyline(points=points, style=Style(stroke=banner.casing, width=width + 1.6)),
            Polyline(points=points, style=Style(stroke=banner.colour, width=width, dash=(5, 3))),
        )
    )


def mark(shot: Shot, frame: Frame) -> AnyShape:
    """A burst or a ring over the edge of the attacked square, in the attacker's colour."""
    start, end = frame.middle(shot.attack.square), frame.middle(shot.square)
    ux, uy = _direction(start, end)
    far = _MARK_AT * frame.tile / max(abs(ux), abs(uy))
    radius = max(3.4, frame.tile * 0.105)
    colour = banner_of(shot.seat).colour
    sign = icons.burst(radius, colour) if shot.hits else icons.miss(radius, colour)
    return Group(items=(sign,), move=(round(end[0] - ux * far, 1), round(end[1] - uy * far, 1)))


def crosses(loss: Loss, frame: Frame, place: int, *, occupied: bool) -> AnyShape:
    """One cross a piece: in the middle of an empty square, in a corner of another. `place`
    counts the losses in the same square before it."""
    radius = frame.tile * (0.1 if occupied else 0.17)
    radius = max(3.0, min(radius, 9.0))
    step = radius * 2.1
    shown = min(_MOST_CROSSES, len(loss.names))
    x, y = frame.middle(loss.square)
    if occupied:
        x, y = x - 0.4 * frame.tile, y - 0.4 * frame.tile + place * step
    else:
        x, y = x - step * (shown - 1) / 2, y + place * step
    sign = icons.fallen(radius, banner_of(loss.seat).colour)
    items = tuple(Group(items=(sign,), move=(round(n * step, 1), 0.0)) for n in range(shown))
    return Group(items=items, move=(round(x, 1), round(y, 1)))


def _direction(start: Point, end: Point) -> tuple[float, float]:
    run = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[0] - start[0]) / run, (end[1] - start[1]) / run
