"""Charts that one would want to receive, for any number of players and turns."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from pbem.drawing import DrawingError, fonts, ticks
from pbem.drawing.chart import NARROW, WIDTH, Series, line_chart, panels, picture, spread
from pbem.drawing.png import to_png
from pbem.drawing.svg import to_svg
from pbem.engine.scene import Polyline, Scene, Text

NAMES = [f"Player {n}" for n in range(12)]


def series(players: int, turns: int) -> list[Series]:
    return [
        Series(NAMES[p], tuple(float((p + 1) * t) for t in range(turns)), mark=p == 0)
        for p in range(players)
    ]


def texts(scene: Scene) -> list[Text]:
    return [item for item in scene.items if isinstance(item, Text)]


def box(text: Text) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a line of text, drawn in a little."""
    wide = fonts.width(text.text, text.size, text.bold)
    left = text.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    return left, text.at[1] - text.size * 0.75, left + wide, text.at[1]


def overlapping(scene: Scene) -> list[tuple[str, str]]:
    boxes = [(text.text, box(text)) for text in texts(scene)]
    return [
        (one, other)
        for i, (one, a) in enumerate(boxes)
        for other, b in boxes[:i]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


@pytest.mark.parametrize("width", [WIDTH, NARROW])
@pytest.mark.parametrize("turns", [1, 2, 10, 80])
@pytest.mark.parametrize("players", [1, 2, 5, 12])
def test_no_words_lie_on_each_other_or_outside(players: int, turns: int, width: int) -> None:
    lines = series(players, turns)
    items = [(item, lines) for item in ("A", "B", "C", "D")]
    for scene in (
        line_chart("Points by turn", lines, x_title="turn", y_title="points", width=width),
        panels("Points", items, x_title="turn", width=width),
    ):
        assert overlapping(scene) == []
        for text in texts(scene):
            left, top, right, bottom = box(text)
            assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height


def test_more_lines_than_fit_beside_the_plot_are_named_in_a_legend_below() -> None:
    lines = [Series(f"P{n}", (1.0, float(n))) for n in range(30)]
    scene = line_chart("Crowd", lines)
    assert scene.height > 300
    assert overlapping(scene) == []
    assert {one.name for one in lines} <= {text.text for text in texts(scene)}


def test_every_line_is_named_once_with_its_last_value() -> None:
    words = [text.text for text in texts(line_chart("Points", series(3, 5)))]
    assert [words.count(name) for name in NAMES[:3]] == [1, 1, 1]
    assert {"4", "8", "12"} <= set(words)


def test_lines_that_run_together_differ_in_colour_marker_and_dash() -> None:
    same = [Series(name, (0.0, 5.0, 10.0)) for name in NAMES]
    strokes = {
        (item.style.stroke, item.style.dash)
        for item in line_chart("Level", same).items
        if isinstance(item, Polyline) and item.tip
    }
    assert len(strokes) == 12


def test_ones_own_line_is_broad_and_its_name_bold() -> None:
    scene = line_chart("Points", series(3, 5))
    broad = [i for i in scene.items if isinstance(i, Polyline) and i.tip and i.style.width > 3]
    assert [item.tip for item in broad] == [NAMES[0]]
    assert NAMES[0] in [text.text for text in texts(scene) if text.bold]


def test_a_name_has_one_look_in_all_panels_wherever_it_stands() -> None:
    one, two = Series("Ada", (0, 1)), Series("Bob", (0, 2))
    scene = panels("P", [("first", [one, two]), ("second", [two, one])])
    colours = {(i.tip, i.style.stroke) for i in scene.items if isinstance(i, Polyline) and i.tip}
    assert len(colours) == 2


def test_a_series_may_keep_the_look_of_its_seat() -> None:
    third = line_chart("P", [Series("Ada", (0, 1), look=2)])
    stroke = next(i.style.stroke for i in third.items if isinstance(i, Polyline) and i.tip)
    assert stroke == "#5a0f5a"


def test_a_single_turn_is_points_side_by_side() -> None:
    scene = line_chart("Start", series(5, 1))
    places = {i.points[0][0] for i in scene.items if isinstance(i, Polyline) and is_stem(i)}
    assert len(places) == 5


def is_stem(line: Polyline) -> bool:
    (x0, _y0), (x1, _y1) = line.points
    return x0 == x1 and line.style.stroke != "#8c959f"


def test_nothing_yet_is_said_in_words() -> None:
    for scene in (
        line_chart("Points", []),
        line_chart("Points", [Series("Ada", ())]),
        panels("Points", []),
    ):
        assert "Nothing to show yet." in [text.text for text in texts(scene)]


def test_long_names_are_cut_and_whole_in_the_tip() -> None:
    name = "Bartholomew the Unready of Upper Saxony " * 8
    scene = line_chart("Points", [Series(name, (0, 5)), Series("Ada", (0, 2))])
    label = next(text for text in texts(scene) if text.tip == name)
    assert label.text.endswith("…")
    assert overlapping(scene) == []


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300])
def test_values_must_be_numbers(value: float) -> None:
    with pytest.raises(DrawingError):
        line_chart("Points", [Series("Ada", (0.0, value))])


