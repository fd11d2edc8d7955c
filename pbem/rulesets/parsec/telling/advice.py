"""What a sensible player would think of next: orders with what they promise.

Nothing here is a rule; what it proposes is tried before anyone is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.holdings import Holdings
from pbem.rulesets.parsec.kinds import KINDS, Counts, Kind
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.orders import Action, PlaceLeader, Settle, Swap
from pbem.rulesets.parsec.reckoning.means import Means
from pbem.rulesets.parsec.reckoning.position import Position
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling.ground import Ground, Land, fits, ground_of
from pbem.rulesets.parsec.telling.scores import laid

_HARVEST = 0.9
"""What it is worth to have a merchant leader where it can harvest."""
_SHELTER = 0.05
"""What a scientists' system beside a leader is worth to it."""
_COMPANY = 0.2
"""What it is worth to settle where several of one's leaders are."""
_SOON = 0.45
"""What a ship in the hand is worth to a leader that would collect for it."""
_RELIEF = 0.3
"""How much of that is left where one's own government leader collects it already."""
_DISMISSED = 0.04
"""What another ship is worth in place of one that is of no use."""
_KEPT = 0.05
"""What it is worth to keep a ship for the conflict that a settlement opens, and scientists for
others."""
_CLEAR = 2
"""A fight is proposed where the own strength, ships included, is so much higher."""


class Idea(NamedTuple):
    """An order, and what it promises: a resource of the least kind is worth 1."""

    promise: float
    order: Action


class _Outlook(NamedTuple):
    """A position, what each kind is worth to its player, and the kinds that it keeps."""

    seat: Seat
    space: Space
    ground: Ground
    means: Means
    worth: Mapping[Kind, float]
    kept: Collection[Kind]

    @property
    def hand(self) -> Counts:
        return self.means.hand


def ideas(position: Position, own: Holdings, kept: Collection[Kind] = ()) -> tuple[Idea, ...]:
    """The most promising first; not all of them need be possible. Ships of kinds that are `kept`
    are not swapped."""
    outlook = _Outlook(
        position.seat,
        position.space,
        ground_of(position.space),
        position.means,
        _worth(own),
        kept,
    )
    found = [
        *_settlements(outlook),
        *_unions(outlook),
        *_posts(outlook),
        *_challenges(outlook),
        *_swap(outlook),
    ]
    return tuple(sorted(found, key=lambda idea: (-idea.promise, written(idea.order))))


def _worth(own: Holdings) -> Mapping[Kind, float]:
    """The least counts (PA-14): the more there is of a kind, the less one more is worth."""
    have = laid(own)
    lowest = min(have.of(kind) for kind in KINDS)
    return {kind: 1 / (1 + have.of(kind) - lowest) for kind in KINDS}


# Settlements --------------------------------------------------------------------------


def _settlements(outlook: _Outlook) -> Iterator[Idea]:
    """Where one's own leader collects, the best place of each kind beside each region."""
    for land in outlook.ground.lands:
        for kind in KINDS:
            if not outlook.hand.of(kind) or land.earner(kind) != outlook.seat:
                continue
            fitting = [square for square in land.shore if fits(outlook.space, kind, square)]
            if fitting:
                square = max(fitting, key=lambda at: (_lie(outlook, kind, at), -at[1], -at[0]))
                promise = outlook.worth[kind] + _lie(outlook, kind, square)
                yield Idea(promise, Settle(kind=kind, at=square))


def _lie(outlook: _Outlook, kind: Kind, square: Square) -> float:
    """Scientists are best put beside one's own leaders, and never a rival's."""
    if kind != "science":
        return 0.0
    beside = [
        outlook.space.leaders[near]
        for near in outlook.space.neighbours(square)
        if near in outlook.space.leaders
    ]
    return _SHELTER * sum(1 if one.seat == outlook.seat else -1 for one in beside)


def _unions(outlook: _Outlook) -> Iterator[Idea]:
    """Systems that join two regions: a harvest, or a fight that is as good as won."""
    for square, (one, other) in outlook.ground.joints.items():
        for kind in KINDS:
            if outlook.hand.of(kind) and fits(outlook.space, kind, square):
                promise = (
                    _fights(outlook, kind, one, other)
                    if one.leaders and other.leaders
                    else _joining(outlook, kind, one, other)
                )
                if promise > 0:
                    yield Idea(promise, Settle(kind=kind, at=square))


def _joining(outlook: _Outlook, kind: Kind, one: Land, other: Land) -> float:
    """Of a region with leaders and one without."""
    led, bare = (one, other) if one.leaders else (other, one)
    if led.earner(kind) != outlook.seat:
        return 0.0
    value = outlook.worth[kind]
    merchant = led.leaders.get("merchant")
    if merchant is not None and merchant.seat == outlook.seat and bare.artifacts:
        enough = led.artifacts + bare.artifacts >= FIGURES.artifacts_to_harvest
        value += _HARVEST if enough else 0.0
    return value


