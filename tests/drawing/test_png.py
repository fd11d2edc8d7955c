"""What is drawn is really in the pixels, the same every time."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from pbem.drawing import DrawingError, fonts, png
from pbem.drawing.png import to_png
from pbem.drawing.svg import to_svg
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
from tests.soaking import examples


def picture(*items: AnyShape, **fields: object) -> Scene:
    return Scene(width=120, height=60, items=items, **fields)  # type: ignore[arg-type]  # any field


def pixels(scene: Scene, scale: float = 1.0) -> Image.Image:
    with Image.open(BytesIO(to_png(scene, scale))) as image:
        return image.convert("RGB")


def inked(scene: Scene) -> int:
    """How many pixels differ from the ground."""
    image = pixels(scene)
    ground = tuple(bytes.fromhex(scene.ground[1:]))
    counts = {colour: count for count, colour in image.getcolors(1 << 16) or []}
    return image.width * image.height - counts.get(ground, 0)


@pytest.mark.parametrize("text", ["Hegemon", "Ελλάδα", "Київ", "שלום", "مرحبا", "→ ◆ … €"])
def test_letters_of_the_bundled_font_are_in_the_pixels(text: str) -> None:
    assert inked(picture(Text(at=(5, 40), text=text, size=20))) > 60


def test_bold_is_another_face() -> None:
    thin, bold = (
        inked(picture(Text(at=(5, 40), text="Hegemon", size=20, bold=b))) for b in (False, True)
    )
    assert bold > thin * 1.15


def test_different_letters_are_different_pixels_so_none_is_a_box_for_the_unknown() -> None:
    drawn = {to_png(picture(Text(at=(5, 40), text=letter, size=30))) for letter in "aжλשع€→"}
    assert len(drawn) == 7


def test_tips_are_not_drawn() -> None:
    plain = picture(Text(at=(5, 40), text="x"), Circle(centre=(90, 30), radius=9))
    tipped = picture(
        Text(at=(5, 40), text="x", tip="a long tip"),
        Circle(centre=(90, 30), radius=9, tip="another"),
    )
    assert to_png(plain) == to_png(tipped)


def test_the_ground_is_opaque_and_exact_and_colours_are_as_named() -> None:
    box = Rect(corner=(10, 10), size=(40, 40), style=Style(fill="#0078b4"))
    data = to_png(picture(box, Text(at=(60, 30), text="words"), ground="#fdfcfa"), 1.0)
    with Image.open(BytesIO(data)) as image:
        assert image.mode == "P"
        assert "transparency" not in image.info
        assert image.convert("RGB").getpixel((2, 2)) == (0xFD, 0xFC, 0xFA)
        assert image.convert("RGB").getpixel((30, 30)) == (0x00, 0x78, 0xB4)


@pytest.mark.parametrize(("scale", "size"), [(1.0, (120, 60)), (1.5, (180, 90)), (2.0, (240, 120))])
def test_scale_multiplies_the_picture(scale: float, size: tuple[int, int]) -> None:
    filled = Rect(corner=(0, 0), size=(120, 60), style=Style(fill="#102030"))
    image = pixels(picture(filled), scale)
    assert image.size == size
    assert image.getpixel((size[0] - 1, size[1] - 1)) == (0x10, 0x20, 0x30)


def test_the_same_scene_gives_the_same_bytes_whatever_a_machine_speaks_and_has_of_fonts() -> None:
    text = "Same б ș 中 مرحبا"
    code = (
        "import sys; from pbem.drawing.png import to_png; from pbem.engine.scene import *;"
        f"s = Scene(width=240, height=60, items=(Text(at=(5, 40), text={text!r}, size=20),));"
        "sys.stdout.buffer.write(to_png(s))"
    )
    here = to_png(Scene(width=240, height=60, items=(Text(at=(5, 40), text=text, size=20),)))
    for changed in (
        {},
        {"LANG": "sr_RS.UTF-8", "LANGUAGE": "ro:sr", "LC_ALL": "C", "PANGO_LANGUAGE": "ro"},
        {"FONTCONFIG_FILE": "/nowhere/fonts.conf", "HOME": "/nowhere", "XDG_CACHE_HOME": "/"},
    ):
        done = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, **changed}, capture_output=True
        )
        assert (done.stdout == here, done.stderr) == (True, b""), changed


def test_other_programs_that_are_started_find_the_fonts_of_the_system() -> None:
    before = dict(os.environ)
    with fonts.alone():
        assert os.environ != before
    assert os.environ == before


def test_pictures_are_drawn_by_several_threads_as_by_one() -> None:
    several = [picture(Text(at=(5, 40), text=f"Turn {n}", size=20)) for n in range(24)]
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(to_png, several)] == [to_png(one) for one in several]


def test_the_log_tells_nothing_of_pictures_that_were_drawn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO):
        to_png(picture(Text(at=(5, 40), text="quiet", size=20)))
    assert caplog.records == []


def test_what_the_renderer_cannot_draw_is_an_ordinary_error() -> None:
    with pytest.raises(DrawingError, match="renderer failed"):
        png._pixels("<svg")


def test_a_picture_beyond_all_sense_is_refused_before_it_takes_memory() -> None:
    with pytest.raises(DrawingError, match="too large"):
        to_png(Scene(width=100_000, height=100_000, items=()))


numbers = st.floats(-500, 500)
lengths = st.floats(0, 300)
points = st.tuples(numbers, numbers)
colours = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)
texts = st.text(st.characters(), max_size=40)
tips = st.none() | texts
styles = st.builds(
    Style,
    fill=st.none() | colours,
    stroke=st.none() | colours,
    width=st.floats(0, 20),
    opacity=st.floats(0, 1),
    dash=st.lists(st.floats(0, 9), max_size=4).map(tuple),
)


def shape(kind: Callable[..., AnyShape], **fields: st.SearchStrategy[object]) -> object:
    return st.builds(kind, style=styles, tip=tips, **fields)


many_points = st.lists(points, max_size=6).map(tuple)
leaves = st.one_of(
    shape(Circle, centre=points, radius=lengths),
    shape(Rect, corner=points, size=st.tuples(lengths, lengths), round=lengths),
    shape(Polygon, points=many_points),
    shape(Polyline, points=many_points, arrow=st.booleans()),
    shape(Path, data=st.text("MLHVZCQA0123456789 .,-", max_size=30)),
    shape(
        Text,
        at=points,
        text=texts,
        size=st.floats(0, 80),
        bold=st.booleans(),
        anchor=st.sampled_from(["start", "middle", "end"]),
        halo=st.none() | colours,
    ),
)
shapes = st.recursive(
    leaves,
    lambda inner: shape(
        Group,
        items=st.lists(inner, max_size=3).map(tuple),
        move=points,
        turn=numbers,
        scale=st.floats(-5, 5),
    ),
    max_leaves=6,
)
scenes = st.builds(
    Scene,
    width=st.integers(1, 90),
    height=st.integers(1, 90),
    items=st.lists(shapes, max_size=4).map(tuple),
    title=texts,
    ground=colours,
)


@examples(50, soak=150)
@given(scenes, st.sampled_from([0.5, 1.0, 1.5]))
def test_any_scene_is_valid_svg_and_a_png_of_the_right_size(scene: Scene, scale: float) -> None:
    etree.fromstring(to_svg(scene).encode())
    first = to_png(scene, scale)
    with Image.open(BytesIO(first)) as image:
        assert image.size == (
            max(1, round(scene.width * scale)),
            max(1, round(scene.height * scale)),
        )
    assert to_png(scene, scale) == first


def test_with_fewer_colours_what_is_flat_stays_and_a_picture_is_smaller() -> None:
    inks = (b"\xc0\x39\x2b", b"\x29\x80\xb9", b"\x27\xae\x60")
    blots = [
        Circle(centre=(20.0 + 40 * n, 30.0), radius=15.0, style=Style(fill=f"#{ink.hex()}"))
        for n, ink in enumerate(inks)
    ]
    drawn = to_png(picture(*blots, ground="#fdf6e3"), 4.0)
    few = png.with_fewer_colours(drawn, 8)
    with Image.open(BytesIO(drawn)) as before, Image.open(BytesIO(few)) as after:
        assert after.size == before.size
        shown = {bytes(colour) for _n, colour in after.convert("RGB").getcolors() or []}  # type: ignore[arg-type]  # RGB
    assert len(shown) <= 8
    assert shown >= {*inks, b"\xfd\xf6\xe3"}
    assert len(few) < len(drawn)
