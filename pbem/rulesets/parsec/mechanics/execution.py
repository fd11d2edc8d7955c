"""What an order comes to on a player's own position, or why it cannot be carried out (PA-5 to PA-9,
PA-13).

A position is made of the player's view alone. Up to the first conflict, whose outcome hangs on
others' hands, the turn goes exactly the same way; where everyone orders at once (PA-4) others may
come before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from pbem.engine.api import Seat
from pbem.engine.language.refusals import Refused
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import (
    FIGURES,
    Artifact,
    Clash,
    Counts,
    Dispute,
    Kind,
    Leader,
    counted,
    just,
)
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.mechanics.conflicts import Strengths, external, internal, strengths
from pbem.rulesets.parsec.mechanics.space import Region, Space
from pbem.rulesets.parsec.orders import Action, Destroy, Pass, PlaceLeader, Recall, Settle, Swap
from pbem.rulesets.parsec.view import View


class Placed(msgspec.Struct, frozen=True):
    """A leader stands; ``origin`` is where it came from, None: from home."""

    leader: Leader
    origin: Square | None
    dispute: Dispute | None


class Settled(msgspec.Struct, frozen=True):
    """A system is settled. ``gains`` is who got its resource; nobody where it was lost, or, with
    ``is_union``, because it joined two regions with leaders (PA-7)."""

    square: Square
    kind: Kind
    gains: Seat | None
    is_union: bool
    dispute: Dispute | None


class Ruined(msgspec.Struct, frozen=True):
    """A system is destroyed, with what was there; ``homeless`` lost their scientists (PA-6)."""

    square: Square
    settlement: Kind | None
    leader: Leader | None
    artifact: Artifact | None
    homeless: tuple[Leader, ...]


def place_leader(space: Space, seat: Seat, order: PlaceLeader) -> Placed:
    """PA-6. Raises :class:`Refused`, and leaves the leader where it stood."""
    before = space.leader(seat, order.kind)
    if before is not None:
        if before.square == order.to:
            here, leader_name = _name(order.to), naming.LEADERS[order.kind]
            raise Refused(errors.HERE, "to", square=here, leader=leader_name)
        space.lift(before)
    try:
        check_seat(space, order.to)
    except Refused:
        if before is not None:
            space.put(before)
        raise
    leader = Leader(seat, order.kind, order.to)
    space.put(leader)
    origin = None if before is None else before.square
    return Placed(leader, origin, internal(space, leader))


def check_seat(space: Space, square: Square) -> None:
    """Raises :class:`Refused` where no leader may come to stand (PA-6)."""
    _check_free(space, square, "to")
    if not space.is_inhabitable(square):
        raise Refused(errors.NO_SEAT, "to", square=_name(square))
    if not space.scientists_beside(square):
        raise Refused(errors.NO_SCIENTISTS, "to", square=_name(square))
    regions = len(space.regions_beside(square))
    if regions > 1:
        raise Refused(errors.JOINS_TWO, "to", square=_name(square), number=regions)


def _name(square: Square) -> str:
    return square_name(square) if min(square) >= 0 else "?"


def _check_free(space: Space, square: Square, slot: str) -> None:
    if square not in space:
        raise Refused(errors.OFF_BOARD, slot, square=_name(square))
    if square in space.destroyed:
        raise Refused(errors.DESTROYED, slot, square=_name(square))
    if space.is_occupied(square):
        raise Refused(errors.OCCUPIED, slot, square=_name(square))


def recall(space: Space, seat: Seat, order: Recall) -> Leader:
    """A leader goes home. Raises :class:`Refused` where it is there already."""
    leader = space.leader(seat, order.kind)
    if leader is None:
        raise Refused(errors.AT_HOME, "kind", leader=naming.LEADERS[order.kind])
    space.lift(leader)
    return leader


def settle(space: Space, seat: Seat, order: Settle, seats: Sequence[Seat]) -> Settled:
    """PA-7; `seats` are in turn order. Raises :class:`Refused`."""
    square, kind = order.at, order.kind
    joined = check_ground(space, kind, square)
    space.settled[square] = kind
    is_union = len(joined) == 2 and all(space.leaders_in(region) for region in joined)
    earner = None if is_union else earner_of(space, square, kind)
    gains = None if earner is None else earner.seat
    dispute = external(space, seat, square, joined, order.first, seats) if is_union else None
    return Settled(square, kind, gains, is_union, dispute)


def check_ground(space: Space, kind: Kind, square: Square) -> tuple[Region, ...]:
    """The regions that a settlement would join. Raises :class:`Refused` where it may not be
    (PA-7)."""
    _check_free(space, square, "at")
    inhabitable = space.is_inhabitable(square)
    if kind == "mining" and inhabitable:
        raise Refused(errors.INHABITABLE, "at", square=_name(square))
    if kind != "mining" and not inhabitable:
        raise Refused(errors.UNINHABITABLE, "at", square=_name(square))
    joined = space.regions_beside(square)
    if len(joined) > 2:
        raise Refused(errors.JOINS_MORE, "at", square=_name(square), number=len(joined))
    return joined


def earner_of(space: Space, square: Square, kind: Kind) -> Leader | None:
    """The leader whose owner gets the resource of a settlement that joins no two regions with
    leaders: its kind's in the region, else the government's, else none (PA-7)."""
    region = space.region(square)
    return space.leader_in(region, kind) or space.leader_in(region, "government")


def destroy(space: Space, order: Destroy) -> Ruined:
    """PA-8. Raises :class:`Refused`."""
    square = order.at
    if square not in space:
        raise Refused(errors.OFF_BOARD, "at", square=_name(square))
    if square in space.destroyed:
        raise Refused(errors.DESTROYED, "at", square=_name(square))
    settlement = space.settled.pop(square, None)
    leader = space.leaders.pop(square, None)
    artifact = space.artifacts.pop(square, None)
    space.destroyed.add(square)
    return Ruined(square, settlement, leader, artifact, space.send_homeless_home())


class Means(msgspec.Struct, frozen=True):
    """A hand, prototype weapons, and whether the one swap of this turn is used (PA-9)."""

    hand: Counts
    weapons: int
    swapped: bool = False


def check(means: Means, order: Action) -> None:
    """Raises :class:`Refused` where ships, weapons or the swap are lacking."""
    match order:
        case Settle() if not means.hand.covers(just(order.kind)):
            raise Refused(errors.NO_SHIP, "kind", ships=naming.SHIPS[order.kind])
        case Destroy() if not means.weapons:
            raise Refused(errors.NO_WEAPON, number=FIGURES.weapons)
        case Swap():
            _check_swap(means, order)


def after(means: Means, order: Action) -> Means:
    """What is left once the order is carried out, without the ships that a swap brings."""
    match order:
        case Settle():
            return msgspec.structs.replace(means, hand=means.hand - just(order.kind))
        case Destroy():
            return msgspec.structs.replace(means, weapons=means.weapons - 1)
        case Swap():
            left = means.hand - counted(order.ships)
            return msgspec.structs.replace(means, hand=left, swapped=True)
        case _:
            return means


def _check_swap(means: Means, order: Swap) -> None:
    if means.swapped:
        raise Refused(errors.SWAPPED)
    if not 1 <= len(order.ships) <= FIGURES.hand:
        number = len(order.ships)
        raise Refused(errors.SWAP_COUNT, "ships", most=FIGURES.hand, number=number)
    wanted = counted(order.ships)
    if not means.hand.covers(wanted):
        kind = next(k for k in wanted.each() if wanted.of(k) > means.hand.of(k))
        have, ships = means.hand.of(kind), naming.SHIPS[kind]
        if not have:
            raise Refused(errors.NO_SHIP, "ships", ships=ships)
        number = wanted.of(kind)
        raise Refused(errors.FEWER_SHIPS, "ships", number=number, ships=ships, have=have)


def harvestable(space: Space, seat: Seat) -> tuple[Square, ...]:
    """The artifacts in its merchant leader's region, those marked border first, then row by row;
    none where there are fewer than two. Dormant ones do not count."""
    leader = space.leader(seat, "merchant")
    if leader is None:
        return ()
    region = space.region(leader.square)
    found = [
        artifact
        for square, artifact in space.artifacts.items()
        if square in region and square in space.settled
    ]
    if len(found) < FIGURES.artifacts_to_harvest:
        return ()
    found.sort(key=lambda one: (not one.border, one.square[1], one.square[0]))
    return tuple(artifact.square for artifact in found)


Deed = Placed | Settled | Ruined | Leader | Swap | Pass
"""What an order came to; a recalled leader, or the order itself where it changes no board."""


class Prospect(msgspec.Struct, frozen=True):
    """A conflict that an order opens, with the strengths that everyone can see (PA-10, PA-11)."""

    clash: Clash
    seen: Strengths


class Position(NamedTuple):
    """A player amid its turn. ``space`` is never changed; ``is_sure`` ends with the first
    conflict, and is not given where others come before. ``dispute`` are the conflicts that the
    last order has opened, which are still to be fought."""

    seat: Seat
    seats: tuple[Seat, ...]
    space: Space
    means: Means
    is_sure: bool = True
    dispute: Dispute | None = None


class Done(NamedTuple):
    """A position after an order, what the order came to, and the conflicts that it opens."""

    position: Position
    deed: Deed
    prospects: tuple[Prospect, ...] = ()


def position_of(view: View) -> Position:
    """The position of the view's seat. Raises ValueError for spectators."""
    if view.seat is None or view.me is None or view.own is None:
        raise ValueError("a spectator has no position")
    means = Means(view.own.hand, view.me.weapons)
    return Position(view.seat, view.seats, Space(view.galaxy), means, comes_first(view))


