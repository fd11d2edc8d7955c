"""Films: small enough for a mail, whatever it takes, and the same at every making."""

from __future__ import annotations

import random
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw

from pbem.drawing.film import MOST_FRAMES, WIDTH, chosen, film


def frame(place: int, size: tuple[int, int] = (300, 200), noise: int = 0) -> bytes:
    """A dot that wanders over a board; `noise` blots make it hard to pack."""
    image = Image.new("RGB", size, "#203040")
    draw = ImageDraw.Draw(image)
    chance = random.Random(place)
    for _blot in range(noise):
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        draw.rectangle((x, y, x + 9, y + 9), fill=tuple(chance.randbytes(3)))
    draw.ellipse((place * 10, 50, place * 10 + 20, 70), fill="#ff8000")
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def opened(data: bytes | None) -> Image.Image:
    assert data is not None
    return Image.open(BytesIO(data))


def test_a_film_shows_every_picture_in_order_and_begins_again() -> None:
    with opened(film([frame(place) for place in range(6)], 100_000)) as shown:
        assert (shown.format, shown.n_frames, shown.info["loop"]) == ("GIF", 6, 0)  # type: ignore[attr-defined]
        for place in range(6):
            shown.seek(place)
            red, green, blue = shown.convert("RGB").getpixel((place * 10 + 10, 60))  # type: ignore[misc]
            assert red > 200 > 160 > green > 90 > 60 > blue


def test_the_end_stays_longest() -> None:
    with opened(film([frame(place) for place in range(3)], 100_000)) as shown:
        first = shown.info["duration"]
        shown.seek(2)
        assert shown.info["duration"] > 3 * first


def test_the_same_pictures_make_the_same_film() -> None:
    pictures = [frame(place, noise=50) for place in range(4)]
    assert film(pictures, 100_000) == film(pictures, 100_000)


def test_what_does_not_change_takes_no_room() -> None:
    still = film([frame(1, noise=80) for _place in range(10)], 1_000_000)
    moving = film([frame(place, noise=80) for place in range(10)], 1_000_000)
    assert still is not None and moving is not None
    assert len(still) * 4 < len(moving)


def test_a_film_that_is_too_large_gets_smaller_until_it_fits_and_keeps_its_end() -> None:
    end = Image.new("RGB", (900, 600), "#ff8000")
    out = BytesIO()
    end.save(out, "PNG")
    pictures = [*(frame(place, (900, 600), noise=900) for place in range(5)), out.getvalue()]
    whole = film(pictures, 10_000_000)
    assert whole is not None
    limit = len(whole) // 6
    small = film(pictures, limit)
    assert small is not None
    assert len(small) <= limit
    with opened(small) as shown, opened(whole) as large:
        assert large.width == WIDTH
        assert shown.width < WIDTH
        shown.seek(shown.n_frames - 1)  # type: ignore[attr-defined]
        red, _green, blue = shown.convert("RGB").getpixel((9, 9))  # type: ignore[misc]
        assert red > blue + 60


def test_what_cannot_be_made_small_enough_is_no_film() -> None:
    assert film([frame(1), frame(2)], 10) is None
    assert film([], 10_000) is None


def test_pictures_of_several_sizes_stand_on_one_ground() -> None:
    with opened(film([frame(1), frame(2, (300, 260))], 100_000)) as shown:
        assert shown.size == (300, 260)


def test_of_a_long_game_moments_are_chosen_evenly_with_start_and_end() -> None:
    assert chosen(3) == (0, 1, 2)
    found = chosen(500)
    assert len(found) == MOST_FRAMES
    assert (found[0], found[-1]) == (0, 499)
    gaps = {later - earlier for earlier, later in pairwise(found)}
    assert max(gaps) - min(gaps) <= 1
