"""What the galaxy map tells when a pointer rests on it: all that this reader may know (AM-27)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import BONUSES, FACTIONS, FIGURES
from pbem.rulesets.asylamba_mini.holdings import SHIPS, Inside, Means, Ship
from pbem.rulesets.asylamba_mini.view import SeenMission, SeenSector, View


def sector_tip(view: View, sector: SeenSector) -> str:
    """Whose it is, its garrison, zone, points and megastructures; of own ones what is inside."""
    return " · ".join(_sector_facts(view, sector))


def _sector_facts(view: View, sector: SeenSector) -> Iterator[str]:
    yield _("Sector {number}, {zone}, {points}").format(
        number=sector.number,
        zone=naming.zone(galaxy.zone(sector.number)),
        points=naming.count_points(_points(view, sector)),
    )
    owner = _("rebels") if sector.owner is None else _whose(view, sector.owner)
    yield _("{owner}: {fleets}").format(owner=owner, fleets=naming.count_fleets(sector.garrison))
    for faction in view.factions:
        if faction.capital == sector.number:
            name = _whose(view, faction.seat)
            sentence = _("capital of {name}") if faction.alive else _("fallen capital of {name}")
            yield sentence.format(name=name)
    yield from sector.megastructures
    if sector.bonus is not None:
        yield _("bonus: {bonus}").format(bonus=naming.bonus(sector.bonus))
    if sector.inside is not None:
        yield from _inside(view, sector, sector.inside)


def _points(view: View, sector: SeenSector) -> int:
    """What it gives its owner, as far as this reader knows (AM-25)."""
    points = FIGURES.points_by_zone[galaxy.zone(sector.number)]
    points += FIGURES.points_per_megastructure * len(sector.megastructures)
    if sector.bonus is not None:
        points += BONUSES[sector.bonus].points
    if sector.owner is not None and any(f.capital == sector.number for f in view.factions):
        points += FACTIONS[view.faction(sector.owner).name].points_per_capital
    return points


def _whose(view: View, seat: int) -> str:
    return _("{faction} ({player})").format(faction=view.faction(seat).name, player=view.name(seat))


def _inside(view: View, sector: SeenSector, inside: Inside) -> Iterator[str]:
    if inside.fleets:
        yield naming.fleets(inside.fleets)
    if inside.facilities:
        yield naming.facilities(inside.facilities)
    yield _("{amount} R").format(amount=inside.resources)
    yield from _building(view, sector, inside)


def _building(view: View, sector: SeenSector, inside: Inside) -> Iterator[str]:
    """AM-9: what the refinery's output becomes every turn, outside the capital."""
    if sector.owner is None or view.faction(sector.owner).capital == sector.number:
        return
    output = FIGURES.facilities["refinery"].output * inside.facilities.refinery
    means = view.faction(sector.owner).means
    count = output // FIGURES.fleets.cost
    if count and means is not None:
        ship = inside.autobuild or _heaviest(means)
        yield _("builds {fleets} each turn").format(fleets=naming.ships(ship, count))


def _heaviest(means: Means) -> Ship:
    frame = means.technologies.frame
    return next(ship for ship in reversed(SHIPS) if FIGURES.ships[ship].frame <= frame)


def mission_tip(view: View, mission: SeenMission) -> str:
    """Whose it is, its kind, size, way and arrival; of own ones the types of ship."""
    course = mission.course
    held = naming.count_fleets(course.count)
    if mission.fleets is not None:
        held = naming.fleets(mission.fleets)
    return _("{owner}, {kind}: {fleets}, {path}, there in turn {turn} ({left})").format(
        owner=_whose(view, course.owner),
        kind=naming.mission(course.kind),
        fleets=held,
        path=naming.path(course.path),
        turn=course.arrives,
        left=naming.count_turns(course.arrives - view.turn),
    )
