"""What a faction can order now, as a tree whose every path is a line that the desk takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.engine.menu import Choice, Item, Menu
from pbem.engine.phrases import count_turns
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import (
    FACILITIES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    SHIPS,
    TECHNOLOGIES,
    Resource,
    Sector,
)
from pbem.rulesets.asylamba_mini.language import FACILITY, TECHNOLOGY
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.mechanics.execution import Done, fitting_kind, tried
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm, realm_of
from pbem.rulesets.asylamba_mini.orders import IDLE, AnyOrder, Orders, Research, Send, Upgrade
from pbem.rulesets.asylamba_mini.view import View


def menu_of(view: View, held: Orders | None = None) -> Menu:
    """Made from the view alone; `held` are the orders composed so far, on which it goes on."""
    me = view.me
    if me is None or me.means is None or not me.alive or view.ending is not None:
        return ()
    realm = realm_of(view)
    for order in (held or IDLE).orders:
        dealt = tried(realm, order)
        realm = realm if dealt is None else dealt.realm
    found = tuple(item for verb in BRANCHES for item in branch_of(realm, verb))
    return found if held is not None else (*found, Item(words="PASS"))


def branch_of(realm: Realm, verb: str) -> Menu:
    """What may be ordered with one verb: one item, or none."""
    then = tuple(BRANCHES[verb](realm))
    return (Item(words=verb, then=then),) if then else ()


def _done(realm: Realm, order: AnyOrder) -> Done | None:
    dealt = tried(realm, order)
    return None if dealt is None else dealt.done


# What is raised -----------------------------------------------------------------------


def _upgrades(realm: Realm) -> Iterator[Item]:
    for key in FACILITIES:
        most = FIGURES.facilities[key].maximum
        done = _done(realm, Upgrade(facility=key, to=most))
        if done is not None:
            label = naming.facility(key)
            yield from _levels(realm, FACILITY.write(key), label, Upgrade(facility=key), done)


def _researches(realm: Realm) -> Iterator[Item]:
    for key in TECHNOLOGIES:
        words, label = TECHNOLOGY.write(key), naming.technology(key)
        most = FIGURES.technologies[key].maximum
        done = _done(realm, Research(technology=key, to=most))
        if done is not None:
            yield from _levels(realm, words, label, Research(technology=key), done)
        if _done(realm, Research(technology=key, free=True)) is not None:
            yield Item(words=f"{words} FREE", label=label, note=naming.token("technology"))


def _levels(realm: Realm, words: str, label: str, one: AnyOrder, done: Done) -> Iterator[Item]:
    """From the next level to the highest that can be paid; the price is that of the next."""
    first = _done(realm, one)
    assert first is not None, "a higher level can be paid"
    then = Choice(done.before + 1, done.after, done.before + 1)
    yield Item(words=f"{words} TO", label=label, note=naming.amounts(first.cost), then=then)


# What is built ------------------------------------------------------------------------


def _builds(realm: Realm) -> Iterator[Item]:
    yield from _fleets(realm, Resource.R)
    if FACTIONS[realm.faction].builds_with_credits:
        then = tuple(_fleets(realm, Resource.C))
        if then:
            yield Item(words="WITH credits", then=then)


def _fleets(realm: Realm, resource: Resource) -> Iterator[Item]:
    most = realm.balance.of(resource) // FIGURES.fleets.cost
    price = naming.amounts(prices.fleets(1, with_credits=resource == Resource.C))
    for ship in SHIPS:
        if most and realm.unlocked(ship):
            yield Item(words=ship, label=naming.ship(ship), note=price, then=Choice(1, most, most))


def _wonders(realm: Realm) -> Iterator[Item]:
    for name, table in MEGASTRUCTURES.items():
        price = prices.megastructure(realm.faction, name)
        free = name not in realm.built and name not in realm.wonders
        if free and table.level <= realm.technologies.engineering and not realm.lacks(price):
            yield Item(words=name, note=naming.amounts(price))


def _autobuilds(realm: Realm) -> Iterator[Item]:
    ships = tuple(
        Item(words=ship, label=naming.ship(ship)) for ship in SHIPS if realm.unlocked(ship)
    )
    for sector in sorted(realm.sectors):
        if sector != realm.capital:
            yield Item(words=f"{sector}", refs=(f"sector:{sector}",), then=ships)


def _exchanges(realm: Realm) -> Iterator[Item]:
    """So much is got, at the rate."""
    for give in Resource:
        held = realm.balance.of(give)
        most = held // prices.exchange_rate(realm.faction)
        if most:
            others = (get for get in Resource if get != give)
            then = tuple(Item(words=f"FOR {get}", then=Choice(1, most, 1)) for get in others)
            yield Item(words=f"{give}", note=f"{held} {give}", then=then)


# Missions -----------------------------------------------------------------------------


def _sends(realm: Realm) -> Iterator[Item]:
    for source in sorted(realm.sectors):
        yield from missions_from(realm, source)


def missions_from(realm: Realm, source: Sector) -> Iterator[Item]:
    """What may be launched from a sector: one item, or none."""
    there = realm.sectors[source].fleets
    if not there:
        return
    sent = (
        Item(words="ALL", label=naming.fleets(there)),
        *(
            Item(words=ship, label=naming.ship(ship), then=Choice(1, most, most))
            for ship in SHIPS
            if (most := there.of(ship))
        ),
    )
    targets = tuple(
        Item(
            words=f"TO {target} {order.kind.upper()}{' FREE' if order.free else ''}",
            label=naming.mission(order.kind),
            note=_price(done),
            refs=(f"sector:{target}",),
            then=sent,
        )
        for target in sorted(realm.routes_from(source))
        for order in _missions(realm, source, target)
        if (done := _done(realm, order)) is not None
    )
    if targets:
        yield Item(words=f"FROM {source}", refs=(f"sector:{source}",), then=targets)


def _missions(realm: Realm, source: Sector, target: Sector) -> Iterator[Send]:
    """All fleets, at the price, and with a token where one would pay."""
    fleets, kind = realm.sectors[source].fleets, fitting_kind(realm, target)
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
