"""What is worth attacking, and what a volley on it may bring (GU-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbem.engine.api import Seat
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit.bots.odds import hit
from pbem.rulesets.god_unit.designs import Design
from pbem.rulesets.god_unit.pieces import Piece, Unit
from pbem.rulesets.god_unit.reckoning.field import Field

_FACTORY = 16.0
_FOLDED_FACTORY = 12.0
"""More than the ten turns that one costs: it makes more, and without one a seat wastes away."""
_BESIDES = 0.5
"""What a unit is worth besides its cost."""
_ALMOST_NOTHING = 0.1
_MOST_NAMED = 5


def worth(piece: Piece) -> float:
    """What a piece is worth to its owner, in turns of a factory."""
    if isinstance(piece, Unit) and piece.design.is_factory:
        return _FOLDED_FACTORY
    return worth_of(piece.design if isinstance(piece, Unit) else piece.levels)


def worth_of(design: Design) -> float:
    """The same of what stands ready."""
    return _FACTORY if design.is_factory else _BESIDES + design.cost


@dataclass
class _Mark:
    """An enemy piece, and how likely it still stands after what has been planned."""

    worth: float
    defence: int
    standing: float = 1.0


class Targets:
    """The enemies of a seat by square, as its own planned attacks thin them out."""

    def __init__(self, field: Field, seat: Seat) -> None:
        self._marks: dict[Square, list[_Mark]] = {}
        for square, owner in field.held():
            if owner != seat:
                self._marks[square] = [
                    _Mark(worth(piece), piece.levels.defence) for piece in field.at(square)
                ]

    def in_range(self, square: Square, far: int) -> list[Square]:
        """Squares with enemies at most `far` half squares away."""
        return [s for s in self._marks if distance(square, s) <= far]

    def rate(self, square: Square, attack: int) -> float:
        """What one attack of this strength on a square brings."""
        marks = self._marks[square]
        standing = sum(mark.standing for mark in marks)
        return sum(m.standing * m.worth * hit(attack, m.defence) for m in marks) / max(
            1.0, standing
        )

    def ranked(self, squares: Iterable[Square], attack: int) -> tuple[Square, ...]:
        """Those where an attack brings anything, the best first, and not too many."""
        rates = sorted((-self.rate(square, attack), square) for square in squares)
        return tuple(square for rate, square in rates[:_MOST_NAMED] if rate < 0)

    def volley(self, squares: Sequence[Square], design: Design, *, planned: bool = False) -> float:
        """What all attacks of a design on these squares, one after the other, bring. Where it
        is `planned`, what is left afterwards is what the next volley finds."""
        left, gain = float(design.attacks), 0.0
        for square in squares:
            marks = self._marks[square]
            standing = [mark.standing for mark in marks]
            while left > _ALMOST_NOTHING:
                total = sum(standing)
                used = min(left, total, 1.0)
                if used < _ALMOST_NOTHING:
                    break
                left -= used
                for n, mark in enumerate(marks):
                    lost = used * standing[n] / total * hit(design.attack, mark.defence)
                    gain += lost * mark.worth
                    standing[n] -= lost
            if planned:
                for mark, stands in zip(marks, standing, strict=True):
                    mark.standing = stands
        return gain
