"""The own sectors: what stands there, what guards them and what they build."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.engine.report import Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES, heaviest_unlocked
from pbem.rulesets.asylamba_mini.holdings import Inside, Sector
from pbem.rulesets.asylamba_mini.reckoning.points import sector_points
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.telling.tables import NONE, left, listed
from pbem.rulesets.asylamba_mini.view import View


def sectors_section(view: View, realm: Realm) -> Iterator[Section]:
    """A row for each own sector but the capital, which has its own section.

    Their R is not told: all of it becomes fleets every turn (AM-9).
    """
    columns = (
        left(_("Sector (points)")),
        left(_("Facilities")),
        left(_("Fleets")),
        left(_("Bonus, wonders")),
        left(_("Builds")),
    )
    rows = tuple(
        _row(view, realm, number, inside)
        for number, inside in realm.sectors.items()
        if number != realm.capital
    )
    if rows:
        yield Section(_("Your other sectors"), (Table(columns, rows),))


def _row(view: View, realm: Realm, number: Sector, inside: Inside) -> tuple[str, ...]:
    seen = view.sector(number)
    special = [naming.bonus(seen.bonus)] if seen.bonus is not None else []
    return (
        f"{number} ({points_of(view, number, realm.faction)})",
        naming.facilities(inside.facilities) if inside.facilities else NONE,
        naming.fleets(inside.fleets) if inside.fleets else NONE,
        listed((*special, *seen.megastructures)),
        _builds(realm, inside),
    )


def points_of(view: View, number: Sector, faction: str) -> int:
    """What a sector is worth to `faction`, as far as the view knows (AM-25)."""
    seen = view.sector(number)
    capitals = [one.capital for one in view.factions]
    return sector_points(number, seen.bonus, seen.megastructures, faction, capitals)


def _builds(realm: Realm, inside: Inside) -> str:
    """AM-9: what a refinery gives becomes fleets, of the type named or the heaviest."""
    output = FIGURES.facilities["refinery"].output * inside.facilities.refinery
    count = output // FIGURES.fleets.cost
    if not count:
        return NONE
    ship = inside.autobuild or heaviest_unlocked(realm.technologies.frame)
    return naming.ships(ship, count)
