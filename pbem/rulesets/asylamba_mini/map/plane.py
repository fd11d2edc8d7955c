"""Where sectors lie on the galaxy map, in pixels."""

from __future__ import annotations

from functools import cache

from pbem.drawing.areas import Field, Loop
from pbem.drawing.grid import WIDTH
from pbem.engine.scene import Point
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.holdings import Sector

MARGIN = 8.0
FIELD = Field((MARGIN, 38.0), galaxy.SIZE, (WIDTH - 2 * MARGIN) / galaxy.SIZE[0])


@cache
def cell(sector: Sector) -> Loop:
    """A sector's corners, its inside to the right of the way around."""
    return tuple(FIELD.at(point) for point in galaxy.PLACES[sector].polygon)


@cache
def label(sector: Sector) -> Point:
    """Where a sector's words stand."""
    return FIELD.at(galaxy.PLACES[sector].label)
