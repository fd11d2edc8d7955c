"""What both sides reckon with. Here is the board as it changes from one order to the next, and its
regions (PA-3), measured: who leads in them, what they have, and where they can grow.

Everything here is public (PA-15), so the turn and the players' side use the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.maps.bitboard import Squares, bitboard
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import (
    KINDS,
    UNINHABITABLE,
    Artifact,
    Galaxy,
    Kind,
    Leader,
    Settlement,
)

Region = frozenset[Square]
"""The squares of settled systems and leaders that hang together orthogonally."""


@cache
def _around(width: int, height: int) -> Mapping[Square, tuple[Square, ...]]:
    """For each system of a board of that size those orthogonally beside it, clockwise from the
    top."""
    return {
        (x, y): tuple(
            (a, b)
            for a, b in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
            if 0 <= a < width and 0 <= b < height
        )
        for y in range(height)
        for x in range(width)
    }


class Space:
    """A working copy of a :class:`Galaxy`, by square."""

    def __init__(self, galaxy: Galaxy) -> None:
        self.rows = galaxy.rows
        self._around = _around(galaxy.width, galaxy.height)
        self.settled: dict[Square, Kind] = {one.square: one.kind for one in galaxy.settlements}
        self.leaders: dict[Square, Leader] = {one.square: one for one in galaxy.leaders}
        self.artifacts: dict[Square, Artifact] = {one.square: one for one in galaxy.artifacts}
        self.destroyed: set[Square] = set(galaxy.destroyed)

    def galaxy(self) -> Galaxy:
        """What stands now, as a value."""
        return Galaxy(
            rows=self.rows,
            settlements=tuple(Settlement(s, kind) for s, kind in sorted(self.settled.items())),
            leaders=tuple(self.leaders[square] for square in sorted(self.leaders)),
            artifacts=tuple(self.artifacts[square] for square in sorted(self.artifacts)),
            destroyed=tuple(sorted(self.destroyed)),
        )

    def copy(self) -> Space:
        """Another working copy, as this one stands now."""
        made = Space(Galaxy(self.rows))
        made.settled, made.leaders = dict(self.settled), dict(self.leaders)
        made.artifacts, made.destroyed = dict(self.artifacts), set(self.destroyed)
        return made

    # Squares --------------------------------------------------------------------------

    def __contains__(self, square: Square) -> bool:
        x, y = square
        return 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])

    def squares(self) -> Iterator[Square]:
        """All systems, row by row."""
        return ((x, y) for y in range(len(self.rows)) for x in range(len(self.rows[0])))

    def is_inhabitable(self, square: Square) -> bool:
        """For all ships but miners."""
        return self.rows[square[1]][square[0]] != UNINHABITABLE

    def is_occupied(self, square: Square) -> bool:
        """Whether there is a settlement or a leader."""
        return square in self.settled or square in self.leaders

    def is_free(self, square: Square) -> bool:
        """Whether something could come to stand there."""
        return square in self and square not in self.destroyed and not self.is_occupied(square)

    def neighbours(self, square: Square) -> tuple[Square, ...]:
        """The systems orthogonally beside it, clockwise from the top; none off the board."""
        return self._around.get(square, ())

    def scientists_beside(self, square: Square) -> int:
        """Scientific settlements orthogonally beside a system."""
        return sum(self.settled.get(near) == "science" for near in self.neighbours(square))

    # Regions --------------------------------------------------------------------------

    def region(self, square: Square) -> Region:
        """The region that a settled system or leader belongs to; empty where there is neither."""
        return self.joined(square) if self.is_occupied(square) else frozenset()

    def joined(self, square: Square, among: Collection[Square] | None = None) -> Region:
        """What hangs together with `square`, it included, over systems of `among` that are still
        occupied, or of all."""
        around, settled, leaders = self._around, self.settled, self.leaders
        found, front = {square}, [square]
        for here in front:
            for near in around[here]:
                if near in found or not (near in settled or near in leaders):
                    continue
                if among is None or near in among:
                    found.add(near)
                    front.append(near)
        return frozenset(found)

    def regions(self) -> tuple[Region, ...]:
        """All regions, in the order of their first squares, row by row."""
        found: list[Region] = []
        seen: set[Square] = set()
        for square in self.squares():
            if square not in seen and self.is_occupied(square):
                found.append(self.region(square))
                seen |= found[-1]
        return tuple(found)

    def regions_beside(self, square: Square) -> tuple[Region, ...]:
        """The different regions that touch a system."""
        found: list[Region] = []
        for near in self.neighbours(square):
            if self.is_occupied(near) and not any(near in region for region in found):
                found.append(self.region(near))
        return tuple(found)

    def leaders_in(self, region: Region) -> tuple[Leader, ...]:
        """Its leaders, by kind and seat."""
        inside = (leader for square, leader in self.leaders.items() if square in region)
        return tuple(sorted(inside, key=lambda one: (KINDS.index(one.kind), one.seat)))

    def leader_in(self, region: Region, kind: Kind) -> Leader | None:
        """Its leader of that kind; of two, the one of the lower seat."""
        return next((one for one in self.leaders_in(region) if one.kind == kind), None)

    def count(self, squares: Iterable[Square], kind: Kind) -> int:
        """Settlements of a kind among these squares."""
        return sum(self.settled.get(square) == kind for square in squares)

    # Leaders --------------------------------------------------------------------------

    def leader(self, seat: Seat, kind: Kind) -> Leader | None:
        """A seat's leader, where it is on the board."""
        of_seat = (one for one in self.leaders.values() if one.seat == seat)
        return next((one for one in of_seat if one.kind == kind), None)

    def put(self, leader: Leader) -> None:
        self.leaders[leader.square] = leader

    def lift(self, leader: Leader) -> None:
        """A leader goes home."""
        del self.leaders[leader.square]

    def send_homeless_home(self) -> tuple[Leader, ...]:
        """Leaders that no scientific settlement is beside any more leave, row by row; nobody
        scores for it (PA-6)."""
        lost = [one for one in self.leaders.values() if not self.scientists_beside(one.square)]
        for leader in lost:
            self.lift(leader)
        return tuple(sorted(lost, key=lambda one: (one.square[1], one.square[0])))


