"""A map put together: tokens, a legend, a sheet, references, and tips of each reader's own."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from pbem.drawing import fonts
from pbem.drawing.grid import SIDE, WIDTH, fitted, mat
from pbem.drawing.legends import Block, Entry, Phrase, Sign, entries, flow, grid, lines
from pbem.drawing.png import to_png
from pbem.drawing.render import Renderer
from pbem.drawing.sheet import Inks, Panel, once_for_all, retold, sheet
from pbem.drawing.svg import to_svg
from pbem.drawing.tokens import (
    NAME,
    Part,
    badge,
    between,
    disc,
    fitting,
    line,
    placed,
    row,
    said,
    swatch,
    told,
    width_of,
    words,
)
from pbem.engine.i18n import language, speaking
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Group, Polyline, Rect, Scene, Style, Text

INKS = Inks("#ffffff", "#111111", "#555555", "#cccccc")
ROOM = WIDTH - 2 * SIDE
DOT = disc(5.0, Style(fill="#aa0000"))
HUGE = "Wilhelmine " * 40
names = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=60)


def texts(*items: AnyShape, x: float = 0.0) -> Iterator[tuple[Text, float]]:
    """Every text, and where its group stands."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(*item.items, x=x + item.move[0])
        elif isinstance(item, Text):
            yield item, x


def spans(block: Block) -> list[tuple[float, float]]:
    """From where to where each text of a block goes."""
    found = []
    for text, x in texts(*block.shapes):
        wide = fonts.width(text.text, text.size, text.bold)
        left = x + text.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
        found.append((left, left + wide))
    return found


def entry(name: str, more: str = "", held: str = "12 points") -> Entry:
    sign, amount = swatch("#aa0000", "#000000"), said(held, "#111111")
    return Entry(sign, Phrase(name, "#111111", bold=True), Phrase(more, "#555555"), (amount,))


def drawn(*layers: AnyShape, blocks: tuple[Block, ...] = (), title: str = "A map") -> Scene:
    return sheet(title, INKS, [layers], Panel((SIDE, 400.0), ROOM, blocks))


# Tokens -----------------------------------------------------------------------------------


def test_figures_stand_with_their_middle_where_they_are_put() -> None:
    text = words((10, 50), "7", "#111111", 20.0)
    assert text.at == (10, pytest.approx(50 + 0.365 * 20))


@given(st.lists(st.floats(1, 40), min_size=1, max_size=8), st.floats(0, 9))
def test_a_row_of_parts_lies_around_the_middle_and_no_part_upon_another(
    widths: list[float], gap: float
) -> None:
    parts = [Part(DOT, wide) for wide in widths]
    places = [group.move[0] for group in row(parts, 0.0, gap)]
    edges = [(x - w / 2, x + w / 2) for x, w in zip(places, widths, strict=True)]
    assert edges[0][0] == pytest.approx(-width_of(parts, gap) / 2)
    assert edges[-1][1] == pytest.approx(width_of(parts, gap) / 2)
    ends = pairwise(edges)
    assert all(one[1] <= other[0] + 1e-6 for one, other in ends)


def test_of_several_rows_the_first_that_fits_is_taken_else_the_last() -> None:
    wide, small = [Part(DOT, 50.0)], [Part(DOT, 10.0)]
    assert fitting([wide, small], 60.0) is wide
    assert fitting([wide, small], 20.0) is small
    assert fitting([wide, small], 5.0) is small


@given(names)
def test_a_badge_is_as_wide_as_what_it_says(text: str) -> None:
    made = badge([said(text, "#ffffff")], Style(fill="#000000"), height=20, pad=6)
    plate = made.shape.items[0] if isinstance(made.shape, Group) else made.shape
    assert isinstance(plate, Rect) and plate.size == (made.width, 20)
    assert made.width == pytest.approx(fonts.width(text, NAME, True) + 12)


