"""The picture of a game: how far everybody is behind the first, by turn. The same for all seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.drawing.chart import Series, courses, panels, picture
from pbem.drawing.sheet import once_for_all
from pbem.engine.chronicle import Chronicle, Course, in_words
from pbem.engine.i18n import _
from pbem.engine.phrases import decimal
from pbem.engine.report import Picture
from pbem.rulesets.hegemon.figures import item_name
from pbem.rulesets.hegemon.view import View, public


def points_by_turn(view: View) -> Picture:
    """One small chart of the totals, and one an item."""
    return _picture(public(view))


@once_for_all
def _picture(view: View) -> Picture:
    items = view.options.items
    history = [_behind([float(score) for score in after.scores]) for after in view.history]
    charts = [(_("Total"), _courses(view, history))]
    for index, item in enumerate(items if len(items) > 1 else ()):
        held = [[float(row[index]) for row in after.points] for after in view.history]
        charts.append((item_name(item), _courses(view, [*map(_behind, held)])))
    draw = partial(panels, _("How far behind the first"), charts, x_title=_("turn"))
    return picture("points", draw, _facts(view))


def _behind(held: Sequence[float]) -> Sequence[float]:
    """Lines of those who all gain are nearly equal; what each lacks to the most is not."""
    most = max(held)
    return [one - most for one in held]


def _courses(view: View, history: Sequence[Sequence[float]]) -> tuple[Series, ...]:
    names, looks = [p.name for p in view.players], [p.seat - 1 for p in view.players]
    return courses(names, looks, history, float)


def _facts(view: View) -> str:
    """The totals after some turns; the table has the items."""
    told, names = _("Total points after turns {turns}. {courses}."), [p.name for p in view.players]

    def held(turn: int, place: int) -> str:
        return decimal(view.history[turn].scores[place])

    return in_words(told, names, len(view.history), held, between=" → ")


def _course(views: Sequence[View]) -> Course:
    after = tuple(tuple((float(score),) for score in view.now.scores) for view in views)
    return Course((_("Points"),), after, decimals=2)


CHRONICLE = Chronicle(course=_course, chart=points_by_turn, frame=points_by_turn)
"""How a finished game went; HG-11 keeps moves secret for good."""