def test_same_scale_gives_all_panels_one_axis() -> None:
    charts = [("low", [Series("Ada", (0, 3))]), ("high", [Series("Ada", (0, 900))])]
    labels = [text.text for text in texts(panels("P", charts, same_scale=True))]
    assert labels.count("1000") == 2


def test_a_chart_for_the_post_is_small() -> None:
    lines = series(5, 10)
    scene = panels("Points by item and turn", [(item, lines) for item in "ABCD"], x_title="turn")
    assert len(to_png(scene)) < 60_000


def test_a_telephone_gets_small_charts_below_each_other_with_letters_as_large() -> None:
    charts = [(item, series(3, 10)) for item in "ABC"]
    shown = picture("points", partial(panels, "Points", charts), "All gain.")
    assert shown.narrow is not None
    both = shown.scene, shown.narrow
    assert [scene.width for scene in both] == [720, 340]
    lefts = [[one.at[0] for one in texts(scene) if one.text in "ABC"] for scene in both]
    assert [len(set(at)) for at in lefts] == [3, 1]
    smallest, telephone = (min(one.size for one in texts(scene)) for scene in both)
    assert smallest == telephone == 11


def test_a_narrow_chart_has_room_for_its_lines_whatever_their_names() -> None:
    scene = line_chart("T", [Series("0" * 16, (0.0, 80_050_001.0), mark=True)], width=240)
    course = next(item for item in scene.items if isinstance(item, Polyline) and item.tip)
    (left, _), (right, _) = course.points
    assert right - left > 40


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(
            Series,
            name=st.text(max_size=300),
            values=st.lists(st.floats(-1e9, 1e9), max_size=30).map(tuple),
            mark=st.booleans(),
        ),
        max_size=20,
    ),
    st.integers(240, 900),
)
def test_any_series_make_a_valid_picture(lines: list[Series], width: int) -> None:
    for scene in (line_chart("T", lines, width=width), panels("T", [("x", lines)], width=width)):
        etree.fromstring(to_svg(scene).encode())


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.integers(2, 9))
def test_ticks_are_round_evenly_spaced_and_hold_the_values(a: float, b: float, most: int) -> None:
    low, high = min(a, b), max(a, b)
    marks = ticks.value_ticks(low, high, most)
    step = marks[1] - marks[0]
    assert marks[0] <= low + step * 1e-6 + 1e-9
    assert marks[-1] >= high - step * 1e-6 - 1e-9
    assert all(abs(y - x - step) <= step * 1e-6 for x, y in pairwise(marks))
    assert 2 <= len(marks) <= most + 3


@given(st.integers(-50, 2000), st.integers(-50, 2000), st.integers(2, 9))
def test_ticks_of_whole_numbers_are_whole(a: int, b: int, most: int) -> None:
    marks = ticks.value_ticks(min(a, b), max(a, b), most, whole=True)
    assert all(mark % 1 == 0 for mark in marks)
    assert marks[0] <= min(a, b) and max(a, b) <= marks[-1]
    assert 2 <= len(marks) <= most + 3


@pytest.mark.parametrize(("high", "shown"), [(1, {"0", "1"}), (9, {"0", "5", "10"})])
def test_a_chart_of_whole_numbers_shows_no_fractions(high: int, shown: set[str]) -> None:
    scene = line_chart("T", [Series("x", (0.0, float(high)))], height=200)
    left = min(text.at[0] for text in texts(scene) if text.anchor == "end")
    assert {text.text for text in texts(scene) if text.at[0] == left} == shown


@given(st.integers(0, 500), st.integers(1, 30))
def test_turns_on_the_axis_are_whole_and_rise_from_zero(last: int, most: int) -> None:
    marks = ticks.turn_ticks(last, most)
    assert marks[0] == 0
    assert marks[-1] <= last
    assert len(marks) <= most + 2
    assert all(a < b for a, b in pairwise(marks))


@given(st.lists(st.floats(0, 200), max_size=12))
def test_labels_keep_their_distance_and_their_order(wished: list[float]) -> None:
    places = spread(wished, 15, 0, 200)
    assert all(b - a >= 15 - 1e-6 for a, b in pairwise(sorted(places)))
    assert all(-1e-6 <= place <= 200 + 1e-6 for place in places)
    order = sorted(range(len(wished)), key=lambda i: wished[i])
    assert [places[i] for i in order] == sorted(places)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.01, "0"), (12.34, "12.3"), (340, "340"), (12_345, "12.3k"), (4.1e6, "4.1M")],
)
def test_numbers_are_said_shortly(value: float, text: str) -> None:
    assert ticks.short(value) == text


@given(st.text(max_size=80), st.floats(20, 300))
def test_a_cut_name_fits(name: str, room: float) -> None:
    assert fonts.width(fonts.fit(name, room, 12), 12) <= room + 1e-6
