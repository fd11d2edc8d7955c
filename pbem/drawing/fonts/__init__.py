"""The one typeface of all pictures, bundled, and how wide words are in it."""

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO

from PIL import ImageFont

FAMILY = "DejaVu Sans"
"""The family's name as the files state it; every SVG names it on its root."""

_FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
_EM = 1000
_ELLIPSIS = "…"


@cache
def faces() -> tuple[bytes, ...]:
    """The font files' bytes: regular, bold. Found in a checkout and in a wheel alike."""
    here = resources.files(__package__)
    return tuple(here.joinpath(name).read_bytes() for name in _FILES)


@cache
def _ruler(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(faces()[bold]), _EM, layout_engine=ImageFont.Layout.BASIC)


@cache
def _advance(character: str, bold: bool) -> float:
    return _ruler(bold).getlength(character) / _EM


@lru_cache(maxsize=4096)
def width(text: str, size: float, bold: bool = False) -> float:
    """How many pixels `text` takes at `size`, kerning left out. Surrogates count as U+FFFD."""
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return size * sum(_advance(character, bold) for character in clean)


def fit(text: str, room: float, size: float, bold: bool = False) -> str:
    """`text`, or as much of its beginning as fits into `room` pixels, with an ellipsis."""
    if width(text, size, bold) <= room:
        return text
    taken, left = 0, room - width(_ELLIPSIS, size, bold)
    for character in text:
        left -= width(character, size, bold)
        if left < 0:
            break
        taken += 1
    return text[:taken].rstrip() + _ELLIPSIS
