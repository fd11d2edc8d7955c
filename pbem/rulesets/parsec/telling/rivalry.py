"""Where a single settlement could set one's own leaders against others' (PA-11)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.galaxy import Leader
from pbem.rulesets.parsec.kinds import KINDS
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.reckoning.survey import Area, Survey


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
    survey = Survey(space)
    for one, other in permutations(survey.led(), 2):
        squares = list(survey.grid.each(one.shore & other.shore & survey.joints))
        for rivalry in _between(seat, one, other) if squares else ():
            found.setdefault((rivalry.own, rivalry.rival), (rivalry, []))[1].extend(squares)
    made = (rivalry._replace(squares=tuple(sorted(where))) for rivalry, where in found.values())
    return tuple(sorted(made, key=lambda one: (one.strength - one.other, str(one.own))))


def _between(seat: Seat, one: Area, other: Area) -> Iterator[Rivalry]:
    for kind in KINDS:
        own, rival = one.leaders.get(kind), other.leaders.get(kind)
        if own is not None and rival is not None and own.seat == seat != rival.seat:
            yield Rivalry(own, rival, one.counts[kind], other.counts[kind], ())
