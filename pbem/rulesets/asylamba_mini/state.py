"""The whole truth of a game, what a seat may know of it, and another truth that it cannot tell from
the real one (AM-3, AM-27)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pbem.engine.api import Player, Seat
from pbem.engine.rng import Stream
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FIGURES,
    MEGASTRUCTURES,
    SHIPS,
    TECHNOLOGIES,
    Facilities,
    Fleets,
    Inside,
    Means,
    Purse,
    Sector,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.view import (
    Battle,
    Course,
    Ending,
    Payment,
    SeenFaction,
    SeenMission,
    SeenSector,
    Standing,
    View,
)


class SectorTruth(msgspec.Struct, frozen=True):
    """A sector. ``bonus`` is None in a capital of the beginning; ``granted`` tells whether it was
    ever captured (AM-3), ``known_to`` who has owned it since and so knows the bonus."""

    number: Sector
    owner: Seat | None
    inside: Inside
    bonus: str | None = None
    granted: bool = False
    known_to: tuple[Seat, ...] = ()
    megastructures: tuple[str, ...] = ()


class FactionTruth(msgspec.Struct, frozen=True):
    """A faction; ``name`` is the source's (3.5), ``capital`` where it began."""

    seat: Seat
    name: str
    capital: Sector
    means: Means
    alive: bool = True


class Mission(msgspec.Struct, frozen=True):
    """Fleets under way."""

    course: Course
    fleets: Fleets
    payment: Payment = Payment()


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two turns. Sector n is at index n - 1, seat s at index s - 1.

    ``turn`` counts the turns played; ``launches`` the missions ever launched, whose numbers
    are given from it. ``battles`` are those of the last turn; ``history`` holds everyone's
    standing after every turn, from turn 0.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    sectors: tuple[SectorTruth, ...]
    factions: tuple[FactionTruth, ...]
    missions: tuple[Mission, ...] = ()
    launches: int = 0
    battles: tuple[Battle, ...] = ()
    history: tuple[tuple[Standing, ...], ...] = ()
    ending: Ending | None = None


def rebel_fleets(number: Sector, bonus: str, count: int) -> Fleets:
    """AM-4: light ones, but science bonuses are guarded by better ones, the better the deeper."""
    if BONUSES[bonus].garrison != "science":
        return Fleets(light=count)
    inner = galaxy.zone(number) in ("ring", "central")
    medium, heavy = count // 2, count // 4 if inner else 0
    return Fleets(count - medium - heavy, medium, heavy)


# What a seat may know ---------------------------------------------------------------------


def see(state: State, seat: Seat | None) -> View:
    """The view of `seat`; None: a spectator's."""
    return View(
        seat=seat,
        options=state.options,
        players=state.players,
        turn=state.turn,
        sectors=tuple(_sector(state, seat, sector) for sector in state.sectors),
        factions=tuple(_faction(state, seat, faction) for faction in state.factions),
        missions=tuple(_mission(state, seat, mission) for mission in state.missions),
        battles=state.battles,
        history=state.history,
        ending=state.ending,
    )


def knows_bonus(state: State, seat: Seat | None, sector: SectorTruth) -> bool:
    """AM-3: who owns or has owned the sector; everyone, by option, once it was captured."""
    if state.options.bonus_secrecy == "public" or state.options.open_book:
        return sector.granted
    return seat in sector.known_to


def sees_inside(state: State, seat: Seat | None, sector: SectorTruth) -> bool:
    """AM-27. With an open book rebels never captured stay closed: inside is their bonus."""
    if state.options.open_book:
        return sector.owner is not None or sector.granted or sector.bonus is None
    return seat is not None and sector.owner == seat


def _sector(state: State, seat: Seat | None, sector: SectorTruth) -> SeenSector:
    return SeenSector(
        number=sector.number,
        owner=sector.owner,
        garrison=sector.inside.fleets.total,
        megastructures=sector.megastructures,
        bonus=sector.bonus if knows_bonus(state, seat, sector) else None,
        inside=sector.inside if sees_inside(state, seat, sector) else None,
    )


def _faction(state: State, seat: Seat | None, faction: FactionTruth) -> SeenFaction:
    open_to = state.options.open_book or faction.seat == seat
    return SeenFaction(
        seat=faction.seat,
        name=faction.name,
        capital=faction.capital,
        alive=faction.alive,
        means=faction.means if open_to else None,
    )


def _mission(state: State, seat: Seat | None, mission: Mission) -> SeenMission:
    open_to = state.options.open_book or mission.course.owner == seat
    return SeenMission(
        course=mission.course,
        fleets=mission.fleets if open_to else None,
        payment=mission.payment if open_to else None,
    )


# Another truth --------------------------------------------------------------------------

_SEEN_IN_PUBLIC = frozenset({"recycling centre", "governor", "royal guard"})
"""Bonuses that a captured sector gives away; of rebels only the first does."""


