"""What tells the levels of bots apart, as figures."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How well a bot plays.

    ``horizon`` is how many turns it expects each victory point to take, from which it reckons
    how long an investment pays. ``point`` is what it would give for a victory point, ``pooled``
    how much less a unit of R, S and X is worth to it than one of C. ``caution`` is by how many
    standard deviations it wants to be stronger than who it attacks, ``wariness`` how much of
    what could strike its capital it answers with a garrison (0: nothing until fleets are under
    way). ``deepest`` is the highest spatial engineering that it strives for; ``conquers`` and
    ``gathers`` whether it attacks factions, and brings fleets together.
    """

    horizon: float
    point: float
    worth_r: float = 0.8
    worth_s: float = 0.4
    worth_x: float = 0.25
    caution: float = 2.0
    wariness: float = 0.0
    deepest: int = 5
    conquers: bool = True
    gathers: bool = True
    alert: bool = True
    least_return: float = 1.0
    savings: int = 2
    hidden: float = 60.0
    muster: float = 0.5
    delay: float = 0.96
    waiting: float = 0.03
    plenty: int = 400
    early: float = 0.2
    alarm: float = 6.0
    denial: float = 1.0
    fighting: float = 1.0
    doubling: float = 2.0
    trade: float = 1.0
    maxed: float = 0.5
    longest_wait: float = 8.0
    shared: float = 1.0
    hold: float = 0.0
    compete: float = 1.0
    per_point: float = 0.0
    longest: float = 40.0
