"""The course of a game: one's own resources turn by turn, and at the end everyone's score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.drawing.chart import Series, courses, line_chart, picture
from pbem.drawing.sheet import once_for_all
from pbem.engine.chronicle import Chronicle, Course, in_words
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import KINDS, Counts
from pbem.rulesets.parsec.map import board_map
from pbem.rulesets.parsec.map.signs import ARTIFACT, DYES, player_dye
from pbem.rulesets.parsec.view import Holdings, SeenPlayer, View, public, score


def course_chart(view: View) -> Picture | None:
    """What the view's seat holds after each player's turn; when all is open, everyone's score.

    None before the first turn is over, while nothing is held yet, and for spectators while the
    game goes on (PA-15).
    """
    if view.played == 0:
        return None
    if view.ending is not None:
        scores = zip(*map(course_of, view.people), strict=True)
        return _scores(public(view), tuple(scores))
    if view.own is None or not any(view.own.course[-1]):
        return None
    return _own(view.own)


def _own(own: Holdings) -> Picture:
    looks = (*(DYES[kind].line for kind in KINDS), ARTIFACT.line)
    names = (*map(naming.resource, KINDS), _("artifacts"))
    lines = courses(names, looks, own.course, float)
    told = _("What you hold after turns {turns}. {courses}.")
    held = [line for line in lines if line.values[-1]]
    return _picture(_("Your resources by turn"), told, lines, held)


@once_for_all
def _scores(view: View, scores: tuple[tuple[int, ...], ...]) -> Picture:
    """Everyone's score after each player's turn, when all is open."""
    names, looks = map(view.name, view.seats), [player_dye(seat).line for seat in view.seats]
    lines = courses(tuple(names), looks, scores, float)
    told = _("Everyone's score after turns {turns}. {courses}.")
    return _picture(_("Everyone's score by turn"), told, lines, lines)


def _picture(title: str, told: str, lines: Sequence[Series], named: Sequence[Series]) -> Picture:
    """Lines by turn, the start being turn 0; `told` in words for those `named`."""
    draw = partial(line_chart, title, lines, x_title=_("players' turns"), height=240)
    alt = in_words(
        told,
        [line.name for line in named],
        len(lines[0].values),
        lambda turn, place: f"{named[place].values[turn]:.0f}",
    )
    return picture("course", draw, alt, title)


def course_of(person: SeenPlayer) -> tuple[int, ...]:
    """A player's least resource after each player's turn, artifacts laid where they help most
    (PA-14); nothing where their holdings are not known."""
    course = person.holdings.course if person.holdings else ()
    return tuple(score(Counts(*after[:4]), after[4])[0] for after in course)


def _measured(views: Sequence[View]) -> Course:
    """Resolutions are more than players' turns: a conflict takes some of its own. A game that its
    players broke off does not lay the scores open."""
    if views[-1].ending is None:
        return Course((_("Score"),), ())
    scores = [course_of(person) for person in views[-1].people]
    after = tuple(
        tuple((float(score[min(view.played, len(score) - 1)]),) for score in scores)
        for view in views
    )
    return Course((_("Score"),), after)


CHRONICLE = Chronicle(course=_measured, chart=course_chart, frame=board_map)
