"""Boards to draw, and what is found in their pictures."""

from __future__ import annotations

import msgspec

from pbem.engine.scene import AnyShape, Circle, Group, Point, Polygon, Scene, Text
from pbem.maps.board import square_name
from pbem.rulesets.god_unit.map import board_maps
from pbem.rulesets.god_unit.view import Moved, View
from tests.rulesets.god_unit.table import unit, view


def crowd(size: int, players: int, each: int) -> View:
    """Units of every design on a board so large, some squares apart."""
    notations = ("grunt", "A3", "D2 R3", "A3 D5 M3 N4 R4", "A2 N2")
    units = [
        unit(
            seat,
            number,
            square_name(((number * 7 + seat * 3) % size, (number // 3 * players + seat) % size)),
            notations[number % len(notations)],
        )
        for seat in range(1, players + 1)
        for number in range(1, each + 1)
    ]
    owners: dict[object, int] = {}
    kept = [one for one in units if owners.setdefault(one.square, one.seat) == one.seat]
    ways = [
        Moved(unit=one.name, design=one.design, path=(beside(one.square, size), one.square))
        for one in kept[::2]
    ]
    return view(turn=9, players=players, rows=("." * size,) * size, units=kept, log=ways)


def beside(place: tuple[int, int], size: int) -> tuple[int, int]:
    return (place[0] + 1 if place[0] + 1 < size else place[0] - 1), place[1]


def scene_of(seen_by: View) -> Scene:
    return board_maps(seen_by)[0].scene


def plain(scene: Scene) -> Scene:
    """A scene without tips."""
    return msgspec.structs.replace(scene, items=tuple(map(untipped, scene.items)))


def untipped(shape: AnyShape) -> AnyShape:
    if isinstance(shape, Group):
        shape = msgspec.structs.replace(shape, items=tuple(map(untipped, shape.items)))
    return msgspec.structs.replace(shape, tip=None)


def corners_of(shape: AnyShape) -> list[Point]:
    """Corners of polygons and of the boxes around circles, where they are drawn."""
    if isinstance(shape, Group):
        across, down = shape.move
        return [(x + across, y + down) for item in shape.items for x, y in corners_of(item)]
    if isinstance(shape, Circle):
        (x, y), far = shape.centre, shape.radius
        return [(x - far, y), (x + far, y), (x, y - far), (x, y + far)]
    assert isinstance(shape, Polygon), shape
    return [*shape.points]


def flat(items: tuple[AnyShape, ...]) -> list[AnyShape]:
    """All shapes, groups taken apart."""
    found: list[AnyShape] = []
    for item in items:
        found += flat(item.items) if isinstance(item, Group) else [item]
    return found


def texts(*items: AnyShape) -> list[str]:
    return [shape.text for shape in flat(items) if isinstance(shape, Text)]


def tipped(scene: Scene) -> dict[str, AnyShape]:
    """Shapes by their tip; of several the last, which lies on top."""
    return {item.tip: item for item in scene.items if item.tip}


def card(scene: Scene, name: str) -> Group:
    """What stands in a square."""
    found = next(item for tip, item in tipped(scene).items() if tip.startswith(f"{name}: "))
    assert isinstance(found, Group)
    return found
