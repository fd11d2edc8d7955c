"""Steps 2 and 3: missions that reach their targets (AM-15, AM-19 to AM-22)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

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
from pbem.rulesets.asylamba_mini.mechanics.combat import Fought, captured, fight, strength
from pbem.rulesets.asylamba_mini.state import Mission
from pbem.rulesets.asylamba_mini.turn.play import Play
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
    attacks = _Attacks(play)
    for group in _groups(play, [m for m in arriving if m.course.is_attack]):
        attacks.strike(group)


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
        msgspec.structs.replace(
            means,
            purse=means.purse + mission.payment.cost.purse,
            tokens=means.tokens + mission.payment.tokens,
        ),
    )
    arrives = 0 if home is None else play.turn + home.turns
    if home is not None:
        back = msgspec.structs.replace(
            course, kind="return", path=home.path, launched=play.turn, arrives=arrives
        )
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
    swift = FACTIONS[play.factions[course.owner].name].swift
    ways = routes(play.owners, course.owner, course.target, swift=swift)
    home = [way for end, way in ways.items() if play.sectors[end].owner == course.owner]
    return min(home, key=lambda way: (way.halves, len(way.path), way.path), default=None)


class _Attacks:
    """The attacks of one turn, one after the other."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._fights = 0

    def strike(self, group: Group) -> None:
        """AM-19: what fits no longer joins or turns back; the rest is fought out."""
        course = group[0].course
        owner = self._play.sectors[course.target].owner
        if owner == course.owner:
            for mission in group:
                _join(self._play, mission)
        elif course.kind == "colonise" and owner is not None:
            for mission in group:
                _turn_back(self._play, mission)
        else:
            self._fight(group, owner)

    def _fight(self, group: Group, defender: Seat | None) -> None:
        play, attacker, target = self._play, group[0].course.owner, group[0].course.target
        attackers = sum((mission.fleets for mission in group), Fleets())
        defenders = play.sectors[target].inside.fleets
        fought = fight(
            attackers,
            defenders,
            play.attack(attacker, colonising=defender is None),
            strength(0) if defender is None else play.defence(defender),
            play.chance.stream(f"fight/{self._fights}"),
        )
        won_by = attacker if fought.attacker_won else defender
        lost = defenders if fought.attacker_won else attackers
        prize = Fleets() if won_by is None else captured(lost, self._captures(won_by))
        self._tell(attacker, defender, target, attackers, defenders, fought, prize)
        if fought.attacker_won:
            self._take(attacker, target, fought.attackers + prize)
        else:
            inside = play.sectors[target].inside
            left = fought.defenders + prize
            play.put(target, msgspec.structs.replace(inside, fleets=left))
        if won_by is not None:
            self._reward(won_by, lost.total, fought, defender, target)
        if fought.attacker_won:
            self._find_bonus(attacker, target)
        self._fights += 1

    def _captures(self, seat: Seat) -> int:
        figures = FACTIONS[self._play.factions[seat].name]
        return figures.captures_every.get(self._play.options.faction_bonuses, 0)

    def _take(self, seat: Seat, target: Sector, garrison: Fleets) -> None:
        """The sector changes hands; facilities, R and megastructures stay (AM-9, AM-12)."""
        play = self._play
        sector = play.sectors[target]
        former = sector.owner
        if former is not None and play.factions[former].capital == target:
            play.fallen[former] = seat
        play.sectors[target] = msgspec.structs.replace(
            sector,
            owner=seat,
            inside=Inside(sector.inside.facilities, garrison, sector.inside.resources),
            known_to=tuple(sorted({*sector.known_to, seat})),
        )

    def _find_bonus(self, seat: Seat, target: Sector) -> None:
        """AM-3: a single-use bonus is granted once, before the next attack."""
        play = self._play
        sector = play.sectors[target]
        if sector.bonus is None:
            return
        if not sector.granted:
            play.sectors[target] = msgspec.structs.replace(sector, granted=True)
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

    def _reward(
        self, winner: Seat, destroyed: int, fought: Fought, defender: Seat | None, target: Sector
    ) -> None:
        """AM-21, AM-22: X for each fleet destroyed, and the faction's own reward for a fight won
        against a faction or a defence. An empty garrison was no fight."""
        if not fought.skirmishes:
            return
        play = self._play
        figures = FACTIONS[play.factions[winner].name]
        each = figures.experience_per_fleet or FIGURES.fleets.experience
        purse = play.factions[winner].means.purse
        gained = purse.having("experience", purse.experience + each * destroyed)
        play.put_means(winner, msgspec.structs.replace(play.factions[winner].means, purse=gained))
        reward: Grant | None = None
        if defender is not None:
            table = figures.when_conquered if fought.attacker_won else figures.when_defended
            reward = table.get(play.options.faction_bonuses)
        if reward is not None:
            home = play.factions[winner].capital if play.has_capital(winner) else None
            reward = play.give(winner, reward, home)
        play.events.append(
            Spoils(
                audience=(winner,),
                order=self._fights,
                sector=target,
                experience=each * destroyed,
                reward=None if reward == Grant() else reward,
            )
        )

    def _who_sees_types(self, *sides: Seat | None) -> tuple[Seat, ...]:
        """AM-27: both sides; with an open book everyone at the table."""
        if self._play.options.open_book:
            return tuple(self._play.factions)
        return tuple(seat for seat in sides if seat is not None)

    def _tell(
        self,
        attacker: Seat,
        defender: Seat | None,
        target: Sector,
        attackers: Fleets,
        defenders: Fleets,
        fought: Fought,
        prize: Fleets,
    ) -> None:
        won = fought.attacker_won
        left = fought.attackers + (prize if won else Fleets())
        held = fought.defenders + (Fleets() if won else prize)
        self._play.battles.append(
            Battle(
                sector=target,
                kind="colonise" if defender is None else "conquer",
                attacker=Side(attacker, attackers.total, left.total),
                defender=Side(defender, defenders.total, held.total),
                taken=won,
                captured=prize.total,
            )
        )
        self._play.events.append(
            BattleTypes(
                audience=self._who_sees_types(attacker, defender),
                order=self._fights,
                sector=target,
                skirmishes=fought.skirmishes,
                attackers=attackers,
                defenders=defenders,
                attackers_left=left,
                defenders_left=held,
                captured=prize,
            )
        )
