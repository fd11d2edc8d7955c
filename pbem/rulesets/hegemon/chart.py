"""The picture of a game: everybody's points by item and turn. The same for all seats."""

from __future__ import annotations

from operator import itemgetter

from pbem.drawing.chart import courses, panels
from pbem.drawing.sheet import once_for_all
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.rulesets.hegemon.view import View, public


def points_by_turn(view: View) -> Picture:
    """One small chart of the totals, and one an item."""
    return _picture(public(view))


@once_for_all
def _picture(view: View) -> Picture:
    title, items = _("Points by item and turn"), view.options.items
    names, looks = [p.name for p in view.players], [p.seat - 1 for p in view.players]
    charts = [(_("Total"), courses(names, looks, [one.scores for one in view.history], float))]
    for index, item in enumerate(items if len(items) > 1 else ()):
        points = [after.points for after in view.history]
        charts.append((item, courses(names, looks, points, itemgetter(index))))
    scene = panels(title, charts, x_title=_("turn"))
    return Picture(name="points", scene=scene, alt=_facts(view), caption=title)


def _facts(view: View) -> str:
    """The totals turn by turn, for who cannot see the picture; the table has the items."""
    told = "; ".join(
        _("{name}: {points}").format(
            name=player.name,
            points=", ".join(str(after.score(player.seat)) for after in view.history),
        )
        for player in view.players
    )
    return _("Total points by turn, from turn 0 to turn {turn}. {courses}.").format(
        turn=view.turn, courses=told
    )
