"""How a finished game went: what everyone's units were worth, and the board turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.chronicle import Chronicle, Course, first_out
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.rulesets.god_unit.chart import history_chart
from pbem.rulesets.god_unit.map import board_maps
from pbem.rulesets.god_unit.view import View


def _course(views: Sequence[View]) -> Course:
    after = tuple(tuple(float(one.cost) for one in view.history[-1]) for view in views)
    present = [[view.is_alive(seat) for seat in view.seats] for view in views]
    return Course(_("Worth"), after, first_out(present))


def _board(view: View) -> Picture:
    return board_maps(view)[0]


CHRONICLE = Chronicle(course=_course, chart=history_chart, frame=_board)
