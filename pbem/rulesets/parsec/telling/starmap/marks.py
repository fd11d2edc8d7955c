"""What moves on the board map: leaders' ways in the last round, and a dispute that waits."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from pbem.drawing.grid import Frame
from pbem.engine.api import Seat
from pbem.engine.scene import AnyShape, Group, Path, Point, Polyline, Style
from pbem.maps.board import Square
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.galaxy import Leader
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling.colours import DARK, HOT
from pbem.rulesets.parsec.telling.starmap import icons
from pbem.rulesets.parsec.telling.starmap.contours import contour

_SHORT = 0.5
"""How far from the middle of its systems a line begins and ends, in systems."""


def way(origin: Square, square: Square, seat: Seat | None, frame: Frame) -> AnyShape:
    """An arrow from where a player's leader stood to where it stands; None: anyone's."""
    ends = _between(frame.middle(origin), frame.middle(square), _SHORT * frame.tile)
    return _arrow(ends, icons.colour_of(seat), max(1.8, frame.tile * 0.06))


def _between(start: Point, end: Point, short: float) -> tuple[Point, Point]:
    run = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / run, (end[1] - start[1]) / run
    gap = min(short, 0.3 * run)
    return (
        (round(start[0] + dx * gap, 1), round(start[1] + dy * gap, 1)),
        (round(end[0] - dx * gap, 1), round(end[1] - dy * gap, 1)),
    )


def _arrow(
    ends: tuple[Point, Point], colour: str, width: float, dash: tuple[float, ...] = ()
) -> AnyShape:
    under = Polyline(points=ends, style=Style(stroke=DARK, width=width + 2.4))
    over = Polyline(points=ends, style=Style(stroke=colour, width=width, dash=dash), arrow=True)
    return Group(items=(under, over))


class Clashing(NamedTuple):
    """A clash that waits, with its leaders."""

    clash: Clash
    attacker: Leader
    defender: Leader


def clashing(dispute: Dispute, space: Space) -> list[Clashing]:
    """The clashes whose leaders stand, in the order in which they are fought."""
    found = []
    for clash in dispute.clashes:
        attacker = space.leader(clash.attacker, clash.kind)
        defender = space.leader(clash.defender, clash.kind)
        if attacker is not None and defender is not None:
            found.append(Clashing(clash, attacker, defender))
    return found


def challenge(one: Clashing, frame: Frame) -> AnyShape:
    """An arrow from the attacking leader to the defending one."""
    start, end = frame.middle(one.attacker.square), frame.middle(one.defender.square)
    ends = _between(start, end, _SHORT * frame.tile)
    return _arrow(ends, HOT, max(2.0, frame.tile * 0.065), (5, 3))


def rings(dispute: Dispute, found: list[Clashing], frame: Frame) -> Iterator[AnyShape]:
    """Around the two sides, the settlement that joined them, and every leader that attacks or
    is attacked."""
    yield from _sides(dispute, frame)
    if not dispute.is_internal:
        yield Group(items=(icons.joining(frame.tile),), move=frame.middle(dispute.square))
    for one in found:
        for leader, attacks in ((one.attacker, True), (one.defender, False)):
            ring = icons.challenged(frame.tile, attacks=attacks)
            yield Group(items=(ring,), move=frame.middle(leader.square))


def _sides(dispute: Dispute, frame: Frame) -> Iterator[AnyShape]:
    style = Style(stroke=HOT, width=max(1.8, frame.tile * 0.055), dash=(6, 3))
    for side in dispute.sides:
        data = contour(side, frame, frame.tile * 0.03, frame.tile * 0.2)
        yield Path(data=data, style=style)
