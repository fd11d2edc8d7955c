"""The course of a game as a chart."""

from __future__ import annotations

import msgspec
import pytest

from pbem.drawing.palette import GROUND, contrast
from pbem.engine.report import Picture
from pbem.engine.scene import Text
from pbem.rulesets.parsec.chart import course_chart
from pbem.rulesets.parsec.figures import KINDS
from pbem.rulesets.parsec.map.signs import ARTIFACT, DYES, player_dye
from pbem.rulesets.parsec.view import Ending, View
from tests.rulesets.parsec.table import rules, state

COURSES = {
    1: ((0, 0, 0, 0, 0), (0, 1, 2, 0, 0), (1, 1, 3, 0, 1)),
    2: ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0), (2, 5, 2, 2, 0)),
}
ENDING = Ending((2,), "pool", ((1, 1, 1, 3), (2, 2, 2, 5)))


def game(seat: int | None, *, ended: bool = False, played: int = 2) -> View:
    """Two players' turns of a game, over or not."""
    made = state(players=2, turn=2, played=played, ending=ENDING if ended else None)
    people = tuple(
        msgspec.structs.replace(
            person, holdings=msgspec.structs.replace(person.holdings, course=COURSES[person.seat])
        )
        for person in made.people
    )
    return rules.view(msgspec.structs.replace(made, people=people), seat)


def chart(view: View) -> Picture:
    picture = course_chart(view)
    assert picture is not None
    return picture


def words(picture: Picture) -> set[str]:
    return {shape.text for shape in picture.scene.items if isinstance(shape, Text)}


def test_ones_own_resources_and_artifacts_are_shown_by_name() -> None:
    shown = words(chart(game(1)))
    assert {"people", "technology", "money", "raw materials", "artifacts"} <= shown


def test_the_words_for_who_cannot_see_it_tell_the_figures() -> None:
    assert chart(game(1)).alt == (
        "What you hold after turns 0, 1, 2. people: 0, 0, 1; technology: 0, 1, 1; "
        "money: 0, 2, 3; artifacts: 0, 0, 1."
    )


def test_the_words_leave_out_what_is_not_held_yet() -> None:
    assert "raw materials" in words(chart(game(1)))
    assert "raw materials" not in chart(game(1)).alt
    assert "raw materials: 0, 0, 2" in chart(game(2)).alt


def test_there_is_no_chart_while_nothing_is_held() -> None:
    view = game(1)
    assert view.own is not None
    own = msgspec.structs.replace(view.own, course=((0, 0, 0, 0, 0),) * 3)
    people = (msgspec.structs.replace(view.people[0], holdings=own), view.people[1])
    assert course_chart(msgspec.structs.replace(view, people=people)) is None


def test_the_words_tell_five_turns_of_a_long_game() -> None:
    view = game(1)
    assert view.own is not None
    own = msgspec.structs.replace(view.own, course=((9, 9, 9, 9, 9),) * 80)
    people = (msgspec.structs.replace(view.people[0], holdings=own), view.people[1])
    alt = chart(msgspec.structs.replace(view, people=people, played=79)).alt
    assert "turns 0, 20, 40, 59, 79" in alt and len(alt) < 200


def test_PA_15_nobody_sees_others_resources_before_the_end() -> None:
    assert course_chart(game(None)) is None
    assert "5" not in chart(game(1)).alt
    assert not {"Ada", "Björn"} & words(chart(game(1)))


def test_there_is_no_chart_before_the_first_turn_is_over() -> None:
    assert course_chart(game(1, played=0)) is None


@pytest.mark.parametrize("seat", [1, 2, None])
def test_PA_14_at_the_end_everyone_sees_all_scores_with_artifacts_where_they_help(
    seat: int | None,
) -> None:
    picture = chart(game(seat, ended=True))
    assert {"Ada", "Björn"} <= words(picture)
    assert picture.alt == "Everyone's score after turns 0, 1, 2. Ada: 0, 0, 1; Björn: 0, 0, 2."


def test_the_chart_of_the_end_is_made_once_for_all_seats() -> None:
    pictures = [chart(game(seat, ended=True)) for seat in (1, 2, None)]
    assert len({id(picture.scene) for picture in pictures}) == 1


def test_lines_stand_out_from_the_ground() -> None:
    lines = [*(DYES[kind].line for kind in KINDS), ARTIFACT.line]
    lines += [player_dye(seat).line for seat in (1, 2, 3, 4)]
    assert min(contrast(line.colour, GROUND) for line in lines) >= 3.0
