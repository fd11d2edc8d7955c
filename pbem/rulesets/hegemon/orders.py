"""A player's move (HG-2): what it is, and when it is valid."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Literal

import msgspec

from pbem.engine.language.figures import FULL, HIGHEST, is_plain, plain

NOTHING = Fraction(0)


class Range(msgspec.Struct, frozen=True):
    """Points from `low` to `high`, both included; no end where `high` is None (HG-5)."""

    low: Fraction
    high: Fraction | None

    def holds(self, printed: Decimal) -> bool:
        """Whether a player with so many points, as printed, is in the range."""
        points, parts = printed.as_integer_ratio()
        if points * self.low.denominator < self.low.numerator * parts:
            return False
        high = self.high
        return high is None or points * high.denominator <= high.numerator * parts

    def __str__(self) -> str:
        return f"{plain(self.low)}-{'*' if self.high is None else plain(self.high)}"


EVERYONE = Range(NOTHING, None)


class Policy(msgspec.Struct, frozen=True):
    """What a move says of one item; all figures but the ranges are percents."""

    item: str
    allocation: Fraction
    coop: Fraction = msgspec.field(default_factory=Fraction)
    comp: Fraction = msgspec.field(default_factory=Fraction)
    partners: Range | None = None
    """Whom to cooperate with; None: nobody."""
    targets: Range | None = None
    """Whom to attack; None: competition stays defence."""


class Move(msgspec.Struct, frozen=True):
    """One player's orders for one turn. Without policies it allocates nothing."""

    policies: tuple[Policy, ...] = ()

    @property
    def orders(self) -> tuple[Policy, ...]:
        """What has a line of its own."""
        return self.policies

    def policy(self, item: str) -> Policy:
        """What it says of `item`; an item not named gets nothing."""
        for policy in self.policies:
            if policy.item == item:
                return policy
        return Policy(item, NOTHING)

    @property
    def allocated(self) -> Fraction:
        """Percent of the turn's points that are given to any item."""
        return sum((policy.allocation for policy in self.policies), NOTHING)


IDLE = Move()


class Fault(msgspec.Struct, frozen=True):
    """A rule of HG-2 that a move breaks, in `item` where it concerns one."""

    rule: Literal["unknown", "repeated", "percent", "split", "range", "sum"]
    item: str = ""


def faults(move: Move, items: tuple[str, ...]) -> tuple[Fault, ...]:
    """Every rule of HG-2 that the move breaks; none for a valid move."""
    found = [fault for policy in move.policies for fault in _policy_faults(policy, items)]
    names = [policy.item for policy in move.policies]
    repeated = (name for name in dict.fromkeys(names) if names.count(name) > 1)
    found += [Fault("repeated", name) for name in repeated]
    if move.allocated > FULL:
        found.append(Fault("sum"))
    return tuple(found)


def _policy_faults(policy: Policy, items: tuple[str, ...]) -> Iterator[Fault]:
    shares = (policy.allocation, policy.coop, policy.comp)
    if policy.item not in items:
        yield Fault("unknown", policy.item)
    if not all(NOTHING <= share <= FULL and is_plain(share) for share in shares):
        yield Fault("percent", policy.item)
    if policy.coop + policy.comp > FULL:
        yield Fault("split", policy.item)
    if not all(_sound(span) for span in (policy.partners, policy.targets) if span is not None):
        yield Fault("range", policy.item)


def _sound(span: Range) -> bool:
    ends = (span.low,) if span.high is None else (span.low, span.high)
    in_order = span.high is None or span.low <= span.high
    return in_order and all(is_plain(end) and 0 <= end <= HIGHEST for end in ends)


def amount(percent: Fraction, whole: Fraction | int) -> Fraction:
    """`percent` of `whole`, exactly (HG-4)."""
    hundredfold = whole * percent
    return Fraction(hundredfold.numerator, 100 * hundredfold.denominator)
