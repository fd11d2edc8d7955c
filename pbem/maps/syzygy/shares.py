"""Shares of a number of tiles, in whole tiles that never leave the bounds asked for."""

from __future__ import annotations

from pbem.engine.rng import Stream


def bounds(tiles: int, low: int, high: int) -> tuple[int, int]:
    """The fewest and the most of `tiles` that are `low` to `high` percent of them."""
    return -(-tiles * low // 100), tiles * high // 100


def draw_share(stream: Stream, tiles: int, low: int, high: int) -> int:
    """How many of `tiles` a drawn percentage from `low` to `high` is, at least one.

    Where no whole number lies within the bounds it is the one above them.
    """
    fewest, most = bounds(tiles, low, high)
    wished = (tiles * stream.between(low, high) + 50) // 100
    return max(1, fewest, min(most, wished))
