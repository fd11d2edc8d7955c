"""What the words of an order come to, for the faction that gives it (AM-7 to AM-17)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import cast

from msgspec.structs import replace

from pbem.engine.api import Ask
from pbem.engine.i18n import N_
from pbem.engine.language import ALL, Count, Refused, Said, Step
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import (
    FACILITY_NAMES,
    FIGURES,
    SHIP_NAMES,
    SHIPS,
    Facility,
    Fleets,
    Resource,
    Sector,
    Ship,
    Technology,
)
from pbem.rulesets.asylamba_mini.galaxy import is_sector
from pbem.rulesets.asylamba_mini.language.slots import CAPITAL
from pbem.rulesets.asylamba_mini.mechanics import Realm, execution, prices
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Autobuild,
    Build,
    Exchange,
    Extent,
    Pass,
    Research,
    Send,
    SendKind,
    Sum,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.view import View


@dataclass(frozen=True)
class Situation:
    """Who reads or orders; `realm` is the position as the lines before leave it."""

    view: View
    ask: Ask | None = None
    realm: Realm | None = None

    @property
    def position(self) -> Realm:
        """The realm of who orders."""
        assert self.realm is not None, "only a living faction orders"
        return self.realm


def _sector(said: int | str, realm: Realm) -> Sector:
    return realm.capital if said == CAPITAL else int(said)


# What is raised -----------------------------------------------------------------------

_CAPITAL_ONLY = N_("this is done in your capital only, sector {capital}")


def upgrade(said: Said, at: Situation) -> Upgrade | Research:
    """AM-7."""
    _check_capital(said, at.position, _CAPITAL_ONLY)
    facility = cast(Facility, said["facility"])
    if said.get("free"):
        message = N_("FREE buys technologies and missions, not the {facility}")
        raise Refused(message, "facility", facility=FACILITY_NAMES[facility])
    return _raised(said, Upgrade(facility=facility), at.position)


def research(said: Said, at: Situation) -> Upgrade | Research:
    """AM-8, AM-13."""
    _check_capital(said, at.position, _CAPITAL_ONLY)
    technology, free = cast(Technology, said["technology"]), bool(said.get("free"))
    return _raised(said, Research(technology=technology, free=free), at.position)


def _raised(said: Said, order: Upgrade | Research, realm: Realm) -> Upgrade | Research:
    """By so many levels, or up to one. A bare figure above the present level is meant as a level,
    for nobody counts so far."""
    extent: Extent = said.get("extent", Extent())
    ladder, bare = realm.ladder(order), extent.bare
    if extent.highest:
        return replace(order, to=ladder.maximum)
    if bare is not None and bare <= ladder.level:
        by, now, up = replace(order, levels=max(bare, 1)), ladder.level, ladder.level + bare
        raise Refused(_NOT_CLEAR, "extent", by, found=bare, now=now, sum=up, next=now + 1)
    if extent.levels < 1:
        raise Refused(N_("at least 1 level is raised"), "extent")
    return replace(order, levels=extent.levels, to=extent.to if bare is None else bare)


_NOT_CLEAR = N_(
    "{found} alone is not clear, for level {now} is reached: BY {found} would raise it to "
    "{sum}, TO {next} to the next level"
)


def wonder(said: Said, at: Situation) -> Wonder:
    """AM-12."""
    _check_capital(said, at.position, _CAPITAL_ONLY)
    return Wonder(megastructure=said["megastructure"])


def _check_capital(said: Said, realm: Realm, message: str) -> None:
    """All is raised and built in the capital, or the `message` tells it with both numbers."""
    sector = _sector(said.get("place", CAPITAL), realm)
    if sector != realm.capital:
        raise Refused(message, "place", capital=realm.capital, sector=sector)


# Fleets -------------------------------------------------------------------------------

_ORDERED_IN_CAPITAL = N_(
    "fleets are ordered in the capital, sector {capital}; other sectors build by "
    "themselves, and AUTOBUILD {sector} sets the type"
)


def build(said: Said, at: Situation) -> list[Build]:
    """AM-10: one order for each type."""
    realm, counts = at.position, said["fleets"]
    _check_capital(said, realm, _ORDERED_IN_CAPITAL)
    payment = said.get("payment", Resource.R)
    if payment not in (Resource.R, Resource.C):
        message = N_("fleets are paid with R, by the Ligue with C too, not with {resource}")
        raise Refused(message, "payment", resource=payment)
    paid = payment == Resource.C
    most = max(1, realm.balance.of(Resource(payment)) // FIGURES.fleets.cost)
    return [_build(count, realm, most, paid=paid, alone=len(counts) == 1) for count in counts]


def _build(count: Count, realm: Realm, most: int, *, paid: bool, alone: bool) -> Build:
    """The type named, or the only one there is; beside others a bare figure may be anything."""
    unlocked = [ship for ship in SHIPS if realm.unlocked(ship)]
    if count.number is None:
        order = Build(ship=cast(Ship, count.thing), count=1, with_credits=paid)
        raise Refused(_HOW_MANY, "fleets", order, ship=SHIP_NAMES[order.ship])
    number = most if count.number == ALL else int(count.number)
    ship = cast(Ship, count.thing or unlocked[-1])
    order = Build(ship=ship, count=number, with_credits=paid)
    if count.thing is None and not (alone and len(unlocked) == 1):
        types = ", ".join(map(naming.ship, unlocked))
        message = N_("which type? You may build {types}")
        raise Refused(message, "fleets", order if alone else None, types=types)
    return order


_HOW_MANY = N_("how many {ship}? A number goes before the type")


def build_elsewhere(said: Said, at: Situation) -> AnyOrder:
    """ "sector 24 builds light": a type without a number is set for a sector."""
    realm = at.position
    sector = _sector(said["sector"], realm)
    order = Autobuild(sector=sector, ship=said["ship"])
    raise Refused(_ORDERED_IN_CAPITAL, "sector", order, capital=realm.capital, sector=sector)


def autobuild(said: Said, at: Situation) -> list[Autobuild]:
    """AM-9."""
    realm = at.position
    named = (said["sector"],) if "sector" in said.values else said.get("sectors", ())
    others = (number for number in sorted(realm.sectors) if number != realm.capital)
    sectors = [_sector(one, realm) for one in named] or list(others)
    if not sectors:
        raise Refused(N_("you own no sector beside your capital"))
    return [Autobuild(sector=sector, ship=said["ship"]) for sector in sectors]


# Missions -----------------------------------------------------------------------------


def send(said: Said, at: Situation) -> Send:
    """AM-16 to AM-18: what is left out is filled in where there is no doubt."""
    realm, counts = at.position, said["fleets"]
    target = _sector(said["target"], realm)
    source = _source(said, realm)
    uncounted = next((one.thing for one in counts if one.number is None), None)
    if uncounted is not None:
        every = tuple(one if one.number else Count(ALL, one.thing) for one in counts)
        all_of_them = send(Said({**said.values, "fleets": every}, verb=said.verb), at)
        message = N_("how many {ship}? A number goes before the type, or ALL")
        raise Refused(message, "fleets", all_of_them, ship=SHIP_NAMES[cast(Ship, uncounted)])
    inside = realm.sectors.get(source)
    there = Fleets() if inside is None else inside.fleets
    return Send(
        kind=_kind(said, realm, target),
        fleets=_fleets(counts, source, there),
        source=source,
        target=target,
        free=bool(said.get("free")),
    )


def _source(said: Said, realm: Realm) -> Sector:
    if "source" in said.values:
        return _sector(said["source"], realm)
    if len(realm.sectors) > 1:
        raise Refused(N_("where from? Add FROM and the number of a sector of yours"))
    return realm.capital


def send_uncounted(said: Said, at: Situation) -> AnyOrder:
    """Where nothing tells how many fleets, all are suggested."""
    realm = at.position
    source = _source(said, realm)
    inside = realm.sectors.get(source)
    if inside is None or not inside.fleets:
        raise Refused(N_("how many fleets? Add their number and type, or ALL"))
    everything = send(Said({**said.values, "fleets": (Count(ALL, None),)}, verb=said.verb), at)
    message = N_("how many fleets? Sector {sector} holds {fleets}")
    raise Refused(message, instead=everything, sector=source, fleets=naming.fleets(inside.fleets))


def recall(_said: Said, _at: Situation) -> AnyOrder:
    """AM-18: path and duration are fixed at launch."""
    raise Refused(N_("missions cannot be called back: what is under way goes on and arrives"))


def _kind(said: Said, realm: Realm, target: Sector) -> SendKind:
    named = {key for key in (said.verb, said.get("kind")) if key not in (None, "", "send")}
    plain = named - {"attack"}
    if len(plain) > 1:
        message = N_("a mission is one of COLONISE, CONQUER and REINFORCE, not two")
        raise Refused(message, "kind")
    if plain:
        return cast(SendKind, plain.pop())
    fitting = realm.fitting_kind(target) if is_sector(target) else "colonise"
    return "conquer" if named and fitting == "reinforce" else fitting


def _fleets(counts: tuple[Count, ...], source: Sector, there: Fleets) -> Fleets:
    """So many of each type; ALL is for its own type, or for the whole garrison."""
    sent = Fleets()
    for count in counts:
        if count.thing is None:
            sent += _untyped(count, source, there)
        elif sent.of(count.thing):
            message = N_("{ship} is given twice; once is enough")
            raise Refused(message, "fleets", ship=SHIP_NAMES[cast(Ship, count.thing)])
        else:
            number = there.of(count.thing) if count.number == ALL else count.number
            sent = sent.having(count.thing, cast(int, number))
    if len(counts) > 1 and any(count.thing is None for count in counts):
        raise Refused(N_("the number of fleets is given twice; once is enough"), "fleets")
    return sent


def _untyped(count: Count, source: Sector, there: Fleets) -> Fleets:
    """So many of the only type there, or all there is."""
    if count.number in (ALL, there.total):
        return there
    types = [ship for ship in SHIPS if there.of(ship)]
    if len(types) <= 1:
        return Fleets.just(types[0] if types else "light", cast(int, count.number))
    message = N_("sector {sector} holds {fleets}: say how many of which type")
    raise Refused(message, "fleets", sector=source, fleets=naming.fleets(there))


# Exchanges ----------------------------------------------------------------------------


def exchange(said: Said, at: Situation) -> Exchange:
    """AM-11: the amount is of one side; where both have one, they must be those of the rate."""
    given, got = cast(Sum, said["given"]), cast(Sum, said["got"])
    realm = at.position
    amount = realm.balance.of(given.resource) if given.everything else given.amount
    if amount is None and got.amount is not None:
        return Exchange(give=given.resource, get=got.resource, amount=got.amount, named="get")
    if amount is None:
        example = f"EXCHANGE 40 {given.resource} FOR {got.resource}"
        message = N_("how much? Name an amount on one side, as in {example}")
        raise Refused(message, "given", example=example)
    order = Exchange(give=given.resource, get=got.resource, amount=amount)
    rate = prices.exchange_rate(realm.faction)
    if got.amount not in (None, amount // rate):
        message = N_("you give {rate} for 1, so {given} bring {got}; name one side only")
        raise Refused(message, "got", order, rate=rate, given=amount, got=amount // rate)
    return order


def nothing(_said: Said, _at: Situation) -> Pass:
    return Pass()


def is_filled_in(step: Step[Situation]) -> bool:
    """Whether an order has something that its line leaves out, or gives in other words."""
    said, order = step.said, step.order
    if said is None or step.guessed:
        return True
    match order:
        case Send():
            plain = said.get("kind", said.verb) in ("colonise", "conquer", "reinforce")
            typed = all(one.thing and one.number != ALL for one in said["fleets"])
            return not (plain and typed and "source" in said.values)
        case Build():
            return any(one.thing is None or one.number == ALL for one in said["fleets"])
        case Upgrade() | Research():
            extent = said.get("extent", Extent())
            return extent.highest or extent.bare is not None
        case Exchange():
            return said.verb == "buy" or bool(said["given"].everything)
        case _:
            return isinstance(order, Autobuild) and "sector" not in said.values


def carry_out(at: Situation, order: AnyOrder | Pass) -> tuple[Situation, Done | None]:
    if isinstance(order, Pass):
        return at, None
    realm, done = execution.carry_out(at.position, order)
    return dataclasses.replace(at, realm=realm), done
