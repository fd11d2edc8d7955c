"""What a bot believes in, and what it sees on the board: what there is to hit, and how dangerous a
square is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from pbem.engine.api import Seat
from pbem.engine.planner import Search
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit.figures import Design, Piece, Unit
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit


class BotParams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a bot believes in, and how well it plays.

    ``search`` is how far it thinks. ``cheapest`` and ``dearest`` bound what its factories make, by
    cost, and ``highest`` is the highest level of any characteristic. ``horizons`` are how many
    turns its factories look ahead, one after the other; ``patience`` is how many at least, once it
    has survived the opening. ``caution`` is how much it minds losing a unit. ``waits``: its units
    let enemies come into range before they go anywhere; ``answers``: its designs answer what others
    have shown; ``founds``: it makes factories where their number may decide the game.
    """

    search: Search
    cheapest: int
    dearest: int
    highest: int
    horizons: tuple[float, ...]
    patience: float
    caution: float
    waits: bool
    answers: bool
    founds: bool


_FACTORY = 16.0
_FOLDED_FACTORY = 12.0
"""More than the ten turns that one costs: it makes more, and without one a seat wastes away."""
_BESIDES = 0.5
"""What a unit is worth besides its cost."""
_ALMOST_NOTHING = 0.1
_MOST_NAMED = 3


@cache
def hit(attack: int, defence: int) -> float:
    """The chance that one attack of this strength wins against this defence (GU-11)."""
    return float(chance_to_hit(attack, defence))


def worth(piece: Piece) -> float:
    """What a piece is worth to its owner, in turns of a factory."""
    if isinstance(piece, Unit) and piece.design.is_factory:
        return _FOLDED_FACTORY
    return worth_of(piece.design if isinstance(piece, Unit) else piece.levels)


@cache
def worth_of(design: Design) -> float:
    """The same of what stands ready."""
    return _FACTORY if design.is_factory else _BESIDES + design.cost


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


class Mark(NamedTuple):
    """An enemy piece to be hit."""

    worth: float
    defence: int


Remaining = Mapping[Square, tuple[float, ...]]
"""How likely each mark still stands after what has been planned."""


class Targets:
    """The enemies of a seat by square (GU-11)."""

    def __init__(self, field: Field, seat: Seat) -> None:
        self._marks = {
            square: tuple(Mark(worth(piece), piece.levels.defence) for piece in field.at(square))
            for square, owner in field.held()
            if owner != seat
        }

    @property
    def all_stand(self) -> Remaining:
        return {square: (1.0,) * len(marks) for square, marks in self._marks.items()}

    def in_range(self, square: Square, far: int) -> list[Square]:
        """Squares with enemies at most `far` half squares away."""
        return [s for s in self._marks if distance(square, s) <= far]

    def rate(self, standing: Remaining, square: Square, attack: int) -> float:
        """What one attack of this strength on a square brings."""
        there = standing[square]
        brought = sum(
            stands * mark.worth * hit(attack, mark.defence)
            for mark, stands in zip(self._marks[square], there, strict=True)
        )
        return brought / max(1.0, sum(there))

    def ranked(
        self, standing: Remaining, near: Iterable[Square], attack: int
    ) -> tuple[Square, ...]:
        """Those where an attack brings anything, the best first, and not too many."""
        rates = sorted((-self.rate(standing, square, attack), square) for square in near)
        return tuple(square for rate, square in rates[:_MOST_NAMED] if rate < 0)

    def volley(
        self, standing: Remaining, squares: Sequence[Square], design: Design
    ) -> tuple[float, Remaining]:
        """What all attacks of a design on these squares, one after the other, bring, and what is
        left standing after them."""
        left, gain = float(design.attacks), 0.0
        after = dict(standing)
        for square in squares:
            marks, there = self._marks[square], list(standing[square])
            while left > _ALMOST_NOTHING:
                total = sum(there)
                used = min(left, total, 1.0)
                if used < _ALMOST_NOTHING:
                    break
                left -= used
                for n, mark in enumerate(marks):
                    lost = used * there[n] / total * hit(design.attack, mark.defence)
                    gain += lost * mark.worth
                    there[n] -= lost
            after[square] = tuple(there)
        return gain, after
