"""What a faction can order now, as a tree whose every path is a line that the desk takes, or that
nothing forbids but its price, or a level that a RESEARCH above it would bring.

What one resource is short of another may bring (AM-11). So megastructures, missions and each next
level stand there at any price, and numbers go as far as an exchange of all the rest would lead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.api import Ask
from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.menu import Choice, Item, Limit, Menu, Take, explained
from pbem.engine.phrases import count_turns, side_by_side
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import (
    FACILITIES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    SHIPS,
    TECHNOLOGIES,
    Cost,
    Fleets,
    Resource,
    Sector,
    Ship,
    Technology,
)
from pbem.rulesets.asylamba_mini.language import FACILITY, TECHNOLOGY
from pbem.rulesets.asylamba_mini.mechanics import Realm, own_realm, prices
from pbem.rulesets.asylamba_mini.mechanics.execution import Done, tried
from pbem.rulesets.asylamba_mini.mechanics.forecast import percents, points_of, prospect
from pbem.rulesets.asylamba_mini.orders import IDLE, AnyOrder, Orders, Research, Send, Upgrade
from pbem.rulesets.asylamba_mini.view import View


def menu_of(view: View, ask: Ask, held: Orders | None = None) -> Menu:
    """Made from the view alone; `held` are the orders composed so far, on which it goes on."""
    realm = own_realm(view) if view.ending is None else None
    if realm is None:
        return ()
    for order in (held or IDLE).orders:
        dealt = tried(realm, order)
        realm = realm if dealt is None else dealt.realm
    found = tuple(item for verb in BRANCHES for item in branch_of(realm, verb, view))
    return explained(found if held is not None else (*found, _passing()), DOES)


def _passing() -> Item:
    told = _("PASS stands alone; the other lines count")
    return Item(words="PASS", limits=(Limit("PASS", 1, told, refused=True, alone=True),))


def branch_of(realm: Realm, verb: str, view: View | None = None) -> Menu:
    """What may be ordered with one verb: one item, or none; with a view how attacks would end."""
    then = tuple(_sends(realm, view) if verb == "SEND" else BRANCHES[verb](realm))
    limits = (_most_missions(realm),) if verb == "SEND" else ()
    return (Item(words=verb, limits=limits, then=then),) if then else ()


_PLENTY = Cost(10**6, 10**6, 10**6, 10**6)
"""More than any line takes."""
_UNLOCKING: Sequence[Technology] = ("administration", "conquest", "engineering", "frame")
"""Whose levels other orders need."""


def _done(realm: Realm, order: AnyOrder) -> Done | None:
    """What an order would come to, could it be paid, and were all researched that others need; None
    where anything else forbids it."""
    learnt = realm.technologies
    for key in _UNLOCKING:
        learnt = learnt.having(key, FIGURES.technologies[key].maximum)
    wise = realm.with_means(replace(realm.means, technologies=learnt))
    dealt = tried(wise.paying(Cost() - _PLENTY), order)
    return None if dealt is None else dealt.done


def _needs(realm: Realm, key: Technology, level: int) -> tuple[Take, ...]:
    """A level that must be reached, where it is not."""
    have = realm.technologies.of(key)
    return (Take(naming.technology(key), have, (level,), needed=True),) if level > have else ()


def _reach(realm: Realm, resource: Resource) -> int:
    """The most that there could be of it, were all the rest exchanged for it."""
    rate = prices.exchange_rate(realm.faction)
    others = (realm.balance.of(one) // rate for one in Resource if one != resource)
    return realm.balance.of(resource) + sum(others)


def _in_reach(realm: Realm, cost: Cost) -> bool:
    return all(cost.of(one) <= _reach(realm, one) for one in Resource)


# What is raised -----------------------------------------------------------------------


def _upgrades(realm: Realm) -> Iterator[Item]:
    for key in FACILITIES:
        words, label = FACILITY.write(key), naming.facility(key)
        yield from _levels(realm, words, label, Upgrade(facility=key))


def _researches(realm: Realm) -> Iterator[Item]:
    for key in TECHNOLOGIES:
        words, label = TECHNOLOGY.write(key), naming.technology(key)
        yield from _levels(realm, words, label, Research(technology=key))
        if tried(realm, Research(technology=key, free=True)) is not None:
            takes = _learnt(realm, key, 1)
            yield Item(
                words=f"{words} FREE", label=label, note=naming.token("technology"), takes=takes
            )


def _learnt(realm: Realm, key: Technology, levels: int) -> tuple[Take, ...]:
    """The levels that research brings, where other orders need them."""
    brought = tuple(-n for n in range(1, levels + 1))
    told = Take(naming.technology(key), realm.technologies.of(key), brought)
    return (told,) if key in _UNLOCKING else ()


def _levels(realm: Realm, words: str, label: str, one: Upgrade | Research) -> Iterator[Item]:
    """From the next level to the highest within reach, with the price of each."""
    ladder, costs = realm.ladder(one), dict[int, Cost]()
    for level in range(ladder.level + 1, ladder.maximum + 1):
        step = ladder.price(level)
        cost = None if step is None else costs.get(level - 1, Cost()) + step
        if cost is None or (costs and not _in_reach(realm, cost)):
            break
        costs[level] = cost
    if costs:
        takes = _takes(realm, *costs.values())
        if isinstance(one, Research):
            takes += _learnt(realm, one.technology, len(costs))
        yield Item(
            words=f"{words} TO",
            label=label,
            note=_prices(costs),
            takes=tuple(replace(take, rises=True) for take in takes),
            then=Choice(ladder.level + 1, max(costs), ladder.level + 1),
        )


def _prices(costs: Mapping[int, Cost]) -> str:
    """ "to 5 for 50 R; to 6 for 110 R"."""
    told = _("to {level} for {price}")
    return side_by_side(told.format(level=n, price=naming.amounts(costs[n])) for n in costs)


def _takes(realm: Realm, *costs: Cost) -> tuple[Take, ...]:
    """What is paid of what the realm has: one cost, or one for each number."""
    amounts = ((one, tuple(cost.of(one) for cost in costs)) for one in Resource)
    return tuple(Take(str(one), realm.balance.of(one), paid) for one, paid in amounts if any(paid))


# What is built ------------------------------------------------------------------------


def _builds(realm: Realm) -> Iterator[Item]:
    yield from _fleets(realm, Resource.R)
    if FACTIONS[realm.faction].builds_with_credits:
        then = tuple(_fleets(realm, Resource.C))
        if then:
            yield Item(words="WITH credits", then=then)


def _fleets(realm: Realm, resource: Resource) -> Iterator[Item]:
    """As many as can be paid are proposed."""
    each = FIGURES.fleets.cost
    paid, most = realm.balance.of(resource) // each, max(1, _reach(realm, resource) // each)
    costs = [prices.fleets(n, with_credits=resource == Resource.C) for n in range(1, most + 1)]
    for ship in SHIPS:
        yield Item(
            words=ship,
            label=naming.ship(ship),
            note=naming.amounts(costs[0]),
            takes=(*_needs(realm, "frame", FIGURES.ships[ship].frame), *_takes(realm, *costs)),
            then=Choice(1, most, max(1, paid)),
        )


def _wonders(realm: Realm) -> Iterator[Item]:
    for name, table in MEGASTRUCTURES.items():
        price = prices.megastructure(realm.faction, name)
        if name not in realm.built and name not in realm.wonders:
            yield Item(
                words=name,
                label=naming.megastructure_does(name),
                note=naming.amounts(price),
                takes=(*_needs(realm, "engineering", table.level), *_takes(realm, price)),
            )


def _autobuilds(realm: Realm) -> Iterator[Item]:
    ships = tuple(
        Item(
            words=ship,
            label=naming.ship(ship),
            takes=_needs(realm, "frame", FIGURES.ships[ship].frame),
        )
        for ship in SHIPS
    )
    for sector in sorted(realm.sectors):
        if sector != realm.capital:
            yield Item(words=f"{sector}", refs=(f"sector:{sector}",), then=ships)


def _exchanges(realm: Realm) -> Iterator[Item]:
    """So much is got, at the rate."""
    for give in Resource:
        held, rate = realm.balance.of(give), prices.exchange_rate(realm.faction)
        most = max(1, _reach(realm, give) // rate)
        given = Take(str(give), held, tuple(rate * n for n in range(1, most + 1)))
        then = tuple(
            Item(
                words=f"FOR {get}",
                takes=(given, _brings(realm, get, most)),
                then=Choice(1, most, 1),
            )
            for get in Resource
            if get != give
        )
        told = _("exchanges at {rate} for 1").format(rate=rate)
        yield Item(words=f"{give}", label=told, note=f"{held} {give}", then=then)


def _brings(realm: Realm, get: Resource, most: int) -> Take:
    return Take(str(get), realm.balance.of(get), tuple(-n for n in range(1, most + 1)))


# Missions -----------------------------------------------------------------------------


def _sends(realm: Realm, view: View | None = None) -> Iterator[Item]:
    """Where no mission is left, what could be sent were there one."""
    if not _missions_left(realm):
        realm = replace(realm, under_way=(), launches=())
    for source in sorted(realm.sectors):
        yield from missions_from(realm, source, view)


def _missions_left(realm: Realm) -> int:
    return max(0, realm.most_missions - len(realm.missions))


def _most_missions(realm: Realm) -> Limit:
    """AM-16; it is told where none is left, too."""
    most = realm.most_missions
    told = ngettext(
        "{most} mission is the most for your sectors",
        "{most} missions are the most for your sectors",
        most,
    ).format(most=most)
    return Limit("mission", _missions_left(realm), told, refused=True)


def missions_from(realm: Realm, source: Sector, view: View | None = None) -> Iterator[Item]:
    """What may be launched from a sector: one item, or none; with a view the nearest first, each
    with what stands there and what that is worth."""
    there = realm.sectors[source].fleets
    if not there:
        return
    held = {ship: there.of(ship) for ship in SHIPS if there.of(ship)}
    sent = (
        Item(
            words="ALL",
            label=naming.fleets(there),
            takes=tuple(_leave(source, ship, most, (most,)) for ship, most in held.items()),
        ),
        *(
            Item(
                words=ship,
                label=naming.ship(ship),
                takes=(_leave(source, ship, most, tuple(range(1, most + 1))),),
                then=Choice(1, most, most),
            )
            for ship, most in held.items()
        ),
    )
    routes = realm.routes_from(source)
    against = {
        target: tuple(_winning(view, realm, target, one) for one in sent)
        for target in routes
        if view is not None and _is_held_against(view, realm, target)
    }
    in_order = sorted(routes, key=lambda one: (routes[one].turns if view else 0, one))
    targets = tuple(
        Item(
            words=f"TO {target} {order.kind.upper()}{' FREE' if order.free else ''}",
            label=side_by_side((naming.mission(order.kind), *_standing(view, realm, target))),
            note=side_by_side((_price(done), _odds(view, realm, target, there))),
            takes=(*_administered(realm, order), *_takes(realm, done.cost)),
            refs=(f"sector:{target}",),
            then=against.get(target, sent),
        )
        for target in in_order
        for order in _missions(realm, source, target)
        if (done := _done(realm, order)) is not None
    )
    if targets:
        yield Item(words=f"FROM {source}", refs=(f"sector:{source}",), then=targets)


def _administered(realm: Realm, order: Send) -> tuple[Take, ...]:
    """AM-17: for one sector more, and for taking it from a faction."""
    knows = _needs(realm, "conquest", 1) if order.kind == "conquer" else ()
    if order.kind == "reinforce" or realm.has_paid_for(order.kind, order.target):
        return knows
    return (*knows, *_needs(realm, "administration", realm.administration_needed(order.target)))


def _standing(view: View | None, realm: Realm, target: Sector) -> Iterator[str]:
    """What another's sector is worth, and how many fleets are there."""
    if view is not None and target not in realm.sectors:
        yield naming.count_points(points_of(view, target, realm.faction))
        yield naming.count_fleets(view.sector(target).garrison)


