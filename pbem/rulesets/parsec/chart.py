"""The course of a game: one's own resources turn by turn, and at the end everyone's score."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.drawing.chart import Series, line_chart
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
    title = _("Your resources by turn")
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
    scene = line_chart(title, series, x_title=_("players' turns"), height=240)
    return Picture(name="course", scene=scene, alt=alt, caption=title)


@once_for_all
def _scores(view: View, courses: tuple[tuple[int, ...], ...]) -> Picture:
    """Everyone's score after each player's turn, when all is open."""
    title, names = _("Everyone's score by turn"), [view.name(seat) for seat in view.seats]
    told = side_by_side(
        _("{name}: {figures}").format(name=name, figures=_figures(course))
        for name, course in zip(names, courses, strict=True)
    )
    alt = _("Everyone's score after {turns}. {courses}.").format(
        turns=_turns(max(map(len, courses))), courses=told
    )
    series = tuple(
        Series(name, tuple(map(float, course)), look=player_dye(place).line)
        for place, (name, course) in enumerate(zip(names, courses, strict=True), start=1)
    )
    scene = line_chart(title, series, x_title=_("players' turns"), height=240)
    return Picture(name="course", scene=scene, alt=alt, caption=title)


def course_of(person: SeenPlayer) -> tuple[int, ...]:
    """A player's least resource after each player's turn, artifacts laid where they help most
    (PA-14); nothing where their holdings are not known."""
    course = person.holdings.course if person.holdings else ()
    return tuple(score(Counts(*after[:4]), after[4])[0] for after in course)


def _figures(course: Sequence[int]) -> str:
    return ", ".join(map(str, course[-_COURSE:]))


def _turns(count: int) -> str:
    """The players' turns whose figures are told, the start being turn 0."""
    return _("turns {first} to {last}").format(first=max(0, count - _COURSE), last=count - 1)


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
