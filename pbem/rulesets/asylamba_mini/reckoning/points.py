"""Victory points, from what is owned (AM-25)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import BONUSES, FACTIONS, FIGURES
from pbem.rulesets.asylamba_mini.holdings import Sector


def zone_points(sector: Sector) -> int:
    """What a sector is worth by its zone (table 1)."""
    return FIGURES.points_by_zone[galaxy.zone(sector)]


def sector_points(
    sector: Sector,
    bonus: str | None,
    megastructures: Iterable[str],
    faction: str,
    capitals: Collection[Sector],
) -> int:
    """What a sector is worth to `faction`; `capitals` are where factions began (AM-24)."""
    points = zone_points(sector)
    points += 0 if bonus is None else BONUSES[bonus].points
    points += FIGURES.points_per_megastructure * len(tuple(megastructures))
    if sector in capitals:
        points += FACTIONS[faction].points_per_capital
    return points
