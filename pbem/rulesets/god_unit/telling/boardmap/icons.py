"""Small signs of the board map, drawn around the origin unless said otherwise."""

from __future__ import annotations

from pbem.drawing import symbols
from pbem.engine.scene import AnyShape, Circle, Group, Path, Polygon, Rect, Style
from pbem.maps.board import ROCK, Board
from pbem.maps.frame import Frame
from pbem.maps.picture import woods
from pbem.rulesets.god_unit.pieces import Thing
from pbem.rulesets.god_unit.telling.colours import GOLD, INK, LIGHT, STONE, banner_of

TEETH = 3
"""Of a factory's roof."""


def factory_outline(left: float, top: float, right: float, bottom: float, roof: float) -> str:
    """Path data of a factory: a block under a saw-tooth roof of that height."""
    tooth = (right - left) / TEETH
    teeth = "".join(
        f"L{left + n * tooth:.1f} {top:.1f}L{left + (n + 1) * tooth:.1f} {top + roof:.1f}"
        for n in range(TEETH)
    )
    return f"M{left:.1f} {bottom:.1f}{teeth}L{right:.1f} {bottom:.1f}Z"


def small_factory(size: float, fill: str | None, stroke: str) -> AnyShape:
    """A factory `size` pixels wide; one on its way is drawn without filling."""
    half = size / 2
    data = factory_outline(-half, -half * 0.9, half, half * 0.8, half * 0.75)
    return Path(data=data, style=Style(fill=fill, stroke=stroke, width=1.3))


def times(size: float, colour: str) -> AnyShape:
    """The sign before a number of pieces."""
    h = size / 2
    data = f"M{-h:.1f} {-h:.1f}L{h:.1f} {h:.1f}M{h:.1f} {-h:.1f}L{-h:.1f} {h:.1f}"
    return Path(data=data, style=Style(stroke=colour, width=1.6))


def more(size: float, colour: str) -> AnyShape:
    """A plus: there is more than is shown."""
    h = size / 2
    return Path(
        data=f"M{-h:.1f} 0H{h:.1f}M0 {-h:.1f}V{h:.1f}", style=Style(stroke=colour, width=1.6)
    )


def unfolding(size: float, colour: str) -> AnyShape:
    """Two chevrons that point up: it deploys."""
    h = size / 2
    data = f"M{-h:.1f} 0L0 {-h:.1f}L{h:.1f} 0M{-h:.1f} {h:.1f}L0 0L{h:.1f} {h:.1f}"
    return Path(data=data, style=Style(stroke=colour, width=1.6))


def burst(radius: float, fill: str) -> AnyShape:
    """A hit."""
    return symbols.burst((0, 0), radius, fill, INK)


def miss(radius: float, colour: str) -> AnyShape:
    """An attack that hit nothing."""
    items = (
        Circle(centre=(0, 0), radius=radius * 0.72, style=Style(fill=LIGHT, stroke=INK, width=3.2)),
        Circle(centre=(0, 0), radius=radius * 0.72, style=Style(stroke=colour, width=1.6)),
    )
    return Group(items=items)


def fallen(radius: float, colour: str) -> AnyShape:
    """A piece that fell."""
    return symbols.cross((0, 0), radius, colour, INK)


def relic(radius: float) -> AnyShape:
    return symbols.star((0, 0), radius, GOLD, INK)


def outpost(radius: float) -> AnyShape:
    """A tower."""
    r = radius
    data = (
        f"M{-r:.1f} {-r:.1f}H{-r * 0.45:.1f}V{-r * 0.6:.1f}H{-r * 0.25:.1f}V{-r:.1f}H{r * 0.25:.1f}"
        f"V{-r * 0.6:.1f}H{r * 0.45:.1f}V{-r:.1f}H{r:.1f}V{-r * 0.2:.1f}H{r * 0.65:.1f}V{r:.1f}"
        f"H{-r * 0.65:.1f}V{-r * 0.2:.1f}H{-r:.1f}Z"
    )
    return Path(data=data, style=Style(fill=STONE, stroke=INK, width=1.2))


def thing(one: Thing, radius: float) -> AnyShape:
    """A relic or outpost on a disc of its holder's colour, with the holder's emblem beside."""
    sign = relic(radius * 0.52) if one.kind == "relic" else outpost(radius * 0.5)
    if one.holder is None:
        disc = Circle(centre=(0, 0), radius=radius, style=Style(fill=LIGHT, stroke=INK, width=1.2))
        return Group(items=(disc, sign))
    banner = banner_of(one.holder)
    disc = Circle(
        centre=(0, 0), radius=radius, style=Style(fill=banner.colour, stroke=INK, width=1.2)
    )
    beside = round(radius * 0.85, 2)
    emblem = symbols.marker(banner.emblem, (beside, beside), radius * 0.42, banner.colour, edge=INK)
    return Group(items=(disc, sign, emblem))


def swatch(wide: float, high: float, fill: str) -> AnyShape:
    """A piece of colour, from the left edge."""
    return Rect(
        corner=(0, -high / 2),
        size=(wide, high),
        round=2.5,
        style=Style(fill=fill, stroke=INK, width=1.2),
    )


def triangle(points: tuple[tuple[float, float], ...], colour: str) -> AnyShape:
    """An arrow's head, where it lies over what stands there."""
    return Polygon(points=points, style=Style(fill=colour, stroke=INK, width=0.9))


def wood(size: float) -> tuple[AnyShape, ...]:
    """A square of forest, from the left edge."""
    board = Board((ROCK,))
    return tuple(woods(board, Frame((0.0, -size / 2), size, 1, 1)))
