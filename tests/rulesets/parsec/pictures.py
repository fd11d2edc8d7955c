"""Board maps of hand-made moments, and the parts of them that tests look at."""

from __future__ import annotations

from math import dist

import msgspec

from pbem.drawing.grid import Frame
from pbem.engine.api import Seat
from pbem.engine.scene import AnyShape, Group, Scene, Text
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import Clash, Dispute
from pbem.rulesets.parsec.map import board_map
from pbem.rulesets.parsec.view import (
    ArtifactHarvested,
    Chapter,
    ConflictFought,
    Force,
    LeaderHomeless,
    LeaderPlaced,
    SystemSettled,
    View,
)
from tests.rulesets.parsec.table import square, squares, view

SEATS = (1, 2, 3, 4)
BOARD = """
    s*  S1  .   .   #   .   .   .   .
    m   s   m   .   #   .   s+  G4  .
    .   M3  s   G2  r   .   .   .   .
    x   .   .   .   .   .   .   .   .*
    .   .   .   M2  s   m   .   .   .
"""
FOUGHT = ConflictFought(
    cause="settlement",
    kind="merchant",
    square=square("g5"),
    attacker=Force(2, 3, 1, square("d5")),
    defender=Force(1, 3, 0, square("i5")),
    winner=2,
    vacated=squares("h4 h5"),
    resource="merchant",
    gain=3,
)
LOG = (
    Chapter(8, 4, (LeaderPlaced(seat=4, kind="government", square=square("h2")),)),
    Chapter(
        9,
        1,
        (
            SystemSettled(seat=1, kind="merchant", square=square("a2"), gains=3),
            LeaderPlaced(seat=1, kind="science", square=square("b1"), origin=square("d1")),
        ),
    ),
    Chapter(10, 2, (FOUGHT, LeaderHomeless(seat=3, kind="mining", square=square("f4")))),
    Chapter(11, 3, (ArtifactHarvested(seat=3, square=square("c3")),)),
)


def game(seat: Seat | None = 1, **changes: object) -> View:
    """The same game as another seat sees it; None: a spectator."""
    given = {"players": 4, "turn": 12, "played": 11, "mover": 4, "log": LOG}
    return view(BOARD, seat=seat, **{**given, **changes})  # type: ignore[arg-type]


def disputed(seat: Seat | None = 1) -> View:
    """A union at d3 whose conflict waits: Bruno's merchant leader attacks Cé's."""
    board = """
        s*  .   .   .   .   .   s
        m   M3  m   g   M2  m   s+
        s   .   .   .   s   m   .
    """
    clash = Clash("merchant", 2, 3)
    left, right = squares("a1 a2 a3 b2 c2"), squares("e2 e3 f2 f3 g1 g2")
    dispute = Dispute("settlement", 1, square("d2"), (clash,), (left, right), "attackers")
    return view(board, seat=seat, players=3, turn=5, played=4, dispute=dispute)


def scene_of(seen_by: View) -> Scene:
    return board_map(seen_by).scene


def plain(scene: Scene) -> Scene:
    """A scene without tips."""
    return msgspec.structs.replace(scene, items=tuple(map(_untipped, scene.items)))


def _untipped(shape: AnyShape) -> AnyShape:
    if isinstance(shape, Group):
        shape = msgspec.structs.replace(shape, items=tuple(map(_untipped, shape.items)))
    return msgspec.structs.replace(shape, tip=None)


def flat(*items: AnyShape) -> list[AnyShape]:
    """All shapes, groups taken apart."""
    found: list[AnyShape] = []
    for item in items:
        found += flat(*item.items) if isinstance(item, Group) else [item]
    return found


def texts(*items: AnyShape) -> list[str]:
    return [shape.text for shape in flat(*items) if isinstance(shape, Text)]


def tips(scene: Scene) -> list[str]:
    return [item.tip for item in scene.items if item.tip]


def tip_at(scene: Scene, name: str) -> str:
    """The tip of what stands on a square."""
    return next(tip for tip in tips(scene) if tip.startswith(f"{name}: "))


def strokes(*items: AnyShape) -> set[str | None]:
    return {shape.style.stroke for shape in flat(*items)}


def at(scene: Scene, where: Square, frame: Frame) -> list[AnyShape]:
    """Everything drawn in the middle of a square."""
    middle = frame.middle(where)
    return [
        item for item in scene.items if isinstance(item, Group) and dist(item.move, middle) < 0.2
    ]
