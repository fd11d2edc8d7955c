"""How a finished game went: everybody's points by turn (HG-11 keeps moves secret for good)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.chronicle import Chronicle, Course
from pbem.engine.i18n import _
from pbem.rulesets.hegemon.chart import points_by_turn
from pbem.rulesets.hegemon.view import View


def _course(views: Sequence[View]) -> Course:
    after = tuple(tuple(map(float, view.now.scores)) for view in views)
    return Course(_("Points"), after)


CHRONICLE = Chronicle(course=_course, chart=points_by_turn, frame=points_by_turn)
