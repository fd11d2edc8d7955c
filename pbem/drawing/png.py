"""A scene as PNG bytes, small enough for mail.

librsvg draws, Pillow reduces to a palette, libdeflate packs. None looks at the system's fonts or
the clock: the same scene gives the same bytes.
"""

from __future__ import annotations

import logging
import re
import struct
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from io import BytesIO
from typing import NamedTuple

import deflate
import msgspec
import pyvips
from PIL import Image

from pbem.drawing import fonts
from pbem.drawing.errors import DrawingError
from pbem.drawing.svg import pixel_size, to_svg
from pbem.engine.scene import Group, Pane, Scene, Window

DEFAULT_SCALE = 1.5
"""Pixels for each of the scene's, so that pictures are sharp on dense screens."""

COLOURS = 96
"""Of a palette: fewer blur what is flat, and more only make pictures larger."""
COLOURS_BELOW = 64
"""Of what stands below parts of another picture, beside that picture's own."""

MAX_PIXELS = 40_000_000
"""No report needs more; it bounds what one scene can take of memory (160 MB)."""

_LEVEL = 7
"""Of libdeflate's twelve: the next one takes twice as long for 2 % less."""

_NEAR = 400
"""Squared distance in RGB up to which an entry of the palette is taken for a named colour."""

_KEPT = 4
"""Pictures whose pixels stay at hand in a process, for parts of them and for other readers: a map's
take 1 MB."""
_MOST_KEPT = 4_000_000
"""Pixels of such a picture, at the most (4 MB)."""

Pixels = tuple[int, int]
"""How wide and how high, or how far right and down."""

_COLOUR = re.compile(r'="(#[0-9a-fA-F]{6})"')
_WORDS = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>a</text></svg>'
_first = threading.Lock()


@cache
def _begin() -> None:
    """Have libvips, which hands out librsvg's pixels, find its fonts, work in the thread that asks,
    and keep nothing: what is worth keeping is kept here."""
    logging.getLogger("pyvips").setLevel(logging.WARNING)  # It tells of every thread that ends.
    pyvips.concurrency_set(1)
    pyvips.cache_set_max(0)
    with fonts.alone():
        _rendered(_WORDS)


class Parts(NamedTuple):
    """Parts of another picture: all of that as SVG, how large it is, and of each part its left and
    top, right and bottom in it, and where its corner comes to lie; ``ground`` is around them."""

    svg: str
    size: Pixels
    places: tuple[tuple[tuple[int, int, int, int], Pixels], ...]
    ground: str


class Drawing(NamedTuple):
    """All that is seen of a scene, written down: pictures whose drawings are equal are equal. Above
    what the SVG shows there may be ``parts`` of another."""

    svg: str
    size: Pixels
    parts: Parts | None = None


class Reduced(NamedTuple):
    """A picture's pixels as places in a palette, and that: red, green and blue of each colour."""

    image: Image.Image
    palette: bytes


def to_png(scene: Scene, scale: float = DEFAULT_SCALE) -> bytes:
    """The scene as a PNG of at most ``COLOURS`` colours, `scale` times its nominal size.

    Raises :class:`DrawingError` where :func:`pbem.drawing.svg.to_svg` does, for
    a picture above ``MAX_PIXELS`` and where the renderer gives up.
    """
    return draw(written(scene, scale))


def svg_of(scene: Scene, scale: float) -> str:
    """As SVG what is seen of a scene at once. Raises as :func:`to_png`."""
    return to_svg(scene, scale, words=False)


def written(scene: Scene, scale: float, svg: Callable[[Scene, float], str] = svg_of) -> Drawing:
    """What there is to draw of a scene; `svg` is :func:`svg_of`, or has it from before. Raises as
    :func:`to_png`."""
    size = _size(scene, scale)
    if scene.window is None:
        return Drawing(svg(scene, scale), size)
    return Drawing(svg(_below(scene, scene.window), scale), size, _parts(scene, scale, svg))


def _below(scene: Scene, window: Window) -> Scene:
    """The picture without its window."""
    moved = Group(items=scene.items, move=(0.0, -window.height))
    height = max(1, round(scene.height - window.height))
    return msgspec.structs.replace(scene, height=height, items=(moved,), window=None)


def _parts(scene: Scene, scale: float, svg: Callable[[Scene, float], str]) -> Parts | None:
    window = scene.window
    if window is None:
        return None
    if window.scene.window is not None:
        raise DrawingError("a window shows a picture that has a window")
    size = _size(window.scene, scale)
    places = tuple(_place(pane, scale) for pane in window.panes)
    return Parts(svg(window.scene, scale), size, places, scene.ground)


def _place(pane: Pane, scale: float) -> tuple[tuple[int, int, int, int], Pixels]:
    wide, high = (round(length * scale) for length in pane.size)
    left, top = (round(place * scale) for place in pane.corner)
    x, y = (round(place * scale) for place in pane.at)
    return (left, top, left + wide, top + high), (x, y)


