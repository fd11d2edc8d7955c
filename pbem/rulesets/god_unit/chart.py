"""The course of a game: factories, units and what they cost, the same for all seats; and the board
turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.drawing.chart import courses, panels, picture
from pbem.drawing.sheet import once_for_all
from pbem.engine.chronicle import Chronicle, Course, first_out, in_words
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.rulesets.god_unit.figures import banner
from pbem.rulesets.god_unit.map import board_maps
from pbem.rulesets.god_unit.map.colours import banner_of
from pbem.rulesets.god_unit.view import View, public


def history_chart(view: View) -> Picture:
    """One small chart each of factories, units and the units' cost, under one legend."""
    return _picture(public(view))


@once_for_all
def _picture(view: View) -> Picture:
    title, names = _("The course of the game"), [view.name(seat) for seat in view.seats]
    looks = [banner_of(seat).line for seat in view.seats]
    course = partial(courses, names, looks, view.history)
    charts = (
        (_("Factories"), course(lambda one: one.factories)),
        (_("Units"), course(lambda one: one.units)),
        (_("What the units cost, in turns"), course(lambda one: one.cost)),
    )
    draw = partial(panels, title, charts, x_title=_("turn"))
    return picture("history", draw, _facts(view), title)


def _facts(view: View) -> str:
    """What everyone had in some turns."""

    def had(turn: int, place: int) -> str:
        one = view.history[turn][place]
        return f"{one.factories}/{one.units}/{one.cost}"

    told = _("Factories / units / what these cost, after turns {turns}. {courses}.")
    return in_words(told, [*map(banner, view.seats)], len(view.history), had)


def _course(views: Sequence[View]) -> Course:
    """GU-13 ranks by deployed factories, then by what the units cost."""
    after = tuple(
        tuple((float(one.factories), float(one.cost)) for one in view.history[-1]) for view in views
    )
    present = [[view.is_alive(seat) for seat in view.seats] for view in views]
    return Course((_("Factories"), _("Worth")), after, first_out(present))


CHRONICLE = Chronicle(course=_course, chart=history_chart, frame=lambda view: board_maps(view)[0])
