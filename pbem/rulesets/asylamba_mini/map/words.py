"""What the galaxy map tells in words: its title, tips, its facts for who cannot see it, and all
sectors with their neighbours for who reads text alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.api import Seat
from pbem.engine.blocks import WIDEST
from pbem.engine.i18n import _
from pbem.engine.phrases import count_turns
from pbem.engine.report import Signs
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import Inside, heaviest_unlocked
from pbem.rulesets.asylamba_mini.mechanics.forecast import points_of
from pbem.rulesets.asylamba_mini.mechanics.prices import fleets_a_turn
from pbem.rulesets.asylamba_mini.naming import holder
from pbem.rulesets.asylamba_mini.view import SeenFaction, SeenMission, SeenSector, View


def title(view: View) -> str:
    """Which moment the galaxy is shown at."""
    if view.turn == 0:
        return _("The galaxy at the start")
    return _("The galaxy after turn {turn}").format(turn=view.turn)


def sector_tip(view: View, sector: SeenSector) -> str:
    """Whose it is, its garrison, zone, points and megastructures; of own ones what is inside."""
    return " · ".join(_sector_facts(view, sector))


def _sector_facts(view: View, sector: SeenSector) -> Iterator[str]:
    yield _("Sector {number}, {zone}, {points}").format(
        number=sector.number,
        zone=naming.zone(galaxy.zone(sector.number)),
        points=naming.count_points(points_of(view, sector.number, _faction(view, sector))),
    )
    owner = _whose(view, sector.owner)
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


def _faction(view: View, sector: SeenSector) -> str | None:
    return None if sector.owner is None else view.faction(sector.owner).name


def _whose(view: View, seat: Seat | None) -> str:
    if seat is None:
        return holder(view, seat)
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
    means = view.faction(sector.owner).means
    count = fleets_a_turn(inside)
    if count and means is not None:
        ship = inside.autobuild or heaviest_unlocked(means.technologies.frame)
        yield _("builds {fleets} each turn").format(fleets=naming.ships(ship, count))


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
        left=count_turns(course.arrives - view.turn),
    )


def alt_text(view: View) -> str:
    """Who holds what, for who cannot see it."""
    parts = [title(view), *(_alt_of(view, faction) for faction in view.factions)]
    rebels = naming.count_sectors(sum(1 for owner in view.owners if owner is None))
    parts.append(_("Rebels: {sectors}").format(sectors=rebels))
    parts.append(_("Missions under way: {number}").format(number=len(view.missions)))
    return ". ".join(parts) + "."


def _alt_of(view: View, faction: SeenFaction) -> str:
    standing = view.standing(faction.seat)
    if not faction.alive:
        return _("{faction}: fallen").format(faction=faction.name)
    return _("{faction}: capital {capital}, {sectors}, {points}").format(
        faction=faction.name,
        capital=faction.capital,
        sectors=naming.count_sectors(standing.sectors),
        points=naming.count_points(standing.points),
    )


# Signs ------------------------------------------------------------------------------------

_OF_REBELS = "r"
_BESIDE = (9, 6, 4)
"""So many sectors stand in a row, where their neighbours are not told; as many as have room."""


def in_signs(view: View) -> Signs:
    """All sectors, each with whose it is and how many fleets are seen there; before the first turn
    with its neighbours, which never change."""
    letters = _letters([faction.name for faction in view.factions])
    held = {sector.number: _held(view, letters, sector) for sector in view.sectors}
    if view.turn:
        wide = max(map(len, held.values()))
        cells = [f"{sector:>2} {held[sector]:<{wide}}" for sector in galaxy.SECTORS]
        beside = next(n for n in _BESIDE if n * (wide + 5) <= WIDEST)
        rows = [tuple(cells[n : n + beside]) for n in range(0, len(cells), beside)]
        meaning = _(
            "Sector, its holder with so many fleets; HELP MAP tells which touch. {rebels} rebels, "
            "{others}."
        )
    else:
        rows = galaxy.in_columns(lambda sector: f" {held[sector]}")
        meaning = _(
            "Sector, its holder with so many fleets: its neighbours. {rebels} rebels, {others}."
        )
    others = ", ".join(_named(letters[one.name], one) for one in view.factions)
    told = meaning.format(rebels=_OF_REBELS, others=others)
    return Signs(tuple("  ".join(row).rstrip() for row in rows), told)


def _held(view: View, letters: Mapping[str, str], sector: SeenSector) -> str:
    owner = _OF_REBELS if sector.owner is None else letters[view.faction(sector.owner).name]
    return f"{owner}{sector.garrison}"


def _named(letter: str, faction: SeenFaction) -> str:
    if not faction.alive:
        return _("{letter} {faction} (fallen)").format(letter=letter, faction=faction.name)
    return f"{letter} {faction.name}"


def _letters(names: Sequence[str]) -> dict[str, str]:
    """As many of a name's first letters as tell it from the others."""
    return {
        name: next(
            name[:n]
            for n in range(1, len(name) + 1)
            if sum(other.startswith(name[:n]) for other in names) == 1
        )
        for name in names
    }
