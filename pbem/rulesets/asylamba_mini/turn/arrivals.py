"""Steps 2 and 3: missions that reach their targets (AM-15, AM-19 to AM-22)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.events import (
    BattleTypes,
    BonusFound,
    FleetsJoined,
    MissionTurnedBack,
    Spoils,
)
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACTIONS,
    FIGURES,
    Fleets,
    Grant,
    Inside,
    Sector,
)
from pbem.rulesets.asylamba_mini.galaxy import Route, routes
from pbem.rulesets.asylamba_mini.mechanics.combat import captured, fight, strength
from pbem.rulesets.asylamba_mini.state import Mission
from pbem.rulesets.asylamba_mini.turn import Play
from pbem.rulesets.asylamba_mini.view import Battle, Payment, Side

Group = list[Mission]
"""Missions of one faction and kind that reach one sector in the same turn (AM-15)."""


def arrive(play: Play) -> None:
    """Reinforcements first, then attacks by their oldest launch, then chance."""
    arriving = [m for m in play.missions if m.course.arrives == play.turn]
    play.missions = [m for m in play.missions if m.course.arrives != play.turn]
    for mission in arriving:
        if not mission.course.is_attack:
            _join_or_turn_back(play, mission)
    for group in _groups(play, [m for m in arriving if m.course.is_attack]):
        _strike(play, group)


def _groups(play: Play, attacks: Sequence[Mission]) -> list[Group]:
    together: dict[tuple[Seat, str, Sector], Group] = {}
    for mission in attacks:
        course = mission.course
        together.setdefault((course.owner, course.kind, course.target), []).append(mission)
    if not together:
        return []
    drawn = play.chance.stream("attacks").shuffled(list(together.values()))
    return sorted(drawn, key=lambda group: min(mission.course.launched for mission in group))


def _join_or_turn_back(play: Play, mission: Mission) -> None:
    course = mission.course
    if play.sectors[course.target].owner == course.owner:
        _join(play, mission)
    else:
        _turn_back(play, mission)


def _join(play: Play, mission: Mission) -> None:
    course = mission.course
    play.join(course.target, mission.fleets)
    play.events.append(
        FleetsJoined(
            audience=(course.owner,),
            mission=course.number,
            kind=course.kind,
            sector=course.target,
            fleets=mission.fleets,
        )
    )


def _turn_back(play: Play, mission: Mission) -> None:
    """AM-19: to the nearest own sector, from the next turn on, refunded; or disbanded."""
    course, home = mission.course, _way_home(play, mission)
    means = play.factions[course.owner].means
    play.put_means(
        course.owner,
        replace(
            means,
            purse=means.purse + mission.payment.cost.purse,
            tokens=means.tokens + mission.payment.tokens,
        ),
    )
    arrives = 0 if home is None else play.turn + home.turns
    if home is not None:
        back = replace(course, kind="return", path=home.path, launched=play.turn, arrives=arrives)
        play.missions.append(Mission(back, mission.fleets, Payment()))
    play.events.append(
        MissionTurnedBack(
            audience=(course.owner,),
            mission=course.number,
            kind=course.kind,
            sector=course.target,
            fleets=mission.fleets,
            home=None if home is None else home.path[-1],
            arrives=arrives,
            refunded=mission.payment,
        )
    )


def _way_home(play: Play, mission: Mission) -> Route | None:
    course = mission.course
    faction = play.factions[course.owner].name
    ways = routes(play.owners, course.owner, faction, course.target)
    home = [way for end, way in ways.items() if play.sectors[end].owner == course.owner]
    return min(home, key=lambda way: (way.halves, len(way.path), way.path), default=None)


# Attacks ------------------------------------------------------------------------------


def _strike(play: Play, group: Group) -> None:
    """AM-19: what fits no longer joins or turns back; the rest is fought out."""
    course = group[0].course
    owner = play.sectors[course.target].owner
    if owner == course.owner:
        for mission in group:
            _join(play, mission)
    elif course.kind == "colonise" and owner is not None:
        for mission in group:
            _turn_back(play, mission)
    else:
        _fight(play, group, owner)


def _fight(play: Play, group: Group, defender: Seat | None) -> None:
    attacker, target, order = group[0].course.owner, group[0].course.target, len(play.battles)
    inside = play.sectors[target].inside
    attackers, defenders = sum((mission.fleets for mission in group), Fleets()), inside.fleets
    fought = fight(
        attackers,
        defenders,
        play.attack(attacker, colonising=defender is None),
        strength(0) if defender is None else play.defence(defender),
        play.chance.stream(f"fight/{order}"),
    )
    taken, left, held = fought.attacker_won, fought.attackers, fought.defenders
    winner, lost = (attacker, defenders) if taken else (defender, attackers)
    prize = Fleets() if winner is None else captured(lost, _captures(play, winner))
    left, held = (left + prize, held) if taken else (left, held + prize)
    play.battles.append(
        Battle(
            sector=target,
            kind="colonise" if defender is None else "conquer",
            attacker=Side(attacker, attackers.total, left.total),
            defender=Side(defender, defenders.total, held.total),
            taken=taken,
            captured=prize.total,
        )
    )
    play.events.append(
        BattleTypes(
            audience=_who_sees_types(play, attacker, defender),
            order=order,
            sector=target,
            skirmishes=fought.skirmishes,
            attackers=attackers,
            defenders=defenders,
            attackers_left=left,
            defenders_left=held,
            captured=prize,
        )
    )
    if taken:
        _take(play, attacker, target, left)
    else:
        play.put(target, replace(inside, fleets=held))
    if winner is not None and fought.skirmishes:  # an empty garrison was no fight
        _reward(play, order, winner, lost.total, defender)
    if taken:
        _find_bonus(play, attacker, target)


def _captures(play: Play, seat: Seat) -> int:
    figures = FACTIONS[play.factions[seat].name]
    return figures.captures_every.get(play.options.faction_bonuses, 0)


def _who_sees_types(play: Play, *sides: Seat | None) -> tuple[Seat, ...]:
    """AM-27: both sides; with an open book everyone at the table."""
    if play.options.open_book:
        return tuple(play.factions)
    return tuple(seat for seat in sides if seat is not None)


def _take(play: Play, seat: Seat, target: Sector, garrison: Fleets) -> None:
    """The sector changes hands; facilities, R and megastructures stay (AM-9, AM-12)."""
    sector = play.sectors[target]
    former = sector.owner
    if former is not None and play.factions[former].capital == target:
        play.fallen[former] = seat
    play.sectors[target] = replace(
        sector,
        owner=seat,
        inside=Inside(sector.inside.facilities, garrison, sector.inside.resources),
        known_to=tuple(sorted({*sector.known_to, seat})),
    )


def _reward(play: Play, order: int, winner: Seat, destroyed: int, defender: Seat | None) -> None:
    """AM-21, AM-22: X for each fleet destroyed, and the faction's own reward for a fight won
    against a faction or a defence."""
    figures, means = FACTIONS[play.factions[winner].name], play.factions[winner].means
    gained = destroyed * (figures.experience_per_fleet or FIGURES.fleets.experience)
    purse = means.purse.having("experience", means.purse.experience + gained)
    play.put_means(winner, replace(means, purse=purse))
    table = figures.when_defended if winner == defender else figures.when_conquered
    reward = None if defender is None else table.get(play.options.faction_bonuses)
    if reward is not None:
        home = play.factions[winner].capital if play.has_capital(winner) else None
        reward = play.give(winner, reward, home)
    play.events.append(
        Spoils(
            audience=(winner,),
            order=order,
            sector=play.battles[order].sector,
            experience=gained,
            reward=None if reward == Grant() else reward,
        )
    )


def _find_bonus(play: Play, seat: Seat, target: Sector) -> None:
    """AM-3: a single-use bonus is granted once, before the next attack."""
    sector = play.sectors[target]
    if sector.bonus is None:
        return
    if not sector.granted:
        play.sectors[target] = replace(sector, granted=True)
        play.give(seat, BONUSES[sector.bonus].grant, target)
    told = play.options.bonus_secrecy == "public" or play.options.open_book
    play.events.append(
        BonusFound(
            audience=None if told else (seat,),
            seat=seat,
            sector=target,
            bonus=sector.bonus,
            granted=not sector.granted,
        )
    )
