"""Where to attack, from where, and with how many fleets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import ceil

import msgspec

from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.bots.economy import yields
from pbem.rulesets.asylamba_mini.bots.odds import fleets_to_beat, losses
from pbem.rulesets.asylamba_mini.bots.outlook import (
    Outlook,
    defence_of,
    known_facilities,
    own_attack,
)
from pbem.rulesets.asylamba_mini.bots.project import Lessons, Project, lessons, project
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import Cost, Facilities, Fleets, Sector
from pbem.rulesets.asylamba_mini.orders import AttackKind, Build, Send
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.view import SeenSector

_FARTHEST = 4
_AVERAGE_CAPITAL = Facilities(refinery=7, hub=7)
_ALARM = 6
"""How many fleets a turn a faction adds to a sector that it sees attacked."""


class Force(msgspec.Struct, frozen=True):
    """Fleets that can be at a target at the same time: how many from where."""

    turns: int
    parts: tuple[tuple[Sector, Fleets], ...]

    @property
    def fleets(self) -> Fleets:
        return sum((fleets for _source, fleets in self.parts), Fleets())


def attacks(outlook: Outlook, realm: Realm, guards: Mapping[Sector, int]) -> Iterator[Project]:
    """An attack on every sector within reach, or the fleets that it still wants."""
    spare = {
        number: _spare(inside.fleets, guards[number])
        for number, inside in realm.sectors.items()
        if inside.fleets.total > guards[number]
    }
    attacked = realm.attacked()
    for target, forces in _forces(realm, spare).items():
        seen = outlook.view.sector(target)
        if target in attacked or (seen.owner is not None and not outlook.temper.conquers):
            continue
        yield from _attack(outlook, realm, seen, forces)


def _spare(fleets: Fleets, guard: int) -> Fleets:
    """What may leave: the lightest stay."""
    left = guard
    kept = []
    for count in msgspec.structs.astuple(fleets):
        kept.append(min(count, left))
        left -= kept[-1]
    return fleets - Fleets(*kept)


def _forces(realm: Realm, spare: Mapping[Sector, Fleets]) -> dict[Sector, list[Force]]:
    """By target, the forces that arrive there together, the soonest first."""
    by_turns: dict[Sector, dict[int, list[tuple[Sector, Fleets]]]] = {}
    for source in sorted(realm.sectors):
        fleets = spare.get(source, Fleets())
        if not fleets and source != realm.capital:
            continue
        for target, way in realm.routes_from(source).items():
            if target not in realm.sectors and way.turns <= _FARTHEST:
                by_turns.setdefault(target, defaultdict(list))[way.turns].append((source, fleets))
    return {
        target: [Force(turns, tuple(parts)) for turns, parts in sorted(forces.items())]
        for target, forces in sorted(by_turns.items())
    }


def _attack(
    outlook: Outlook, realm: Realm, seen: SeenSector, forces: list[Force]
) -> Iterator[Project]:
    kind: AttackKind = "colonise" if seen.owner is None else "conquer"
    study, price, free = _rights(realm, kind, seen.number)
    cost = study.cost + price
    first = _first_rival(outlook, seen)
    for force in forces:
        if realm.turn + force.turns >= first and outlook.temper.compete:
            return
        garrison = _garrison_then(outlook, seen, force.turns)
        ratio = _ratio(outlook, realm, seen, force.fleets)
        needed = fleets_to_beat(garrison, ratio, outlook.temper.caution)
        if force.fleets.total < needed:
            continue
        orders = _sends(force, kind, seen.number, ceil(outlook.temper.doubling * needed), free=free)
        sent = sum(order.fleets.total for order in orders)
        lost = outlook.worth(prices.fleets(1)) * losses(sent, garrison, ratio)
        value = _value(outlook, realm, seen, garrison) * outlook.temper.delay**force.turns
        yield project(outlook, value, cost, *study.orders, *orders, risk=lost)
        return
    yield from _muster(outlook, realm, seen, forces, cost)


def _first_rival(outlook: Outlook, seen: SeenSector) -> int:
    """The turn in which somebody else's colonisation of this sector arrives."""
    return min(
        (
            m.course.arrives
            for m in outlook.view.missions
            if m.course.target == seen.number
            and m.course.kind == "colonise"
            and m.course.owner != outlook.seat
        ),
        default=10**6,
    )


def _muster(
    outlook: Outlook, realm: Realm, seen: SeenSector, forces: list[Force], cost: Cost
) -> Iterator[Project]:
    """More fleets in the capital for an attack that is yet too weak."""
    for force in forces:
        if not any(source == realm.capital for source, _fleets in force.parts):
            continue
        garrison = _garrison_then(outlook, seen, force.turns)
        ratio = _ratio(outlook, realm, seen, force.fleets)
        needed = fleets_to_beat(garrison, ratio, outlook.temper.caution)
        missing = needed - force.fleets.total - realm.ordered.total
        if missing <= 0:
            return
        lost = losses(needed, garrison, ratio)
        value = _value(outlook, realm, seen, garrison) * outlook.temper.delay**(force.turns+1)
        build = prices.fleets(missing)
        effort = outlook.worth(cost) + outlook.worth(prices.fleets(1)) * (lost + outlook.temper.muster * missing)
        order = Build(ship="medium" if realm.unlocked("medium") else "light", count=missing)
        yield Project(value, effort, build + cost, (order,))
        return


