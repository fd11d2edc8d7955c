"""Taking tiles out of a piece of land without ever breaking it in two.

A tile can go if nothing that it touches on two sides hangs together behind its back:
what is taken already (diagonals count) would then close a ring around the land within.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heappop, heappush

from pbem.maps.grid import Grid


def carve(land: Collection[int], order: Iterable[int], count: int, field: Grid) -> tuple[int, ...]:
    """Up to `count` tiles of `order`, earlier ones rather than later ones, that can leave
    the `land` while the rest stays one orthogonally connected piece, as it must be at first.

    Fewer where all others are needed to hold the land together.
    """
    tiles = list(order)
    rank = {tile: place for place, tile in enumerate(tiles)}
    waiting = list(range(len(tiles)))
    refused: set[int] = set()
    taken: list[int] = []
    gone = _Gone(land, field)
    while waiting and len(taken) < count:
        tile = tiles[heappop(waiting)]
        if not gone.may_take(tile):
            refused.add(tile)
            continue
        gone.take(tile)
        taken.append(tile)
        # A tile that held something together may hold nothing any more.
        for near in field.around[tile]:
            if near in refused:
                refused.remove(near)
                heappush(waiting, rank[near])
    return tuple(taken)


class _Gone:
    """The tiles that are no land (any more), in groups that hang together, diagonals too.

    What lies beyond the edge is one of them. Groups are trees of which each tile knows
    its parent, the root stands for the group (union-find).
    """

    def __init__(self, land: Collection[int], field: Grid) -> None:
        self._ring = field.ring
        beyond = field.size
        self._parent = [-1] * beyond + [beyond]
        standing = set(land)
        for tile in range(beyond):
            if tile not in standing:
                self.take(tile)

    def take(self, tile: int) -> None:
        """Add a tile, and join what it touches."""
        self._parent[tile] = tile
        for near in self._ring[tile]:
            if self._parent[near] >= 0:
                self._parent[self._group(near)] = self._group(tile)

    def may_take(self, tile: int) -> bool:
        """Whether the land stays in one piece without this tile.

        Around it, its orthogonal neighbours are parted by gaps. If one group fills two
        gaps, the land between them is cut off.
        """
        ring = self._ring[tile]
        stands = [self._parent[near] < 0 for near in ring]
        if not any(stands[::2]):
            return False
        gaps = [
            ring[corner] if not stands[corner] else ring[(corner + 1) % 8]
            for corner in (1, 3, 5, 7)
            if stands[corner - 1] and not (stands[corner] and stands[(corner + 1) % 8])
        ]
        return len(gaps) < 2 or len({self._group(near) for near in gaps}) == len(gaps)

    def _group(self, tile: int) -> int:
        parent = self._parent
        while parent[tile] != tile:
            parent[tile] = parent[parent[tile]]
            tile = parent[tile]
        return tile