def scramble(state: State, seat: Seat, stream: Stream) -> State:
    """Bonuses dealt otherwise, and other means, facilities, types and payments of others."""
    bonuses = _bonuses(state, seat, stream)
    return replace(
        state,
        sectors=tuple(
            _other_sector(state, seat, s, bonuses[s.number], stream) for s in state.sectors
        ),
        factions=tuple(_other_faction(state, seat, faction, stream) for faction in state.factions),
        missions=tuple(_other_mission(state, seat, mission, stream) for mission in state.missions),
    )


def _bonuses(state: State, seat: Seat, stream: Stream) -> dict[Sector, str | None]:
    """The unknown ones change places among sectors that look alike."""
    dealt = {sector.number: sector.bonus for sector in state.sectors}
    alike: dict[tuple[bool, bool], list[Sector]] = {}
    for sector in state.sectors:
        if sector.bonus is None or knows_bonus(state, seat, sector) or _is_evident(sector):
            continue
        military = BONUSES[sector.bonus].garrison == "military"
        alike.setdefault((sector.granted, military), []).append(sector.number)
    for numbers in alike.values():
        cards = stream.shuffled([dealt[number] for number in numbers])
        dealt.update(zip(numbers, cards, strict=True))
    return dealt


def _is_evident(sector: SectorTruth) -> bool:
    if sector.granted:
        return sector.bonus in _SEEN_IN_PUBLIC
    return sector.bonus == "recycling centre"


def _other_sector(
    state: State, seat: Seat, sector: SectorTruth, bonus: str | None, stream: Stream
) -> SectorTruth:
    inside = sector.inside
    if not sector.granted and sector.owner is None and bonus is not None:
        fleets = rebel_fleets(sector.number, bonus, inside.fleets.total)
        inside = Inside(facilities=BONUSES[bonus].facilities, fleets=fleets)
    elif not sees_inside(state, seat, sector):
        inside = _inside(state, sector, stream)
    return replace(sector, bonus=bonus, inside=inside)


def _inside(state: State, sector: SectorTruth, stream: Stream) -> Inside:
    """A refinery outside of a capital shows in the fleets it builds, and less R than a fleet
    costs in nothing."""
    is_capital = any(f.capital == sector.number and f.alive for f in state.factions)
    refinery = sector.inside.facilities.refinery
    most = {name: figures.maximum for name, figures in FIGURES.facilities.items()}
    return Inside(
        facilities=Facilities(
            refinery=stream.between(0, most["refinery"]) if is_capital else refinery,
            hub=stream.between(0, most["hub"]),
            technosphere=stream.between(0, most["technosphere"]),
            school=stream.between(0, most["school"]),
        ),
        fleets=_split(sector.inside.fleets.total, stream),
        resources=stream.below(500 if is_capital else FIGURES.fleets.cost),
        autobuild=None if is_capital or sector.owner is None else stream.choice((None, *SHIPS)),
    )


def _split(total: int, stream: Stream) -> Fleets:
    light = stream.between(0, total)
    medium = stream.between(0, total - light)
    return Fleets(light, medium, total - light - medium)


def _other_faction(state: State, seat: Seat, faction: FactionTruth, stream: Stream) -> FactionTruth:
    if faction.seat == seat or state.options.open_book:
        return faction
    least = _evident_levels(state, faction)
    levels = {
        name: stream.between(least.of(name), FIGURES.technologies[name].maximum)
        for name in TECHNOLOGIES
    }
    means = Means(
        technologies=Technologies(**levels),
        purse=Purse(*(stream.below(1000) for _resource in range(3))),
        tokens=Tokens(*(stream.below(3) for _token in range(4))),
    )
    return replace(faction, means=means)


def _evident_levels(state: State, faction: FactionTruth) -> Technologies:
    """What sectors, megastructures and missions in everyone's sight need at least, so far as
    the faction has it: a level may have been granted, or a sector retaken."""
    own = [sector for sector in state.sectors if sector.owner == faction.seat]
    built = [name for sector in own for name in sector.megastructures]
    kinds = {m.course.kind for m in state.missions if m.course.owner == faction.seat}
    have = faction.means.technologies
    return Technologies(
        administration=min(have.administration, max(0, len(own) - 1)),
        engineering=min(have.engineering, max((MEGASTRUCTURES[n].level for n in built), default=0)),
        conquest=min(have.conquest, int("conquer" in kinds)),
    )


def _other_mission(state: State, seat: Seat, mission: Mission, stream: Stream) -> Mission:
    course = mission.course
    if course.owner == seat or state.options.open_book:
        return mission
    fleets = _split(course.count, stream)
    if not course.is_attack:
        return Mission(course, fleets)
    price = FIGURES.missions.cost * stream.between(1, len(state.sectors))
    paid = Payment(credits=price) if course.kind == "colonise" else Payment(experience=price)
    token = Payment(token="colonisation" if course.kind == "colonise" else "conquest")
    return Mission(course, fleets, stream.choice((Payment(), paid, token)))
