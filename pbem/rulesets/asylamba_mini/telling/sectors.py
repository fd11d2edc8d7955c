"""The own sectors: what stands there, what guards them and what they build."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.engine.report import Section, Table
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import SHIPS, Inside, Sector
from pbem.rulesets.asylamba_mini.reckoning.points import sector_points
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.telling.tables import NONE, cut, left, right
from pbem.rulesets.asylamba_mini.view import View


def sectors_section(view: View, realm: Realm) -> Iterator[Section]:
    """A row for each own sector, where there is more than the capital."""
    if len(realm.sectors) == 1:
        return
    columns = (
        right(_("Sector")),
        left(_("Zone (points)")),
        left(_("Facilities")),
        left(_("Fleets")),
        right(_("R")),
        left(_("Bonus, wonders")),
        left(_("Builds a turn")),
    )
    rows = tuple(_row(view, realm, number, realm.sectors[number]) for number in realm.sectors)
    yield Section(_("Your sectors"), (Table(columns, rows),))


def _row(view: View, realm: Realm, number: Sector, inside: Inside) -> tuple[str, ...]:
    seen = view.sector(number)
    special = [naming.bonus(seen.bonus)] if seen.bonus is not None else []
    return (
        str(number),
        zone_and_points(view, number, realm.faction),
        naming.facilities(inside.facilities) if inside.facilities else NONE,
        naming.fleets(inside.fleets) if inside.fleets else NONE,
        str(inside.resources),
        cut((*special, *seen.megastructures)),
        _("as you order") if number == realm.capital else _builds(realm, inside),
    )


def zone_and_points(view: View, number: Sector, faction: str) -> str:
    """ "central ring (2)": the zone, and the points that the sector gives `faction`."""
    seen = view.sector(number)
    capitals = [one.capital for one in view.factions]
    points = sector_points(number, seen.bonus, seen.megastructures, faction, capitals)
    zone = naming.zone(galaxy.zone(number))
    return _("{zone} ({points})").format(zone=zone, points=points)


def _builds(realm: Realm, inside: Inside) -> str:
    """AM-9: what a refinery gives becomes fleets, of the type named or the heaviest."""
    output = FIGURES.facilities["refinery"].output * inside.facilities.refinery
    count = output // FIGURES.fleets.cost
    if not count:
        return NONE
    ship = inside.autobuild or next(s for s in reversed(SHIPS) if realm.unlocked(s))
    return f"{count} {naming.ship(ship)}"
