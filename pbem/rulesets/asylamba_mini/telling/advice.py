"""What a sensible player would think of next: for each purpose the orders that serve it.

Nothing here is a rule; what it proposes is tried before anyone is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil

from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.galaxy import neighbours, zone
from pbem.rulesets.asylamba_mini.holdings import (
    SHIPS,
    TECHNOLOGIES,
    Cost,
    Facility,
    Fleets,
    Resource,
    Sector,
    Ship,
    Technology,
)
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
from pbem.rulesets.asylamba_mini.reckoning.combat import strength
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.telling.targets import Target, targets
from pbem.rulesets.asylamba_mini.telling.threats import attacks_on
from pbem.rulesets.asylamba_mini.view import View

Step = Callable[[View, Realm], Iterator[AnyOrder]]
"""Orders for one purpose, the best first, in a position in which some are given already."""

_FAR = 4
"""Missions that take more turns than this are not proposed."""

_SUPERIOR = {"colonise": 1.4, "conquer": 1.6}
"""How much stronger than the garrison seen an attack should be to be proposed."""

_STAYS = 2
"""So many fleets stay in the capital, or a third, where that is more; one stays elsewhere: an
empty sector falls without a fight."""

_MEANWHILE = 3
"""So many fleets may join the garrison of a faction's sector in each turn of the way there."""

_GATHERED = 4
"""Fewer idle fleets than this are not worth a mission to gather them."""

_PATIENCE = 2
"""R is saved for a megastructure that so many turns' income can pay."""

_GROWS: dict[Facility, int] = {"refinery": 10, "hub": 12}
"""A facility above this level pays back too late to be proposed first."""


def advice(view: View) -> tuple[Step, ...]:
    """The purposes in their order: what is free and what defends first, then sectors, wonders,
    science, growth and fleets, last what is done with what is left."""
    besieged = any(
        view.me is not None and target == view.me.capital and arrives > view.open_turn
        for arrives, _owner, target in attacks_on(view)
    )  # what is built this turn is ready for none that arrives in it (AM-15)
    return (
        _free_technology,
        _relief,
        *((_fleets,) if besieged else ()),
        _attack,
        _attack,
        _attack,
        _administration,
        _attack,
        _wonder,
        _science,
        _engineering,
        _growth,
        _fleets,
        _autobuild,
        _gathering,
    )


def _threatened(view: View) -> frozenset[Sector]:
    """Own sectors that an attack is on its way to."""
    return frozenset(target for _turn, _owner, target in attacks_on(view))


