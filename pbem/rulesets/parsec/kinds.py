"""The four kinds that everything comes in: leaders, civilian ships and resources (PA-2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

Kind = Literal["government", "science", "merchant", "mining"]
KINDS: tuple[Kind, ...] = ("government", "science", "merchant", "mining")
"""In the order in which ties among them are settled (PA-11)."""

SHIPS: dict[Kind, str] = {
    "government": "settler",
    "science": "scientist",
    "merchant": "merchant",
    "mining": "miner",
}
"""A kind's civilian ship in order lines; its leader is written as the kind."""


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many of each kind: ships of a hand or of the pool, or resources."""

    government: int = 0
    science: int = 0
    merchant: int = 0
    mining: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(self.of(kind) + other.of(kind) for kind in KINDS))

    def __sub__(self, other: Counts) -> Counts:
        return Counts(*(self.of(kind) - other.of(kind) for kind in KINDS))

    @property
    def total(self) -> int:
        return self.government + self.science + self.merchant + self.mining

    def of(self, kind: Kind) -> int:
        count: int = getattr(self, kind)
        return count

    def each(self) -> Iterator[Kind]:
        """Every single one, kind by kind."""
        for kind in KINDS:
            yield from [kind] * self.of(kind)

    def covers(self, other: Counts) -> bool:
        """Whether `other` can be taken from this."""
        return all(self.of(kind) >= other.of(kind) for kind in KINDS)


def just(kind: Kind, count: int = 1) -> Counts:
    """So many of one kind."""
    return Counts(**{kind: count})


def counted(kinds: Iterable[Kind]) -> Counts:
    """How many there are of each."""
    found = list(kinds)
    return Counts(*(found.count(kind) for kind in KINDS))
