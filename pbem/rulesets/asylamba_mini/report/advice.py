"""What a sensible player would think of next: for each purpose the orders that serve it.

Nothing here is a rule; what it proposes is tried before anyone is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.rulesets.asylamba_mini.figures import (
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    TECHNOLOGIES,
    Cost,
    Facility,
    Resource,
    Sector,
    Technology,
)
from pbem.rulesets.asylamba_mini.galaxy import neighbours
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.mechanics.forecast import (
    Target,
    attacks_on,
    can_launch,
    first_rival,
    has_token,
    targets,
)
from pbem.rulesets.asylamba_mini.mechanics.prices import output, zone_points
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
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
from pbem.rulesets.asylamba_mini.report.forces import demand, ship_to_build, spare
from pbem.rulesets.asylamba_mini.view import View

Step = Callable[[View, Realm], Iterator[AnyOrder]]
"""Orders for one purpose, the best first, in a position in which some are given already."""

_FAR = 4
"""Missions that take more turns than this are not proposed."""

_GATHERED = 4
"""Fewer idle fleets than this are not worth a mission to gather them."""

_PATIENCE = 2
"""R is saved for a megastructure that so many turns' income can pay."""

_GROWS: dict[Facility, int] = {"refinery": 10, "hub": 12}
"""A facility above this level pays back too late to be proposed first."""


def advice(view: View) -> tuple[Step, ...]:
    """The purposes in their order: what is free and what defends first, then sectors, wonders,
    science, growth and fleets, last what is done with what is left."""
    if _turns_left(view) == 0:
        return _LAST
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
    reach = _reach(view)
    for (arrives, _owner, target), count in attacks_on(view).items():
        if realm.sectors[target].fleets.total > count:
            continue
        near = [
            source
            for source in realm.sectors
            if source not in _threatened(view)
            and spare(realm, source).total
            and (route := realm.routes_from(source).get(target)) is not None
            and route.turns <= min(reach, arrives - view.open_turn)
        ]
        if near:
            source = max(near, key=lambda sector: (spare(realm, sector).total, -sector))
            yield Send(kind="reinforce", fleets=spare(realm, source), source=source, target=target)


