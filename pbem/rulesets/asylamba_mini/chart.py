"""The course of a game: victory points, sectors and fleets of all. The same for all seats."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from pbem.drawing import palette
from pbem.drawing.chart import Series, panels
from pbem.drawing.palette import Look
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import Scene
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.telling.colours import BANNERS
from pbem.rulesets.asylamba_mini.view import Standing, View

_KEPT = 16
_AIM = Look(palette.NEUTRAL, "bow", (2, 2))


class _Words(msgspec.Struct, frozen=True):
    title: str
    points: str
    sectors: str
    fleets: str
    turn: str
    aim: str


def history_chart(view: View) -> Picture:
    """One small chart each of victory points, sectors and fleets, under one legend."""
    words = _Words(
        title=_("The course of the game"),
        points=_("Victory points"),
        sectors=_("Sectors"),
        fleets=_("Fleets"),
        turn=_("turn"),
        aim=_("{points} points win").format(points=FIGURES.points_to_win),
    )
    names = tuple(faction.name for faction in view.factions)
    return Picture(
        name="history",
        scene=_scene(words, names, view.history),
        alt=_facts(view),
        caption=words.title,
    )


@lru_cache(maxsize=_KEPT)
def _scene(
    words: _Words, names: tuple[str, ...], history: tuple[tuple[Standing, ...], ...]
) -> Scene:
    """The drawing, made once for all the seats of a game."""
    aim = (float(FIGURES.points_to_win),) * len(history) if len(history) > 1 else ()
    points = _lines(names, [[one.points for one in after] for after in history])
    charts = (
        (words.points, (*points, Series(words.aim, aim, look=_AIM))),
        (words.sectors, _lines(names, [[one.sectors for one in after] for after in history])),
        (words.fleets, _lines(names, [[one.fleets for one in after] for after in history])),
    )
    return panels(words.title, charts, x_title=words.turn)


def _lines(names: tuple[str, ...], history: list[list[int]]) -> tuple[Series, ...]:
    return tuple(
        Series(name, tuple(float(after[i]) for after in history), look=BANNERS[name].line)
        for i, name in enumerate(names)
    )


def _facts(view: View) -> str:
    """The victory points turn by turn, for who cannot see the picture."""
    courses = "; ".join(
        _("{name}: {points}").format(
            name=faction.name,
            points=", ".join(str(after[faction.seat - 1].points) for after in view.history),
        )
        for faction in view.factions
    )
    return _("Victory points by turn, from turn 0 to turn {turn}. {courses}.").format(
        turn=view.turn, courses=courses
    )
