"""What is to be foreseen: which fleets will meet an attack (AM-15), and what could be attacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.figures import (
    FIGURES,
    MEGASTRUCTURES,
    Fleets,
    Inside,
    Sector,
)
from pbem.rulesets.asylamba_mini.galaxy import Route, routes
from pbem.rulesets.asylamba_mini.mechanics import Realm
from pbem.rulesets.asylamba_mini.mechanics.combat import attack, defence, percent_to_win, strength
from pbem.rulesets.asylamba_mini.mechanics.prices import output, sector_points
from pbem.rulesets.asylamba_mini.orders import AttackKind, Send
from pbem.rulesets.asylamba_mini.view import Course, SeenFaction, View


def guard(realm: Realm, sector: Sector, turn: int) -> int:
    """The fleets that meet an attack of `turn`, as the orders given so far will have it.

    Reinforcements arrive before attacks; what is built in a turn is ready after them.
    """
    productions = turn - realm.turn
    there = realm.sectors[sector].fleets.total + _arriving(realm, sector, turn)
    if not productions:
        return there
    if sector == realm.capital:
        return there + realm.ordered.total
    return there + automatic(realm.sectors[sector], productions)


def _arriving(realm: Realm, sector: Sector, turn: int) -> int:
    """Own missions join the garrison whatever they were sent for (AM-19)."""
    arriving = (m.course for m in realm.missions if m.course.arrives <= turn)
    return sum(course.count for course in arriving if course.target == sector)


def automatic(inside: Inside, turns: int = 1) -> int:
    """The fleets that a sector other than the capital builds by itself in so many turns (AM-9)."""
    return (inside.resources + turns * output(inside.facilities).R) // FIGURES.fleets.cost


Attacks = Counter[tuple[int, Seat, Sector]]
"""Numbers of fleets by turn of arrival, owner and target."""


def attacks_on(view: View) -> Attacks:
    """Fleets of others on their way to conquer sectors of the view's seat, the soonest first.

    A colonisation that is aimed at one would turn back (AM-19).
    """
    found: Attacks = Counter()
    if view.seat is None:
        return found
    for mission in view.missions:
        course = mission.course
        aimed = course.kind == "conquer" and view.sector(course.target).owner == view.seat
        if aimed and course.owner != view.seat:
            found[course.arrives, course.owner, course.target] += course.count
    return Counter(dict(sorted(found.items())))


class Reach(NamedTuple):
    """Fleets of a rival, and in how many turns they could be somewhere."""

    owner: Seat
    source: Sector
    fleets: int
    turns: int


_SOON = 3
"""Turns; from farther off an attack is seen early enough."""


def in_reach(view: View, rival: SeenFaction, sector: Sector) -> Iterator[Reach]:
    """The garrisons of a rival that could soon be in a sector."""
    for seen in view.owned_by(rival.seat) if rival.alive else ():
        way = routes(view.owners, rival.seat, rival.name, seen.number).get(sector)
        if seen.garrison and way is not None and way.turns <= _SOON:
            yield Reach(rival.seat, seen.number, seen.garrison, way.turns)


def largest_in_reach(view: View, sector: Sector) -> Reach | None:
    """The largest of all rivals; None where there is none."""
    rivals = (rival for rival in view.factions if rival.seat != view.seat)
    found = (reach for rival in rivals for reach in in_reach(view, rival, sector))
    return max(found, key=lambda one: (one.fleets, -one.turns, -one.source), default=None)


def soonest_win(view: View, rival: SeenFaction, wonders: int = 0) -> int | None:
    """The turn in which a rival would have the points that win, if all its attacks under way
    succeed and it builds so many megastructures more at once; None if that is not enough. Bonuses
    that the view does not know are not counted (AM-25)."""
    points = view.standing(rival.seat).points
    left = len(MEGASTRUCTURES) - sum(len(sector.megastructures) for sector in view.sectors)
    points += FIGURES.points_per_megastructure * min(wonders, left)
    if wonders and points >= FIGURES.points_to_win:
        return view.open_turn
    courses = (m.course for m in view.missions if m.course.owner == rival.seat)
    attacks = sorted((c.arrives, c.target) for c in courses if c.is_attack)
    taken: set[Sector] = set()
    for arrives, target in attacks:
        if target not in taken and view.sector(target).owner != rival.seat:
            taken.add(target)
            points += points_of(view, target, rival.name)
            if points >= FIGURES.points_to_win:
                return arrives
    return None


class Target(msgspec.Struct, frozen=True):
    """A sector that fleets can reach, and the best way there from an own sector."""

    sector: Sector
    kind: AttackKind
    garrison: int
    route: Route

    @property
    def source(self) -> Sector:
        return self.route.path[0]


def targets(view: View, realm: Realm) -> tuple[Target, ...]:
    """All that can be reached, the nearest first, then the least guarded.

    The way is counted from where fleets stand, or from any own sector where none do.
    """
    armed = [number for number, inside in realm.sectors.items() if inside.fleets]
    best: dict[Sector, Route] = {}
    for source in armed or realm.sectors:
        for sector, route in realm.routes_from(source).items():
            known = best.get(sector)
            if sector not in realm.sectors and (known is None or route.halves < known.halves):
                best[sector] = route
    found = [
        Target(
            sector=sector,
            kind="colonise" if view.sector(sector).owner is None else "conquer",
            garrison=view.sector(sector).garrison,
            route=route,
        )
        for sector, route in best.items()
    ]
    return tuple(sorted(found, key=lambda t: (t.route.turns, t.garrison, t.sector)))


class Prospect(NamedTuple):
    """An attack as it looks now: what attacks, what defends, and how often in 100 it wins."""

    fleets: Fleets
    garrison: int
    percent: int
    kinds_known: bool


def prospect(view: View, realm: Realm, target: Sector, fleets: Fleets) -> Prospect:
    """What is known counts: ships that are not seen are held to be light, and the defence of
    others to be without technology."""
    seen = view.sector(target)
    there = Fleets(light=seen.garrison) if seen.inside is None else seen.inside.fleets
    level, built = realm.technologies.attack, realm.megastructures
    mine = attack(realm.faction, level, built, colonising=seen.owner is None)
    theirs = strength(0)
    if seen.owner is not None:
        owner = view.faction(seen.owner)
        known = 0 if owner.means is None else owner.means.technologies.defence
        theirs = defence(owner.name, known, view.megastructures_of(owner.seat))
    percent = percent_to_win(fleets, there, mine, theirs)
    return Prospect(fleets, there.total, percent, seen.inside is not None)


def percents(
    view: View, realm: Realm, target: Sector, fleets: Callable[[int], Fleets], most: int
) -> tuple[int, ...]:
    """How often in 100 so many fleets win, from one to `most`. More of them never win less often:
    where two numbers win alike, none between them is looked at."""
    found: dict[int, int] = {}

    def look(low: int, high: int) -> None:
        for number in {low, high} - found.keys():
            found[number] = prospect(view, realm, target, fleets(number)).percent
        if found[low] == found[high]:
            found.update(dict.fromkeys(range(low, high), found[low]))
        elif high - low > 1:
            look(low, (low + high) // 2)
            look((low + high) // 2, high)

    look(1, most)
    return tuple(found[number] for number in range(1, most + 1))


def won_of_rebels(view: View, me: SeenFaction, attackers: Fleets, defenders: Fleets) -> int:
    """How often in 100 such a fight is won: of rebels all is known that decides it."""
    level = 0 if me.means is None else me.means.technologies.attack
    mine = attack(me.name, level, view.megastructures_of(me.seat), colonising=True)
    return percent_to_win(attackers, defenders, mine, strength(0))


def bound_for(realm: Realm, order: Send, arrives: int) -> Fleets:
    """All fleets that fight together with those of an order (AM-15)."""
    alike = (order.kind, order.target, arrives)
    found = (
        m.fleets
        for m in realm.missions
        if (m.course.kind, m.course.target, m.course.arrives) == alike and m.fleets is not None
    )
    return sum(found, Fleets())


def first_rival(view: View, sector: Sector) -> Course | None:
    """The first attack of another faction on its way to a sector."""
    courses = [
        m.course
        for m in view.missions
        if m.course.target == sector and m.course.is_attack and m.course.owner != view.seat
    ]
    return min(courses, key=lambda course: (course.arrives, course.number), default=None)


def points_of(view: View, number: Sector, faction: str | None) -> int:
    """What a sector is worth to `faction`, or by itself, as far as the view knows (AM-25)."""
    seen = view.sector(number)
    capitals = () if faction is None else tuple(one.capital for one in view.factions)
    return sector_points(number, seen.bonus, seen.megastructures, faction or "", capitals)
