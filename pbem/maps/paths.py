"""Walking and looking on a board (GU-6): reach, shortest paths, what is in range.

A step goes to one of the eight squares around, a diagonal one only where both squares
that it passes between can be entered too. What is searched grows with the distance asked
for, never with the board. All distances are half squares (see ``pbem.maps.board``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heappop, heappush
from itertools import pairwise

from pbem.maps.board import Board, Square, distance

STRAIGHT, DIAGONAL = 2, 3
_NOBODY: frozenset[Square] = frozenset()


def steps(
    board: Board,
    square: Square,
    blocked: Collection[Square] = _NOBODY,
    longest: int = DIAGONAL,
) -> list[tuple[Square, int]]:
    """The squares one step of at most `longest` away that can be entered, and how long it is."""
    x, y = square
    sides = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    is_land = board.is_land
    free = [is_land(side) and side not in blocked for side in sides]
    found = [(side, STRAIGHT) for side, is_free in zip(sides, free, strict=True) if is_free]
    if longest < DIAGONAL:
        return found
    up, right, down, left = free
    corners = (
        (up and right, (x + 1, y - 1)),
        (down and right, (x + 1, y + 1)),
        (down and left, (x - 1, y + 1)),
        (up and left, (x - 1, y - 1)),
    )
    for is_open, corner in corners:
        if is_open and is_land(corner) and corner not in blocked:
            found.append((corner, DIAGONAL))
    return found


def reach(
    board: Board,
    start: Square,
    limit: int | None = None,
    blocked: Collection[Square] = _NOBODY,
    longest: int = DIAGONAL,
) -> dict[Square, int]:
    """Every square that can be walked to within `limit`, in steps of at most `longest`, with its
    distance; the start has 0.

    `blocked` are squares that may not be entered (enemies stand there). Without a
    limit it is all that hangs together with the start. Nearer squares come first.
    """
    found: dict[Square, int] = {}
    best = {start: 0}
    front = [(0, start)]
    while front:
        spent, square = heappop(front)
        if square in found:
            continue
        found[square] = spent
        for near, length in steps(board, square, blocked, longest):
            total = spent + length
            if (limit is None or total <= limit) and total < best.get(near, total + 1):
                best[near] = total
                heappush(front, (total, near))
    return found


def path(
    board: Board,
    start: Square,
    goal: Square,
    limit: int | None = None,
    blocked: Collection[Square] = _NOBODY,
    longest: int = DIAGONAL,
) -> tuple[Square, ...] | None:
    """A shortest way from `start` to `goal`, both included, in steps of at most `longest`; None
    where there is none within `limit`. Of several equally short ones it is always the same."""
    came: dict[Square, Square] = {}
    best = {start: 0}
    front = [(distance(start, goal), 0, start)]
    while front:
        _guess, spent, square = heappop(front)
        if square == goal:
            return _back(came, start, goal)
        if spent > best[square]:
            continue
        for near, length in steps(board, square, blocked, longest):
            total = spent + length
            guess = total + distance(near, goal)
            if (limit is None or guess <= limit) and total < best.get(near, total + 1):
                best[near] = total
                came[near] = square
                heappush(front, (guess, total, near))
    return None


def _back(came: dict[Square, Square], start: Square, goal: Square) -> tuple[Square, ...]:
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return tuple(reversed(way))


def length(way: Iterable[Square]) -> int:
    """How long a way is."""
    return sum(distance(one, other) for one, other in pairwise(way))


def within(board: Board, centre: Square, limit: int) -> tuple[Square, ...]:
    """All squares of the board at most `limit` from `centre`, land or not, the nearest first
    (then row by row). What lies between does not matter (GU-6)."""
    x, y = centre
    far = limit // STRAIGHT
    columns = range(max(0, x - far), min(board.width, x + far + 1))
    rows = range(max(0, y - far), min(board.height, y + far + 1))
    near = ((distance(centre, (a, b)), b, a) for b in rows for a in columns)
    return tuple((a, b) for away, b, a in sorted(near) if away <= limit)
