"""The course of a game: one's own resources turn by turn, and at the end everyone's score."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from pbem.drawing.chart import Series, line_chart
from pbem.engine.i18n import _
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Picture
from pbem.engine.scene import Scene
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.holdings import Holdings, score
from pbem.rulesets.parsec.kinds import KINDS, Counts
from pbem.rulesets.parsec.telling.colours import ARTIFACT, DYES, player_dye
from pbem.rulesets.parsec.view import SeenPlayer, View

_KEPT = 16
_COURSE = 12
"""Turns whose figures the words for who cannot see the picture tell, at most."""


class _Words(msgspec.Struct, frozen=True):
    title: str
    turn: str


def course_chart(view: View) -> Picture | None:
    """What the view's seat holds after each player's turn; when all is open, everyone's score.

    None before the first turn is over, while nothing is held yet, and for spectators while the
    game goes on (PA-15).
    """
    if view.played == 0:
        return None
    if view.ending is not None:
        return _scores(view)
    if view.own is None or not any(view.own.course[-1]):
        return None
    return _own(view.own)


def _own(own: Holdings) -> Picture:
    words = _Words(_("Your resources by turn"), _("players' turns"))
    names = (*map(naming.resource, KINDS), _("artifacts"))
    looks = (*(DYES[kind].line for kind in KINDS), ARTIFACT.line)
    series = tuple(
        Series(name, tuple(float(after[place]) for after in own.course), look=look)
        for place, (name, look) in enumerate(zip(names, looks, strict=True))
    )
    courses = side_by_side(
        _("{name}: {figures}").format(
            name=name, figures=_figures([after[place] for after in own.course])
        )
        for place, name in enumerate(names)
        if own.course[-1][place]
    )
    alt = _("What you hold after {turns}. {courses}.").format(
        turns=_turns(len(own.course)), courses=courses
    )
    scene = line_chart(words.title, series, x_title=words.turn, height=240)
    return Picture(name="course", scene=scene, alt=alt, caption=words.title)


def _scores(view: View) -> Picture:
    """Everyone's score after each player's turn, when all is open."""
    words = _Words(_("Everyone's score by turn"), _("players' turns"))
    names = tuple(view.name(seat) for seat in view.seats)
    courses = tuple(map(course_of, view.people))
    told = side_by_side(
        _("{name}: {figures}").format(name=name, figures=_figures(list(course)))
        for name, course in zip(names, courses, strict=True)
    )
    alt = _("Everyone's score after {turns}. {courses}.").format(
        turns=_turns(max(map(len, courses))), courses=told
    )
    return Picture(
        name="course", scene=_scores_scene(words, names, courses), alt=alt, caption=words.title
    )


@lru_cache(maxsize=_KEPT)
def _scores_scene(
    words: _Words, names: tuple[str, ...], courses: tuple[tuple[int, ...], ...]
) -> Scene:
    """The drawing, made once for all the seats of a game."""
    series = tuple(
        Series(name, tuple(map(float, course)), look=player_dye(place).line)
        for place, (name, course) in enumerate(zip(names, courses, strict=True), start=1)
    )
    return line_chart(words.title, series, x_title=words.turn, height=240)


def course_of(person: SeenPlayer) -> tuple[int, ...]:
    """A player's least resource after each player's turn, artifacts laid where they help most
    (PA-14); nothing where their holdings are not known."""
    course = person.holdings.course if person.holdings else ()
    return tuple(score(Counts(*after[:4]), after[4])[0] for after in course)


def _figures(course: list[int]) -> str:
    return ", ".join(map(str, course[-_COURSE:]))


def _turns(count: int) -> str:
    """The players' turns whose figures are told, the start being turn 0."""
    return _("turns {first} to {last}").format(first=max(0, count - _COURSE), last=count - 1)
