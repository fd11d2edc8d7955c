"""Round numbers for axes, and numbers in few letters."""

from __future__ import annotations

import math

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_TRUNCATE_ABOVE = 0.75
"""An axis starts at zero unless all values lie in the top quarter of their range."""


def nice_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 2.5, 5 (times a power of ten) that cuts `span` into at most `most`."""
    rough = span / max(1, most)
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in _STEPS if step * power >= rough * (1 - 1e-9))


def value_ticks(low: float, high: float, most: int, *, whole: bool = False) -> tuple[float, ...]:
    """Evenly spaced round values from at or below `low` to at or above `high`.

    Zero is among them unless the values are far from it compared with how they differ. With
    `whole` none of them is a fraction, for values that never are.
    """
    if low > 0 and low < _TRUNCATE_ABOVE * high:
        low = 0.0
    if high < 0 and high > _TRUNCATE_ABOVE * low:
        high = 0.0
    if high - low <= 1e-9 * max(1.0, abs(high)):
        low, high = min(0.0, low), max(0.0, high)
    if high - low <= 1e-9:
        return (0.0, 1.0)
    step = nice_step(high - low, most)
    if whole and step % 1:
        step = 1.0 if step < 1 else 5.0
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    decimals = max(0, 6 - math.floor(math.log10(step)))
    return tuple(round(n * step, decimals) for n in range(first, last + 1))


def turn_ticks(last: int, most: int) -> tuple[int, ...]:
    """Whole turns from 0 at a round distance, and `last` where it stands clear of the others."""
    if last == 0:
        return (0,)
    step = max(1, math.ceil(nice_step(last, most)))
    marks = tuple(range(0, last + 1, step))
    return (*marks, last) if last - marks[-1] > 0.6 * step else marks


def short(value: float) -> str:
    """A number as people say it: 12.5, 340, 12.3k, 4.1M; at most one decimal."""
    for limit, unit in ((1e6, "M"), (1e4, "k")):
        if abs(value) >= limit:
            return _one_decimal(value / (1e6 if unit == "M" else 1e3)) + unit
    return _one_decimal(value)


def _one_decimal(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tick_label(value: float, step: float) -> str:
    """A tick in as many decimals as its step needs."""
    return short(value) if step >= 1 and step % 1 == 0 and _is_short(step) else f"{value:g}"


def _is_short(step: float) -> bool:
    """Whether ticks this far apart stay distinct when shortened."""
    return step < 1e4 or short(step) != short(step * 1.1)
