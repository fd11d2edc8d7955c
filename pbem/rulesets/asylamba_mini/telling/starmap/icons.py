"""Small signs of the galaxy map, drawn around the origin unless said otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.scene import AnyShape, Circle, Group, Path, Point, Style, Text
from pbem.rulesets.asylamba_mini.telling.colours import DARK, GOLD
from pbem.rulesets.asylamba_mini.view import MissionKind

_STROKED: dict[MissionKind, str] = {
    "conquer": "M-6 -6L4.5 4.5M6 -6L-4.5 4.5M-6.5 2L-2 6.5M6.5 2L2 6.5",
    "return": "M5.5 6V1Q5.5 -4 0.5 -4H-5M-1.5 -8L-5.5 -4L-1.5 0",
}
_FILLED: dict[MissionKind, str] = {
    "colonise": "M-5 -7.5H-3V7.5H-5ZM-3 -7.5L7 -3.5L-3 0.5Z",
    "reinforce": "M-6 -6.5Q-3 -6.5 0 -8Q3 -6.5 6 -6.5V0Q5 5 0 8Q-5 5 -6 0Z",
}
_CROWN = "M-7.5 4.5L-9 -5L-4 -1L0 -7L4 -1L9 -5L7.5 4.5Z"

LETTERS: Mapping[str, str] = {
    "Space Elevator": "E",
    "Gravity Train": "T",
    "Globus Cassus": "G",
    "Klemperer Rosette": "K",
    "Circumsolar Collider": "C",
    "Planet Gaia": "P",
    "Bernal Sphere": "B",
    "Ringworld": "R",
    "Dyson Sphere": "D",
}
"""The letter that stands for each megastructure."""

WONDER_RADIUS = 9.0
PIP_STEP = 6.0


def mission(kind: MissionKind, colour: str) -> AnyShape:
    """A flag to colonise, crossed blades to conquer, a shield to reinforce, a bent arrow home."""
    if kind in _FILLED:
        return Path(data=_FILLED[kind], style=Style(fill=colour))
    return Path(data=_STROKED[kind], style=Style(stroke=colour, width=2.2))


def crown(colour: str, *, hollow: bool = False) -> AnyShape:
    """A capital; hollow: where a faction began that has fallen."""
    if hollow:
        return Path(data=_CROWN, style=Style(stroke=colour, width=1.6))
    return Path(data=_CROWN, style=Style(fill=colour))


def wonder(name: str, at: Point) -> AnyShape:
    """A megastructure: its letter on gold."""
    disc = Circle(centre=(0, 0), radius=WONDER_RADIUS, style=Style(fill=GOLD, stroke=DARK))
    letter = Text(
        at=(0, 4.7),
        text=LETTERS[name],
        size=13.0,
        bold=True,
        anchor="middle",
        style=Style(fill=DARK),
    )
    return Group(items=(disc, letter), move=at)


def pips(count: int, colour: str) -> tuple[AnyShape, ...]:
    """As many dots, to the right of the origin: the points that a sector gives."""
    return tuple(
        Circle(centre=(PIP_STEP * i, 0), radius=2.1, style=Style(fill=colour)) for i in range(count)
    )
