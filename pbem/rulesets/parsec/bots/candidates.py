"""Orders that come to mind, each with what it promises at first sight: settlements, leaders, swaps
and weapons (PA-6 to PA-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from pbem.engine.planner import Proposal
from pbem.maps.board import Square, steps
from pbem.rulesets.parsec.bots.features import Features
from pbem.rulesets.parsec.figures import KINDS, Kind
from pbem.rulesets.parsec.mechanics import Area
from pbem.rulesets.parsec.orders import Action, Destroy, PlaceLeader, Settle, Swap

Idea = Proposal[Action]

_ALIKE = 3
"""So many settlements of a kind beside the same regions are looked at closely."""
_JOINS = 0.15
"""What it promises to join regions without a fight."""
_SHELTER = 0.05
"""A scientist beside an own leader."""
_ROCK = 0.02
"""A system for miners within reach."""
_FAR, _NEARING = 6, 0.01
"""A step less than so many from another artifact, where the own merchant leader is."""
_POSTS = 2
"""So many of a region, the best sheltered ones, are looked at closely."""
_READY = 0.1
"""That the hand has a ship to settle with."""
_MARKET = 0.1
"""That a merchant leader could harvest there."""
_COVERED = 0.5
"""Kinds that are earned less well than this a government leader is welcome for."""
_CONFLICT = (-0.3, 0.3)
"""A conflict that is surely lost, and one that is surely won."""
_EACH = 0.05
"""What a useless ship less promises, and each settlement that a weapon's blow is about."""
_KEPT = 2
"""So many ships of a useful kind stay."""
_USEFUL, _NEEDED = 0.05, 0.3
"""A kind is useful from this need on; of one that is needed so much all ships stay."""


def candidates(at: Features) -> list[Idea]:
    """The most promising first; those that promise as much in an order of their own, so that the
    same position always gives the same."""
    found = [*_settlements(at), *_posts(at)]
    if at.outlook.params.schemes:
        found += _schemes(at)
    return _ranked(found)


def _idea(promise: float, order: Action) -> Idea:
    return Proposal(promise, (order,))


def _ranked(found: Iterable[Idea]) -> list[Idea]:
    return sorted(found, key=lambda idea: (-idea.promise, _place(idea.orders[0])))


def _place(order: Action) -> tuple[object, ...]:
    match order:
        case PlaceLeader(kind=kind, to=square):
            return "leader", kind, square
        case Settle(kind=kind, at=square, first=first):
            return "settle", kind, square, first
        case Destroy(at=square):
            return "destroy", "", square
        case Swap(ships=ships):
            return "swap", "", (len(ships), 0)
        case _:
            return type(order).__name__, "", (0, 0)


# Settlements --------------------------------------------------------------------------


def _settlements(at: Features) -> Iterator[Idea]:
    """For each kind in the hand, the best places beside each region and between each two."""
    survey, rock = at.survey, at.survey.rock
    hand = [kind for kind in KINDS if at.hand.of(kind)]
    places = [((area,), area.land | area.rock) for area in survey.areas]
    pairs = combinations(survey.areas, 2)
    between = [((one, other), one.shore & other.shore & survey.joints) for one, other in pairs]
    for areas, squares in (*places, *between):
        for kind in hand if squares else ():
            fitting = squares & (rock if kind == "mining" else ~rock)
            if not fitting:
                continue
            promise = _promise(at, kind, areas)
            found = (
                _idea(promise + _lie(at, kind, square, areas[0]), Settle(kind=kind, at=square))
                for square in survey.grid.each(fitting)
            )
            for idea in _ranked(found)[:_ALIKE]:
                yield idea
                yield from _other_conflicts_first(at, areas, idea)


def _other_conflicts_first(at: Features, areas: Sequence[Area], idea: Idea) -> Iterator[Idea]:
    """The same with each conflict first that would not be the first by itself (PA-11)."""
    (order,) = idea.orders
    if len(areas) == 1 or not at.outlook.params.schemes or not isinstance(order, Settle):
        return
    one, other = areas
    contested = [kind for kind in KINDS if kind in one.leaders and kind in other.leaders]
    counts = {k: one.counts[k] + other.counts[k] + (k == order.kind) for k in contested}
    for kind in sorted(contested, key=lambda kind: counts[kind])[1:]:
        yield _idea(idea.promise, replace(order, first=(kind,)))


def _promise(at: Features, kind: Kind, areas: Sequence[Area]) -> float:
    """The resource that a settlement brings, or the conflicts."""
    led = [area for area in areas if area.leaders]
    if len(led) > 1:
        return _union(at, *led)
    joins, earner = _JOINS * (len(areas) > 1), led[0].earner(kind) if led else None
    if earner is None:
        return joins
    return joins + (at.needs[kind] if at.is_own(earner) else -at.outlook.share)


