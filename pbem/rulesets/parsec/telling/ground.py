"""Regions seen from a player's seat: who earns in them, and where they can grow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.galaxy import Leader
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.reckoning.space import Region, Space


class Land(NamedTuple):
    """A region: its leaders by kind, the free systems that touch it and no other, and its
    artifacts that are not dormant."""

    region: Region
    leaders: Mapping[Kind, Leader]
    shore: tuple[Square, ...]
    artifacts: int

    def earner(self, kind: Kind) -> Seat | None:
        """Whose leader collects what such a settlement yields (PA-7)."""
        leader = self.leaders.get(kind) or self.leaders.get("government")
        return None if leader is None else leader.seat

    def has_any_of(self, seat: Seat) -> bool:
        return any(leader.seat == seat for leader in self.leaders.values())


class Ground(NamedTuple):
    """All regions, and the ``joints``: free systems that touch two of them."""

    lands: tuple[Land, ...]
    joints: Mapping[Square, tuple[Land, Land]]


def ground_of(space: Space) -> Ground:
    """The board as it stands."""
    regions = space.regions()
    place = {square: number for number, region in enumerate(regions) for square in region}
    touching = {
        square: sorted({place[near] for near in space.neighbours(square) if near in place})
        for square in space.squares()
        if space.is_free(square)
    }
    shores: dict[int, list[Square]] = {}
    for square, numbers in touching.items():
        if len(numbers) == 1:
            shores.setdefault(numbers[0], []).append(square)
    lands = tuple(
        Land(
            region,
            {leader.kind: leader for leader in space.leaders_in(region)},
            tuple(shores.get(number, ())),
            sum(square in region and square in space.settled for square in space.artifacts),
        )
        for number, region in enumerate(regions)
    )
    joints = {
        square: (lands[numbers[0]], lands[numbers[1]])
        for square, numbers in touching.items()
        if len(numbers) == 2
    }
    return Ground(lands, joints)


def fits(space: Space, kind: Kind, square: Square) -> bool:
    """Whether ships of this kind can settle such a system."""
    return space.is_inhabitable(square) != (kind == "mining")
