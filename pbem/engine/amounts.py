"""Whole numbers by name: stocks, costs and counts of a game, with what is reckoned with them."""

from __future__ import annotations

from operator import add, sub
from typing import Self

import msgspec


class Amounts(msgspec.Struct, frozen=True):
    """Added, subtracted and compared field by field; true where any is not nothing. A game's own
    has whole numbers for fields."""

    def __add__(self, other: Self) -> Self:
        return type(self)(*map(add, self.values(), other.values()))

    def __sub__(self, other: Self) -> Self:
        return type(self)(*map(sub, self.values(), other.values()))

    def __bool__(self) -> bool:
        return any(self.values())

    @property
    def total(self) -> int:
        """All together."""
        return sum(self.values())

    def values(self) -> tuple[int, ...]:
        """In the order of the fields."""
        return msgspec.structs.astuple(self)

    def of(self, name: str) -> int:
        """The figure of that name."""
        value: int = getattr(self, name)
        return value

    def having(self, name: str, value: int) -> Self:
        """The same with another value under one name."""
        return msgspec.structs.replace(self, **{name: value})

    @classmethod
    def just(cls, name: str, value: int = 1) -> Self:
        """One figure only, the others nothing."""
        return cls(**{name: value})
