"""The galaxy behind the pieces: stars, nebulae full of rocks, ruins, and the regions' contours."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from pbem.drawing.grid import Frame, edge_names, grid_lines
from pbem.drawing.tiling import dots_path
from pbem.engine.scene import AnyShape, Path, Point, Rect, Style
from pbem.maps.board import Square, column_name
from pbem.rulesets.parsec.galaxy import UNINHABITABLE
from pbem.rulesets.parsec.reckoning.space import Region
from pbem.rulesets.parsec.telling.colours import (
    GRID,
    NEBULA,
    NIGHT,
    REGION,
    ROCK,
    SOFT,
    STARS,
)
from pbem.rulesets.parsec.telling.starmap.contours import contour
from pbem.rulesets.parsec.telling.starmap.sheet import NAME

_KEPT = 16
_ROCKS = ((0.3, 0.34, 0.13), (0.7, 0.28, 0.08), (0.64, 0.68, 0.15), (0.26, 0.74, 0.09))
"""Places and radii of a nebula's rocks, in systems."""
_DUST = ((0.14, 0.16), (0.86, 0.84), (0.83, 0.12))
"""Faint stars of an inhabitable system; its sun is in the middle."""
_GOLDEN = 0.618


@lru_cache(maxsize=_KEPT)
def ground(rows: tuple[str, ...], frame: Frame) -> tuple[AnyShape, ...]:
    """The board without anything on it, and the names of its squares."""
    nebulae = {
        (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == UNINHABITABLE
    }
    systems = [
        (x, y) for y, row in enumerate(rows) for x in range(len(row)) if (x, y) not in nebulae
    ]
    night = Rect(corner=frame.corner, size=frame.size, style=Style(fill=NIGHT))
    return (
        night,
        *grid_lines(frame, GRID),
        *_clouds(nebulae, frame),
        *_suns(systems, frame),
        *edge_names(frame, column_name, SOFT, min(NAME, frame.tile / 2)),
    )


def sample(ground_kind: str, frame: Frame) -> tuple[AnyShape, ...]:
    """One system of a kind, for the legend."""
    night = Rect(corner=frame.corner, size=frame.size, style=Style(fill=NIGHT))
    if ground_kind == UNINHABITABLE:
        return (night, *_clouds({(0, 0)}, frame))
    return (night, *_suns([(0, 0)], frame))


def _clouds(nebulae: set[Square], frame: Frame) -> tuple[AnyShape, ...]:
    return (
        Path(data=contour(nebulae, frame, 0.0, frame.tile * 0.22), style=Style(fill=NEBULA)),
        Path(data="".join(_rocks(nebulae, frame)), style=Style(fill=ROCK, opacity=0.7)),
    )


def _rocks(nebulae: set[Square], frame: Frame) -> Iterator[str]:
    """Jagged rocks, turned a little differently in each system."""
    (left, top), tile = frame.origin, frame.tile
    for x, y in sorted(nebulae):
        for n, (dx, dy, radius) in enumerate(_ROCKS):
            turn = (x * _GOLDEN + y * _GOLDEN**2 + n * 0.31) % 1.0
            wander = (turn - 0.5) * 0.16
            at = left + (x + dx + wander) * tile, top + (y + dy - wander) * tile
            yield _rock(at, radius * tile, turn)


def _rock(at: Point, radius: float, turn: float) -> str:
    """A crooked hexagon."""
    corners = []
    for n in range(6):
        angle = 2 * math.pi * (n / 6 + turn)
        reach = radius * (1.0 if n % 2 else 0.78 + 0.3 * ((turn * 7 + n) % 1.0))
        x, y = at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)
        corners.append(f"{x:.1f} {y:.1f}")
    return "M" + "L".join(corners) + "Z"


def _suns(systems: list[Square], frame: Frame) -> Iterator[AnyShape]:
    suns = [(x + 0.5, y + 0.5) for x, y in systems]
    dust = [(x + dx, y + dy) for x, y in systems for dx, dy in _DUST[: 1 + (x * 7 + y * 3) % 3]]
    yield dots_path(suns, frame.origin, frame.tile, max(1.6, frame.tile * 0.065), Style(fill=STARS))
    yield dots_path(dust, frame.origin, frame.tile, 0.7, Style(fill=STARS, opacity=0.45))


def regions(found: tuple[Region, ...], frame: Frame) -> Iterator[AnyShape]:
    """A soft light with a line around it behind everything that hangs together."""
    inset, bend = frame.tile * 0.03, frame.tile * 0.2
    data = "".join(contour(region, frame, inset, bend) for region in found)
    if data:
        yield Path(data=data, style=Style(fill=REGION, opacity=0.2))
        line = Style(stroke=REGION, width=max(1.0, frame.tile * 0.03), opacity=0.75)
        yield Path(data=data, style=line)