def test_a_line_keeps_off_what_it_leads_between_and_has_a_casing_below() -> None:
    assert between((0, 0), (100, 0), 20) == ((20, 0), (80, 0))
    assert between((0, 0), (10, 0), 20) == ((3, 0), (7, 0))
    assert between((5, 5), (5, 5), 20) == ((5, 5), (5, 5))
    under, over = line([(0, 0), (9, 0)], Style(stroke="#aa0000"), "#ffffff", arrow=True).items
    assert isinstance(under, Polyline) and isinstance(over, Polyline)
    assert under.style.width > over.style.width and over.arrow and not under.arrow


# Legends ----------------------------------------------------------------------------------


@given(st.lists(st.tuples(names, names), max_size=9), st.integers(1, 3))
def test_entries_end_within_their_column_however_long_names_are(
    people: list[tuple[str, str]], columns: int
) -> None:
    block = entries([entry(name, more) for name, more in people], ROOM, columns)
    assert all(left >= -1e-6 and right <= ROOM + 1e-6 for left, right in spans(block))


def test_the_longer_one_of_two_names_is_cut() -> None:
    def shown(name: str, more: str) -> list[str]:
        return [text.text for text, _x in texts(*entries([entry(name, more)], ROOM).shapes)]

    assert shown("Red", HUGE)[0] == "Red" and shown("Red", HUGE)[1].endswith("…")
    assert shown(HUGE, "moves next")[0].endswith("…")
    assert "moves next" in shown(HUGE, "moves next")


def test_of_two_long_names_neither_covers_what_the_player_has() -> None:
    """A telephone's column is narrow: a sign, two names and what is held are wider than it is."""
    given = entry("Red of the far North", "Player 4 of the South", "2 factories")
    name, more, held = sorted(spans(entries([given], 220.0, columns=1)))
    assert name[1] <= more[0] and more[1] <= held[0]


def test_who_is_out_is_struck_out() -> None:
    (one,) = entries([entry("Red", "Ada")._replace(is_out=True)], ROOM).shapes
    assert isinstance(one, Group)
    (strike,) = (item for item in one.items if isinstance(item, Polyline))
    assert strike.points[1][0] > fonts.width("Red Ada", NAME)


@given(st.lists(names.filter(lambda text: fonts.width(text, NAME) < 500), max_size=20))
def test_signs_flow_in_rows_and_none_leaves_the_sheet(meanings: list[str]) -> None:
    block = flow([Sign(Part(DOT, 20.0), meaning) for meaning in meanings], ROOM, "#555555")
    assert all(right <= ROOM + 1e-6 for _left, right in spans(block))


def test_high_signs_have_high_rows() -> None:
    low = flow([Sign(Part(DOT, 20.0), "a")], ROOM, "#555555")
    high = flow([Sign(Part(DOT, 20.0, 60.0), "a")], ROOM, "#555555")
    assert high.height >= 60 > low.height


@given(st.lists(names, max_size=9), st.integers(1, 3))
def test_signs_in_columns_are_cut_at_their_columns_end(meanings: list[str], columns: int) -> None:
    signs = [Sign(Part(DOT, 20.0), meaning) for meaning in meanings]
    block = grid(signs, ROOM, "#555555", columns)
    assert all(right <= ROOM + 1e-6 for _left, right in spans(block))


def test_a_legend_of_nothing_takes_no_room() -> None:
    assert entries([], ROOM).height == grid([], ROOM, "#555555").height == 0
    assert flow([], ROOM, "#555555").height == lines([], ROOM).height == 0


# Sheets -----------------------------------------------------------------------------------


def test_layers_lie_above_each_other_in_their_order_and_the_legend_on_top() -> None:
    low, high = placed((50, 100), DOT), placed((50, 100), DOT)
    scene = sheet("A map", INKS, [[low], [high]], Panel((SIDE, 400.0), ROOM, ()), note="turn 7")
    assert scene.items[:2] == (low, high)
    assert [text.text for text, _x in texts(*scene.items)] == ["A map", "turn 7"]


