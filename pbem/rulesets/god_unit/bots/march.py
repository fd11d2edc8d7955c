"""Where units go."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from pbem.maps.board import Board, Square
from pbem.maps.paths import steps


def tide(board: Board, goals: Mapping[Square, int]) -> dict[Square, int]:
    """How far every square is on foot from the nearest goal, in half squares, where each goal
    has a start of its own. Nobody bars the way."""
    best = dict(goals)
    front = [(far, square) for square, far in goals.items()]
    heapify(front)
    found: dict[Square, int] = {}
    while front:
        far, square = heappop(front)
        if square in found:
            continue
        found[square] = far
        for near, length in steps(board, square):
            if near not in found and far + length < best.get(near, far + length + 1):
                best[near] = far + length
                heappush(front, (far + length, near))
    return found
