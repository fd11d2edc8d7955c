"""Numbers as players see them: exact inside, two decimals in print."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

DECIMALS = 6
"""The most decimals that a figure in an order may have, so that every move can be written out."""


def as_printed(value: Fraction) -> Decimal:
    """`value` with two decimals, halves up (HG-5): what reports show and ranges compare with."""
    # floor(100 * value + 1/2), in whole numbers: reports and ranges print figures by the thousand.
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return Decimal(hundredths).scaleb(-2)


def is_plain(value: Fraction) -> bool:
    """Whether `value` can be written exactly with at most :data:`DECIMALS` decimals."""
    scale: int = 10**DECIMALS
    return scale % value.denominator == 0


def plain(value: Fraction) -> str:
    """`value` as an exact decimal without idle zeros: ``60``, ``12.5``.

    Raises ValueError for a value that :func:`is_plain` denies.
    """
    if not is_plain(value):
        raise ValueError(f"{value} has no exact form with {DECIMALS} decimals")
    scaled = abs(value.numerator) * 10**DECIMALS // value.denominator
    whole, rest = divmod(scaled, 10**DECIMALS)
    decimals = f"{rest:0{DECIMALS}d}".rstrip("0")
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"


def points(value: Fraction) -> str:
    """An amount of points in a sentence: two decimals where it is not whole."""
    return str(value) if value.denominator == 1 else str(as_printed(value))
