"""How a finished game went: victory points, and the galaxy turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.chronicle import Chronicle, Course, first_out
from pbem.engine.i18n import _
from pbem.rulesets.asylamba_mini.chart import history_chart
from pbem.rulesets.asylamba_mini.map import galaxy_map
from pbem.rulesets.asylamba_mini.view import View


def _course(views: Sequence[View]) -> Course:
    after = tuple(tuple(float(one.points) for one in view.standings) for view in views)
    present = [[faction.alive for faction in view.factions] for view in views]
    return Course(_("Victory points"), after, first_out(present))


CHRONICLE = Chronicle(course=_course, chart=history_chart, frame=galaxy_map)
