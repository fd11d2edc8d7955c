"""Rounds of work that look at some of many: whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

T = TypeVar("T")


def turn_about(places: Sequence[T], most: int, now: datetime) -> Sequence[T]:
    """So many of them at the most, beginning elsewhere each minute: what fails at every round keeps
    no others waiting for ever."""
    first = int(now.timestamp() // 60) * most % max(1, len(places))
    return (*places[first:], *places[:first])[:most]
