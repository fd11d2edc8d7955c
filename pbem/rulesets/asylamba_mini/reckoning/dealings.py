"""What each order does to its faction's position: paid as it is reached, or refused (AM-14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import SHIPS, Cost, Fleets, Resource, Sector, Ship
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.realm import Launch, Realm
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refusal, Refused, Why
from pbem.rulesets.asylamba_mini.view import Payment, Token


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
        case Research():
            return _research(realm, order)
        case Upgrade():
            return _upgrade(realm, order)
        case Build():
            return _build(realm, order)
        case Wonder():
            return _wonder(realm, order)
        case Send():
            return _send(realm, order)
        case Autobuild():
            return _autobuild(realm, order)


def _exchange(realm: Realm, order: Exchange) -> Dealt:
    """AM-11: whole units; what would buy no whole unit is kept."""
    if order.give == order.get:
        raise Refused(Refusal(Why.SAME_RESOURCE, resource=order.give))
    rate = prices.exchange_rate(realm.faction)
    got = order.amount if order.named == "get" else order.amount // rate
    if got < 1:
        raise Refused(Refusal(Why.TOO_LITTLE, need=rate, resource=order.give))
    cost, gain = Cost.just(order.give, got * rate), Cost.just(order.get, got)
    _check_price(realm, cost)
    return Dealt(realm.paying(cost).paying(Cost() - gain), Done(order, cost=cost, gain=gain))


def _upgrade(realm: Realm, order: Upgrade) -> Dealt:
    """AM-7."""
    facility = order.facility
    if prices.upgrade(facility, 1) is None:
        raise Refused(Refusal(Why.NOT_UPGRADABLE, subject=facility))

    def price(level: int) -> Cost:
        return prices.upgrade(facility, level) or Cost()

    before = realm.home.facilities.of(facility)
    raised = _raise(realm, order, before, FIGURES.facilities[facility].maximum, price)
    home = raised.realm.home
    home = msgspec.structs.replace(
        home, facilities=home.facilities.having(facility, raised.done.after)
    )
    return Dealt(raised.realm.with_sector(realm.capital, home), raised.done)


def _research(realm: Realm, order: Research) -> Dealt:
    """AM-8, AM-13."""
    technology = order.technology

    def price(level: int) -> Cost:
        return prices.research(realm.faction, technology, level)

    before = realm.technologies.of(technology)
    maximum = FIGURES.technologies[technology].maximum
    if order.free:
        raised = _research_free(realm, order, before, maximum)
    else:
        raised = _raise(realm, order, before, maximum, price)
    means = raised.realm.means
    levels = means.technologies.having(technology, raised.done.after)
    means = msgspec.structs.replace(means, technologies=levels)
    return Dealt(raised.realm.with_means(means), raised.done)


def _research_free(realm: Realm, order: Research, before: int, maximum: int) -> Dealt:
    goal = _goal(order, before)
    _check_goal(order, before, goal, maximum)
    if goal - before != 1:
        raise Refused(Refusal(Why.ONE_LEVEL_A_TOKEN, subject=order.technology, have=before))
    paid = _with_token(realm, "technology")
    return Dealt(paid, Done(order, before=before, after=goal, token="technology"))


def _goal(order: Upgrade | Research, before: int) -> int:
    return before + order.levels if order.to is None else order.to


def _check_goal(order: Upgrade | Research, before: int, goal: int, maximum: int) -> None:
    subject = order.facility if isinstance(order, Upgrade) else order.technology
    if before >= maximum:
        raise Refused(Refusal(Why.NOT_BELOW_MAXIMUM, subject=subject, have=maximum))
    if goal <= before:
        raise Refused(Refusal(Why.LEVEL_REACHED, subject=subject, need=goal, have=before))


def _raise(
    realm: Realm,
    order: Upgrade | Research,
    before: int,
    maximum: int,
    price: Callable[[int], Cost],
) -> Dealt:
    """As many levels as can be paid, one at least."""
    subject = order.facility if isinstance(order, Upgrade) else order.technology
    goal = _goal(order, before)
    _check_goal(order, before, goal, maximum)
    level, cost, stopped = before, Cost(), None
    while level < goal and stopped is None:
        more = price(level + 1)
        lack = realm.lacks(more)
        if level >= maximum:
            stopped = Refusal(Why.NOT_BELOW_MAXIMUM, subject=subject, have=maximum)
        elif lack is not None:
            stopped = _short(realm, more, lack)
        else:
            realm, level, cost = realm.paying(more), level + 1, cost + more
    if level == before and stopped is not None:
        raise Refused(stopped)
    return Dealt(realm, Done(order, cost=cost, before=before, after=level, stopped=stopped))


def _build(realm: Realm, order: Build) -> Dealt:
    """AM-10: the order is whole or refused."""
    if order.count < 1:
        raise Refused(Refusal(Why.NOTHING_TO_BUILD))
    _check_unlocked(realm, order.ship)
    if order.with_credits and not FACTIONS[realm.faction].builds_with_credits:
        raise Refused(Refusal(Why.CREDITS_REFUSED))
    cost = prices.fleets(order.count, with_credits=order.with_credits)
    _check_price(realm, cost)
    ordered = realm.ordered + Fleets.just(order.ship, order.count)
    after = msgspec.structs.replace(realm.paying(cost), ordered=ordered)
    return Dealt(after, Done(order, cost=cost))


def _wonder(realm: Realm, order: Wonder) -> Dealt:
    """AM-12: R is set aside now; whether another faction has it is settled later."""
    name = order.megastructure
    if name not in MEGASTRUCTURES:
        raise Refused(Refusal(Why.NO_MEGASTRUCTURE, subject=name))
    if name in realm.built:
        raise Refused(Refusal(Why.BUILT, subject=name, sector=realm.built[name]))
    if name in realm.wonders:
        raise Refused(Refusal(Why.CLAIMED, subject=name))
    needed, level = MEGASTRUCTURES[name].level, realm.technologies.engineering
    if level < needed:
        raise Refused(Refusal(Why.ENGINEERING, subject=name, need=needed, have=level))
    cost = prices.megastructure(realm.faction, name)
    _check_price(realm, cost)
    after = msgspec.structs.replace(realm.paying(cost), wonders=(*realm.wonders, name))
    return Dealt(after, Done(order, cost=cost))


def _autobuild(realm: Realm, order: Autobuild) -> Dealt:
    """AM-9."""
    _check_own(realm, order.sector)
    if order.sector == realm.capital:
        raise Refused(Refusal(Why.CAPITAL_BUILDS_NOTHING, sector=order.sector))
    _check_unlocked(realm, order.ship)
    inside = msgspec.structs.replace(realm.sectors[order.sector], autobuild=order.ship)
    return Dealt(realm.with_sector(order.sector, inside), Done(order))


def _send(realm: Realm, order: Send) -> Dealt:
    """AM-16 to AM-18."""
    _check_own(realm, order.source)
    _check_target(realm, order)
    _check_fleets(realm, order)
    if realm.missions >= realm.most_missions:
        raise Refused(Refusal(Why.MISSIONS, need=realm.missions + 1, have=realm.most_missions))
    route = realm.routes_from(order.source).get(order.target)
    if route is None:
        raise Refused(Refusal(Why.NO_ROUTE, sector=order.target))
    if order.kind != "reinforce":
        _check_right(realm, order)
    payment, after = _pay_mission(realm, order)
    inside = after.sectors[order.source]
    inside = msgspec.structs.replace(inside, fleets=inside.fleets - order.fleets)
    launch = Launch(order.kind, order.fleets, route.path, route.turns, payment)
    after = msgspec.structs.replace(
        after.with_sector(order.source, inside), launches=(*after.launches, launch)
    )
    done = Done(order, cost=payment.cost, path=route.path, turns=route.turns, token=payment.token)
    return Dealt(after, done)


def _check_target(realm: Realm, order: Send) -> None:
    target = order.target
    if not galaxy.is_sector(target):
        raise Refused(Refusal(Why.NOT_A_SECTOR, sector=target))
    if target == order.source:
        raise Refused(Refusal(Why.SAME_SECTOR, sector=target))
    owner = realm.owners[target - 1]
    match order.kind:
        case "reinforce" if owner != realm.seat:
            raise Refused(Refusal(Why.REINFORCE_FOREIGN, sector=target))
        case "colonise" if owner == realm.seat:
            raise Refused(Refusal(Why.COLONISE_OWN, sector=target))
        case "colonise" if owner is not None:
            raise Refused(Refusal(Why.COLONISE_FACTION, sector=target))
        case "conquer" if owner == realm.seat:
            raise Refused(Refusal(Why.CONQUER_OWN, sector=target))
        case "conquer" if owner is None:
            raise Refused(Refusal(Why.CONQUER_REBELS, sector=target))


def _check_fleets(realm: Realm, order: Send) -> None:
    if not order.fleets or not order.fleets.holds(Fleets()):
        raise Refused(Refusal(Why.NO_FLEETS, sector=order.source))
    there = realm.sectors[order.source].fleets
    for ship in reversed(SHIPS):
        need, have = order.fleets.of(ship), there.of(ship)
        if need > have:
            raise Refused(
                Refusal(Why.TOO_FEW_FLEETS, subject=ship, sector=order.source, need=need, have=have)
            )


def _check_right(realm: Realm, order: Send) -> None:
    """AM-17: conquest technology, and extended administration for one sector more."""
    if order.kind == "conquer" and not realm.technologies.conquest:
        raise Refused(Refusal(Why.CONQUEST_UNKNOWN))
    if realm.has_paid_for(order.kind, order.target):
        return
    needed = realm.administration_needed(order.target)
    level = realm.technologies.administration
    if level < needed:
        raise Refused(Refusal(Why.ADMINISTRATION, need=needed, have=level))


def _pay_mission(realm: Realm, order: Send) -> tuple[Payment, Realm]:
    """A token is kept where the mission costs nothing anyway (AM-13, AM-17)."""
    cost = realm.mission_price(order.kind, order.target)
    if not cost:
        return Payment(), realm
    if not order.free:
        _check_price(realm, cost)
        return Payment(cost.C, cost.X), realm.paying(cost)
    token: Token = "colonisation" if order.kind == "colonise" else "conquest"
    if not realm.means.tokens.of(token) and realm.means.tokens.either:
        token = "either"
    return Payment(token=token), _with_token(realm, token)


def _with_token(realm: Realm, token: Token) -> Realm:
    tokens = realm.means.tokens
    if not tokens.of(token):
        raise Refused(Refusal(Why.NO_TOKEN, subject=token))
    left = tokens.having(token, tokens.of(token) - 1)
    return realm.with_means(msgspec.structs.replace(realm.means, tokens=left))


def _check_own(realm: Realm, sector: Sector) -> None:
    if not galaxy.is_sector(sector):
        raise Refused(Refusal(Why.NOT_A_SECTOR, sector=sector))
    if sector not in realm.sectors:
        raise Refused(Refusal(Why.NOT_YOURS, sector=sector))


def _check_unlocked(realm: Realm, ship: Ship) -> None:
    if not realm.unlocked(ship):
        needed = FIGURES.ships[ship].frame
        have = realm.technologies.frame
        raise Refused(Refusal(Why.LOCKED, subject=ship, need=needed, have=have))


def _check_price(realm: Realm, cost: Cost) -> None:
    lack = realm.lacks(cost)
    if lack is not None:
        raise Refused(_short(realm, cost, lack))


def _short(realm: Realm, cost: Cost, resource: Resource) -> Refusal:
    need, have = cost.of(resource), realm.balance.of(resource)
    return Refusal(Why.SHORT, resource=resource, need=need, have=have)
