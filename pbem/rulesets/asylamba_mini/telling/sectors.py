"""The own sectors: what stands there, what guards them and what they build."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.blocks import NONE, left, listed
from pbem.engine.i18n import _
from pbem.engine.report import Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Inside, Sector
from pbem.rulesets.asylamba_mini.reckoning.output import output
from pbem.rulesets.asylamba_mini.reckoning.points import sector_points
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
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


def points_of(view: View, number: Sector, faction: str | None) -> int:
    """What a sector is worth to `faction`, or by itself, as far as the view knows (AM-25)."""
    seen = view.sector(number)
    capitals = () if faction is None else tuple(one.capital for one in view.factions)
    return sector_points(number, seen.bonus, seen.megastructures, faction or "", capitals)


def _builds(realm: Realm, inside: Inside) -> str:
    count = fleets_a_turn(inside)
    return naming.ships(inside.autobuild or realm.heaviest, count) if count else NONE


def fleets_a_turn(inside: Inside) -> int:
    """What the refinery's output becomes every turn outside a capital (AM-9)."""
    return output(inside.facilities).R // FIGURES.fleets.cost
