"""The course of a game, for reports and its story: victory points, sectors and fleets of all. The
same for all seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.drawing import palette
from pbem.drawing.chart import Series, courses, panels, picture
from pbem.drawing.palette import Look
from pbem.drawing.sheet import once_for_all
from pbem.engine.chronicle import Chronicle, Course, first_out, in_words
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.map import galaxy_map
from pbem.rulesets.asylamba_mini.map.signs import BANNERS
from pbem.rulesets.asylamba_mini.view import View, public

_AIM = Look(palette.NEUTRAL, "bow", (2, 2))


def history_chart(view: View) -> Picture:
    """One small chart each of victory points, sectors and fleets, under one legend."""
    return _picture(public(view))


@once_for_all
def _picture(view: View) -> Picture:
    title, history = _("The course of the game"), view.history
    names = [faction.name for faction in view.factions]
    looks = [BANNERS[name].line for name in names]
    aim = (float(FIGURES.points_to_win),) * len(history) if len(history) > 1 else ()
    wins = _("{points} points win").format(points=FIGURES.points_to_win)
    points = courses(names, looks, history, lambda one: one.points)
    charts = (
        (_("Victory points"), (*points, Series(wins, aim, look=_AIM))),
        (_("Sectors"), courses(names, looks, history, lambda one: one.sectors)),
        (_("Fleets"), courses(names, looks, history, lambda one: one.fleets)),
    )
    draw = partial(panels, title, charts, x_title=_("turn"))
    told = _("Victory points after turns {turns}. {courses}.")
    facts = in_words(told, names, len(history), lambda turn, place: history[turn][place].points)
    return picture("history", draw, facts, title)


def _course(views: Sequence[View]) -> Course:
    after = tuple(tuple((float(one.points),) for one in view.standings) for view in views)
    present = [[faction.alive for faction in view.factions] for view in views]
    return Course((_("Victory points"),), after, first_out(present))


CHRONICLE = Chronicle(course=_course, chart=history_chart, frame=galaxy_map)
