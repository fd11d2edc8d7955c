"""Small turns of phrase that reports share."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from pbem.engine.i18n import _


def in_a_row(names: Sequence[str]) -> str:
    """The names in a row: "Anna, Bruno and Carla"."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def signed(change: Decimal) -> str:
    """A change with its sign: ``+12.00``, ``-3.00``, ``0.00``."""
    return f"{change:+}" if change else str(change)
