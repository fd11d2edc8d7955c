"""Colours, dashes and markers that tell players apart, and the inks and grounds of every picture.

The twelve colours stay apart for readers with any of the three kinds of colour
blindness (no two nearer than 0.08 in OKLab, measured in the tests) and stand
out from the ground by 3:1 at least (WCAG 2.2, 1.4.11). Meaning never hangs on
colour alone: every look has its own marker too, and neighbours differ in dash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MarkerName = Literal[
    "circle",
    "square",
    "triangle",
    "diamond",
    "cross",
    "star",
    "hexagon",
    "wedge",
    "plus",
    "pentagon",
    "ring",
    "bow",
]

COLOURS: tuple[str, ...] = (
    "#0078b4",
    "#d25a00",
    "#5a0f5a",
    "#00a578",
    "#e14bff",
    "#780000",
    "#5a5a1e",
    "#8700ff",
    "#0f0f96",
    "#964b78",
    "#a587c3",
    "#4b3cc3",
)

DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (2, 2.5), (9, 3, 2, 3), (14, 4))
"""On and off in pixels, first for solid."""

MARKERS: tuple[MarkerName, ...] = (
    "circle",
    "square",
    "triangle",
    "diamond",
    "cross",
    "star",
    "hexagon",
    "wedge",
    "plus",
    "pentagon",
    "ring",
    "bow",
)

GROUND = "#ffffff"
PANEL = "#f6f7f9"
"""A field upon the ground, such as a chart's plot."""
INK = "#1b1f24"
SOFT_INK = "#57606a"
"""Lesser words: axes, units, captions; 4.5:1 on the ground and on PANEL."""
GRID = "#d8dee4"
AXIS = "#8c959f"
GOOD = "#00704f"
BAD = "#a8200d"
NEUTRAL = "#8c959f"
"""What belongs to no one."""


@dataclass(frozen=True)
class Look:
    """How one player or thing is drawn everywhere."""

    colour: str
    marker: MarkerName
    dash: tuple[float, ...]


def look(index: int) -> Look:
    """The look of number `index` from 0 (a seat's is ``look(seat - 1)``).

    The first twelve differ in colour and in marker. Later ones take the colours
    round again with other markers and dashes.
    """
    lap, place = divmod(index, len(COLOURS))
    return Look(
        colour=COLOURS[place],
        marker=MARKERS[(place + 5 * lap) % len(MARKERS)],
        dash=DASHES[(place + lap) % len(DASHES)],
    )


def mixed(colour: str, ground: str, share: float) -> str:
    """`share` (0 to 1) of one colour and the rest of another."""
    parts = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in parts)


def contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    """WCAG 2.2's relative luminance."""
    shares = (channel / 255 for channel in _channels(colour))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
