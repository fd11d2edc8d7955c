"""Squares far from each other: starts, outposts, homes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.rng import Stream
from pbem.maps.board import distance
from pbem.maps.grid import Square

_CROWD = 200
"""Squares that are compared at most; more would hardly spread anything better."""

_ENDLESS = 1 << 30


def farthest(candidates: Sequence[Square], others: Iterable[Square]) -> Square:
    """The candidate whose nearest of `others` is farthest away; the first of several."""
    known = list(others)
    best, found = -1, candidates[0]
    for candidate in candidates:
        nearest = _ENDLESS
        for other in known:
            apart = distance(candidate, other)
            if apart < nearest:
                nearest = apart
                # Few candidates come close to the best; the others are not looked at to the end.
                if nearest <= best:
                    break
        if nearest > best:
            best, found = nearest, candidate
    return found


def spread(
    stream: Stream, squares: Sequence[Square], count: int, apart_from: Iterable[Square] = ()
) -> tuple[Square, ...]:
    """`count` different squares, one after another far from the ones before and from
    `apart_from`. Raises ValueError where there are fewer."""
    if count > len(squares):
        raise ValueError(f"cannot take {count} of {len(squares)} squares")
    candidates = crowd(stream, squares, count)
    others = list(apart_from)
    found: list[Square] = []
    for _n in range(count):
        square = farthest(candidates, [*others, *found])
        candidates.remove(square)
        found.append(square)
    return tuple(found)


def crowd(stream: Stream, squares: Sequence[Square], least: int) -> list[Square]:
    """Some of the squares in random order, enough to choose `least` from."""
    return stream.shuffled(squares)[: max(_CROWD, 2 * least)]
