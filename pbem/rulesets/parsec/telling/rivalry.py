"""Where a single settlement could set one's own leaders against others' (PA-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.galaxy import Leader
from pbem.rulesets.parsec.kinds import KINDS
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling.ground import Land, ground_of


class Rivalry(NamedTuple):
    """An own leader and its like in another region, with the systems of their kind in both, and
    the free systems by which the regions could be joined."""

    own: Leader
    rival: Leader
    strength: int
    other: int
    squares: tuple[Square, ...]


def rivalries(space: Space, seat: Seat) -> tuple[Rivalry, ...]:
    """Those in which the other is ahead first, by how much."""
    found: dict[tuple[Leader, Leader], tuple[Rivalry, list[Square]]] = {}
    for square, lands in ground_of(space).joints.items():
        for one, other in (lands, lands[::-1]):
            for rivalry in _between(space, seat, one, other):
                found.setdefault((rivalry.own, rivalry.rival), (rivalry, []))[1].append(square)
    made = (rivalry._replace(squares=tuple(sorted(where))) for rivalry, where in found.values())
    return tuple(sorted(made, key=lambda one: (one.strength - one.other, str(one.own))))


def _between(space: Space, seat: Seat, one: Land, other: Land) -> Iterator[Rivalry]:
    for kind in KINDS:
        own, rival = one.leaders.get(kind), other.leaders.get(kind)
        if own is not None and rival is not None and own.seat == seat != rival.seat:
            strength, against = (space.count(land.region, kind) for land in (one, other))
            yield Rivalry(own, rival, strength, against, ())
