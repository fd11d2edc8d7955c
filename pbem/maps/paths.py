"""Walking and looking on a board (GU-6): reach, shortest paths, what is in range.

A step goes to one of the eight squares around, a diagonal one only where both squares
that it passes between can be entered too. What is searched grows with the distance asked
for, never with the board. All distances are half squares (see ``pbem.maps.board``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from pbem.maps.board import LAND, Board, Square, distance

STRAIGHT, DIAGONAL = 2, 3
_BEYOND = 14
"""Half squares; so much farther than the farthest start ways are known."""
_NOBODY: frozenset[Square] = frozenset()


class _Steps(dict[Square, tuple[tuple[Square, int, Square, Square], ...]]):
    """The steps from each square of a board, found out where they are asked for: to where, how
    long, and the two squares that a diagonal one passes between. Straight ones come first."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, square: Square) -> tuple[tuple[Square, int, Square, Square], ...]:
        x, y = square
        is_land = self._board.is_land
        sides = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        up, right, down, left = sides
        corners = (
            ((x + 1, y - 1), up, right),
            ((x + 1, y + 1), down, right),
            ((x - 1, y + 1), down, left),
            ((x - 1, y - 1), up, left),
        )
        free = set(filter(is_land, sides))
        straight = [(side, STRAIGHT, side, side) for side in sides if side in free]
        diagonal = [
            (corner, DIAGONAL, one, other)
            for corner, one, other in corners
            if one in free and other in free and is_land(corner)
        ]
        found = self[square] = (*straight, *diagonal)
        return found


@lru_cache(maxsize=16)
def _steps_on(board: Board) -> _Steps:
    return _Steps(board)


def steps(
    board: Board,
    square: Square,
    blocked: Collection[Square] = _NOBODY,
    longest: int = DIAGONAL,
) -> list[tuple[Square, int]]:
    """The squares one step of at most `longest` away that can be entered, and how long it is."""
    return _open(_steps_on(board)[square], blocked, longest)


def _open(
    around: Iterable[tuple[Square, int, Square, Square]],
    blocked: Collection[Square],
    longest: int,
) -> list[tuple[Square, int]]:
    return [
        (near, length)
        for near, length, one, other in around
        if length <= longest and near not in blocked and one not in blocked and other not in blocked
    ]


def reach(
    board: Board,
    start: Square,
    limit: int | None = None,
    blocked: Collection[Square] = _NOBODY,
    longest: int = DIAGONAL,
    until: Set[Square] = _NOBODY,
) -> dict[Square, int]:
    """Every square that can be walked to within `limit`, in steps of at most `longest`, with its
    distance; the start has 0.

    `blocked` are squares that may not be entered (enemies stand there). Without a
    limit it is all that hangs together with the start; with `until` the search ends at
    the distance of the nearest of these squares. Nearer squares come first.
    """
    around = _steps_on(board)
    found: dict[Square, int] = {}
    rings: dict[int, set[Square]] = {0: {start}}
    spent = 0
    while rings:
        ring = rings.pop(spent, _NOBODY) - found.keys()
        for square in sorted(ring):
            found[square] = spent
            for near, length, one, other in around[square]:
                total = spent + length
                if near in found or length > longest or (limit is not None and total > limit):
                    continue
                if near not in blocked and one not in blocked and other not in blocked:
                    rings.setdefault(total, set()).add(near)
        if not until.isdisjoint(ring):
            break
        spent += 1
    return found


@lru_cache(maxsize=16)
def regions(board: Board) -> Mapping[Square, int]:
    """Which land hangs together, a number for each: one can walk from each square of a region to
    all others of it, in steps of any length, where nobody bars the way."""
    found: dict[Square, int] = {}
    for number, square in enumerate(board.squares(LAND)):
        if square not in found:
            found.update(dict.fromkeys(reach(board, square, longest=STRAIGHT), number))
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
    around = _steps_on(board)
    came: dict[Square, Square] = {}
    best = {start: 0}
    front = [(distance(start, goal), 0, start)]
    while front:
        _guess, spent, square = heappop(front)
        if square == goal:
            return _back(came, start, goal)
        if spent > best[square]:
            continue
        for near, length in _open(around[square], blocked, longest):
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


def ways(board: Board, goals: Iterable[Square], starts: Collection[Square]) -> dict[Square, int]:
    """How far squares are on foot from the nearest goal, in half squares: all that are not much
    farther than the farthest of `starts`. Nobody bars the way."""
    best = dict.fromkeys(goals, 0)
    front = [(0, square) for square in sorted(best)]
    found: dict[Square, int] = {}
    missing = set(starts)
    last = 0
    while front:
        far, square = heappop(front)
        if not missing and far > last + _BEYOND:
            break
        if square in found:
            continue
        found[square] = far
        if square in missing:
            missing.remove(square)
            last = far
        for near, length in steps(board, square):
            total = far + length
            if total < best.get(near, total + 1):
                best[near] = total
                heappush(front, (total, near))
    return found


def length(way: Iterable[Square]) -> int:
    """How long a way is."""
    return sum(distance(one, other) for one, other in pairwise(way))


def needed(way: Iterable[Square]) -> Iterator[Square]:
    """The squares that a way needs behind its start: where each step leads, and before it the two
    that a diagonal one passes between."""
    for one, two in pairwise(way):
        if one[0] != two[0] and one[1] != two[1]:
            yield from ((one[0], two[1]), (two[0], one[1]))
        yield two


@lru_cache(maxsize=4096)
def within(board: Board, centre: Square, limit: int) -> tuple[Square, ...]:
    """All squares of the board at most `limit` from `centre`, land or not, the nearest first
    (then row by row). What lies between does not matter (GU-6)."""
    x, y = centre
    far = limit // STRAIGHT
    columns = range(max(0, x - far), min(board.width, x + far + 1))
    rows = range(max(0, y - far), min(board.height, y + far + 1))
    near = ((distance(centre, (a, b)), b, a) for b in rows for a in columns)
    return tuple((a, b) for away, b, a in sorted(near) if away <= limit)
