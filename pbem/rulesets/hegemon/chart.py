"""The picture of a game: everybody's points by item and turn. The same for all seats."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.drawing.chart import Series, panels
from pbem.drawing.sheet import once_for_all
from pbem.engine.api import Player
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.rulesets.hegemon.view import View, public


def points_by_turn(view: View) -> Picture:
    """One small chart of the totals, and one an item."""
    return _picture(public(view))


@once_for_all
def _picture(view: View) -> Picture:
    title, players, items = _("Points by item and turn"), view.players, view.options.items
    totals = [[float(after.score(p.seat)) for after in view.history] for p in players]
    charts = [(_("Total"), _lines(players, totals))]
    for index, item in enumerate(items if len(items) > 1 else ()):
        courses = [[float(after.of(p.seat, index)) for after in view.history] for p in players]
        charts.append((item, _lines(players, courses)))
    scene = panels(title, charts, x_title=_("turn"))
    return Picture(name="points", scene=scene, alt=_facts(view), caption=title)


def _lines(players: Sequence[Player], courses: Sequence[Sequence[float]]) -> tuple[Series, ...]:
    return tuple(
        Series(player.name, tuple(course), look=player.seat - 1)
        for player, course in zip(players, courses, strict=True)
    )


def _facts(view: View) -> str:
    """The totals turn by turn, for who cannot see the picture; the table has the items."""
    courses = "; ".join(
        _("{name}: {points}").format(
            name=player.name,
            points=", ".join(str(after.score(player.seat)) for after in view.history),
        )
        for player in view.players
    )
    return _("Total points by turn, from turn 0 to turn {turn}. {courses}.").format(
        turn=view.turn, courses=courses
    )