def _free_technology(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """A token buys any level: the dearest by the source's prices, strategy first."""
    if realm.means.tokens.technology:
        wanted: tuple[Technology, ...] = ("conquest", "frame", "attack", "defence")
        for technology in wanted:
            if realm.technologies.of(technology) < FIGURES.technologies[technology].maximum:
                yield Research(technology=technology, free=True)
                return


def _relief(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """Reinforcements that are there in time (AM-15), from the strongest garrison near."""
    for (arrives, _owner, target), count in attacks_on(view).items():
        if realm.sectors[target].fleets.total > count:
            continue
        near = [
            source
            for source in realm.sectors
            if source not in _threatened(view)
            and _spare(realm, source).total
            and (route := realm.routes_from(source).get(target)) is not None
            and view.turn + 1 + route.turns <= arrives
        ]
        if near:
            source = max(near, key=lambda sector: (_spare(realm, sector).total, -sector))
            yield Send(kind="reinforce", fleets=_spare(realm, source), source=source, target=target)


def _spare(realm: Realm, source: Sector) -> Fleets:
    """What can leave a sector without leaving it bare; the lightest stay."""
    here = realm.sectors[source].fleets
    stays = max(_STAYS, here.total // 3) if source == realm.capital else 1
    return _heaviest(here, max(0, here.total - stays))


def _heaviest(fleets: Fleets, count: int) -> Fleets:
    """So many of them, the heaviest first."""
    chosen = Fleets()
    for ship in reversed(SHIPS):
        taken = min(fleets.of(ship), count - chosen.total)
        chosen = chosen.having(ship, taken)
    return chosen


def _attack(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """The best target that can be beaten: most points for its way, then the weakest."""
    attacked = realm.attacked()
    within = [
        target
        for target in targets(view, realm)
        if target.route.turns <= _FAR and target.sector not in attacked
    ]
    for target in sorted(within, key=_worth):
        order = _attack_on(realm, target, _threatened(view))
        if order is not None:
            yield order
            return


def _worth(target: Target) -> tuple[float, int, Sector]:
    points = FIGURES.points_by_zone[zone(target.sector)]
    return -points / target.route.turns, target.garrison, target.sector


def _attack_on(realm: Realm, target: Target, threatened: frozenset[Sector]) -> Send | None:
    """From the nearest sector that can spare enough; none leaves one under attack."""
    need = _needed(realm, target)
    sources = [
        (route.turns, -_spare(realm, source).total, source)
        for source in realm.sectors
        if source not in threatened
        and (route := realm.routes_from(source).get(target.sector)) is not None
        and route.turns <= _FAR
        and _spare(realm, source).total >= need
    ]
    if not sources:
        return None
    source = min(sources)[-1]
    tokens = realm.means.tokens
    own = tokens.colonisation if target.kind == "colonise" else tokens.conquest
    return Send(
        kind=target.kind,
        fleets=_heaviest(realm.sectors[source].fleets, need),
        source=source,
        target=target.sector,
        free=bool(own or tokens.either) and bool(realm.mission_price(target.kind, target.sector)),
    )


def _needed(realm: Realm, target: Target) -> int:
    """So many fleets should do against the garrison seen."""
    colonising = target.kind == "colonise"
    bonus = FACTIONS[realm.faction].colonisation_strength if colonising else 0
    bonus += sum(
        MEGASTRUCTURES[name].attack_strength
        for name, sector in realm.built.items()
        if sector in realm.sectors
    )
    attack = strength(realm.technologies.attack, bonus)
    meanwhile = 0 if colonising else _MEANWHILE * target.route.turns
    garrison = target.garrison + meanwhile
    return 1 + ceil(garrison * _SUPERIOR[target.kind] * strength(0) / attack)


def _administration(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """Where one sector more would not be allowed (AM-17)."""
    level = realm.technologies.administration
    if level < len(realm.sectors) + len(realm.attacked()):
        yield Research(technology="administration")


def _wonder(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """The cheapest: every one gives a point."""
    for name in _open_wonders(realm)[:2]:
        yield Wonder(megastructure=name)


def _science(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """What S and X pay, which nothing else needs as much."""
    levels, threatened = realm.technologies, bool(attacks_on(view))
    strategic = (
        key for key in TECHNOLOGIES if FIGURES.technologies[key].pays in (Resource.S, Resource.X)
    )
    for technology in sorted(
        strategic,
        key=lambda key: (
            threatened and key != "defence",
            prices.research(realm.faction, key, levels.of(key) + 1).S,
            key,
        ),
    ):
        yield Research(technology=technology)


def _growth(view: View, realm: Realm) -> Iterator[AnyOrder]:
    for facility, enough in _GROWS.items():
        if realm.home.facilities.of(facility) < enough:
            yield Upgrade(facility=facility)


def _fleets(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """All that R pays, of the heaviest type, unless it is better saved for a wonder."""
    if saving_for(view, realm) is None:
        yield from _all_fleets(view, realm)


def saving_for(view: View, realm: Realm) -> str | None:
    """The megastructure that a few turns' income can pay, while the capital is in no danger."""
    if realm.capital in _threatened(view):
        return None
    output = FIGURES.facilities["refinery"].output * realm.home.facilities.refinery
    soon = realm.balance.R + _PATIENCE * output
    return next(
        (
            name
            for name in _open_wonders(realm)
            if realm.balance.R < prices.megastructure(realm.faction, name).R <= soon
        ),
        None,
    )


def _open_wonders(realm: Realm) -> list[str]:
    """Those that the spatial engineering reached allows, the cheapest first."""
    level, known = realm.technologies.engineering, (*realm.built, *realm.wonders)
    free = [n for n, table in MEGASTRUCTURES.items() if n not in known and table.level <= level]
    return sorted(free, key=lambda name: MEGASTRUCTURES[name].cost)


def _all_fleets(view: View, realm: Realm) -> Iterator[AnyOrder]:
    count = realm.balance.R // FIGURES.fleets.cost
    if count:
        yield Build(ship=_heaviest_unlocked(realm), count=count)


def _heaviest_unlocked(realm: Realm) -> Ship:
    return next(ship for ship in reversed(SHIPS) if realm.unlocked(ship))


def _autobuild(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """Sectors that were told once to build what is by now outdated (AM-9)."""
    best = _heaviest_unlocked(realm)
    for number, inside in realm.sectors.items():
        if inside.facilities.refinery and inside.autobuild not in (None, best):
            yield Autobuild(sector=number, ship=best)


def _gathering(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """Idle fleets behind the lines go where the most fleets are."""
    front = max(realm.sectors, key=lambda sector: (realm.sectors[sector].fleets.total, -sector))
    idle = [
        sector
        for sector in realm.sectors
        if sector not in (front, realm.capital, *_threatened(view))
        and _spare(realm, sector).total >= _GATHERED
        and not _is_exposed(realm, sector)
    ]
    if idle:
        source = max(idle, key=lambda sector: (_spare(realm, sector).total, -sector))
        yield Send(kind="reinforce", fleets=_spare(realm, source), source=source, target=front)


def _is_exposed(realm: Realm, sector: Sector) -> bool:
    """Whether another faction's sector borders on it."""
    return any(realm.owners[n - 1] not in (None, realm.seat) for n in neighbours(sector))


def _engineering(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """Level by level behind the administration, while it opens a megastructure."""
    level, known = realm.technologies.engineering, (*realm.built, *realm.wonders)
    opens = any(t.level == level + 1 for name, t in MEGASTRUCTURES.items() if name not in known)
    if opens and not _open_wonders(realm) and level < realm.technologies.administration:
        yield from _next_engineering(view, realm)


def _next_engineering(view: View, realm: Realm) -> Iterator[AnyOrder]:
    yield Research(technology="engineering")


def _credit_fleets(view: View, realm: Realm) -> Iterator[AnyOrder]:
    count = realm.balance.C // FIGURES.fleets.cost
    if count and FACTIONS[realm.faction].builds_with_credits:
        yield Build(ship=_heaviest_unlocked(realm), count=count, with_credits=True)


def _exchange(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """What is missing for the next sector or the next level, for what is there in plenty."""
    give = max(Resource, key=lambda resource: realm.balance.of(resource))
    for price in (_next_sector(realm), prices.research(realm.faction, *_next_science(realm))):
        for get in Resource:
            missing = price.of(get) - realm.balance.of(get)
            if missing > 0 and get is not give:
                yield Exchange(give=give, get=get, amount=missing, named="get")


def _next_sector(realm: Realm) -> Cost:
    """What the next sector needs first: administration, or else the colonisation (AM-17)."""
    level = realm.technologies.administration
    if level < len(realm.sectors) + len(realm.attacked()):
        return prices.research(realm.faction, "administration", level + 1)
    return prices.colonisation(realm.faction, len(realm.sectors))


def _next_science(realm: Realm) -> tuple[Technology, int]:
    weaker: Technology = (
        "attack" if realm.technologies.attack <= realm.technologies.defence else "defence"
    )
    return weaker, realm.technologies.of(weaker) + 1


def _more_growth(view: View, realm: Realm) -> Iterator[AnyOrder]:
    for facility in _GROWS:
        yield Upgrade(facility=facility)


ALTERNATIVES: tuple[Step, ...] = (
    _all_fleets,
    _credit_fleets,
    _next_engineering,
    _more_growth,
    _exchange,
)
"""What could be done as well, though it is not what comes to mind first."""
