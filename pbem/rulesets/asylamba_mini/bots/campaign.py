"""Where to attack, from where, and with how many fleets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import inf

import msgspec

from pbem.rulesets.asylamba_mini.bots.might import attack_ratio
from pbem.rulesets.asylamba_mini.bots.odds import fleets_to_beat, losses
from pbem.rulesets.asylamba_mini.bots.outlook import Outlook, worth
from pbem.rulesets.asylamba_mini.bots.project import (
    Lessons,
    Project,
    best_ship,
    lessons,
    project,
)
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    SHIPS,
    Cost,
    Facilities,
    Fleets,
    Sector,
)
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.orders import AttackKind, Build, Send
from pbem.rulesets.asylamba_mini.view import SeenSector

_FARTHEST = 4
_FARTHEST_CONQUEST = 2
"""Turns; who is attacked from farther off has the time to arm."""
_DELAY = 0.96
"""What is left of a gain that comes a turn later."""
_ENOUGH = 2
"""Times as many fleets as needed are sent: few of them are lost then."""
_KEPT = 0.5
"""The part of fleets built for one attack that it really takes; the rest lives on."""
_REBELS_A_TURN = 0.3
_UNFORESEEN = 2
_ALARMED = 9
"""Fleets a turn that join a garrison before its owner sees the attack, and after."""


class Force(msgspec.Struct, frozen=True):
    """Fleets that can be at a target at the same time: how many from where."""

    turns: int
    parts: tuple[tuple[Sector, Fleets], ...]

    @property
    def fleets(self) -> Fleets:
        return sum((fleets for _source, fleets in self.parts), Fleets())


class Assault(msgspec.Struct, frozen=True):
    """An attack as it would go: how many fleets it needs against how many, how much stronger."""

    force: Force
    available: int
    garrison: float
    ratio: float
    needed: int


def attacks(outlook: Outlook, realm: Realm, guards: Mapping[Sector, int]) -> Iterator[Project]:
    """An attack on each sector within reach, or the fleets that it still wants."""
    attacked = realm.attacked()
    for target, forces in _forces(realm, guards).items():
        seen = outlook.view.sector(target)
        if target in attacked or (seen.owner is not None and not outlook.temper.conquers):
            continue
        farthest = _FARTHEST if seen.owner is None else _FARTHEST_CONQUEST
        in_reach = [force for force in forces if force.turns <= farthest]
        yield from _attack(outlook, realm, seen, in_reach)


def lightest_stay(fleets: Fleets, staying: int) -> Fleets:
    """What may leave where so many must stay."""
    going = fleets
    for ship in SHIPS:
        kept = min(going.of(ship), staying)
        going, staying = going.having(ship, going.of(ship) - kept), staying - kept
    return going


def _forces(realm: Realm, guards: Mapping[Sector, int]) -> dict[Sector, list[Force]]:
    """By target, the forces that arrive there together, the soonest first."""
    by_turns: dict[Sector, dict[int, list[tuple[Sector, Fleets]]]] = {}
    for source in sorted(realm.sectors):
        fleets = lightest_stay(realm.sectors[source].fleets, guards[source])
        if not fleets and source != realm.capital:
            continue
        for target, way in realm.routes_from(source).items():
            if target not in realm.sectors:
                by_turns.setdefault(target, defaultdict(list))[way.turns].append((source, fleets))
    return {
        target: [Force(turns, tuple(parts)) for turns, parts in sorted(forces.items())]
        for target, forces in sorted(by_turns.items())
    }


def _attack(
    outlook: Outlook, realm: Realm, seen: SeenSector, forces: list[Force]
) -> Iterator[Project]:
    """By the first force that is strong enough; there is no use in coming after others."""
    kind: AttackKind = "colonise" if seen.owner is None else "conquer"
    rights, price, free = _rights(realm, kind, seen.number)
    in_time = _before_others(outlook, seen) - realm.turn
    for force in forces:
        if force.turns >= in_time:
            return
        assault = _assault(outlook, realm, seen, force)
        if assault.available >= assault.needed:
            sends = _sends(force, kind, seen.number, _ENOUGH * assault.needed, free=free)
            sent = sum(order.fleets.total for order in sends)
            lost = losses(sent, assault.garrison, assault.ratio)
            yield project(
                value_of(outlook, seen, assault.garrison) * _DELAY**force.turns,
                rights.cost + price,
                *rights.orders,
                *sends,
                beside=worth(prices.fleets(1)) * lost,
            )
            return
    yield from _muster(outlook, realm, seen, forces, rights.cost + price)


def _before_others(outlook: Outlook, seen: SeenSector) -> float:
    """The turn in which somebody else's colonisation of this sector arrives."""
    courses = (mission.course for mission in outlook.view.missions)
    return min(
        (
            course.arrives
            for course in courses
            if course.target == seen.number
            and course.kind == "colonise"
            and course.owner != outlook.seat
        ),
        default=inf,
    )


def _assault(outlook: Outlook, realm: Realm, seen: SeenSector, force: Force) -> Assault:
    garrison: float = seen.garrison
    if seen.owner is None:
        garrison += _REBELS_A_TURN * force.turns
    else:
        garrison += _UNFORESEEN + _ALARMED * (force.turns - 1)
    fleets = force.fleets
    ratio = attack_ratio(realm, outlook.view, seen, fleets)
    needed = fleets_to_beat(garrison, ratio, outlook.temper.caution)
    return Assault(force, fleets.total, garrison, ratio, needed)


