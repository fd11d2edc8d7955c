"""How dangerous it is to stand somewhere."""

from __future__ import annotations

from collections import Counter

from pbem.engine.api import Seat
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit.bots.odds import hit
from pbem.rulesets.god_unit.designs import Design
from pbem.rulesets.god_unit.reckoning.field import Field


class Danger:
    """What the enemies of a seat can do to its units this turn."""

    def __init__(self, field: Field, seat: Seat) -> None:
        armed = (unit for unit in field.units() if unit.seat != seat and unit.levels.is_armed)
        self._guns: Counter[tuple[Square, Design]] = Counter((u.square, u.levels) for u in armed)
        self._known: dict[tuple[Square, int], float] = {}

    def at(self, square: Square, defence: int) -> float:
        """How many attacks on a unit of this defence would win, if all that can be were on it."""
        key = square, defence
        if key not in self._known:
            self._known[key] = sum(
                count * design.attacks * hit(design.attack, defence)
                for (place, design), count in self._guns.items()
                if distance(place, square) <= design.range
            )
        return self._known[key]
