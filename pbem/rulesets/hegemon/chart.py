"""The picture of a game: everybody's points by item and turn. The same for all seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.drawing.chart import Series, panels
from pbem.engine.api import Player
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import Scene
from pbem.rulesets.hegemon.view import Standings, View

_KEPT = 64


def points_by_turn(view: View) -> Picture:
    """One small chart of the totals, and one an item."""
    title = _("Points by item and turn")
    return Picture(
        name="points",
        scene=_scene(title, _("Total"), _("turn"), view.options.items, view.players, view.history),
        alt=_facts(view),
        caption=title,
    )


@lru_cache(maxsize=_KEPT)
def _scene(
    title: str,
    total: str,
    turn: str,
    items: tuple[str, ...],
    players: tuple[Player, ...],
    history: tuple[Standings, ...],
) -> Scene:
    """The drawing, made once for all the seats of a game."""
    totals = [[float(after.score(p.seat)) for after in history] for p in players]
    charts = [(total, _lines(players, totals))]
    for index, item in enumerate(items if len(items) > 1 else ()):
        courses = [[float(after.of(p.seat, index)) for after in history] for p in players]
        charts.append((item, _lines(players, courses)))
    return panels(title, charts, x_title=turn)


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
