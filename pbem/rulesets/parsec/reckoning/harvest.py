"""Which artifacts a player could take at the end of its turn (PA-13)."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.reckoning.space import Space


def harvestable(space: Space, seat: Seat) -> tuple[Square, ...]:
    """The artifacts in its merchant leader's region, those marked border first, then row by row;
    none where there are fewer than two. Dormant ones do not count."""
    leader = space.leader(seat, "merchant")
    if leader is None:
        return ()
    region = space.region(leader.square)
    found = [
        artifact
        for square, artifact in space.artifacts.items()
        if square in region and square in space.settled
    ]
    if len(found) < FIGURES.artifacts_to_harvest:
        return ()
    found.sort(key=lambda one: (not one.border, one.square[1], one.square[0]))
    return tuple(artifact.square for artifact in found)