def _attack(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """The best target that can be paid and beaten: most points for its way, then the weakest."""
    attacked, reach = realm.attacked(), _reach(view)
    within = [
        target
        for target in targets(view, realm)
        if target.route.turns <= reach
        and target.sector not in attacked
        and can_launch(realm, target)
    ]
    for target in sorted(within, key=_worth):
        order = _attack_on(view, realm, target, reach)
        if order is not None:
            yield order
            return


def _turns_left(view: View) -> int | None:
    """So many turns come after the open one at the most; None: no one knows (AM-26)."""
    last = view.options.max_turns
    return None if last is None else last - view.open_turn


def _reach(view: View) -> int:
    """The longest way that is proposed: missions arrive before the game ends (AM-26)."""
    left = _turns_left(view)
    return _FAR if left is None else min(_FAR, left)


def _worth(target: Target) -> tuple[float, int, Sector]:
    return -zone_points(target.sector) / target.route.turns, target.garrison, target.sector


def _attack_on(view: View, realm: Realm, target: Target, reach: int) -> Send | None:
    """From the nearest sector that can spare enough; none leaves one under attack. Rebels that
    another attacks no later are left alone: they would have changed hands, or strength."""
    threatened, rival = _threatened(view), first_rival(view, target.sector)
    if target.kind == "colonise" and rival is not None:
        reach = min(reach, rival.arrives - 1 - view.open_turn)
    needed, found = demand(view, realm, target), []
    for source in realm.sectors:
        route = realm.routes_from(source).get(target.sector)
        if source in threatened or route is None or route.turns > reach:
            continue
        fleets = needed.met_by(realm, source)
        if fleets is not None:
            found.append((route.turns, -spare(realm, source).total, source, fleets))
    if not found:
        return None
    *_order, source, fleets = min(found, key=lambda one: one[:3])
    price = realm.mission_price(target.kind, target.sector)
    return Send(
        kind=target.kind,
        fleets=fleets,
        source=source,
        target=target.sector,
        free=bool(price) and has_token(realm, target.kind),
    )


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
    """All that R pays, unless it is better saved for a wonder."""
    if saving_for(view, realm) is None:
        yield from _all_fleets(view, realm)


def saving_for(view: View, realm: Realm) -> str | None:
    """The megastructure that a few turns' income can pay, while the capital is in no danger."""
    if realm.capital in _threatened(view):
        return None
    left = _turns_left(view)
    patience = _PATIENCE if left is None else min(_PATIENCE, left)
    soon = realm.balance.R + patience * output(realm.home.facilities).R
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
        yield Build(ship=ship_to_build(realm), count=count)


def _autobuild(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """Sectors that were told once to build light ships, which medium ones beat (AM-9)."""
    if not realm.unlocked("medium"):
        return
    for number, inside in realm.sectors.items():
        if inside.facilities.refinery and inside.autobuild == "light":
            yield Autobuild(sector=number, ship="medium")


def _gathering(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """Idle fleets behind the lines go where the most fleets are."""
    front = max(realm.sectors, key=lambda sector: (realm.sectors[sector].fleets.total, -sector))
    idle = [
        sector
        for sector in realm.sectors
        if sector not in (front, realm.capital, *_threatened(view))
        and spare(realm, sector).total >= _GATHERED
        and not _is_exposed(realm, sector)
        and (route := realm.routes_from(sector).get(front)) is not None
        and route.turns <= _reach(view)
    ]
    if idle:
        source = max(idle, key=lambda sector: (spare(realm, sector).total, -sector))
        yield Send(kind="reinforce", fleets=spare(realm, source), source=source, target=front)


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
        yield Build(ship=ship_to_build(realm), count=count, with_credits=True)


def _exchange(view: View, realm: Realm) -> Iterator[AnyOrder]:
    """What is missing for the next sector or the next level, for what is there in plenty."""
    give = max(Resource, key=lambda resource: realm.balance.of(resource))
    for price in (_next_sector(realm), _next_science(realm)):
        for get in Resource:
            missing = price.of(get) - realm.balance.of(get)
            if missing > 0 and get is not give:
                yield Exchange(give=give, get=get, amount=missing, named="get")


def _next_sector(realm: Realm) -> Cost:
    """What the next sector needs first: administration, or else the colonisation (AM-17)."""
    if realm.technologies.administration < len(realm.sectors) + len(realm.attacked()):
        return _next_level(realm, "administration")
    return prices.colonisation(realm.faction, len(realm.sectors))


def _next_science(realm: Realm) -> Cost:
    weaker: Technology = (
        "attack" if realm.technologies.attack <= realm.technologies.defence else "defence"
    )
    return _next_level(realm, weaker)


def _next_level(realm: Realm, technology: Technology) -> Cost:
    """Its price; nothing where there is none (AM-23)."""
    level = realm.technologies.of(technology)
    if level >= FIGURES.technologies[technology].maximum:
        return Cost()
    return prices.research(realm.faction, technology, level + 1)


def _more_growth(view: View, realm: Realm) -> Iterator[AnyOrder]:
    for facility in _GROWS:
        yield Upgrade(facility=facility)


_LAST: tuple[Step, ...] = (_free_technology, _wonder, _science, _fleets)
"""What still tells when no other turn follows: what is built counts, what is sent is too late."""

_ALTERNATIVES: tuple[Step, ...] = (
    _all_fleets,
    _credit_fleets,
    _next_engineering,
    _more_growth,
    _exchange,
)


def alternatives(view: View) -> tuple[Step, ...]:
    """What could be done as well, though it is not what comes to mind first."""
    return (_credit_fleets,) if _turns_left(view) == 0 else _ALTERNATIVES
