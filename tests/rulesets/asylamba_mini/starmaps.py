"""A galaxy to draw, and what is found in its picture."""

from __future__ import annotations

import msgspec

from pbem.engine.scene import Group, Polygon, Polyline, Scene, Text
from pbem.rulesets.asylamba_mini.figures import Facilities, Fleets, Inside
from pbem.rulesets.asylamba_mini.map import galaxy_map
from pbem.rulesets.asylamba_mini.map.lanes import label
from pbem.rulesets.asylamba_mini.view import Standing
from tests.rulesets.asylamba_mini import table

OWNERS = {19: 1, 20: 1, 9: 1, 22: 2, 10: 2, 32: 4, 14: 4, 28: 3, 29: 3, 2: 2}
"""Who owns what beside the capitals in the game of these tests."""


SECRET = Inside(Facilities(refinery=3, hub=1), Fleets(light=2, heavy=5), resources=8)


STANDINGS = tuple(Standing(points, 3, 30) for points in (5, 6, 3, 3))


ROUTES = (
    (1, "conquer", (9, 2)),
    (1, "colonise", (18, 9, 8, 7)),
    (1, "reinforce", (18, 9)),
    (2, "conquer", (10, 2, 9)),
    (2, "colonise", (22, 23)),
    (3, "colonise", (28, 12, 4, 1)),
    (3, "return", (4, 12, 28)),
    (4, "colonise", (14, 6, 1)),
    (4, "reinforce", (32, 33)),
)


def game(seat, **changes):
    """The same game as another seat sees it; None: a spectator."""
    mine = [number for number, owner in OWNERS.items() if owner == seat]
    missions = [
        table.mission(
            i, owner=owner, kind=kind, path=path, launched=7, arrives=8 + len(path) // 2,
            fleets=Fleets(light=3 * i, medium=1), known=owner == seat,
        )
        for i, (owner, kind, path) in enumerate(ROUTES, start=1)
    ]  # fmt: skip
    given = {
        "seat": seat,
        "turn": 8,
        "own": dict.fromkeys(mine, SECRET),
        "foreign": {number: owner for number, owner in OWNERS.items() if owner != seat},
        "garrisons": {number: 7 for number, owner in OWNERS.items() if owner != seat},
        "bonuses": dict.fromkeys(mine, "university"),
        "built": {"Space Elevator": 18, "Ringworld": 21, "Dyson Sphere": 18},
        "missions": missions,
        "history": [STANDINGS] * 9,
    }
    return table.view(**{**given, **changes})


def scene_of(view) -> Scene:
    return galaxy_map(view).scene


def plain(shape):
    """A shape or scene without its tips."""
    if isinstance(shape, Scene | Group):
        shape = msgspec.structs.replace(shape, items=tuple(map(plain, shape.items)))
    return shape if isinstance(shape, Scene) else msgspec.structs.replace(shape, tip=None)


def flat(items, shift=(0.0, 0.0)):
    """All shapes and where their group stands."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, (shift[0] + item.move[0], shift[1] + item.move[1]))
        else:
            yield item, shift


def texts(items) -> list[str]:
    return [shape.text for shape, _at in flat(items) if isinstance(shape, Text)]


def fields(scene) -> list[Polygon]:
    """The sectors, in ascending order."""
    return [item for item in scene.items if isinstance(item, Polygon) and item.tip]


def tipped_groups(scene) -> list[Group]:
    return [item for item in scene.items if isinstance(item, Group) and item.tip]


def words(scene, number) -> Group:
    """What is written in a sector."""
    at = label(number)
    return next(g for g in tipped_groups(scene) if g.move == at)


def lines(scene) -> list[Polyline]:
    """The ways of missions, in the order of the view."""
    groups = [g for g in tipped_groups(scene) if any(isinstance(i, Polyline) for i in g.items)]
    return [group.items[-1] for group in groups]


def history(turns):
    return [tuple(Standing(t + s, 1 + t, 4 * s) for s in (1, 2, 3, 4)) for t in range(turns)]