def _union(at: Features, one: Area, other: Area) -> float:
    """What conflicts promise when each is fought by itself (PA-11)."""
    value = 0.0
    for kind in KINDS:
        a, b = one.leaders.get(kind), other.leaders.get(kind)
        if a is None or b is None or not (at.is_own(a) or at.is_own(b)):
            continue
        own, theirs = (one, other) if at.is_own(a) else (other, one)
        lead = own.counts[kind] + at.hand.of(kind) - theirs.counts[kind]
        chance = 1 - at.outlook.odds.at_least(kind, lead)
        gain = (theirs.counts[kind] + 1) * at.needs[kind]
        loss = (own.counts[kind] + 1) * at.outlook.share
        value += chance * gain - (1 - chance) * loss
    return value


def _lie(at: Features, kind: Kind, square: Square, area: Area) -> float:
    """How well a place lies: scientists beside own leaders, rock for miners within reach, the
    way to the next artifact."""
    space = at.survey.space
    near = space.neighbours(square)
    value = _ROCK * sum(not space.is_inhabitable(s) and space.is_free(s) for s in near)
    if kind == "science":
        value += _SHELTER * sum(at.is_own(space.leaders.get(s)) for s in near)
    if at.is_own(area.leaders.get("merchant")):
        others = at.survey.grid.each(at.survey.live & ~area.squares)
        to_next = min((steps(square, other) for other in others), default=_FAR)
        value += _NEARING * max(0, _FAR - to_next)
    return value


# Leaders ------------------------------------------------------------------------------


def _posts(at: Features) -> Iterator[Idea]:
    """For each leader, the best sheltered places in each region."""
    survey = at.survey
    for area in survey.areas:
        squares = sorted(
            survey.grid.each(area.land & survey.science[0]),
            key=lambda square: (-survey.scientists_beside(square), square),
        )
        for kind in KINDS:
            promise = _post(at, area, kind)
            for square in squares[:_POSTS]:
                value = promise + _SHELTER * survey.scientists_beside(square)
                rival = area.leaders.get(kind)
                if rival is not None and not at.is_own(rival):
                    value += _beats(at, square, rival.square)
                yield _idea(value, PlaceLeader(kind=kind, to=square))


def _post(at: Features, area: Area, kind: Kind) -> float:
    """What a leader could earn there that cannot be earned yet."""
    if at.is_own(area.leaders.get(kind)):
        return 0.0
    value = _READY if at.hand.of(kind) else 0.0
    if area.room(kind):
        value += at.needs[kind] * (1 - at.earned[kind])
    if kind == "merchant" and area.live > 1:
        value += _MARKET
    if kind == "government":
        covered = (k for k in KINDS if area.room(k) and k not in area.leaders)
        value += sum(at.needs[k] * max(0.0, _COVERED - at.earned[k]) for k in covered)
    return value


def _beats(at: Features, square: Square, other: Square) -> float:
    """What an internal conflict promises, by the chance to win it."""
    survey = at.survey
    have = survey.scientists_beside(square) + at.hand.of("science")
    chance = 1 - at.outlook.odds.at_least("science", have - survey.scientists_beside(other))
    lost, won = _CONFLICT
    return lost + chance * (won - lost)


# Swaps and weapons --------------------------------------------------------------------


def _schemes(at: Features) -> Iterator[Idea]:
    """Other ships, and what may be destroyed."""
    if not at.draft.position.swapped:
        yield from _swaps(at)
    if at.draft.position.weapons:
        yield from _leaders(at)
        yield from _bridges(at)


def _swaps(at: Features) -> Iterator[Idea]:
    """Ships of kinds that cannot be earned, with those of too many alike; or the whole hand."""
    useless: list[Kind] = []
    for kind in KINDS:
        if at.needs[kind] > _NEEDED:
            continue
        is_useful = kind == "science" or at.earned[kind] * at.needs[kind] > _USEFUL
        useless += [kind] * max(0, at.hand.of(kind) - _KEPT * is_useful)
    if useless:
        yield _idea(_EACH * len(useless), Swap(ships=tuple(useless)))
    if len(useless) < at.hand.total and all(
        at.needs[kind] <= _NEEDED for kind in KINDS if at.hand.of(kind)
    ):
        yield _idea(_EACH, Swap(ships=tuple(at.hand.each())))


def _leaders(at: Features) -> Iterator[Idea]:
    """Rivals' leaders, the more so where they are strong or harvest."""
    for area in at.survey.led():
        for kind, leader in area.leaders.items():
            if not at.is_own(leader):
                weight = 1 + area.counts[kind] / 4 + (area.live > 1)
                yield _idea(_EACH * weight, Destroy(at=leader.square))


def _bridges(at: Features) -> Iterator[Idea]:
    """Systems by which a rival could join regions to the own harm."""
    for one, other, between in at.survey.bridges():
        at_stake = _at_stake(at, one, other) + _at_stake(at, other, one)
        if at_stake:
            for square in at.survey.grid.each(between):
                yield _idea(_EACH * at_stake, Destroy(at=square))


def _at_stake(at: Features, own: Area, other: Area) -> int:
    """What would be lost in conflicts in which the other side is as strong, or stronger."""
    return sum(
        own.counts[kind] + 1
        for kind, leader in own.leaders.items()
        if at.is_own(leader) and kind in other.leaders and other.counts[kind] >= own.counts[kind]
    )
