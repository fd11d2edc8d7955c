"""How fights will probably go (AM-20), without fighting them."""

from __future__ import annotations

from math import ceil, sqrt

from pbem.rulesets.asylamba_mini.figures import FIGURES

_SQUADRONS = FIGURES.fleets.squadrons


def fleets_to_beat(fleets: float, ratio: float, caution: float) -> int:
    """How many fleets beat so many others, being `ratio` times as strong in a skirmish.

    `caution` is in standard deviations: with 0 the fight is even, with 2 it is lost once in 44.
    """
    if fleets <= 0:
        return 1
    beaten = _SQUADRONS * fleets
    mean, spread = beaten / ratio, sqrt(beaten * (1 + ratio)) / ratio
    return max(1, ceil((mean + caution * spread) / _SQUADRONS))


def losses(fleets: int, others: float, ratio: float) -> float:
    """About how many of `fleets` a victory over so many `others` costs.

    A fleet with one squadron left survives (AM-21): where half of the squadrons are lost, an
    eighth of the fleets is.
    """
    share = min(1.0, others / ratio / max(1, fleets))
    return float(fleets * share**_SQUADRONS)
