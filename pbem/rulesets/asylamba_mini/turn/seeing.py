"""What a seat may know of the truth (AM-3, AM-27)."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.state import FactionTruth, Mission, SectorTruth, State
from pbem.rulesets.asylamba_mini.view import SeenFaction, SeenMission, SeenSector, View


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
