"""The lines that a report offers for the next move, all of them comments."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from pbem.engine.i18n import _
from pbem.rulesets.hegemon.orders import IDLE, Move, Policy, Range, write
from pbem.rulesets.hegemon.view import View

_STEP = 10


def order_template(view: View) -> tuple[str, ...]:
    """Nothing for spectators and after the end."""
    if view.seat is None or view.ending is not None:
        return ()
    last = view.move or IDLE
    repeated = [_("Without a new move your last one is played again:"), *write(last)]
    if last == IDLE:
        repeated = [_("Without a move of yours nothing is allocated.")]
    wording = _("To order, write lines like these, without the #:")
    lines = (wording, *write(_suggestion(view)), "", *repeated)
    return tuple(f"# {line}".rstrip() for line in lines)


def _suggestion(view: View) -> Move:
    """Even shares, and ranges that hold everybody as the points stand."""
    items = view.options.items
    share, rest = divmod(100, len(items))
    return Move(
        tuple(
            Policy(
                item,
                allocation=Fraction(share + (1 if index < rest else 0)),
                coop=Fraction(60),
                comp=Fraction(40),
                partners=_range_of_all([view.now.of(player.seat, index) for player in view.others]),
            )
            for index, item in enumerate(items)
        )
    )


def _range_of_all(values: list[Decimal]) -> Range:
    low = floor(min(values) / _STEP) * _STEP
    high = max(ceil(max(values) / _STEP), 1) * _STEP
    return Range(Fraction(low), Fraction(high))
