"""The course of a game: one's own resources turn by turn, and at the end everyone's score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    courses = tuple(zip(*own.course, strict=True))
    told = _("What you hold after {turns}. {courses}.")
    held = [place for place, course in enumerate(courses) if course[-1]]
    return _picture(_("Your resources by turn"), told, names, looks, courses, held)


@once_for_all
def _scores(view: View, courses: tuple[tuple[int, ...], ...]) -> Picture:
    """Everyone's score after each player's turn, when all is open."""
    names = [view.name(seat) for seat in view.seats]
    looks = [player_dye(seat).line for seat in view.seats]
    title, told = _("Everyone's score by turn"), _("Everyone's score after {turns}. {courses}.")
    return _picture(title, told, names, looks, courses, range(len(names)))


def _picture(
    title: str,
    told: str,
    names: Sequence[str],
    looks: Sequence[Look],
    courses: Sequence[Sequence[int]],
    words_for: Iterable[int],
) -> Picture:
    """Lines by turn, the start being turn 0; `told` in words for those of them that it names."""
    series = (
        Series(name, tuple(map(float, course)), look=look)
        for name, look, course in zip(names, looks, courses, strict=True)
    )
    scene = line_chart(title, tuple(series), x_title=_("players' turns"), height=240)
    figures = side_by_side(
        _("{name}: {figures}").format(
            name=names[place], figures=", ".join(map(str, courses[place][-_COURSE:]))
        )
        for place in words_for
    )
    last = max(map(len, courses)) - 1
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
