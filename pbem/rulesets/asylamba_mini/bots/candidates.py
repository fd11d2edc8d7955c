"""What a faction could do with its means, project by project: build, learn, attack, guard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from pbem.engine.planner import Reasons
from pbem.rulesets.asylamba_mini.bots import evaluation
from pbem.rulesets.asylamba_mini.bots.evaluation import worth
from pbem.rulesets.asylamba_mini.bots.features import (
    Force,
    Outlook,
    Rights,
    advantage,
    attack_ratios,
    best_ship,
    fleets_to_beat,
    forces,
    lessons,
    lightest_stay,
    losses,
    rights_to,
)
from pbem.rulesets.asylamba_mini.figures import (
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    Cost,
    Facilities,
    Facility,
    Sector,
    Technology,
)
from pbem.rulesets.asylamba_mini.mechanics import Realm, prices
from pbem.rulesets.asylamba_mini.mechanics.forecast import first_rival, guard
from pbem.rulesets.asylamba_mini.mechanics.prices import output
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Build,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.view import SeenSector


class Project(NamedTuple):
    """Orders that serve one purpose. ``cost`` is what must be at hand; ``gains`` what it brings
    and ``effort`` what it really takes, both in C; ``points`` are victory points, ``about`` is the
    sector that it is for. ``study`` is the part of its cost that other projects need as well, and
    ``payback`` the turns after which its cost has come in again."""

    gains: Reasons
    effort: float
    cost: Cost
    orders: tuple[AnyOrder, ...]
    points: int = 0
    about: Sector | None = None
    study: Cost = Cost()
    payback: float = inf

    @property
    def goal(self) -> AnyOrder:
        """The order that the others are given for."""
        return self.orders[-1]

    @property
    def reason(self) -> str:
        """What it brings most of."""
        return max(self.gains, key=lambda name: self.gains[name])

    @property
    def value(self) -> float:
        return sum(self.gains.values())

    @property
    def rate(self) -> float:
        """What comes back for one C."""
        return self.value / max(_LEAST_EFFORT, self.effort)


_NOTHING = Cost()
_LEAST_EFFORT = 0.01
_NO_REASONS: Reasons = MappingProxyType({})


class Draft(NamedTuple):
    """A turn as far as it is thought of: the ``realm`` that its orders leave, the victory
    ``points`` that they bring, and what speaks for them."""

    realm: Realm
    points: int = 0
    reasons: Reasons = _NO_REASONS


# At home --------------------------------------------------------------------------------

_UPGRADABLE: tuple[Facility, ...] = ("refinery", "hub")
_STUDIED: tuple[Technology, ...] = ("frame", "attack", "defence")
_OWN_SHARE = 0.6
"""How much of its engineering a megastructure has to pay for; the rest serves the next ones."""


def works(outlook: Outlook, draft: Draft) -> Iterator[Project]:
    """Everything that can be built or learned for its own sake, affordable or not."""
    realm = draft.realm
    for facility in _UPGRADABLE:
        order = Upgrade(facility=facility)
        ladder = realm.ladder(order)
        cost = ladder.price(ladder.level + 1)
        if cost is not None and ladder.level < ladder.maximum:
            gains = {"income": evaluation.of_output(outlook, Facilities.just(facility, 1))}
            effort, payback = worth(outlook, cost), ladder.level + 1
            yield Project(gains, effort, cost, (order,), payback=payback)
    for name, figures in MEGASTRUCTURES.items():
        if name in realm.built or name in realm.wonders or figures.level > outlook.params.deepest:
            continue
        study = lessons(realm, "engineering", figures.level)
        cost = study.cost + prices.megastructure(realm.faction, name)
        yield Project(
            evaluation.of_megastructure(outlook, realm, figures, draft.points),
            worth(outlook, cost) + (_OWN_SHARE - 1) * worth(outlook, study.cost),
            cost,
            (*study.orders, Wonder(megastructure=name)),
            points=FIGURES.points_per_megastructure,
            study=study.cost,
        )
    yield from _studies(outlook, realm)


def _studies(outlook: Outlook, realm: Realm) -> Iterator[Project]:
    """What S is for. Heavy ships lose to light ones, so that one level of frame is enough."""
    known = realm.technologies
    for technology in _STUDIED:
        level = known.of(technology)
        most = 1 if technology == "frame" else FIGURES.technologies[technology].maximum
        if level < most and (known.frame or technology == "frame"):
            gains = {"fleets": evaluation.of_study(outlook, realm, technology)}
            cost = prices.research(realm.faction, technology, level + 1)
            order = Research(technology=technology)
            yield Project(gains, worth(outlook, cost), cost, (order,))


# Attacks --------------------------------------------------------------------------------

_ENOUGH = 2
"""Times as many fleets as needed are sent: few of them are lost then."""
_KEPT = 0.5
"""The part of fleets built for one attack that it really takes; the rest lives on."""
_FORESEEN = 12
"""Turns within which the R for an attack must come in."""
_REBELS_A_TURN = 0.3
_UNFORESEEN = 2
_ALARMED = 9
"""Fleets a turn that join a garrison before its owner sees the attack, and after."""


class Assault(NamedTuple):
    """An attack as it would go: against how many, how much stronger, with how many to win."""

    garrison: float
    ratio: float
    needed: int


def attacks(outlook: Outlook, draft: Draft, kept: Mapping[Sector, int]) -> Iterator[Project]:
    """An attack on each sector within reach, or the fleets that it still wants."""
    realm, params = draft.realm, outlook.params
    attacked, edges = realm.attacked(), attack_ratios(realm, outlook.view)
    colonising, conquering = rights_to(realm, "colonise"), rights_to(realm, "conquer")
    for target, found in forces(realm, kept, max(params.reach, params.conquest)).items():
        seen = outlook.view.sector(target)
        reach = params.reach if seen.owner is None else params.conquest
        farthest = min(reach, outlook.last - realm.turn)
        near = [one for one in found if one.turns <= farthest]
        if near and target not in attacked:
            rights = colonising if seen.owner is None else conquering
            yield from _attack(outlook, draft, seen, near, rights, edges[seen.owner])


def _attack(
    outlook: Outlook,
    draft: Draft,
    seen: SeenSector,
    found: Sequence[Force],
    rights: Rights,
    edge: float,
) -> Iterator[Project]:
    """By the first force that is strong enough; there is no use in coming after others."""
    realm = draft.realm
    rival = first_rival(outlook.view, seen.number) if seen.owner is None else None
    in_time = inf if rival is None else rival.arrives - realm.turn
    points = evaluation.points_in(outlook, seen, outlook.faction)
    for force in found:
        if force.turns >= in_time:
            return
        assault = _assault(outlook, seen, force, edge)
        if force.fleets.total >= assault.needed:
            sends = _sends(force, rights, seen.number, _ENOUGH * assault.needed)
            sent = sum(order.fleets.total for order in sends)
            lost = losses(sent, assault.garrison, assault.ratio)
            yield Project(
                evaluation.of_sector(outlook, seen, assault.garrison, force.turns, draft.points),
                worth(outlook, rights.cost) + evaluation.of_fleets(outlook, lost),
                rights.cost,
                (*rights.orders, *sends),
                points=points,
                about=seen.number,
            )
            return
    yield from _muster(outlook, draft, seen, found, rights.cost, edge)


def _assault(outlook: Outlook, seen: SeenSector, force: Force, edge: float) -> Assault:
    garrison: float = seen.garrison
    if seen.owner is None:
        garrison += _REBELS_A_TURN * force.turns
    else:
        garrison += _UNFORESEEN + _ALARMED * (force.turns - 1)
    ratio = edge * advantage(force.fleets)
    return Assault(garrison, ratio, fleets_to_beat(garrison, ratio, outlook.params.caution))


def _muster(
    outlook: Outlook,
    draft: Draft,
    seen: SeenSector,
    found: Sequence[Force],
    cost: Cost,
    edge: float,
) -> Iterator[Project]:
    """Fleets of the capital for an attack that is yet too weak; what it will cost besides must
    be at hand too, or the fleets would wait."""
    realm = draft.realm
    near = (one for one in found if any(source == realm.capital for source, _f in one.parts))
    force = next(near, None)
    if force is None or realm.turn + 1 + force.turns > outlook.last:
        return
    assault = _assault(outlook, seen, force, edge)
    missing = assault.needed - force.fleets.total - realm.ordered.total
    in_time = (realm.balance.R + _FORESEEN * output(realm.home.facilities).R) // FIGURES.fleets.cost
    if not 0 < missing <= in_time:
        return
    lost = losses(assault.needed, assault.garrison, assault.ratio)
    beside = evaluation.of_fleets(outlook, lost + _KEPT * missing)
    gains = evaluation.of_sector(outlook, seen, assault.garrison, force.turns + 1, draft.points)
    gain, effort = sum(gains.values()), worth(outlook, cost) + beside
    for with_credits in _payments(realm):
        build = Build(ship=best_ship(realm), count=missing, with_credits=with_credits)
        price = cost + prices.fleets(missing, with_credits=with_credits)
        yield Project({"reach": gain}, effort, price, (build,), about=seen.number)


def _payments(realm: Realm) -> tuple[bool, ...]:
    """Whether fleets are paid with credits: only the Ligue may (AM-10)."""
    return (False, True) if FACTIONS[realm.faction].builds_with_credits else (False,)


def _sends(force: Force, rights: Rights, target: Sector, wanted: int) -> tuple[Send, ...]:
    """The largest parts first, until there are as many as wanted; the first pays for all."""
    sends: list[Send] = []
    for source, fleets in sorted(force.parts, key=lambda part: (-part[1].total, part[0])):
        going = lightest_stay(fleets, max(0, fleets.total - wanted))
        if going:
            free, kind = rights.free and not sends, rights.kind
            sends.append(Send(kind=kind, fleets=going, source=source, target=target, free=free))
            wanted -= going.total
    return tuple(sends)


# Guards ---------------------------------------------------------------------------------

_PLENTY = 400
"""R beyond this becomes fleets, whatever they may be good for."""
_BARE = 0.2
"""What is feared for a sector that nothing guards and nobody attacks yet."""
_LEAST_GUARD = 2
"""So many fleets are kept where nothing threatens."""
_SMALLEST_MOVE = 2
_SPARE_MISSIONS = 2
_HARDLY = 1.01
"""The rate of what is done where nothing better is left to do."""
_TROUBLE, _MOVED = 2.0, 0.1
"""What moving fleets takes, in C, and of what they are worth."""


def relief(outlook: Outlook, realm: Realm, kept: Mapping[Sector, int]) -> Iterator[Project]:
    """Fleets for sectors that have too few: built in the capital, or sent there in time."""
    for sector, wanted in kept.items():
        arrives = min(
            (turn for turn, _owner, target in outlook.coming if target == sector),
            default=realm.turn + 1,
        )
        missing = max(1, wanted) - guard(realm, sector, arrives)
        if missing <= 0:
            continue
        fear = evaluation.of_loss(outlook, realm, outlook.view.sector(sector))
        fear *= 1.0 if wanted > _LEAST_GUARD else _BARE
        if sector == realm.capital and arrives > realm.turn:
            yield from _manned(outlook, realm, missing, fear)
        yield from _sent(outlook, realm, kept, sector, missing, arrives, fear)


def _manned(outlook: Outlook, realm: Realm, missing: int, fear: float) -> Iterator[Project]:
    for with_credits in _payments(realm):
        have = realm.balance.C if with_credits else realm.balance.R
        count = min(missing, have // FIGURES.fleets.cost)
        if count > 0:
            build = Build(ship=best_ship(realm), count=count, with_credits=with_credits)
            price = prices.fleets(count, with_credits=with_credits)
            gains = {evaluation.danger(realm.capital): fear * count / missing}
            effort = worth(outlook, price)
            yield Project(gains, effort, price, (build,), about=realm.capital)


def _sent(
    outlook: Outlook,
    realm: Realm,
    kept: Mapping[Sector, int],
    sector: Sector,
    missing: int,
    arrives: int,
    fear: float,
) -> Iterator[Project]:
    for source, inside in realm.sectors.items():
        stays = max(kept[source] + 1, inside.fleets.total - missing)
        going = lightest_stay(inside.fleets, stays)
        way = realm.routes_from(source).get(sector) if going else None
        if way is not None and way.turns <= arrives - realm.turn:
            send = Send(kind="reinforce", fleets=going, source=source, target=sector)
            gains = {evaluation.danger(sector): fear * going.total / missing}
            effort = _TROUBLE + _MOVED * evaluation.of_fleets(outlook, going.total)
            yield Project(gains, effort, Cost(), (send,), about=sector)


def idle(outlook: Outlook, realm: Realm, kept: Mapping[Sector, int]) -> Iterator[Project]:
    """What plenty is good for: fleets of R that nothing else needs, or of all that is left in the
    last turn (AM-26); and fleets that join the largest garrison."""
    count = (realm.balance.R - (0 if outlook.is_last else _PLENTY)) // FIGURES.fleets.cost
    if count > 0:
        build = Build(ship=best_ship(realm), count=count)
        price = prices.fleets(count)
        effort = worth(outlook, price)
        yield Project({"fleets": _HARDLY * effort}, effort, price, (build,))
    if outlook.params.gathers and not outlook.is_last:
        yield from _gathering(realm, kept)


def _gathering(realm: Realm, kept: Mapping[Sector, int]) -> Iterator[Project]:
    """Small garrisons join the largest one; one fleet stays, so that nobody walks in."""
    if realm.most_missions - len(realm.missions) <= _SPARE_MISSIONS:
        return
    main = max(realm.sectors, key=lambda n: (realm.sectors[n].fleets.total, n == realm.capital))
    for number in sorted(realm.sectors.keys() - {main, realm.capital}):
        going = lightest_stay(realm.sectors[number].fleets, kept[number] + 1)
        if going.total >= _SMALLEST_MOVE and main in realm.routes_from(number):
            send = Send(kind="reinforce", fleets=going, source=number, target=main)
            yield Project({"gathering": _HARDLY * _TROUBLE}, _TROUBLE, Cost(), (send,))
