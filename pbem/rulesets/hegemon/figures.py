"""Numbers as players see them: exact inside, two decimals in print."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from pbem.engine.phrases import decimal


def as_printed(value: Fraction) -> Decimal:
    """`value` with two decimals, halves up (HG-5): what reports show and ranges compare with."""
    # floor(100 * value + 1/2), in whole numbers: reports and ranges print figures by the thousand.
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return Decimal(hundredths).scaleb(-2)


def points(value: Fraction) -> str:
    """An amount of points in a sentence: two decimals where it is not whole."""
    return str(value) if value.denominator == 1 else decimal(as_printed(value))
