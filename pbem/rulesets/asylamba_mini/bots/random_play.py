"""Random legal orders: for tests, and as the weakest opponent of all.

Chance proposes, the own position decides. Proposals lean towards what lets a realm grow, so
that a game among such players ends too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pbem.engine.rng import Stream
from pbem.rulesets.asylamba_mini.bots.draft import Draft
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import (
    SHIPS,
    TECHNOLOGIES,
    Facility,
    Fleets,
    Resource,
    Sector,
    Ship,
    Technology,
)
from pbem.rulesets.asylamba_mini.orders import (
    IDLE,
    AnyOrder,
    Autobuild,
    Build,
    Exchange,
    Orders,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.reading.sending import fitting_kind
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm, realm_of
from pbem.rulesets.asylamba_mini.view import View

T = TypeVar("T")

_FEWEST, _MOST = 0, 8
"""How many orders are proposed in a turn."""


def random_orders(view: View, stream: Stream) -> Orders:
    """Any orders that can be carried out; none for who has nothing to order."""
    me = view.me
    if me is None or me.means is None or not me.alive:
        return IDLE
    draft = Draft(realm_of(view))
    for _attempt in range(stream.between(_FEWEST, _MOST)):
        propose = _weighted(_PROPOSALS, stream)
        order = propose(view, draft.realm, stream)
        if order is not None:
            draft = draft.giving(order)
    return draft.written()


def _weighted(items: Sequence[tuple[int, T]], stream: Stream) -> T:
    """One of the items, as likely as its weight."""
    drawn = stream.below(sum(weight for weight, _item in items))
    for weight, item in items:
        drawn -= weight
        if drawn < 0:
            return item
    raise AssertionError("a draw lies below the sum of the weights")


def _upgrade(view: View, realm: Realm, stream: Stream) -> AnyOrder:
    facility: Facility = stream.choice(("refinery", "hub"))
    levels, to = _extent(realm.home.facilities.of(facility), stream)
    return Upgrade(facility=facility, levels=levels, to=to)


def _extent(now: int, stream: Stream) -> tuple[int, int | None]:
    """Some levels more, or up to some level."""
    levels = stream.between(1, 3)
    return (1, now + levels) if stream.strikes(1, 4) else (levels, None)


_RESEARCHED: Sequence[tuple[int, Technology]] = tuple(
    (6 if technology == "administration" else 1, technology) for technology in TECHNOLOGIES
)


def _research(view: View, realm: Realm, stream: Stream) -> AnyOrder:
    technology = _weighted(_RESEARCHED, stream)
    if realm.means.tokens.technology and stream.strikes(1, 2):
        return Research(technology=technology, free=True)
    levels, to = _extent(realm.technologies.of(technology), stream)
    if technology == "administration":
        levels, to = 1, None
    return Research(technology=technology, levels=levels, to=to)


def _build(view: View, realm: Realm, stream: Stream) -> AnyOrder | None:
    with_credits = FACTIONS[realm.faction].builds_with_credits and stream.strikes(1, 3)
    resource = Resource.C if with_credits else Resource.R
    most = realm.balance.of(resource) // FIGURES.fleets.cost
    if most < 1:
        return None
    return Build(
        ship=_ship(realm, stream),
        count=stream.between((most + 1) // 2, most),
        with_credits=with_credits,
    )


def _ship(realm: Realm, stream: Stream) -> Ship:
    """Mostly the heaviest that is unlocked."""
    unlocked = [ship for ship in SHIPS if realm.unlocked(ship)]
    return stream.choice(unlocked) if stream.strikes(1, 4) else unlocked[-1]


def _wonder(view: View, realm: Realm, stream: Stream) -> AnyOrder | None:
    level = realm.technologies.engineering
    within = [
        name
        for name, table in MEGASTRUCTURES.items()
        if table.level <= level
        and name not in realm.built
        and not realm.lacks(prices.megastructure(realm.faction, name))
    ]
    return Wonder(megastructure=stream.choice(within)) if within else None


def _exchange(view: View, realm: Realm, stream: Stream) -> AnyOrder | None:
    give, get = stream.sample(tuple(Resource), 2)
    rate = prices.exchange_rate(realm.faction)
    most = realm.balance.of(give) // rate
    if most < 1:
        return None
    amount = stream.between(1, (most + 1) // 2)
    if stream.strikes(1, 2):
        return Exchange(give=give, get=get, amount=amount, named="get")
    return Exchange(give=give, get=get, amount=amount * rate)


def _autobuild(view: View, realm: Realm, stream: Stream) -> AnyOrder | None:
    others = [number for number in sorted(realm.sectors) if number != realm.capital]
    if not others:
        return None
    return Autobuild(sector=stream.choice(others), ship=_ship(realm, stream))


def _attack(view: View, realm: Realm, stream: Stream) -> AnyOrder | None:
    """Most of the largest garrison, against a near sector that it may beat."""
    source = _strong_source(realm, stream)
    if source is None:
        return None
    there = realm.sectors[source].fleets
    weaker = [
        target
        for target, route in realm.routes_from(source).items()
        if route.turns <= 4
        and realm.owners[target - 1] != realm.seat
        and view.sector(target).garrison <= 2 * there.total
    ]
    if not weaker:
        return None
    target = stream.choice(weaker)
    kind = fitting_kind(target, realm)
    tokens = realm.means.tokens
    held = tokens.either + (tokens.colonisation if kind == "colonise" else tokens.conquest)
    fleets = there if stream.strikes(2, 3) else _part(there, stream)
    return Send(
        kind=kind,
        fleets=fleets,
        source=source,
        target=target,
        free=held > 0 and stream.strikes(1, 2),
    )


def _reinforce(view: View, realm: Realm, stream: Stream) -> AnyOrder | None:
    """Towards the capital, from where the large forces leave."""
    sources = _garrisoned(realm)
    if len(realm.sectors) < 2 or not sources:
        return None
    source = stream.choice(sources)
    own = [number for number in sorted(realm.sectors) if number != source]
    target = realm.capital if stream.strikes(2, 3) and source != realm.capital else None
    fleets = _part(realm.sectors[source].fleets, stream)
    return Send(kind="reinforce", fleets=fleets, source=source, target=target or stream.choice(own))


def _garrisoned(realm: Realm) -> list[Sector]:
    return [number for number in sorted(realm.sectors) if realm.sectors[number].fleets]


def _strong_source(realm: Realm, stream: Stream) -> Sector | None:
    sources = _garrisoned(realm)
    if not sources:
        return None
    if stream.strikes(1, 3):
        return stream.choice(sources)
    return max(sources, key=lambda number: realm.sectors[number].fleets.total)


def _part(there: Fleets, stream: Stream) -> Fleets:
    """Some of these fleets, one at least."""
    some = {ship: stream.between((there.of(ship) + 1) // 2, there.of(ship)) for ship in SHIPS}
    return Fleets(**some)


_PROPOSALS: Sequence[tuple[int, Callable[[View, Realm, Stream], AnyOrder | None]]] = (
    (6, _upgrade),
    (4, _research),
    (6, _build),
    (1, _wonder),
    (1, _exchange),
    (1, _autobuild),
    (6, _attack),
    (2, _reinforce),
)