@cache
def _rock(rows: tuple[str, ...]) -> Squares:
    """The uninhabitable systems of a board."""
    marks = (
        (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == UNINHABITABLE
    )
    return bitboard(len(rows[0]), len(rows)).of(marks)


class Area(NamedTuple):
    """A region. ``counts`` are its settlements by kind, ``leaders`` those by kind (PA-3);
    ``live`` is how many artifacts could be taken there (PA-13), ``shore`` the free systems
    beside it. Of those that touch no other region ``rock`` are for miners alone and ``land`` for
    all others."""

    squares: Squares
    shore: Squares
    counts: Mapping[Kind, int]
    leaders: Mapping[Kind, Leader]
    live: int
    land: Squares
    rock: Squares

    def earner(self, kind: Kind) -> Leader | None:
        """Whose owner gets the resource of a settlement (PA-7)."""
        return self.leaders.get(kind) or self.leaders.get("government")

    def room(self, kind: Kind) -> Squares:
        """Free systems that such a ship can settle without joining regions."""
        return self.rock if kind == "mining" else self.land


class Survey:
    """All regions of a board, in the order of their first squares, row by row.

    ``rock`` are the uninhabitable systems, ``free`` is where nothing stands, ``open`` what of it
    touches two regions at the most, ``joints`` what touches two, and ``seats`` where a leader may
    come to stand (PA-6). ``science[n]`` are the systems that have more than n scientists beside
    them.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.grid = grid = bitboard(len(space.rows[0]), len(space.rows))
        self.rock = _rock(space.rows)
        settled: dict[Kind, Squares] = dict.fromkeys(KINDS, 0)
        for square, kind in space.settled.items():
            settled[kind] |= grid.bit[square]
        all_settled = sum(settled.values())
        occupied = all_settled | grid.of(space.leaders)
        self.live = grid.of(space.artifacts) & all_settled
        self.free = grid.whole & ~occupied & ~grid.of(space.destroyed)
        self.science = _beside(*grid.moved(settled["science"]))
        parts, left = [], occupied
        once = twice = thrice = 0
        while left:
            part = grid.flood(left & -left, occupied)
            left &= ~part
            shore = grid.spread(part) & self.free
            once, twice, thrice = once | shore, twice | once & shore, thrice | twice & shore
            parts.append((part, shore))
        self.joints, self.open = twice & ~thrice, self.free & ~thrice
        self.seats = once & ~twice & ~self.rock & self.science[0]
        leaders = [(grid.bit[square], one) for square, one in space.leaders.items()]
        self.areas = [
            self._area(settled, leaders, part, shore, shore & ~twice) for part, shore in parts
        ]

    def _area(
        self,
        settled: Mapping[Kind, Squares],
        leaders: Iterable[tuple[Squares, Leader]],
        squares: Squares,
        shore: Squares,
        alone: Squares,
    ) -> Area:
        return Area(
            squares,
            shore,
            counts={kind: (all_of_it & squares).bit_count() for kind, all_of_it in settled.items()},
            leaders={one.kind: one for bit, one in leaders if bit & squares},
            live=(self.live & squares).bit_count(),
            land=alone & ~self.rock,
            rock=alone & self.rock,
        )

    def foothold(self, area: Area, without: Squares = 0) -> int:
        """The most scientists beside a system on which a leader could come to a region, `without`
        those on which another has come before it."""
        return sum(1 for beside in self.science if beside & area.land & ~without)

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

    def bridges(self) -> Iterator[tuple[Area, Area, Squares]]:
        """Regions with leaders that a single settlement could join, and where."""
        for one, other in combinations(self.led(), 2):
            between = one.shore & other.shore & self.joints
            if between:
                yield one, other, between

    def gaps(self) -> Iterator[tuple[Area, Area, Squares]]:
        """Regions with leaders that two settlements side by side could join and one could not, and
        the systems in which these would stand."""
        for one, other in combinations(self.led(), 2):
            if one.shore & other.shore & self.joints:
                continue
            here = one.shore & self.open & ~other.shore
            there = other.shore & self.open & ~one.shore
            first, second = here & self.grid.spread(there), there & self.grid.spread(here)
            if first:
                yield one, other, first | second


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
