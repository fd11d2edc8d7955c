"""A scene becomes valid SVG whatever is written in it, or a DrawingError that says why not."""

from __future__ import annotations

import math

import pytest
from lxml import etree

from pbem.drawing import DrawingError
from pbem.drawing.fonts import FAMILY
from pbem.drawing.svg import MAX_DEPTH, to_svg
from pbem.engine.scene import (
    AnyShape,
    Circle,
    Group,
    Path,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Style,
    Text,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = {
    "markup": "<&>\"' ]]> <!-- --> &amp; &#0;",
    "emoji": "Ada 👩‍🚀🎲 🏴‍☠️",
    "controls": "a\x00b\x1bc\x7fd\x9fe\nf\tg\r",
    "surrogate": "half \ud83d a pair",
    "noncharacters": "\ufffe\uffff\ufdd0",
    "right to left": "שלום عليكم \u202egnp.exe\u202c",
    "very long": "x" * 300,
    "empty": "",
}


def scene(*items: AnyShape, **fields: object) -> Scene:
    return Scene(width=200, height=100, items=items, **fields)  # type: ignore[arg-type]  # any field


def parsed(picture: Scene) -> etree._Element:
    return etree.fromstring(to_svg(picture).encode())


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_nothing_that_a_player_is_called_breaks_the_document(text: str) -> None:
    root = parsed(scene(Text(at=(5, 50), text=text, tip=text), title=text))
    assert [child.tag for child in root.find(f"{SVG}text")] in ([], [f"{SVG}title"])


def test_text_is_shown_as_it_was_written() -> None:
    root = parsed(scene(Text(at=(5, 50), text='<b>"A" & B</b>')))
    assert root.find(f"{SVG}text").text == '<b>"A" & B</b>'


def test_direction_overrides_are_defused_but_letters_of_any_script_stay() -> None:
    root = parsed(scene(Text(at=(5, 50), text="שלום\u202eb")))
    assert root.find(f"{SVG}text").text == "שלום\ufffdb"


def test_the_root_names_the_bundled_family_the_title_and_an_opaque_ground() -> None:
    root = parsed(scene(title="The world", ground="#102030"))
    assert root.get("font-family") == FAMILY
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "The world"
    assert dict(root[1].attrib) == {"width": "200", "height": "100", "fill": "#102030"}


@pytest.mark.parametrize(
    "shape",
    [
        Circle(centre=(5, 5), radius=2, tip="here"),
        Rect(corner=(5, 5), size=(2, 3), tip="here"),
        Polygon(points=((0, 0), (5, 5), (5, 0)), tip="here"),
        Polyline(points=((0, 0), (5, 5)), tip="here"),
        Polyline(points=((0, 0), (5, 5)), arrow=True, style=Style(stroke="#000000"), tip="here"),
        Path(data="M0 0L5 5", tip="here"),
        Text(at=(5, 5), text="x", tip="here"),
        Group(items=(Circle(centre=(5, 5), radius=2),), tip="here"),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_a_tip_is_the_first_child_of_its_shape(shape: AnyShape) -> None:
    element = parsed(scene(shape))[1]
    assert element[0].tag == f"{SVG}title"
    assert element[0].text == "here"


def test_numbers_are_short_and_never_in_exponents() -> None:
    svg = to_svg(scene(Circle(centre=(1 / 3, -0.0001), radius=1e-7)))
    assert '<circle cx="0.33" cy="0" r="0"' in svg


def test_an_arrow_ends_in_a_head_whose_tip_is_the_last_point() -> None:
    style = Style(stroke="#aa0000", width=2)
    line, head = parsed(scene(Polyline(points=((0, 50), (100, 50)), arrow=True, style=style)))[1]
    assert head.get("points").startswith("100,50 ")
    assert head.get("fill") == "#aa0000"
    assert line.get("points") == "0,50 93,50"


def test_an_arrow_that_goes_nowhere_is_a_plain_line() -> None:
    style = Style(stroke="#aa0000")
    root = parsed(scene(Polyline(points=((5, 5), (5, 5)), arrow=True, style=style)))
    assert [child.tag for child in root[1:]] == [f"{SVG}polyline"]


def test_a_group_is_moved_then_turned_then_scaled() -> None:
    group = Group(items=(), move=(10, 20), turn=45, scale=0.123456)
    assert parsed(scene(group))[1].get("transform") == "translate(10 20) rotate(45) scale(0.12346)"


def test_text_without_a_fill_is_written_in_ink() -> None:
    assert parsed(scene(Text(at=(5, 5), text="x")))[1].get("fill") == "#1b1f24"


def nested(depth: int) -> Group:
    group = Group(items=())
    for _level in range(depth):
        group = Group(items=(group,))
    return group


@pytest.mark.parametrize(
    "item",
    [
        Circle(centre=(math.nan, 0), radius=1),
        Circle(centre=(0, 0), radius=-1),
        Rect(corner=(0, math.inf), size=(1, 1)),
        Circle(centre=(0, 0), radius=1, style=Style(fill="red")),
        Circle(centre=(0, 0), radius=1, style=Style(fill='#000000" onload="x')),
        Circle(centre=(0, 0), radius=1, style=Style(opacity=2)),
        Path(data='M0 0" onload="alert(1)'),
        Text(at=(0, 0), text="x", halo="#12345"),
        nested(MAX_DEPTH + 1),
    ],
    ids=range(9),
)
def test_what_no_picture_can_show_is_an_error_that_says_so(item: AnyShape) -> None:
    with pytest.raises(DrawingError):
        to_svg(scene(item))


def test_a_picture_has_a_size() -> None:
    with pytest.raises(DrawingError):
        to_svg(Scene(width=0, height=10, items=()))
    with pytest.raises(DrawingError):
        to_svg(scene(), scale=0)
