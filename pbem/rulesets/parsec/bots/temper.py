"""What tells the levels of bots apart, as figures."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How well a bot plays.

    ``ideas`` is how many orders it looks at closely, ``pairs`` for how many of them it thinks of
    a second order that goes with them, ``seconds`` how many of these it looks at closely.
    ``foresight`` is what it gives for being able to earn a kind, ``readiness`` for what its
    next turn may bring at once. ``rivalry`` is what it gives for a resource that others do not
    get, ``caution`` how much it fears for its leaders, and ``daring`` what it gives for attacks
    that it could make next turn, of their worth. ``schemes``: whether it swaps hands, uses
    weapons and chooses which conflict comes first. ``whims`` is how far its judgement of an order
    goes astray, in resources all around.
    """

    ideas: int
    pairs: int
    seconds: int
    foresight: float
    readiness: float
    rivalry: float
    caution: float
    daring: float
    schemes: bool
    whims: float
