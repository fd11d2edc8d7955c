"""Pictures in a row as one animated GIF, which nearly every mail program plays.

The frames share one palette, so that what does not change from one to the next takes no room.
The same pictures give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

MOST_FRAMES = 60
"""Frames of the longest film; of a longer game some turns are left out."""
WIDTH = 640
"""Pixels across, at the most."""
_FRAME_MS = 700
_LAST_MS = 4000
"""The end stays for a while before the film begins again."""
_SAMPLES = 6
"""Frames whose colours the palette is made of."""


@dataclass(frozen=True)
class _Cut:
    """A way to make a film smaller: its width, each how many frames it has, and its colours."""

    width: int
    every: int
    colours: int


_CUTS = (
    _Cut(WIDTH, 1, 128),
    _Cut(WIDTH, 1, 64),
    _Cut(480, 1, 64),
    _Cut(480, 2, 32),
    _Cut(360, 3, 32),
    _Cut(240, 6, 16),
)


def chosen(count: int, most: int = MOST_FRAMES) -> tuple[int, ...]:
    """Which of so many moments, counted from 0, a film shows: the first, the last, and as many
    between them as there is room for, evenly spread."""
    if count <= most:
        return tuple(range(count))
    return tuple(round(place * (count - 1) / (most - 1)) for place in range(most))


def film(pictures: Sequence[bytes], limit: int) -> bytes | None:
    """The pictures (PNG) as a GIF of at most `limit` octets: smaller, with fewer colours and
    frames, as far as it takes. None where none is small enough, or there are no pictures."""
    if not pictures:
        return None
    frames = _on_one_size([_opened(picture) for picture in pictures])
    for cut in _CUTS:
        made = _made(frames, cut)
        if len(made) <= limit:
            return made
    return None


def _opened(picture: bytes) -> Image.Image:
    with Image.open(BytesIO(picture)) as image:
        flat = image.convert("RGB")
    if flat.width <= WIDTH:
        return flat
    return flat.resize(_within(flat.size, WIDTH), Image.Resampling.LANCZOS)


def _within(size: tuple[int, int], width: int) -> tuple[int, int]:
    return width, max(1, round(size[1] * width / size[0]))


def _on_one_size(frames: list[Image.Image]) -> list[Image.Image]:
    """Frames of which some are larger (a legend grows): each at the top left of the same ground."""
    size = (max(frame.width for frame in frames), max(frame.height for frame in frames))
    grounded = []
    for frame in frames:
        ground = Image.new("RGB", size, frame.getpixel((0, frame.height - 1)))
        ground.paste(frame)
        grounded.append(ground)
    return grounded


def _made(frames: Sequence[Image.Image], cut: _Cut) -> bytes:
    kept = [frames[place] for place in _thinned(len(frames), cut.every)]
    if kept[0].width > cut.width:
        size = _within(kept[0].size, cut.width)
        kept = [frame.resize(size, Image.Resampling.LANCZOS) for frame in kept]
    palette = _palette(kept, cut.colours)
    drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in kept]
    out = BytesIO()
    drawn[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=drawn[1:],
        duration=[*(_FRAME_MS for _frame in drawn[1:]), _LAST_MS],
        loop=0,
        disposal=1,
        optimize=False,
    )
    return out.getvalue()


def _thinned(count: int, every: int) -> Iterator[int]:
    """Each so manieth frame, and the last whatever happens."""
    yield from (place for place in range(count - 1) if place % every == 0)
    yield count - 1


def _palette(frames: Sequence[Image.Image], colours: int) -> Image.Image:
    """The colours of some frames together."""
    some = [frames[place] for place in chosen(len(frames), _SAMPLES)]
    wide, high = some[0].size
    sheet = Image.new("RGB", (wide, high * len(some)))
    for place, frame in enumerate(some):
        sheet.paste(frame, (0, high * place))
    return sheet.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
