"""The course of a game: one's own resources turn by turn, and at the end everyone's score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.drawing.chart import Series, line_chart
from pbem.drawing.palette import Look
from pbem.drawing.sheet import once_for_all
from pbem.engine.chronicle import Chronicle, Course
from pbem.engine.i18n import _
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Picture
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import KINDS, Counts
from pbem.rulesets.parsec.map import board_map
from pbem.rulesets.parsec.map.signs import ARTIFACT, DYES, player_dye
from pbem.rulesets.parsec.view import Holdings, SeenPlayer, View, public, score

_COURSE = 12
"""Turns whose figures the words for who cannot see the picture tell, at most."""


def course_chart(view: View) -> Picture | None:
    """What the view's seat holds after each player's turn; when all is open, everyone's score.

    None before the first turn is over, while nothing is held yet, and for spectators while the
    game goes on (PA-15).
    """
    if view.played == 0:
        return None
    if view.ending is not None:
        return _scores(public(view), tuple(map(course_of, view.people)))
    if view.own is None or not any(view.own.course[-1]):
        return None
    return _own(view.own)


def _own(own: Holdings) -> Picture:
    looks = (*(DYES[kind].line for kind in KINDS), ARTIFACT.line)
    names = (*map(naming.resource, KINDS), _("artifacts"))
    courses = [
        _Course(*one) for one in zip(names, looks, zip(*own.course, strict=True), strict=True)
    ]
    held = [one for one in courses if one.figures[-1]]
    told = _("What you hold after {turns}. {courses}.")
    return _picture(_("Your resources by turn"), told, courses, held)


@once_for_all
def _scores(view: View, scores: tuple[tuple[int, ...], ...]) -> Picture:
    """Everyone's score after each player's turn, when all is open."""
    seats = zip(view.seats, scores, strict=True)
    courses = [_Course(view.name(seat), player_dye(seat).line, score) for seat, score in seats]
    told = _("Everyone's score after {turns}. {courses}.")
    return _picture(_("Everyone's score by turn"), told, courses, courses)


class _Course(NamedTuple):
    name: str
    look: Look
    figures: tuple[int, ...]


def _picture(
    title: str, told: str, courses: Sequence[_Course], named: Sequence[_Course]
) -> Picture:
    """Lines by turn, the start being turn 0; `told` in words for those `named`."""
    series = tuple(Series(o.name, tuple(map(float, o.figures)), look=o.look) for o in courses)
    scene = line_chart(title, series, x_title=_("players' turns"), height=240)
    figures = side_by_side(
        _("{name}: {figures}").format(
            name=one.name, figures=", ".join(map(str, one.figures[-_COURSE:]))
        )
        for one in named
    )
    last = max(len(one.figures) for one in courses) - 1
    turns = _("turns {first} to {last}").format(first=max(0, last + 1 - _COURSE), last=last)
    alt = told.format(turns=turns, courses=figures)
    return Picture(name="course", scene=scene, alt=alt, caption=title)


def course_of(person: SeenPlayer) -> tuple[int, ...]:
    """A player's least resource after each player's turn, artifacts laid where they help most
    (PA-14); nothing where their holdings are not known."""
    course = person.holdings.course if person.holdings else ()
    return tuple(score(Counts(*after[:4]), after[4])[0] for after in course)


def _measured(views: Sequence[View]) -> Course:
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


CHRONICLE = Chronicle(course=_measured, chart=course_chart, frame=board_map)
