"""Chances as plain numbers, for reckoning with many of them."""

from __future__ import annotations

from functools import cache

from pbem.rulesets.god_unit.reckoning.odds import chance_to_hit


@cache
def hit(attack: int, defence: int) -> float:
    """The chance that one attack of this strength wins against this defence (GU-11)."""
    return float(chance_to_hit(attack, defence))
