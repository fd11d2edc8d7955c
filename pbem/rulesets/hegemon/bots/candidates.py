"""Lines that come to mind for an item: to give, to draw on what others give, to hold, to strike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from pbem.engine.api import Seat
from pbem.engine.language.figures import FULL
from pbem.engine.planner import Proposal
from pbem.rulesets.hegemon.bots.features import Outlook
from pbem.rulesets.hegemon.orders import EVERYONE, NOTHING, Policy, Range

_GIFTS = tuple(map(Fraction, (100, 90, 80, 60, 30)))
"""Percent of an item for cooperation."""
_FEELER = Fraction(1)
"""Percent of an item that draws on what others give."""
_TARGETS = 2
"""So many rivals are thought of as targets, those who count most."""


def candidates(outlook: Outlook, index: int, share: int, left: int) -> Iterator[Proposal[Policy]]:
    """For one item: with its `share` of the turn's points, or an attack with all that is left."""
    item = outlook.view.options.items[index]
    allocation = Fraction(share)
    circles = tuple(_circles(outlook, index))
    for coop in _GIFTS:
        for circle in circles:
            yield _proposal(Policy(item, allocation, coop, FULL - coop, partners=circle))
    for circle in circles if outlook.params.skims else ():
        yield _proposal(Policy(item, allocation, _FEELER, FULL - _FEELER, partners=circle))
    yield _proposal(Policy(item, allocation, comp=FULL))
    for target in _targets(outlook, index):
        for given in {share: None, left: None}:
            yield _proposal(Policy(item, Fraction(given), comp=FULL, targets=target))
        for circle in circles if outlook.params.skims else ():
            yield _proposal(
                Policy(item, allocation, _FEELER, FULL - _FEELER, partners=circle, targets=target)
            )
    if left != share:
        yield _proposal(Policy(item, Fraction(left), comp=FULL))
        yield Proposal(0.0, (Policy(item, NOTHING),))


def _proposal(policy: Policy) -> Proposal[Policy]:
    return Proposal(0.0, (policy,))


def _circles(outlook: Outlook, index: int) -> Iterator[Range]:
    """The range that holds most partners and fewest others."""
    welcome = outlook.circle
    rivals = sorted(outlook.rivals, key=lambda seat: outlook.view.now.of(seat, index))
    values = {seat: (1.0 if seat in welcome else -1.5) for seat in rivals}
    best, found = 0.0, None
    for first in range(len(rivals)):
        for last in range(first, len(rivals)):
            inside = rivals[first : last + 1]
            points = {outlook.view.now.of(seat, index) for seat in inside}
            worth = sum(values[s] for s in rivals if outlook.view.now.of(s, index) in points)
            if worth > best:
                best, found = worth, (first, last)
    if found is not None:
        yield _range(outlook, index, rivals, *found)


def _range(outlook: Outlook, index: int, rivals: Sequence[Seat], first: int, last: int) -> Range:
    """Round figures around those who are meant, and an open end where nobody else is beyond."""
    points = [outlook.view.now.of(seat, index) for seat in rivals]
    low, high = points[first], points[last]
    below = max((p for p in points if p < low), default=None)
    above = min((p for p in points if p > high), default=None)
    start = NOTHING if below is None else _between(below, low, floor(low))
    end = None if above is None else _between(high, above, ceil(high), end=True)
    return EVERYONE if below is None and above is None else Range(start, end)


def _between(low: Decimal, high: Decimal, whole: int, *, end: bool = False) -> Fraction:
    if end:
        return Fraction(whole) if whole < high else Fraction(low)
    return Fraction(whole) if whole > low else Fraction(high)


def _targets(outlook: Outlook, index: int) -> Iterator[Range]:
    """Exactly as many points as a rival holds."""
    order = sorted(outlook.rivals, key=lambda seat: (-outlook.weights[seat], seat))
    held = dict.fromkeys(Fraction(outlook.view.now.of(seat, index)) for seat in order)
    for points in list(held)[:_TARGETS]:
        yield Range(points, points)
