"""What each order does to the board, or why it cannot be carried out (PA-6 to PA-8)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.disputes import Dispute
from pbem.rulesets.parsec.galaxy import Artifact, Leader
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.orders import Destroy, PlaceLeader, Recall, Settle
from pbem.rulesets.parsec.reckoning.conflicts import external, internal
from pbem.rulesets.parsec.reckoning.refusals import Refusal, Refused, Why
from pbem.rulesets.parsec.reckoning.space import Space


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
            raise Refused(Refusal(Why.HERE, square=order.to, kind=order.kind))
        space.lift(before)
    refusal = _no_seat(space, order.to)
    if refusal is not None:
        if before is not None:
            space.put(before)
        raise Refused(refusal)
    leader = Leader(seat, order.kind, order.to)
    space.put(leader)
    origin = None if before is None else before.square
    return Placed(leader, origin, internal(space, leader))


def _no_seat(space: Space, square: Square) -> Refusal | None:
    """Why no leader may come to stand there."""
    refusal = _not_free(space, square)
    if refusal is not None:
        return refusal
    if not space.is_inhabitable(square):
        return Refusal(Why.UNINHABITABLE, square=square)
    if not space.scientists_beside(square):
        return Refusal(Why.NO_SCIENTISTS, square=square)
    regions = len(space.regions_beside(square))
    return Refusal(Why.JOINS_TWO, square=square, have=regions) if regions > 1 else None


def _not_free(space: Space, square: Square) -> Refusal | None:
    if square not in space:
        return Refusal(Why.OFF_BOARD, square=square)
    if square in space.destroyed:
        return Refusal(Why.DESTROYED, square=square)
    return Refusal(Why.OCCUPIED, square=square) if space.is_occupied(square) else None


def recall(space: Space, seat: Seat, order: Recall) -> Leader:
    """A leader goes home. Raises :class:`Refused` where it is there already."""
    leader = space.leader(seat, order.kind)
    if leader is None:
        raise Refused(Refusal(Why.AT_HOME, kind=order.kind))
    space.lift(leader)
    return leader


def settle(space: Space, seat: Seat, order: Settle, seats: Sequence[Seat]) -> Settled:
    """PA-7; `seats` are in turn order. Raises :class:`Refused`."""
    square, kind = order.at, order.kind
    refusal = _not_free(space, square) or _wrong_ground(space, square, kind)
    if refusal is not None:
        raise Refused(refusal)
    joined = space.regions_beside(square)
    if len(joined) > 2:
        raise Refused(Refusal(Why.JOINS_MORE, square=square, have=len(joined)))
    space.settled[square] = kind
    is_union = len(joined) == 2 and all(space.leaders_in(region) for region in joined)
    earner = None if is_union else earner_of(space, square, kind)
    gains = None if earner is None else earner.seat
    dispute = external(space, seat, square, joined, order.first, seats) if is_union else None
    return Settled(square, kind, gains, is_union, dispute)


def _wrong_ground(space: Space, square: Square, kind: Kind) -> Refusal | None:
    inhabitable = space.is_inhabitable(square)
    if kind == "mining" and inhabitable:
        return Refusal(Why.INHABITABLE, square=square, kind=kind)
    if kind != "mining" and not inhabitable:
        return Refusal(Why.UNINHABITABLE, square=square, kind=kind)
    return None


def earner_of(space: Space, square: Square, kind: Kind) -> Leader | None:
    """The leader whose owner gets the resource of a settlement that joins no two regions with
    leaders: its kind's in the region, else the government's, else none (PA-7)."""
    region = space.region(square)
    return space.leader_in(region, kind) or space.leader_in(region, "government")


def destroy(space: Space, order: Destroy) -> Ruined:
    """PA-8. Raises :class:`Refused`."""
    square = order.at
    if square not in space:
        raise Refused(Refusal(Why.OFF_BOARD, square=square))
    if square in space.destroyed:
        raise Refused(Refusal(Why.DESTROYED, square=square))
    settlement = space.settled.pop(square, None)
    leader = space.leaders.pop(square, None)
    artifact = space.artifacts.pop(square, None)
    space.destroyed.add(square)
    return Ruined(square, settlement, leader, artifact, space.send_homeless_home())
