"""The course of a game: factories, units and what they cost. The same for all seats."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from pbem.drawing.chart import Series, panels
from pbem.engine.i18n import _
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Picture
from pbem.engine.scene import Scene
from pbem.rulesets.god_unit.pieces import banner
from pbem.rulesets.god_unit.telling.colours import banner_of
from pbem.rulesets.god_unit.view import Standing, View

_KEPT = 16
_COURSE = 12
"""Turns whose figures the words for who cannot see the picture tell, at most."""


class _Words(msgspec.Struct, frozen=True):
    title: str
    factories: str
    units: str
    cost: str
    turn: str


def history_chart(view: View) -> Picture:
    """One small chart each of factories, units and the units' cost, under one legend."""
    words = _Words(
        title=_("The course of the game"),
        factories=_("Factories"),
        units=_("Units"),
        cost=_("What the units cost, in turns"),
        turn=_("turn"),
    )
    names = tuple(view.name(seat) for seat in view.seats)
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
    charts = (
        (words.factories, _lines(names, [[one.factories for one in after] for after in history])),
        (words.units, _lines(names, [[one.units for one in after] for after in history])),
        (words.cost, _lines(names, [[one.cost for one in after] for after in history])),
    )
    return panels(words.title, charts, x_title=words.turn)


def _lines(names: tuple[str, ...], history: list[list[int]]) -> tuple[Series, ...]:
    return tuple(
        Series(name, tuple(float(after[i]) for after in history), look=banner_of(i + 1).line)
        for i, name in enumerate(names)
    )


def _facts(view: View) -> str:
    """What everyone had in the last turns, for who cannot see the picture."""
    after = view.history[-_COURSE:]
    courses = side_by_side(
        _("{name}: {figures}").format(
            name=banner(seat),
            figures=", ".join(
                f"{one[seat - 1].factories}/{one[seat - 1].units}/{one[seat - 1].cost}"
                for one in after
            ),
        )
        for seat in view.seats
    )
    return _(
        "Factories / units / what these cost, from turn {first} to turn {turn}. {courses}."
    ).format(first=view.turn - len(after) + 1, turn=view.turn, courses=courses)
