"""What was made of the very same value before: most of a map is the same for all of its readers.

Equal is not enough. To write 1 and 1.0 takes different bytes although the two are equal, and what
one reader gets must not hang on what was written for another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

_A = TypeVar("_A")
_T = TypeVar("_T")


class IdentityCache(Generic[_A, _T]):
    """Calls ``make`` once for each value that is met, known by being the same object. ``most``
    results are kept; once there are more all are forgotten."""

    def __init__(self, make: Callable[[_A], _T], *, most: int) -> None:
        self._make = make
        self._most = most
        self._made: dict[int, tuple[_A, _T]] = {}

    def __call__(self, value: _A) -> _T:
        known = self._made.get(id(value))
        if known is None:
            if len(self._made) >= self._most:
                self._made.clear()
            # With the value itself: its id is that of no other as long as it is there.
            known = self._made[id(value)] = value, self._make(value)
        return known[1]

    def __len__(self) -> int:
        return len(self._made)
