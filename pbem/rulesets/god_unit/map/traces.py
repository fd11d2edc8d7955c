"""What the last turn's log leaves on the board map: ways, attacks, and where pieces fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from pbem.drawing import symbols
from pbem.drawing.areas import direction
from pbem.drawing.grid import Frame
from pbem.drawing.tokens import disc, line, placed, told
from pbem.engine.api import Seat
from pbem.engine.blocks import grouped, only
from pbem.engine.i18n import _
from pbem.engine.scene import AnyShape, Group, Polygon, Style
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Name
from pbem.rulesets.god_unit.map.colours import INK, LIGHT, banner_of
from pbem.rulesets.god_unit.view import AnyLogEntry, Attacked, Moved, Roll, losses

_TIP, _BASE = 0.46, 0.6
"""Where an arrow's head begins and ends, in tiles from the middle of its square: between the edges
of two cards, of which it covers no word."""
_HALF_HEAD = 0.1
_MARK_AT = 0.5
_MOST_CROSSES = 4
_NAMED = 12
"""Pieces that a tip names, at most."""


class Trail(NamedTuple):
    """The way of one or more units of a seat."""

    seat: Seat
    path: tuple[Square, ...]
    moved: tuple[Moved, ...]


class Shot(NamedTuple):
    """All the attacks of a unit upon one square."""

    attack: Attacked
    square: Square
    rolls: tuple[Roll, ...]

    @property
    def hits(self) -> bool:
        return any(roll.hit for roll in self.rolls)


class Grave(NamedTuple):
    """The pieces of a seat that fell in a square."""

    seat: Seat
    square: Square
    names: tuple[Name, ...]


class Traces(NamedTuple):
    trails: tuple[Trail, ...]
    shots: tuple[Shot, ...]
    graves: tuple[Grave, ...]

    def within(self, frame: Frame) -> Traces:
        """What is to be seen of them in a part of the board."""
        return Traces(
            tuple(trail for trail in self.trails if any(square in frame for square in trail.path)),
            tuple(s for s in self.shots if s.square in frame or s.attack.square in frame),
            tuple(grave for grave in self.graves if grave.square in frame),
        )


def traces_of(log: Sequence[AnyLogEntry]) -> Traces:
    """What moved, attacked and fell, each kind in the log's order."""
    moved = [one for one in only(Moved, log) if len(one.path) > 1]
    ways = grouped(moved, lambda one: (one.unit.seat, one.path))
    graves = grouped(losses(log), lambda one: (one.piece.seat, one.square))
    return Traces(
        tuple(Trail(*way, tuple(together)) for way, together in ways.items()),
        tuple(
            Shot(attack, square, tuple(rolls))
            for attack in only(Attacked, log)
            for square, rolls in grouped(attack.rolls, lambda roll: roll.square).items()
        ),
        tuple(Grave(*at, tuple(one.piece for one in fell)) for at, fell in graves.items()),
    )


def below(left: Traces, frame: Frame) -> Iterator[AnyShape]:
    """What lies under the pieces: a line along each way, and the lines of fire."""
    yield from (told(way(trail, frame), trail_tip(trail)) for trail in left.trails)
    yield from (told(line_of_fire(shot, frame), shot_tip(shot)) for shot in left.shots)


def above(left: Traces, frame: Frame, held: Collection[Square]) -> Iterator[AnyShape]:
    """What lies over the pieces: arrows' heads, bursts, and crosses; ``held`` are squares with
    something in them."""
    yield from (told(head(trail, frame), trail_tip(trail)) for trail in left.trails)
    yield from (told(mark(shot, frame), shot_tip(shot)) for shot in left.shots)
    before: Counter[Square] = Counter()
    for grave in left.graves:
        drawn = crosses(grave, frame, before[grave.square], occupied=grave.square in held)
        yield told(drawn, grave_tip(grave))
        before[grave.square] += 1


def way(trail: Trail, frame: Frame) -> Group:
    """A line along the path, broader where several went together, within bounds."""
    banner = banner_of(trail.seat)
    wide = max(1.2, frame.tile / 20) * (1 + 0.35 * (min(len(trail.moved), 4) - 1))
    over = Style(stroke=banner.colour, width=min(wide, frame.tile / 6))
    return line([frame.middle(square) for square in trail.path], over, banner.casing)


