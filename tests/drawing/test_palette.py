"""Colours stay apart for everyone, and nothing hangs on colour alone."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from pbem.drawing import palette, symbols
from pbem.drawing.palette import COLOURS, DASHES, MARKERS, look

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

# Linear-RGB matrices at full severity: Machado, Oliveira, Fernandes (2009).
SIGHT: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_LMS: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_OKLAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(colour: str) -> Vector:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return r, g, b


def seen(colour: str, sight: Matrix) -> Vector:
    """Where the colour lies in OKLab for such eyes."""
    r, g, b = (min(1.0, max(0.0, channel)) for channel in times(sight, linear(colour)))
    x, y, z = (cone ** (1 / 3) for cone in times(TO_LMS, (r, g, b)))
    return times(TO_OKLAB, (x, y, z))


def contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio."""
    light = sorted(
        sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))
        for colour in (one, other)
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
def test_any_two_of_the_twelve_colours_are_told_apart(sight: Matrix) -> None:
    places = {colour: seen(colour, sight) for colour in COLOURS}
    nearest = min(dist(places[a], places[b]) for a, b in combinations(COLOURS, 2))
    assert nearest > 0.08


def test_every_colour_stands_out_from_the_ground() -> None:
    assert min(contrast(colour, palette.GROUND) for colour in COLOURS) >= 3.0


@pytest.mark.parametrize("ink", [palette.INK, palette.SOFT_INK, palette.GOOD, palette.BAD])
@pytest.mark.parametrize("ground", [palette.GROUND, palette.PANEL])
def test_words_are_legible_on_every_ground(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


def test_twelve_seats_differ_in_colour_and_in_marker() -> None:
    looks = [look(index) for index in range(12)]
    assert len({one.colour for one in looks}) == 12
    assert len({one.marker for one in looks}) == 12


def test_neighbours_differ_in_dash() -> None:
    assert all(look(i).dash != look(i + 1).dash for i in range(11))


def test_sixty_looks_are_all_different() -> None:
    assert len({look(index) for index in range(60)}) == 60


def test_every_marker_has_its_symbol_and_each_is_another_shape() -> None:
    drawn = {symbols.marker(name, (10, 10), 4, "#000000") for name in MARKERS}
    assert len(drawn) == len(MARKERS) == len(COLOURS)
    assert set(symbols.SYMBOLS) == set(MARKERS)


def test_dashes_come_in_pairs_of_on_and_off() -> None:
    assert all(len(dash) % 2 == 0 for dash in DASHES)