def _rights(realm: Realm, kind: AttackKind, target: Sector) -> tuple[Lessons, Cost, bool]:
    """What must be learned and paid before the attack (AM-17), and whether a token pays."""
    study = lessons(realm, "administration", realm.administration_needed(target))
    price = realm.mission_price(kind, target)
    if kind == "conquer" and not realm.technologies.conquest:
        basic = Lessons(
            prices.research(realm.faction, "conquest", 1), lessons(realm, "conquest", 1).orders[:1]
        )
        if basic.orders and basic.orders[0].free:
            basic = Lessons(Cost(), basic.orders)
        study = Lessons(study.cost + basic.cost, (*study.orders, *basic.orders))
    tokens = realm.means.tokens
    own = tokens.colonisation if kind == "colonise" else tokens.conquest
    free = bool(price) and bool(own or tokens.either)
    return study, Cost() if free else price, free


def _garrison_then(outlook: Outlook, seen: SeenSector, turns: int) -> float:
    if seen.owner is None:
        return seen.garrison + 0.3 * turns
    return seen.garrison + 2 + outlook.temper.alarm * (turns - 1)


def _ratio(outlook: Outlook, realm: Realm, seen: SeenSector, fleets: Fleets) -> float:
    attack = own_attack(realm, fleets, colonising=seen.owner is None)
    if seen.owner is None:
        return attack / 105
    rival = outlook.view.faction(seen.owner)
    return attack / (defence_of(outlook.view, rival) * (1 + 0.01 * outlook.view.turn))


def _sends(
    force: Force, kind: AttackKind, target: Sector, wanted: int, *, free: bool
) -> tuple[Send, ...]:
    """The largest parts first, until there are as many as wanted."""
    orders: list[Send] = []
    for source, fleets in sorted(force.parts, key=lambda part: (-part[1].total, part[0])):
        taken = _heaviest(fleets, wanted)
        if taken:
            first = free and not orders
            orders.append(
                Send(kind=kind, fleets=taken, source=source, target=target, free=first)
            )
            wanted -= taken.total
    return tuple(orders)


def _heaviest(fleets: Fleets, count: int) -> Fleets:
    return _spare(fleets, max(0, fleets.total - count))


def _value(outlook: Outlook, realm: Realm, seen: SeenSector, garrison: float) -> float:
    """What owning the sector and winning the fight for it brings, as C."""
    number = seen.number
    value = outlook.points_value(outlook.points_in(number))
    inside = known_facilities(outlook.view, number)
    if number in outlook.capitals:
        value += yields(outlook, _capital(seen))
    elif inside is not None:
        value += yields(outlook, inside.facilities)
    else:
        value += outlook.temper.hidden
    figures = FACTIONS[realm.faction]
    each = FIGURES.fleets.experience
    if figures.experience_per_fleet is not None:
        each = figures.experience_per_fleet
    value += outlook.worth(Cost(X=each)) * garrison
    if seen.owner is not None:
        value += _harm(outlook, seen)
        reward = figures.when_conquered.get(outlook.view.options.faction_bonuses)
        if reward is not None:
            value += yields(outlook, reward.facilities) + reward.purse.credits
    return value


def _capital(seen: SeenSector) -> Facilities:
    """What a capital that was a while in use has, and what everyone knows of it."""
    levels = _AVERAGE_CAPITAL
    for name in seen.megastructures:
        figures = MEGASTRUCTURES[name]
        levels += figures.grant.facilities
        if figures.to_maximum is not None:
            most = FIGURES.facilities[figures.to_maximum].maximum
            levels = levels.having(figures.to_maximum, most)
    return levels


def _harm(outlook: Outlook, seen: SeenSector) -> float:
    """What it is worth that the owner loses the sector; with its capital it loses all."""
    assert seen.owner is not None
    standing = outlook.view.standing(seen.owner)
    lost = outlook.points_in(seen.number, seen.owner)
    if seen.number == outlook.view.faction(seen.owner).capital:
        lost = standing.points
    share = 1 / max(1, len(outlook.rivals))
    near = max(0.0, (standing.points - 6) / FIGURES.points_to_win)
    return outlook.temper.denial * outlook.temper.point * lost * (share * 0.5 + near)


def neighbours_of(realm: Realm) -> frozenset[Sector]:
    """Foreign sectors that border on own ones."""
    around = {there for here in realm.sectors for there in galaxy.neighbours(here)}
    return frozenset(around - realm.sectors.keys())
