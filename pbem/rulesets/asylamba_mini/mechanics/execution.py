"""What each order does to its faction's position: paid as it is reached, or refused (AM-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.engine.language import Refusal, Refused
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import (
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    SHIP_NAMES,
    SHIPS,
    TOKEN_NAMES,
    Cost,
    Fleets,
    Resource,
    Sector,
)
from pbem.rulesets.asylamba_mini.galaxy import Route
from pbem.rulesets.asylamba_mini.mechanics import Ladder, Realm, errors, prices
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    AttackKind,
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    SendKind,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.view import Course, Payment, SeenMission, Token


class Done(msgspec.Struct, frozen=True):
    """What an order came to.

    ``cost`` was paid and ``gain`` got (an exchange). ``before`` and ``after`` are levels;
    where fewer were raised than ordered, ``stopped`` says why. ``path`` and ``turns`` are
    a mission's; ``token`` paid for it or for the level.
    """

    order: AnyOrder
    cost: Cost = Cost()
    gain: Cost = Cost()
    before: int = 0
    after: int = 0
    stopped: Refusal | None = None
    path: tuple[Sector, ...] = ()
    turns: int = 0
    token: Token | None = None


class Dealt(NamedTuple):
    """A position after an order, and what the order came to."""

    realm: Realm
    done: Done


def carry_out(realm: Realm, order: AnyOrder) -> Dealt:
    """The position after `order`. Raises :class:`Refused` where it cannot be carried out."""
    match order:
        case Exchange():
            return _exchange(realm, order)
        case Research() | Upgrade():
            return _raise(realm, order)
        case Build():
            return _build(realm, order)
        case Wonder():
            return _wonder(realm, order)
        case Send():
            return _send(realm, order)
        case Autobuild():
            return _autobuild(realm, order)


def tried(realm: Realm, order: AnyOrder) -> Dealt | None:
    """The same; None where it cannot be carried out."""
    try:
        return carry_out(realm, order)
    except Refused:
        return None


def after_all(realm: Realm, orders: Sequence[AnyOrder]) -> Realm | None:
    """The position that orders leave; None where one of them would be refused."""
    for order in orders:
        dealt = tried(realm, order)
        if dealt is None:
            return None
        realm = dealt.realm
    return realm


def shortened(realm: Realm, orders: Sequence[AnyOrder]) -> list[tuple[int, AnyOrder]]:
    """The orders with their places: fleets alike ordered once, where the last of them were, for by
    then all can be paid, if an upgrade on the way does not take more of what is still there; and
    exchanges alike that then stand one behind the other in one."""
    counts: dict[Build, int] = {}
    for order in orders:
        if isinstance(order, Build):
            counts[_kind(order)] = counts.get(_kind(order), 0) + order.count
    found: list[tuple[int, AnyOrder]] = []
    for place, order in reversed([*enumerate(orders)]):
        if not isinstance(order, Build):
            found.append((place, order))
        elif _kind(order) in counts:
            count = counts.pop(_kind(order))
            found.append((place, replace(order, count=count)))
    shorter: list[tuple[int, AnyOrder]] = []
    for place, order in reversed(found):
        first, before = shorter[-1] if shorter else (place, None)
        if isinstance(order, Exchange) and isinstance(before, Exchange) and _alike(order, before):
            shorter[-1] = (first, replace(before, amount=before.amount + order.amount))
        else:
            shorter.append((place, order))
    same = after_all(realm, [o for _place, o in shorter]) == after_all(realm, orders)
    return shorter if same else [*enumerate(orders)]


def _alike(order: Exchange, before: Exchange) -> bool:
    return replace(order, amount=before.amount) == before


def _kind(order: Build) -> Build:
    return replace(order, count=0)


def _exchange(realm: Realm, order: Exchange) -> Dealt:
    """AM-11: whole units; what would buy no whole unit is kept."""
    side = "got" if order.named == "get" else "given"
    if order.give == order.get:
        raise Refused(errors.SAME_RESOURCE, "got", resource=order.give)
    rate = prices.exchange_rate(realm.faction)
    got = order.amount if order.named == "get" else order.amount // rate
    if got < 1:
        raise Refused(errors.TOO_LITTLE, side, rate=rate, resource=order.give)
    cost, gain = Cost.just(order.give, got * rate), Cost.just(order.get, got)
    most = realm.balance.of(order.give) // rate
    most = most if order.named == "get" else most * rate
    _check_price(realm, cost, side, replace(order, amount=most))
    return Dealt(realm.paying(cost).paying(Cost() - gain), Done(order, cost=cost, gain=gain))


def _raise(realm: Realm, order: Upgrade | Research) -> Dealt:
    """AM-7, AM-8: as many levels as can be paid, one at least; a token buys one (AM-13)."""
    ladder = realm.ladder(order)
    goal = _goal(order, ladder)
    if isinstance(order, Research) and order.free:
        return _taught(realm, order, ladder, goal)
    level, cost, stopped = ladder.level, Cost(), None
    while level < goal and stopped is None:
        more = ladder.price(level + 1) or Cost()
        lack = realm.lacks(more)
        if level >= ladder.maximum:
            stopped = _at_maximum(order, ladder)
        elif lack is not None:
            stopped = _short(realm, more, lack, "extent")
        else:
            realm, level, cost = realm.paying(more), level + 1, cost + more
    if level == ladder.level and stopped is not None:
        raise stopped
    told = None if stopped is None else stopped.refusal
    done = Done(order, cost=cost, before=ladder.level, after=level, stopped=told)
    return Dealt(realm.raised(order, level), done)


def _goal(order: Upgrade | Research, ladder: Ladder) -> int:
    """The level that is meant, one above the present at least."""
    if ladder.price(1) is None:
        raise Refused(errors.NOT_UPGRADABLE, "facility", name=ladder.name)
    if ladder.level >= ladder.maximum:
        raise _at_maximum(order, ladder)
    have = ladder.level
    goal = have + order.levels if order.to is None else order.to
    if goal <= have:
        raise Refused(errors.LEVEL_REACHED, "extent", name=ladder.name, have=have, next=have + 1)
    return goal


def _at_maximum(order: Upgrade | Research, ladder: Ladder) -> Refused:
    slot = "facility" if isinstance(order, Upgrade) else "technology"
    return Refused(errors.NOT_BELOW_MAXIMUM, slot, name=ladder.name, level=ladder.maximum)


def _taught(realm: Realm, order: Research, ladder: Ladder, goal: int) -> Dealt:
    have = ladder.level
    if goal - have != 1:
        one = replace(order, levels=1, to=None)
        message, name = errors.ONE_LEVEL_A_TOKEN, ladder.name
        raise Refused(message, "extent", one, name=name, have=have, next=have + 1)
    after = _with_token(realm, "technology", order).raised(order, goal)
    return Dealt(after, Done(order, before=have, after=goal, token="technology"))


def _build(realm: Realm, order: Build) -> Dealt:
    """AM-10: the order is whole or refused."""
    if order.count < 1:
        raise Refused(errors.NOTHING_TO_BUILD, "fleets")
    _check_unlocked(realm, order, "fleets")
    if order.with_credits and not FACTIONS[realm.faction].builds_with_credits:
        plain = replace(order, with_credits=False)
        raise Refused(errors.CREDITS_REFUSED, "payment", plain, cost=FIGURES.fleets.cost)
    cost = prices.fleets(order.count, with_credits=order.with_credits)
    most = realm.balance.of(order.payment or Resource.R) // FIGURES.fleets.cost
    _check_price(realm, cost, "fleets", replace(order, count=most))
    ordered = realm.ordered + Fleets.just(order.ship, order.count)
    after = replace(realm.paying(cost), ordered=ordered)
    return Dealt(after, Done(order, cost=cost))


def _wonder(realm: Realm, order: Wonder) -> Dealt:
    """AM-12: R is set aside now; whether another faction has it is settled later."""
    name = order.megastructure
    if name not in MEGASTRUCTURES:
        raise Refused(errors.NO_MEGASTRUCTURE, "megastructure", names=", ".join(MEGASTRUCTURES))
    if name in realm.built:
        raise Refused(errors.BUILT, "megastructure", name=name, sector=realm.built[name])
    if name in realm.wonders:
        raise Refused(errors.CLAIMED, "megastructure", name=name)
    needed, level = MEGASTRUCTURES[name].level, realm.technologies.engineering
    if level < needed:
        raise Refused(errors.ENGINEERING, "megastructure", name=name, need=needed, have=level)
    cost = prices.megastructure(realm.faction, name)
    _check_price(realm, cost, "megastructure")
    after = replace(realm.paying(cost), wonders=(*realm.wonders, name))
    return Dealt(after, Done(order, cost=cost))


def _autobuild(realm: Realm, order: Autobuild) -> Dealt:
    """AM-9."""
    _check_own(realm, order.sector, "sector")
    if order.sector == realm.capital:
        raise Refused(errors.CAPITAL_BUILDS_NOTHING, "sector", sector=order.sector)
    _check_unlocked(realm, order, "ship")
    inside = replace(realm.sectors[order.sector], autobuild=order.ship)
    return Dealt(realm.with_sector(order.sector, inside), Done(order))


def _send(realm: Realm, order: Send) -> Dealt:
    """AM-16 to AM-18."""
    _check_own(realm, order.source, "source")
    _check_target(realm, order)
    _check_fleets(realm, order)
    if len(realm.missions) >= realm.most_missions:
        need, each = len(realm.missions) + 1, FIGURES.missions.per_sector
        raise Refused(errors.MISSIONS, need=need, have=realm.most_missions, each=each)
    route = realm.routes_from(order.source).get(order.target)
    if route is None:
        raise Refused(errors.NO_ROUTE, "target", sector=order.target)
    _check_rights(realm, order)
    payment, after = _pay_mission(realm, order)
    inside = after.sectors[order.source]
    inside = replace(inside, fleets=inside.fleets - order.fleets)
    launch = SeenMission(_course(realm, order, route), order.fleets, payment)
    after = replace(after.with_sector(order.source, inside), launches=(*after.launches, launch))
    done = Done(order, cost=payment.cost, path=route.path, turns=route.turns, token=payment.token)
    return Dealt(after, done)


def _course(realm: Realm, order: Send, route: Route) -> Course:
    return Course(
        number=0,
        owner=realm.seat,
        kind=order.kind,
        path=route.path,
        launched=realm.turn,
        arrives=realm.turn + route.turns,
        count=order.fleets.total,
    )


_MISDIRECTED: Mapping[tuple[SendKind, SendKind], str] = {
    ("reinforce", "colonise"): errors.REINFORCE_FOREIGN,
    ("reinforce", "conquer"): errors.REINFORCE_FOREIGN,
    ("colonise", "reinforce"): errors.OWN_ALREADY,
    ("colonise", "conquer"): errors.COLONISE_FACTION,
    ("conquer", "reinforce"): errors.OWN_ALREADY,
    ("conquer", "colonise"): errors.CONQUER_REBELS,
}
"""What is wrong with a mission, by its kind and the one that fits."""


def _check_target(realm: Realm, order: Send) -> None:
    target = order.target
    _check_sector(target, "target")
    if target == order.source:
        raise Refused(errors.SAME_SECTOR, "target", sector=target)
    fitting = realm.fitting_kind(target)
    if fitting != order.kind:
        mended = replace(order, kind=fitting)
        raise Refused(_MISDIRECTED[order.kind, fitting], "target", mended, sector=target)


def _check_fleets(realm: Realm, order: Send) -> None:
    if not order.fleets or not order.fleets.holds(Fleets()):
        raise Refused(errors.NO_FLEETS, "fleets", sector=order.source)
    there = realm.sectors[order.source].fleets
    for ship in reversed(SHIPS):
        need, have = order.fleets.of(ship), there.of(ship)
        if need > have:
            left, name = replace(order, fleets=order.fleets.having(ship, have)), SHIP_NAMES[ship]
            figures: dict[str, int] = {"need": need, "have": have, "sector": order.source}
            raise Refused(errors.TOO_FEW_FLEETS, "fleets", left, (), ship=name, **figures)


def _check_rights(realm: Realm, order: Send) -> None:
    """All that an attack still needs is told at once, its price too."""
    if order.kind == "reinforce":
        return
    causes = [*hindrances(realm, order.kind, order.target)]
    price = realm.mission_price(order.kind, order.target)
    if price and not order.free and (causes or realm.lacks(price)):
        causes.append(_mission_price(realm, price))
    if causes:
        raise Refused.for_all(causes)


def _mission_price(realm: Realm, price: Cost) -> Refused:
    resource = next(one for one in Resource if price.of(one))
    need, have = price.of(resource), realm.balance.of(resource)
    each = need // len(realm.sectors)
    if have >= need:
        return Refused(errors.MISSION_AT_HAND, "kind", need=need, resource=resource)
    return Refused(errors.MISSION_PRICE, "kind", need=need, each=each, have=have, resource=resource)


def hindrances(realm: Realm, kind: AttackKind, target: Sector) -> Iterator[Refused]:
    """What forbids an attack, whatever it costs (AM-17): it needs conquest technology, and extended
    administration for one sector more."""
    if kind == "conquer" and not realm.technologies.conquest:
        cost = prices.research(realm.faction, "conquest", 1).X
        yield Refused(errors.CONQUEST_UNKNOWN, "kind", cost=cost)
    needed, level = realm.administration_needed(target), realm.technologies.administration
    if level < needed and not realm.has_paid_for(kind, target):
        full = level >= FIGURES.technologies["administration"].maximum
        message = errors.ADMINISTRATION_FULL if full else errors.ADMINISTRATION
        yield Refused(message, "target", need=needed, have=level)


def _pay_mission(realm: Realm, order: Send) -> tuple[Payment, Realm]:
    """A token is kept where the mission costs nothing anyway (AM-13, AM-17)."""
    cost = realm.mission_price(order.kind, order.target)
    if order.kind == "reinforce" or not cost:
        return Payment(), realm
    if not order.free:
        return Payment(cost.C, cost.X), realm.paying(cost)
    token = realm.token_for(order.kind)
    return Payment(token=token), _with_token(realm, token, order)


def _with_token(realm: Realm, token: Token, order: Send | Research) -> Realm:
    tokens = realm.means.tokens
    if not tokens.of(token):
        paid = replace(order, free=False)
        raise Refused(errors.NO_TOKEN, "free", paid, token=TOKEN_NAMES[token])
    left = tokens.having(token, tokens.of(token) - 1)
    return realm.with_means(replace(realm.means, tokens=left))


def _check_sector(sector: Sector, slot: str) -> None:
    if not galaxy.is_sector(sector):
        first, last = galaxy.SECTORS[0], galaxy.SECTORS[-1]
        raise Refused(errors.NOT_A_SECTOR, slot, number=sector, first=first, last=last)


def _check_own(realm: Realm, sector: Sector, slot: str) -> None:
    _check_sector(sector, slot)
    if sector not in realm.sectors:
        raise Refused(errors.NOT_YOURS, slot, sector=sector)


def _check_unlocked(realm: Realm, order: Build | Autobuild, slot: str) -> None:
    if not realm.unlocked(order.ship):
        mended = replace(order, ship=realm.heaviest)
        need, have = FIGURES.ships[order.ship].frame, realm.technologies.frame
        name = SHIP_NAMES[order.ship]
        raise Refused(errors.LOCKED, slot, mended, ship=name, need=need, have=have)


def _check_price(realm: Realm, cost: Cost, slot: str, instead: AnyOrder | None = None) -> None:
    lack = realm.lacks(cost)
    if lack is not None:
        raise _short(realm, cost, lack, slot, instead)


def _short(
    realm: Realm, cost: Cost, resource: Resource, slot: str, instead: AnyOrder | None = None
) -> Refused:
    need, have = cost.of(resource), realm.balance.of(resource)
    return Refused(errors.SHORT, slot, instead, resource=resource, need=need, have=have)