def _fights(outlook: _Outlook, kind: Kind, one: Land, other: Land) -> float:
    """Of two regions with leaders: what the conflicts bring, nothing where one could be lost."""
    value = 0.0
    for contested in KINDS:
        pair = [land.leaders.get(contested) for land in (one, other)]
        if pair[0] is None or pair[1] is None:
            continue
        if outlook.seat not in (pair[0].seat, pair[1].seat):
            continue
        mine, theirs = (one, other) if pair[0].seat == outlook.seat else (other, one)
        ships = outlook.hand.of(contested) - (contested == kind)
        lost = outlook.space.count(theirs.region, contested)
        if outlook.space.count(mine.region, contested) + ships - lost < _CLEAR:
            return 0.0
        value += outlook.worth[contested] * (lost + 1) - _KEPT * (contested == kind)
    return value - _KEPT * (kind == "science")


# Leaders ------------------------------------------------------------------------------


def _posts(outlook: _Outlook) -> Iterator[Idea]:
    """Leaders that are at home, where none of their kind is and they have something to do."""
    for kind in KINDS:
        if outlook.space.leader(outlook.seat, kind) is not None:
            continue
        for land in outlook.ground.lands:
            if kind not in land.leaders:
                seat = _best_seat(outlook, land)
                if seat is not None:
                    promise = _post(outlook, land, kind) + _shelter(outlook, seat)
                    yield Idea(promise, PlaceLeader(kind=kind, to=seat))


def _best_seat(outlook: _Outlook, land: Land) -> Square | None:
    """Beside most scientists."""
    fitting = [
        square
        for square in land.shore
        if outlook.space.is_inhabitable(square) and outlook.space.scientists_beside(square)
    ]
    return max(fitting, key=lambda at: (_shelter(outlook, at), -at[1], -at[0]), default=None)


def _shelter(outlook: _Outlook, square: Square) -> float:
    return _SHELTER * outlook.space.scientists_beside(square)


def _post(outlook: _Outlook, land: Land, kind: Kind) -> float:
    """What a leader would collect there with the ships that are in the hand."""
    value = outlook.worth[kind] * _ready(outlook, land, kind)
    if land.earner(kind) == outlook.seat:
        value *= _RELIEF
    if kind == "government":
        value += sum(
            outlook.worth[other] * _ready(outlook, land, other) / 2
            for other in KINDS
            if other != "government" and other not in land.leaders
        )
    if kind == "merchant" and land.artifacts >= FIGURES.artifacts_to_harvest:
        value += _HARVEST
    if land.has_any_of(outlook.seat):
        value += _COMPANY
    elif land.leaders:
        value -= _COMPANY
    return value


def _ready(outlook: _Outlook, land: Land, kind: Kind) -> float:
    """How soon ships of a kind could be settled there: two and room for them are best."""
    room = sum(fits(outlook.space, kind, square) for square in land.shore)
    return _SOON * min(2, outlook.hand.of(kind), room)


def _challenges(outlook: _Outlook) -> Iterator[Idea]:
    """Rivals' leaders that a leader from home could beat with scientists (PA-10)."""
    for land in outlook.ground.lands:
        for kind, rival in land.leaders.items():
            if rival.seat == outlook.seat or outlook.space.leader(outlook.seat, kind):
                continue
            seat = _best_seat(outlook, land)
            if seat is None:
                continue
            strength = outlook.space.scientists_beside(seat) + outlook.hand.science
            lead = strength - outlook.space.scientists_beside(rival.square)
            if lead >= _CLEAR:
                promise = (outlook.worth["science"] + _post(outlook, land, kind)) / 2
                yield Idea(promise, PlaceLeader(kind=kind, to=seat))


# Ships --------------------------------------------------------------------------------


def _swap(outlook: _Outlook) -> Iterator[Idea]:
    """Ships of which none could be settled for oneself, but for scientists, who defend."""
    if outlook.means.swapped:
        return
    useless = tuple(
        kind
        for kind in outlook.hand.each()
        if kind != "science" and kind not in outlook.kept and not _earns(outlook, kind)
    )
    if useless:
        yield Idea(_DISMISSED * len(useless), Swap(ships=useless))


def _earns(outlook: _Outlook, kind: Kind) -> bool:
    """Whether there is a system on which one such ship would bring its resource, or set the own
    leader of its kind against another (PA-7, PA-11)."""
    for land in outlook.ground.lands:
        if land.earner(kind) == outlook.seat and _fits_any(outlook, kind, land.shore):
            return True
    for square, (one, other) in outlook.ground.joints.items():
        if not fits(outlook.space, kind, square):
            continue
        if not (one.leaders and other.leaders):
            if outlook.seat in (one.earner(kind), other.earner(kind)):
                return True
        elif _fights(outlook, kind, one, other) > 0:
            return True
    return False


def _fits_any(outlook: _Outlook, kind: Kind, squares: Iterable[Square]) -> bool:
    return any(fits(outlook.space, kind, square) for square in squares)
