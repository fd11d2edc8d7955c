"""What facilities give at the end of a turn (AM-6)."""

from __future__ import annotations

from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import FACILITIES, Cost, Facilities


def output(facilities: Facilities) -> Cost:
    """What a sector with these facilities gives a turn; R stays in it."""
    made = Cost()
    for facility in FACILITIES:
        table = FIGURES.facilities[facility]
        made += Cost.just(table.resource, table.output * facilities.of(facility))
    return made