def _odds(view: View | None, realm: Realm, target: Sector, fleets: Fleets) -> str:
    """What comes of all fleets of a sector as things look now."""
    if view is None or not _is_held_against(view, realm, target):
        return ""
    percent = prospect(view, realm, target, fleets).percent
    return _("ALL win about {percent} times in 100").format(percent=percent)


def _is_held_against(view: View, realm: Realm, target: Sector) -> bool:
    return target not in realm.sectors and view.sector(target).garrison > 0


def _winning(view: View, realm: Realm, target: Sector, item: Item) -> Item:
    """With what comes of each number of the fleets of a type, where one has to say how many; a
    third of them, two thirds and all are noted."""
    if not isinstance(item.then, Choice):
        return item
    most, ship = item.then.high, item.words
    odds = percents(view, realm, target, lambda number: Fleets(**{ship: number}), most)
    numbers = sorted({-(-most * part // 3) for part in (1, 2, 3)})
    each = _("{number} win {percent}\u00a0%")
    told = (each.format(number=n, percent=odds[n - 1]) for n in numbers)
    return replace(item, note=", ".join(told), odds=odds)


def _leave(source: Sector, ship: Ship, most: int, sent: tuple[int, ...]) -> Take:
    """Of the fleets that a sector has, those that leave it."""
    told = _("{ship} in {sector}").format(ship=naming.ship(ship), sector=source)
    return Take(told, most, sent)


def _missions(realm: Realm, source: Sector, target: Sector) -> Iterator[Send]:
    """All fleets, at the price, and with a token where one would pay."""
    fleets, kind = realm.sectors[source].fleets, realm.fitting_kind(target)
    order = Send(kind=kind, fleets=fleets, source=source, target=target)
    yield order
    if realm.mission_price(kind, target):
        yield Send(kind=kind, fleets=fleets, source=source, target=target, free=True)


def _price(done: Done) -> str:
    turns = count_turns(done.turns)
    if done.token is not None:
        return f"{turns}, {naming.token(done.token)}"
    return f"{turns}, {naming.amounts(done.cost)}" if done.cost else turns


BRANCHES: Mapping[str, Callable[[Realm], Iterator[Item]]] = {
    "UPGRADE": _upgrades,
    "RESEARCH": _researches,
    "BUILD": _builds,
    "WONDER": _wonders,
    "SEND": _sends,
    "EXCHANGE": _exchanges,
    "AUTOBUILD": _autobuilds,
}


DOES: Mapping[str, str] = {
    "UPGRADE": N_("raise a facility of your capital, which then yields more"),
    "RESEARCH": N_("raise a technology: for fights, for more sectors, for better ships"),
    "BUILD": N_("fleets in your capital, ready at the end of the turn"),
    "WONDER": N_("a megastructure in your capital, worth a victory point"),
    "SEND": N_("fleets to another sector: to take it, or to defend your own"),
    "EXCHANGE": N_("some of one resource for some of another"),
    "AUTOBUILD": N_("the type of ship that a sector builds from now on"),
    "PASS": N_("order nothing in this turn"),
}
