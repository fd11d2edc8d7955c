"""A small game of Asylamba Mini on the table of a test: views set at will.

Four factions: seat 1 has its capital in 18, seat 2 in 21, seat 3 in 27 and seat 4 in 33. All
other sectors are rebels' until a test gives them to somebody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.api import Player, Seat
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import (
    FIGURES,
    Facilities,
    Fleets,
    GarrisonFigures,
    Inside,
    Means,
    Purse,
    Sector,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.view import (
    Course,
    Ending,
    MissionKind,
    Payment,
    SeenFaction,
    SeenMission,
    SeenSector,
    Standing,
    View,
)

NAMES = ("Anna", "Bruno", "Carla", "Dora", "Emil", "Fay", "Gus")
FACTIONS = ("Empire", "Cardan", "Kovahk", "Synelle", "Ligue", "Nerve", "Aphera")
CAPITALS: tuple[Sector, ...] = (18, 21, 27, 33, 24, 30, 36)
HOME = Inside(Facilities(refinery=4, hub=4), Fleets(light=4), resources=50)
"""A capital at the start (AM-2)."""
UNTAUGHT = Technologies()
COINS = Purse(credits=50)
NO_TOKENS = Tokens()
THREE_LIGHT = Fleets(light=3)
UNPAID = Payment()


def view(
    *,
    seat: Seat | None = 1,
    turn: int = 2,
    players: int = 4,
    factions: Sequence[str] = FACTIONS,
    home: Inside = HOME,
    own: Mapping[Sector, Inside] | None = None,
    foreign: Mapping[Sector, Seat | None] | None = None,
    garrisons: Mapping[Sector, int] | None = None,
    bonuses: Mapping[Sector, str] | None = None,
    built: Mapping[str, Sector] | None = None,
    technologies: Technologies = UNTAUGHT,
    purse: Purse = COINS,
    tokens: Tokens = NO_TOKENS,
    missions: Iterable[SeenMission] = (),
    fallen: Iterable[Seat] = (),
    history: Sequence[Sequence[Standing]] | None = None,
    ending: Ending | None = None,
    **options: Any,
) -> View:
    """A view of `seat` (None: a spectator) after `turn` turns.

    `own` are its sectors beside the capital, which is `home`; `foreign` gives sectors to
    others (None: rebels, as after a fall). `garrisons` are numbers of fleets in sectors not
    its own; `bonuses` those it knows; `built` tells where megastructures stand. Without
    `history` every turn has the standings of now.
    """
    fallen = tuple(fallen)
    owners = _owners(seat, players, own or {}, foreign or {}, fallen)
    insides = dict(own or {})
    if seat is not None and seat not in fallen:
        insides[CAPITALS[seat - 1]] = home
    sectors = tuple(
        SeenSector(
            number=number,
            owner=owners[number],
            garrison=_garrison(number, owners, insides, garrisons or {}),
            megastructures=tuple(name for name, at in (built or {}).items() if at == number),
            bonus=(bonuses or {}).get(number),
            inside=insides.get(number),
        )
        for number in galaxy.SECTORS
    )
    means = Means(technologies, purse, tokens)
    seen = tuple(
        SeenFaction(
            seat=who,
            name=factions[who - 1],
            capital=CAPITALS[who - 1],
            alive=who not in fallen,
            means=means if who == seat else None,
        )
        for who in range(1, players + 1)
    )
    missions = tuple(missions)
    now = tuple(_standing(who, sectors, seen, missions) for who in range(1, players + 1))
    past = history if history is not None else [now] * (turn + 1)
    return View(
        seat=seat,
        options=Options(**options),
        players=tuple(Player(who, NAMES[who - 1]) for who in range(1, players + 1)),
        turn=turn,
        sectors=sectors,
        factions=seen,
        missions=missions,
        battles=(),
        history=tuple(tuple(row) for row in past),
        ending=ending,
    )


def mission(
    number: int = 1,
    *,
    owner: Seat = 1,
    kind: MissionKind = "colonise",
    path: Sequence[Sector] = (18, 17),
    launched: int = 2,
    arrives: int = 3,
    fleets: Fleets = THREE_LIGHT,
    payment: Payment | None = UNPAID,
    known: bool = True,
) -> SeenMission:
    """A mission under way; not `known`: another's, of which only the course is seen."""
    course = Course(number, owner, kind, tuple(path), launched, arrives, fleets.total)
    return SeenMission(course, fleets if known else None, payment if known else None)


def colony(refinery: int = 0, **fleets: int) -> Inside:
    """A sector beside the capital with these fleets."""
    return Inside(Facilities(refinery=refinery), Fleets(**fleets))


def _owners(
    seat: Seat | None,
    players: int,
    own: Mapping[Sector, Inside],
    foreign: Mapping[Sector, Seat | None],
    fallen: Sequence[Seat],
) -> dict[Sector, Seat | None]:
    owners: dict[Sector, Seat | None] = dict.fromkeys(galaxy.SECTORS)
    owners |= {CAPITALS[who - 1]: who for who in range(1, players + 1) if who not in fallen}
    return {**owners, **dict.fromkeys(own, seat), **foreign}


def _garrison(
    number: Sector,
    owners: Mapping[Sector, Seat | None],
    insides: Mapping[Sector, Inside],
    garrisons: Mapping[Sector, int],
) -> int:
    if number in garrisons:
        return garrisons[number]
    if number in insides:
        return insides[number].fleets.total
    if owners[number] is not None:
        return HOME.fleets.total
    table: GarrisonFigures = FIGURES.garrisons
    return table.of(galaxy.zone(number))[0]


def _standing(
    seat: Seat,
    sectors: Sequence[SeenSector],
    factions: Sequence[SeenFaction],
    missions: Sequence[SeenMission],
) -> Standing:
    owned = [sector for sector in sectors if sector.owner == seat]
    points = sum(FIGURES.points_by_zone[galaxy.zone(sector.number)] for sector in owned)
    points += sum(len(sector.megastructures) for sector in owned)
    points += sum(1 for sector in owned if sector.bonus == "governor")
    if factions[seat - 1].name == "Empire":
        capitals = {faction.capital for faction in factions}
        points += sum(1 for sector in owned if sector.number in capitals)
    under_way = sum(m.course.count for m in missions if m.course.owner == seat)
    fleets = sum(sector.garrison for sector in owned) + under_way
    return Standing(points=points, sectors=len(owned), fleets=fleets)
