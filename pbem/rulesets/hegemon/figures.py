"""Numbers as players see them, exact inside and with two decimals in print; and what items are
called."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from pbem.engine.i18n import N_, _
from pbem.engine.phrases import decimal

_USUAL = (N_("Economy"), N_("Environment"), N_("Defense"))
"""The items of most games; others are called as whoever made the game calls them."""


def as_printed(value: Fraction) -> Decimal:
    """`value` with two decimals, halves up (HG-5): what reports show and ranges compare with."""
    # floor(100 * value + 1/2), in whole numbers: reports and ranges print figures by the thousand.
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return Decimal(hundredths).scaleb(-2)


def points(value: Fraction) -> str:
    """An amount of points in a sentence: two decimals where it is not whole."""
    return str(value) if value.denominator == 1 else decimal(as_printed(value))


def item_name(item: str) -> str:
    """What a report calls an item, in its reader's language, which orders may use, too."""
    return _(item) if item in _USUAL else item


def item_in_orders(item: str) -> str:
    """The same with the word behind it that offered orders have, where that is another."""
    name = item_name(item)
    return item if name == item else f"{name} ({item})"
