"""Regions measured: who leads in them, what they have, and where they can grow.

Sets of squares are whole numbers, a bit for each square: quick to spread and to count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from pbem.maps.board import Square
from pbem.rulesets.parsec.galaxy import UNINHABITABLE, Leader
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.reckoning.space import Space

Squares = int
"""A set of squares of a :class:`Grid`."""


class Grid:
    """A board's squares, numbered row by row. ``rock`` are the uninhabitable ones."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.width = len(rows[0])
        self.squares = [(x, y) for y in range(len(rows)) for x in range(self.width)]
        self.bit = {square: 1 << number for number, square in enumerate(self.squares)}
        self.whole = (1 << len(self.squares)) - 1
        self._not_first = self.of(square for square in self.squares if square[0] > 0)
        self._not_last = self.of(s for s in self.squares if s[0] < self.width - 1)
        self.rock = self.of((x, y) for x, y in self.squares if rows[y][x] == UNINHABITABLE)

    def of(self, squares: Iterable[Square]) -> Squares:
        """These squares as a set."""
        found = 0
        for square in squares:
            found |= self.bit[square]
        return found

    def each(self, squares: Squares) -> Iterator[Square]:
        """The squares of a set, row by row."""
        while squares:
            lowest = squares & -squares
            yield self.squares[lowest.bit_length() - 1]
            squares ^= lowest

    def moved(self, squares: Squares) -> tuple[Squares, Squares, Squares, Squares]:
        """A set moved by a step in each of the four directions, as far as the board goes."""
        return (
            squares << 1 & self._not_first,
            squares >> 1 & self._not_last,
            squares << self.width & self.whole,
            squares >> self.width,
        )

    def spread(self, squares: Squares) -> Squares:
        """A set and all squares beside it."""
        return (
            squares
            | squares << 1 & self._not_first
            | squares >> 1 & self._not_last
            | squares << self.width & self.whole
            | squares >> self.width
        )

    def flood(self, start: Squares, within: Squares) -> Squares:
        """All squares of a set that hang together with those at the start."""
        found, before = start, 0
        while found != before:
            before = found
            found = self.spread(found) & within
        return found


@cache
def grid_of(rows: tuple[str, ...]) -> Grid:
    """The grid of a board; there are few boards, and each is needed over and over."""
    return Grid(rows)


class Area:
    """A region. ``counts`` are its settlements by kind, ``leaders`` those by kind (PA-3);
    ``live`` is how many artifacts could be taken there (PA-13), ``shore`` the free systems
    beside it. Of those that touch no other region ``land`` and ``rock`` are for miners alone
    and for all others; ``foothold`` is the most scientists beside one on which a leader could
    come to it."""

    __slots__ = ("counts", "foothold", "land", "leaders", "live", "rock", "shore", "squares")

    def __init__(self, squares: Squares, shore: Squares) -> None:
        self.squares, self.shore = squares, shore
        self.counts: Mapping[Kind, int] = {}
        self.leaders: dict[Kind, Leader] = {}
        self.live = self.foothold = 0
        self.land = self.rock = 0

    def earner(self, kind: Kind) -> Leader | None:
        """Whose owner gets the resource of a settlement (PA-7)."""
        return self.leaders.get(kind) or self.leaders.get("government")

    def room(self, kind: Kind) -> Squares:
        """Free systems that such a ship can settle without joining regions."""
        return self.rock if kind == "mining" else self.land


class Survey:
    """All regions of a board, in the order of their first squares, row by row.

    ``free`` is where nothing stands, ``joints`` what touches two regions and no third;
    ``science[n]`` are the systems that have more than n scientists beside them.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.grid = grid = grid_of(space.rows)
        self.settled: dict[Kind, Squares] = dict.fromkeys(KINDS, 0)
        bit = grid.bit
        for square, kind in space.settled.items():
            self.settled[kind] |= bit[square]
        people = grid.of(space.leaders)
        all_settled = 0
        for squares in self.settled.values():
            all_settled |= squares
        occupied = all_settled | people
        self.live = grid.of(space.artifacts) & all_settled
        self.free = grid.whole & ~occupied & ~grid.of(space.destroyed)
        self.science = _beside(*grid.moved(self.settled["science"]))
        self.areas = list(self._areas(occupied))
        self._measure()
        for leader in space.leaders.values():
            self.area(leader.square).leaders[leader.kind] = leader

    def area(self, square: Square) -> Area:
        """The region of an occupied system."""
        bit = self.grid.bit[square]
        return next(area for area in self.areas if area.squares & bit)

    def scientists_beside(self, square: Square) -> int:
        bit = self.grid.bit[square]
        return sum(1 for squares in self.science if squares & bit)

    def led(self) -> list[Area]:
        """Regions with leaders."""
        return [area for area in self.areas if area.leaders]

    def _areas(self, occupied: Squares) -> Iterator[Area]:
        grid, left = self.grid, occupied
        while left:
            squares = grid.flood(left & -left, occupied)
            left &= ~squares
            yield Area(squares, grid.spread(squares) & self.free)

    def _measure(self) -> None:
        once = twice = thrice = 0
        for area in self.areas:
            thrice |= twice & area.shore
            twice |= once & area.shore
            once |= area.shore
        self.joints = twice & ~thrice
        rock, science = self.grid.rock, self.science
        for area in self.areas:
            squares, alone = area.squares, area.shore & ~twice
            area.counts = {k: (self.settled[k] & squares).bit_count() for k in KINDS}
            area.live = (self.live & squares).bit_count()
            area.land, area.rock = alone & ~rock, alone & rock
            area.foothold = sum(1 for beside in science if beside & area.land)


def _beside(a: Squares, b: Squares, c: Squares, d: Squares) -> tuple[Squares, ...]:
    """What is in at least one of four sets, in two, in three, in all."""
    either, both = a | b, a & b
    other, others = c | d, c & d
    return (
        either | other,
        both | others | either & other,
        both & other | others & either,
        both & others,
    )
