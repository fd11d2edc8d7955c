"""How a finished game went: everyone's score, which the end lays open (PA-15), and the board."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.chronicle import Chronicle, Course
from pbem.engine.i18n import _
from pbem.rulesets.parsec.chart import course_chart, course_of
from pbem.rulesets.parsec.map import board_map
from pbem.rulesets.parsec.view import View


def _course(views: Sequence[View]) -> Course:
    """Resolutions are more than players' turns: a conflict takes some of its own. A game that its
    players broke off does not lay the scores open."""
    if views[-1].ending is None:
        return Course(_("Score"), ())
    courses = [course_of(person) for person in views[-1].people]
    after = tuple(
        tuple(float(course[min(view.played, len(course) - 1)]) for course in courses)
        for view in views
    )
    return Course(_("Score"), after)


CHRONICLE = Chronicle(course=_course, chart=course_chart, frame=board_map)