def _muster(
    outlook: Outlook, realm: Realm, seen: SeenSector, forces: list[Force], cost: Cost
) -> Iterator[Project]:
    """Fleets of the capital for an attack that is yet too weak; what it will cost besides must
    be at hand too, or the fleets would wait."""
    near = (force for force in forces if any(source == realm.capital for source, _f in force.parts))
    force = next(near, None)
    if force is None:
        return
    assault = _assault(outlook, realm, seen, force)
    missing = assault.needed - assault.available - realm.ordered.total
    if missing <= 0:
        return
    lost = losses(assault.needed, assault.garrison, assault.ratio)
    effort = worth(cost) + worth(prices.fleets(1)) * (lost + _KEPT * missing)
    value = value_of(outlook, seen, assault.garrison) * _DELAY ** (force.turns + 1)
    for with_credits in (False, True) if FACTIONS[realm.faction].builds_with_credits else (False,):
        build = Build(ship=best_ship(realm), count=missing, with_credits=with_credits)
        price = prices.fleets(missing, with_credits=with_credits)
        yield Project(value, effort, price + cost, (build,))


def _rights(realm: Realm, kind: AttackKind, target: Sector) -> tuple[Lessons, Cost, bool]:
    """What must be learned and what paid before an attack (AM-17), and whether a token pays."""
    rights, left = Lessons(), realm.means.tokens.technology
    if kind == "conquer" and not realm.technologies.conquest:
        rights = lessons(realm, "conquest", 1)
        left = 0
    needed = realm.administration_needed(target)
    rights += lessons(realm, "administration", needed, tokens=left)
    tokens = realm.means.tokens
    fitting = tokens.colonisation if kind == "colonise" else tokens.conquest
    price = realm.mission_price(kind, target)
    free = bool(price) and fitting + tokens.either > 0
    return rights, Cost() if free else price, free


def _sends(
    force: Force, kind: AttackKind, target: Sector, wanted: int, *, free: bool
) -> tuple[Send, ...]:
    """The largest parts first, until there are as many as wanted; the first pays for all."""
    sends: list[Send] = []
    for source, fleets in sorted(force.parts, key=lambda part: (-part[1].total, part[0])):
        going = lightest_stay(fleets, max(0, fleets.total - wanted))
        if going:
            pays = free and not sends
            sends.append(Send(kind=kind, fleets=going, source=source, target=target, free=pays))
            wanted -= going.total
    return tuple(sends)


_UNKNOWN_BONUS = 60.0
"""What is found is worth so much on the average."""
_CAPITAL = Facilities(refinery=7, hub=7)
"""What a capital that was a while in use has at least."""
_SAFE = 6
"""With so many points nobody is a danger to the others yet."""


def value_of(outlook: Outlook, seen: SeenSector, garrison: float) -> float:
    """Of owning it, and of winning the fight against its garrison."""
    figures = FACTIONS[outlook.faction]
    each = FIGURES.fleets.experience
    if figures.experience_per_fleet is not None:
        each = figures.experience_per_fleet
    value = outlook.worth_of_points(outlook.points_in(seen, outlook.faction))
    value += _holdings(outlook, seen) + worth(Cost(X=each)) * garrison
    if seen.owner is not None:
        value += _harm(outlook, seen, seen.owner) + _reward(outlook)
    return value


def _holdings(outlook: Outlook, seen: SeenSector) -> float:
    if seen.number in outlook.capitals:
        return outlook.worth_of_output(_capital(seen))
    if seen.inside is not None:
        return outlook.worth_of_output(seen.inside.facilities)
    if seen.bonus is not None:
        return outlook.worth_of_output(BONUSES[seen.bonus].facilities)
    return _UNKNOWN_BONUS


def _capital(seen: SeenSector) -> Facilities:
    """What its megastructures tell of a capital."""
    levels = _CAPITAL
    for name in seen.megastructures:
        figures = MEGASTRUCTURES[name]
        levels += figures.grant.facilities
        if figures.to_maximum is not None:
            most = FIGURES.facilities[figures.to_maximum].maximum
            levels = levels.having(figures.to_maximum, most)
    return levels


def _reward(outlook: Outlook) -> float:
    """What the own faction gets for a conquest (AM-22)."""
    reward = FACTIONS[outlook.faction].when_conquered.get(outlook.view.options.faction_bonuses)
    if reward is None:
        return 0.0
    return outlook.worth_of_output(reward.facilities) + reward.purse.credits


def _harm(outlook: Outlook, seen: SeenSector, owner: int) -> float:
    """That its owner loses it: the more, the nearer that one is to victory. With the capital
    everything is lost (AM-24)."""
    points = outlook.view.standing(owner).points
    rival = outlook.view.faction(owner)
    lost = points if seen.number == rival.capital else outlook.points_in(seen, rival.name)
    danger = max(0, points - _SAFE) / FIGURES.points_to_win
    return outlook.temper.point * lost * (0.5 / len(outlook.rivals) + danger)