def test_a_sheet_is_as_high_as_its_legend_needs() -> None:
    block = lines([Phrase("line", "#111111")] * 30, ROOM)
    assert drawn(blocks=(block,)).height >= 400 + block.height
    assert drawn(blocks=(block, block)).height >= 400 + 2 * block.height


def test_a_long_title_is_cut_before_the_note() -> None:
    scene = sheet(HUGE, INKS, [], Panel((SIDE, 90.0), ROOM, ()), note="12 points win")
    (title, _x), (note, _y) = texts(*scene.items)
    left = note.at[0] - fonts.width(note.text, note.size)
    assert title.at[0] + fonts.width(title.text, title.size, True) < left
    assert scene.title == HUGE


def test_an_empty_map_and_one_of_a_single_square_can_be_drawn() -> None:
    assert to_png(drawn(blocks=(entries([], ROOM),))).startswith(b"\x89PNG")
    frame = fitted(1, 1, 76)
    only = placed(frame.middle((0, 0)), DOT)
    assert to_png(drawn(only, mat(frame, "#ffffff"))).startswith(b"\x89PNG")


def test_a_mat_leaves_its_part_of_the_board_open() -> None:
    frame = fitted(3, 2, 76, (5, 5))
    data = mat(frame, "#ffffff")
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", getattr(data, "data", ""))]
    assert {frame.corner[0], frame.corner[1], frame.size[0], frame.size[1]} <= set(numbers)


# References and tips ----------------------------------------------------------------------


def elements(scene: Scene) -> list[etree._Element]:
    return list(etree.fromstring(to_svg(scene).encode()).iter())


@pytest.mark.parametrize(
    "shape",
    [
        DOT,
        placed((5, 5), DOT),
        words((5, 5), "b7", "#111111"),
        swatch("#aa0000", "#000000").shape,
        line([(0, 0), (9, 0)], Style(stroke="#aa0000"), None, arrow=True).items[0],
        line([(0, 0), (9, 0)], Style(stroke="#aa0000"), None).items[0],
    ],
)
def test_references_reach_the_svg_whatever_shape_bears_them(shape: AnyShape) -> None:
    marked = [one for one in elements(drawn(told(shape, "b7: Ada", "square:b7"))) if one.attrib]
    assert [one.get("data-ref") for one in marked if one.get("data-ref")] == ["square:b7"]


def test_references_and_tips_are_escaped() -> None:
    nasty = '"><script>&'
    (one,) = (e for e in elements(drawn(told(DOT, nasty, nasty))) if e.get("data-ref"))
    assert one.get("data-ref") == nasty
    assert one[0].text == nasty
    assert "<script" not in to_svg(drawn(told(DOT, nasty, nasty)))


def test_pictures_that_differ_in_tips_and_references_only_are_drawn_once() -> None:
    renderer = Renderer()
    plain, marked = renderer.render([drawn(DOT), drawn(told(DOT, "b7", "square:b7"))])
    assert plain is marked


def test_a_readers_own_tips_take_the_place_of_what_everyone_is_told() -> None:
    scene = drawn(told(DOT, "7 fleets", "mission:1"), told(DOT, "7 fleets", "mission:2"), DOT)
    own = {("mission:1", "7 fleets"): "7 light", ("mission:3", "7 fleets"): "7 heavy"}
    shown = retold(Picture("galaxy", scene, alt=""), own)
    assert [item.tip for item in shown.scene.items[:3]] == ["7 light", "7 fleets", None]
    assert shown.scene.items[1] is scene.items[1]


def test_what_is_drawn_of_public_facts_is_kept_by_them_and_the_language() -> None:
    calls: list[tuple[str, int]] = []

    @once_for_all
    def draw(turn: int) -> tuple[str, int]:
        calls.append((language(), turn))
        return calls[-1]

    class German(gettext.NullTranslations):
        def info(self) -> dict[str, str]:
            return {"language": "de"}

    assert draw(7) is draw(7)
    with speaking(German()):
        assert draw(7) == ("de", 7)
    assert draw(8) == ("en", 8)
    assert calls == [("en", 7), ("de", 7), ("en", 8)]