def _size(scene: Scene, scale: float) -> Pixels:
    wide, high = pixel_size(scene, scale)
    if wide * high > MAX_PIXELS:
        raise DrawingError(f"a picture of {wide} by {high} pixels is too large")
    return wide, high


def draw(drawing: Drawing) -> bytes:
    """The PNG. Raises :class:`DrawingError` where the renderer gives up."""
    svg, size, parts = drawing
    if parts is None:
        return _packed(_whole(svg, size))
    whole, below = _whole(parts.svg, parts.size), _whole(svg, size, COLOURS_BELOW)
    palette, first = whole.palette + below.palette, len(whole.palette) // 3
    ground = len(palette) // 3
    image = Image.new("P", size, ground)
    image.paste(below.image.point(_moved(first)), (0, size[1] - below.image.height))
    for part, at in parts.places:
        image.paste(whole.image.crop(part), at)
    return _packed(Reduced(image, palette + bytes.fromhex(parts.ground[1:])))


def _moved(first: int) -> list[int]:
    """Where the colours of a palette are that begins there in a larger one."""
    return [min(first + place, 255) for place in range(256)]


def _whole(svg: str, size: Pixels, most: int = COLOURS) -> Reduced:
    """What an SVG shows, not to be changed: parts of a picture are mostly drawn right after it, and
    what stands below them is the same for several readers."""
    wide, high = size
    return (_kept if wide * high <= _MOST_KEPT else _reduced)(svg, most)


def _pixels(svg: str) -> Image.Image:
    with _first:
        _begin()
    try:
        return _rendered(svg)
    except pyvips.Error as error:
        raise DrawingError(f"the renderer failed: {error}") from None


def _rendered(svg: str) -> Image.Image:
    picture = pyvips.Image.svgload_buffer(svg.encode())
    size = picture.width, picture.height
    seen = Image.frombuffer("RGBA", size, picture.write_to_memory(), "raw", "RGBA", 0, 1)
    return seen.convert("RGB")


def _reduced(svg: str, most: int) -> Reduced:
    image = _pixels(svg)
    few = image.quantize(most, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return Reduced(few, bytes(_true(few.getpalette() or [], _colours(svg))))


_kept = lru_cache(maxsize=_KEPT)(_reduced)


def _packed(picture: Reduced) -> bytes:
    """A PNG of one byte a pixel (ISO 15948). Pillow's takes three times as long for the same size,
    for libdeflate packs it here."""
    image, palette = picture
    wide, high = image.size
    rows = Image.new("P", (wide + 1, high))  # each begins with a 0: no filter
    rows.paste(image, (1, 0))
    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    packed = deflate.zlib_compress(rows.tobytes(), _LEVEL)
    chunks = (b"IHDR", head), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    checked = kind + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", deflate.crc32(checked))


def _true(palette: list[int], colours: Iterable[str]) -> list[int]:
    """The palette with the scene's own colours exactly where the octree only came near.

    Each colour takes its nearest entry; where two want the same, the first has it.
    """
    entries = [(*palette[i : i + 3],) for i in range(0, len(palette), 3)]
    taken: set[int] = set()
    for colour in colours:
        red, green, blue = int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
        apart = [(r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 for r, g, b in entries]
        nearest = apart.index(min(apart))
        if nearest not in taken and apart[nearest] < _NEAR:
            taken.add(nearest)
            entries[nearest] = (red, green, blue)
    return [channel for entry in entries for channel in entry]


def _colours(svg: str) -> list[str]:
    """The colours that are named in an SVG of ours, each once, the ground first."""
    return list(dict.fromkeys(_COLOUR.findall(svg)))


def with_fewer_colours(png: bytes, most: int) -> bytes:
    """A picture of ours with its `most` usual colours at the most: what is flat stays as it is, and
    the edges between have fewer steps."""
    image = Image.open(BytesIO(png))
    flat = image.getpalette() or []
    palette = [(*flat[i : i + 3],) for i in range(0, len(flat), 3)]
    often = image.histogram()[: len(palette)]
    order = sorted(range(len(often)), key=lambda place: -often[place])
    kept = order[:most]
    places = [_nearest(palette, kept, place) for place in range(len(often))]
    few = image.point([*places, *[0] * (256 - len(places))])
    return _packed(Reduced(few, bytes(v for place in kept for v in palette[place])))


def _nearest(palette: Sequence[tuple[int, ...]], kept: Sequence[int], place: int) -> int:
    """Which of the colours that are kept comes nearest to another."""
    apart = [
        sum((a - b) ** 2 for a, b in zip(palette[place], palette[one], strict=True)) for one in kept
    ]
    return apart.index(min(apart))
