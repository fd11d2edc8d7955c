"""The course of the game as a chart."""

from __future__ import annotations

import msgspec

from pbem.drawing.palette import GROUND, contrast
from pbem.drawing.svg import to_svg
from pbem.engine.scene import Polyline, Text
from pbem.rulesets.god_unit.chart import history_chart
from pbem.rulesets.god_unit.map.colours import banner_of
from pbem.rulesets.god_unit.view import Standing
from tests.rulesets.god_unit.table import view

HISTORY = [
    [Standing(2, 0, 0), Standing(2, 0, 0)],
    [Standing(2, 3, 9), Standing(3, 4, 17)],
    [Standing(1, 5, 14), Standing(3, 2, 6)],
]


def test_every_seat_has_its_lines_in_its_own_colour() -> None:
    shown = view(turn=2, history=HISTORY)
    strokes = {s.style.stroke for s in history_chart(shown).scene.items if isinstance(s, Polyline)}
    assert {banner_of(1).line.colour, banner_of(2).line.colour} <= strokes


def test_lines_stand_out_from_the_ground() -> None:
    assert min(contrast(banner_of(seat).line.colour, GROUND) for seat in range(1, 9)) >= 3.0


def test_there_is_a_chart_each_of_factories_units_and_cost() -> None:
    scene = history_chart(view(turn=2, history=HISTORY)).scene
    words = [shape.text for shape in scene.items if isinstance(shape, Text)]
    assert {"Factories", "Units", "What the units cost, in turns"} <= set(words)
    assert {"Red (Ada)", "Blue (Bruno)"} <= set(words)


def test_the_words_for_who_cannot_see_it_tell_the_figures() -> None:
    alt = history_chart(view(turn=2, history=HISTORY)).alt
    assert "after turns 0, 1, 2" in alt
    assert "Red: 2/0/0, 2/3/9, 1/5/14; Blue: 2/0/0, 3/4/17, 3/2/6." in alt


def test_the_words_tell_five_turns_of_a_long_game() -> None:
    alt = history_chart(view(turn=50, history=[HISTORY[0]] * 51)).alt
    assert "after turns 0, 12, 25, 38, 50" in alt
    assert len(alt) < 200


def test_the_chart_is_the_same_for_all_seats() -> None:
    shown = view(turn=2, history=HISTORY)
    charts = [history_chart(msgspec.structs.replace(shown, seat=seat)) for seat in (1, 2, None)]
    assert len({to_svg(chart.scene) for chart in charts}) == 1
    assert len({chart.alt for chart in charts}) == 1
