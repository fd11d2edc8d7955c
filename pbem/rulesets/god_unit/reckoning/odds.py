"""How likely one attack wins (GU-11)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

_SIDES = range(1, 7)


@cache
def chance_to_hit(attack: int, defence: int) -> Fraction:
    """The chance that a die times `attack` beats a die times `defence`, a tie being even odds.
    Against no defence there is no roll."""
    if defence == 0:
        return Fraction(1)
    wins = sum(
        Fraction(1, 2) if a * attack == d * defence else Fraction(a * attack > d * defence)
        for a in _SIDES
        for d in _SIDES
    )
    return Fraction(wins, len(_SIDES) ** 2)
