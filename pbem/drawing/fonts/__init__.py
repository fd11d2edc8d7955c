"""The one typeface of all pictures, bundled, and how wide words are in it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from PIL import ImageFont

FAMILY = "DejaVu Sans"
"""The family's name as the files state it; every SVG names it on its root."""

_FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
_EM = 1000
_ELLIPSIS = "…"


_HERE = Path(__file__).parent
_ENVIRONMENT = "FONTCONFIG_FILE"


@contextmanager
def alone() -> Iterator[None]:
    """Within the block fontconfig, which reads what fonts there are when it is first asked in a
    process, finds these and no others, and draws them without hints on every machine."""
    before = os.environ.get(_ENVIRONMENT)
    with TemporaryDirectory(prefix="pbem-fonts-") as cache_folder:
        settings = Path(cache_folder, "fonts.conf")
        settings.write_text(
            f"<fontconfig><dir>{escape(str(_HERE))}</dir>"
            f"<cachedir>{escape(cache_folder)}</cachedir><config><rescan><int>0</int></rescan>"
            '</config><match target="font"><edit name="hinting" mode="assign"><bool>false</bool>'
            "</edit></match></fontconfig>",
            encoding="utf-8",
        )
        os.environ[_ENVIRONMENT] = str(settings)
        try:
            yield
        finally:
            del os.environ[_ENVIRONMENT]
            if before is not None:
                os.environ[_ENVIRONMENT] = before


@cache
def _ruler(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_HERE / _FILES[bold], _EM, layout_engine=ImageFont.Layout.BASIC)


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
