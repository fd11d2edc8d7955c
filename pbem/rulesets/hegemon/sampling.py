"""Random legal moves: the weakest opponent, and other truths for the conformance kit."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from pbem.engine.rng import Stream
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import NOTHING, Move, Policy, Range
from pbem.rulesets.hegemon.standing import Standings


def random_move(options: Options, now: Standings, stream: Stream) -> Move:
    """Any items in any order, any split, ranges that often hold somebody."""
    items = stream.sample(options.items, stream.between(0, len(options.items)))
    left = Fraction(100)
    policies = []
    for item in items:
        allocation = _percent(left, stream)
        left -= allocation
        column = [row[options.items.index(item)] for row in now.points]
        policies.append(_policy(item, allocation, column, stream))
    return Move(tuple(policies))


def _policy(item: str, allocation: Fraction, column: Sequence[Decimal], stream: Stream) -> Policy:
    coop = _percent(Fraction(100), stream)
    comp = _percent(100 - coop, stream)
    return Policy(
        item=item,
        allocation=allocation,
        coop=coop,
        comp=comp,
        partners=_range(column, stream) if stream.strikes(3, 4) else None,
        targets=_range(column, stream) if stream.strikes(1, 2) else None,
    )


def _percent(most: Fraction, stream: Stream) -> Fraction:
    """From 0 to `most`; now and then with one or two decimals, now and then all of it."""
    if stream.strikes(1, 6):
        return most
    steps = stream.choice((1, 1, 1, 10, 100))
    return Fraction(stream.between(0, floor(most * steps)), steps)


def _range(column: Sequence[Decimal], stream: Stream) -> Range:
    """Around somebody's points as they stand, exactly on them, or anywhere."""
    centre = Fraction(stream.choice(column))
    if stream.strikes(1, 8):
        return Range(centre, centre)
    low = max(NOTHING, Fraction(floor(centre) - stream.between(0, 40)))
    if stream.strikes(1, 4):
        return Range(low, None)
    return Range(low, Fraction(ceil(centre) + stream.between(0, 40)))
