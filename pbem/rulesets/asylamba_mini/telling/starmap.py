"""The galaxy map: territories, garrisons and all missions under way (source, 4.2).

What is seen is made of public facts only and so the same for every seat (AM-27); what a
reader alone may know stands in the tips.
"""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from pbem.drawing import fonts, symbols
from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.rng import Chance
from pbem.engine.scene import AnyShape, Circle, Group, Point, Polygon, Polyline, Rect, Scene, Style, Text
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.telling import (
    icons,
    map_badges,
    map_geometry,
    map_legend,
    map_routes,
    map_tips,
)
from pbem.rulesets.asylamba_mini.telling.colours import (
    BANNERS,
    DARK,
    GOLD,
    LIGHT,
    REBEL_BORDER,
    REBELS,
    SOFT,
    SPACE,
    STARS,
    Banner,
)
from pbem.rulesets.asylamba_mini.telling.map_geometry import BOTTOM, MARGIN, TOP, WIDTH, Box
from pbem.rulesets.asylamba_mini.telling.map_legend import Legend
from pbem.rulesets.asylamba_mini.view import Course, SeenFaction, View
