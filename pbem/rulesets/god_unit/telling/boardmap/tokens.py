"""A square's pieces where there is no room for words: on the overview of a large board."""

from __future__ import annotations

from pbem.drawing import symbols
from pbem.engine.scene import AnyShape, Path, Rect, Style
from pbem.rulesets.god_unit.telling.boardmap import icons
from pbem.rulesets.god_unit.telling.boardmap.stacks import Stack
from pbem.rulesets.god_unit.telling.colours import INK, banner_of

_SMALL = 16.0
"""Tiles of fewer pixels have no room for a counter around an emblem."""
_LEAST = 4.5
"""Half a token's size, at least, though it covers its neighbours' squares."""
_EDGE = 1.2


def token(stack: Stack, tile: float) -> tuple[AnyShape, ...]:
    """A factory's block under its roof or a counter, with its owner's emblem; paler and dashed
    while it is not deployed."""
    banner = banner_of(stack.seat)
    half = round(max(_LEAST, tile * 0.44), 1)
    ready = stack.site is not None or any(unit.phase == "ready" for unit in stack.units)
    fill, ink = (banner.colour, banner.ink) if ready else (banner.faded, INK)
    edge = Style(fill=fill, stroke=INK, width=_EDGE, dash=() if ready else (3, 2))
    if stack.site is not None or (stack.holds_folded_factory and not ready):
        data = icons.factory_outline(-half, -half, half, half, half * 0.6)
        sign = symbols.marker(banner.emblem, (0, half * 0.3), half * 0.42, ink, edge=None)
        return Path(data=data, style=edge), sign
    if tile < _SMALL:
        return (symbols.marker(banner.emblem, (0, 0), half * 0.85, fill, edge=INK),)
    half *= 0.82
    counter = Rect(
        corner=(round(-half, 1), round(-half, 1)),
        size=(round(2 * half, 1), round(2 * half, 1)),
        round=2.0,
        style=edge,
    )
    return counter, symbols.marker(banner.emblem, (0, 0), half * 0.55, ink, edge=None)
