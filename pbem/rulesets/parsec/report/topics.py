"""What HELP tells of one thing alone: conflicts, scoring."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import N_, _
from pbem.engine.report import Paragraph, TextBlock
from pbem.engine.topics import Topic
from pbem.rulesets.parsec.mechanics import Space, Survey
from pbem.rulesets.parsec.report.opening import (
    how_artifacts_count,
    how_conflicts_go,
    how_it_ends,
    what_counts,
)
from pbem.rulesets.parsec.report.position import own_score
from pbem.rulesets.parsec.report.rivals import told_union, unions
from pbem.rulesets.parsec.view import View


def _conflicts(view: View | None) -> tuple[TextBlock, ...]:
    """PA-10 to PA-12; and what the reader's position has of them."""
    stances = _(
        "ATTACK and DEFEND tell how many ships you send: WIN or TIE the fewest that do, or none; "
        "WITH 2 so many; NONE none. They stand until you send others. 3 settlements against 4 of "
        "the defender: 2 ships win, 1 only ties, and that is the defender's."
    )
    return (*_near(view), *how_conflicts_go(), Paragraph(stances))


def _near(view: View | None) -> Iterator[Paragraph]:
    """The union in which the reader is worst off, as an example."""
    if view is None or view.seat is None or view.own is None or view.ending is not None:
        return
    found = unions(Survey(Space(view.galaxy)), view.seat)
    for union in [one for one in found if one.settlements == 1][:1]:
        told = _(
            "As the board stands a single settlement would bring conflicts (the others' ships come "
            "on top) {union}."
        )
        yield Paragraph(told.format(union=told_union(view, union, view.own.hand)))


def _scoring(view: View | None) -> tuple[TextBlock, ...]:
    """PA-13, PA-14."""
    return tuple(map(Paragraph, _how_scores_come_about(view)))


def _how_scores_come_about(view: View | None) -> Iterator[str]:
    if view is not None and view.own is not None:
        yield own_score(view.own)
    yield what_counts()
    yield how_artifacts_count()
    yield how_it_ends()


TOPICS: tuple[Topic[View], ...] = (
    Topic({"en": "conflicts", "de": "Konflikte", "fr": "conflits"}, N_("Conflicts"), _conflicts),
    Topic({"en": "scoring", "de": "Wertung", "fr": "score"}, N_("Scoring"), _scoring),
)
"""In the order in which HELP names them."""
