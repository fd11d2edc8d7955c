"""A picture that shows parts of another takes them from that one's pixels."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops

from pbem.drawing import DrawingError, png
from pbem.drawing.png import to_png
from pbem.drawing.render import Renderer
from pbem.drawing.svg import to_svg
from pbem.engine.scene import Circle, Pane, Rect, Scene, Style, Text, Window

RED, BLUE = Style(fill="#c02020"), Style(fill="#2020c0")
WHOLE = Scene(
    width=200,
    height=160,
    items=(
        Rect(corner=(40, 40), size=(60, 50), style=RED),
        Circle(centre=(120, 100), radius=30, style=BLUE, tip="a tip"),
        Text(at=(60, 60), text="Terra", tip="another"),
    ),
    ground="#fdfcfa",
)
PANES = Pane((30, 30), (100, 80), (10, 10)), Pane((100, 80), (40, 20), (10, 90))
PART = Scene(
    width=120,
    height=150,
    items=(Text(at=(10, 140), text="a legend"),),
    ground="#fdfcfa",
    window=Window(WHOLE, 120, PANES),
)


def pixels(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as image:
        return image.convert("RGB")


def shift(one: Image.Image, other: Image.Image) -> int:
    """The most by which a channel of a pixel differs."""
    return max(max(colour) for colour in colours(ImageChops.difference(one, other)))


def colours(image: Image.Image) -> list[tuple[int, ...]]:
    """All that are in it."""
    return [colour for _n, colour in image.getcolors(1 << 24) or () if isinstance(colour, tuple)]


@pytest.mark.parametrize("scale", [1.0, 1.2, 1.5])
def test_a_pane_has_the_pixels_of_the_whole(scale: float) -> None:
    """At 1.2 the first pane begins at (36, 36), is 120 by 96 pixels and lies at (12, 12). Palettes
    are each picture's own, so that a channel may differ by what one entry stands for."""
    whole, part = pixels(to_png(WHOLE, scale)), pixels(to_png(PART, scale))
    assert part.size == (round(120 * scale), round(150 * scale))
    for pane in PANES:
        wide, high = (round(length * scale) for length in pane.size)
        (left, top), (x, y) = (
            tuple(round(place * scale) for place in at) for at in (pane.corner, pane.at)
        )
        shown = part.crop((x, y, x + wide, y + high))
        assert shift(shown, whole.crop((left, top, left + wide, top + high))) <= 12


def test_around_panes_there_is_ground_and_below_the_window_the_pictures_own_items() -> None:
    part = pixels(to_png(PART, 1.0))
    around = [(5, 5), (115, 50), (60, 95), (60, 115)]
    assert {part.getpixel(at) for at in around} == {(0xFD, 0xFC, 0xFA)}
    legend = part.crop((0, 120, 120, 150))
    assert min(min(colour) for colour in colours(legend)) < 100


def test_an_svg_shows_the_same() -> None:
    """Drawn as one SVG it differs along the edges of shapes and letters at most."""
    drawn = png._pixels(to_svg(PART))
    differing = ImageChops.difference(drawn, pixels(to_png(PART, 1.0))).convert("L")
    assert sum(differing.histogram()[24:]) < 20


def test_tips_of_the_whole_are_in_no_svg_without_words() -> None:
    assert to_svg(PART).count("a tip") == to_svg(PART).count("another") == len(PANES)
    bare = to_svg(PART, words=False)
    assert "a tip" not in bare and "<title" not in bare


def test_a_window_in_the_picture_of_a_window_is_a_drawing_error() -> None:
    twice = msgspec.structs.replace(WHOLE, window=Window(PART, 40, PANES))
    with pytest.raises(DrawingError, match="window"):
        to_png(twice)
    with pytest.raises(DrawingError, match="window"):
        to_svg(twice)


def test_the_whole_is_drawn_once_for_all_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def counted(svg: str) -> Image.Image:
        seen.append(svg)
        return rendered(svg)

    rendered = png._rendered
    monkeypatch.setattr(png, "_rendered", counted)
    png._kept.cache_clear()
    parts = [
        msgspec.structs.replace(PART, items=(Text(at=(10, 140), text=f"No. {n}"),))
        for n in range(3)
    ]
    Renderer(scale=1.0).render([parts[0], WHOLE, *parts])
    assert len(seen) == 4
    assert len([svg for svg in seen if "Terra" in svg]) == 1


def test_the_pixels_of_few_pictures_are_kept_and_of_none_that_is_huge() -> None:
    png._kept.cache_clear()
    for number in range(3 * png._KEPT):
        to_png(Scene(width=20 + number, height=20, items=()))
    assert png._kept.cache_info().currsize == png._KEPT
    png._kept.cache_clear()
    to_png(Scene(width=2100, height=2000, items=()), 1.0)
    assert png._kept.cache_info().currsize == 0