def head(trail: Trail, frame: Frame) -> Group:
    """The arrow's head, over the edge of the square that it points into."""
    start, end = (frame.middle(square) for square in trail.path[-2:])
    (ux, uy), tile = direction(start, end), frame.tile
    aslant = 1 / (max(abs(ux), abs(uy)) or 1.0)
    tip, base = _TIP * tile * aslant, _BASE * tile * aslant
    half = max(3.2, _HALF_HEAD * tile)
    points = (
        (-ux * tip, -uy * tip),
        (-ux * base - uy * half, -uy * base + ux * half),
        (-ux * base + uy * half, -uy * base - ux * half),
    )
    style = Style(fill=banner_of(trail.seat).colour, stroke=INK, width=0.9)
    return placed(end, Polygon(points=points, style=style))


def line_of_fire(shot: Shot, frame: Frame) -> Group:
    """A dashed line from the attacker to the square."""
    banner = banner_of(shot.attack.unit.seat)
    over = Style(stroke=banner.colour, width=max(1.1, frame.tile / 24), dash=(5, 3))
    return line([frame.middle(shot.attack.square), frame.middle(shot.square)], over, banner.casing)


def mark(shot: Shot, frame: Frame) -> Group:
    """A burst or a ring over the edge of the attacked square, in the attacker's colour."""
    start, end = frame.middle(shot.attack.square), frame.middle(shot.square)
    ux, uy = direction(start, end)
    far = _MARK_AT * frame.tile / (max(abs(ux), abs(uy)) or 1.0)
    radius = max(3.4, frame.tile * 0.065)
    colour = banner_of(shot.attack.unit.seat).colour
    at = end[0] - ux * far, end[1] - uy * far
    if shot.hits:
        return placed(at, symbols.burst((0, 0), radius, colour, INK))
    ring = radius * 0.72
    under = disc(ring, Style(fill=LIGHT, stroke=INK, width=3.2))
    return placed(at, under, disc(ring, Style(stroke=colour, width=1.6)))


def crosses(grave: Grave, frame: Frame, place: int, *, occupied: bool) -> Group:
    """One cross a piece: in the middle of an empty square, along the upper edge of another, beside
    its card. `place` counts the losses in the same square before it."""
    radius = max(3.0, min(frame.tile * (0.065 if occupied else 0.17), 9.0))
    step = radius * 2.1
    shown = min(_MOST_CROSSES, len(grave.names))
    x, y = frame.middle(grave.square)
    if occupied:
        (left, top), half = frame.corner, 0.5 * frame.tile
        x, y = max(x - half, left + radius), max(y - half, top + radius) + place * step
    else:
        x, y = x - step * (shown - 1) / 2, y + place * step
    colour = banner_of(grave.seat).colour
    fallen = [symbols.cross((n * step, 0), radius, colour, INK) for n in range(shown)]
    return placed((x, y), *fallen)


# What they tell ---------------------------------------------------------------------------


def trail_tip(trail: Trail) -> str:
    """Who went from where to where."""
    return _("{units}: {start} to {end}").format(
        units=_listed(
            _("{name} ({design})").format(name=one.unit, design=naming.design(one.design))
            for one in trail.moved
        ),
        start=square_name(trail.path[0]),
        end=square_name(trail.path[-1]),
    )


def _listed(parts: Iterable[str]) -> str:
    named = list(parts)
    told = ", ".join(named[:_NAMED])
    hidden = len(named) - _NAMED
    return told if hidden <= 0 else _("{list} and {number} more").format(list=told, number=hidden)


def shot_tip(shot: Shot) -> str:
    """Who attacked, and what fell."""
    fallen = [str(roll.target) for roll in shot.rolls if roll.hit]
    return _("{name} ({design}), {attacks} on {square}: {result}").format(
        name=shot.attack.unit,
        design=naming.design(shot.attack.design),
        attacks=naming.count_attacks(len(shot.rolls)),
        square=square_name(shot.square),
        result=_("{pieces} fell").format(pieces=_listed(fallen)) if fallen else _("nothing fell"),
    )


def grave_tip(grave: Grave) -> str:
    """What fell where."""
    return _("fallen in {square}: {pieces}").format(
        square=square_name(grave.square), pieces=_listed(map(str, grave.names))
    )