def comes_first(view: View) -> bool:
    """Whether nobody's orders are carried out before those of the view's seat (PA-4)."""
    return view.options.pace == "sequential" or view.mover == view.seat


def carry_out(position: Position, order: Action) -> Done:
    """The position after `order`. Raises :class:`Refused` where it cannot be carried out.

    Conflicts are left as they stand, with both leaders on the board; `ways` reckons with how
    they may end.
    """
    check(position.means, order)
    space = position.space.copy()
    deed = _do(position, space, order)
    dispute = deed.dispute if isinstance(deed, Placed | Settled) else None
    after_it = position._replace(
        space=space,
        means=after(position.means, order),
        is_sure=position.is_sure and dispute is None,
        dispute=dispute,
    )
    return Done(after_it, deed, () if dispute is None else prospects(space, dispute))


def _do(position: Position, space: Space, order: Action) -> Deed:
    match order:
        case PlaceLeader():
            return place_leader(space, position.seat, order)
        case Recall():
            return recall(space, position.seat, order)
        case Settle():
            return settle(space, position.seat, order, position.seats)
        case Destroy():
            return destroy(space, order)
        case Swap() | Pass():
            return order


def prospects(space: Space, dispute: Dispute) -> tuple[Prospect, ...]:
    """The clashes of a dispute as they would be fought if each came first."""
    return tuple(Prospect(c, strengths(space, dispute, c)) for c in dispute.clashes)
