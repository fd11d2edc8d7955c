"""What each order does to the board, or why it cannot be carried out (PA-6 to PA-8)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.engine.api import Seat
from pbem.engine.language.refusals import Refused
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.disputes import Dispute
from pbem.rulesets.parsec.galaxy import Artifact, Leader
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.orders import Destroy, PlaceLeader, Recall, Settle
from pbem.rulesets.parsec.reckoning import refusals
from pbem.rulesets.parsec.reckoning.conflicts import external, internal
from pbem.rulesets.parsec.reckoning.space import Region, Space


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
            raise Refused(refusals.HERE, "to", square=here, leader=leader_name)
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
        raise Refused(refusals.NO_SEAT, "to", square=_name(square))
    if not space.scientists_beside(square):
        raise Refused(refusals.NO_SCIENTISTS, "to", square=_name(square))
    regions = len(space.regions_beside(square))
    if regions > 1:
        raise Refused(refusals.JOINS_TWO, "to", square=_name(square), number=regions)


def _name(square: Square) -> str:
    return square_name(square) if min(square) >= 0 else "?"


def _check_free(space: Space, square: Square, slot: str) -> None:
    if square not in space:
        raise Refused(refusals.OFF_BOARD, slot, square=_name(square))
    if square in space.destroyed:
        raise Refused(refusals.DESTROYED, slot, square=_name(square))
    if space.is_occupied(square):
        raise Refused(refusals.OCCUPIED, slot, square=_name(square))


def recall(space: Space, seat: Seat, order: Recall) -> Leader:
    """A leader goes home. Raises :class:`Refused` where it is there already."""
    leader = space.leader(seat, order.kind)
    if leader is None:
        raise Refused(refusals.AT_HOME, "kind", leader=naming.LEADERS[order.kind])
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
        raise Refused(refusals.INHABITABLE, "at", square=_name(square))
    if kind != "mining" and not inhabitable:
        raise Refused(refusals.UNINHABITABLE, "at", square=_name(square))
    joined = space.regions_beside(square)
    if len(joined) > 2:
        raise Refused(refusals.JOINS_MORE, "at", square=_name(square), number=len(joined))
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
        raise Refused(refusals.OFF_BOARD, "at", square=_name(square))
    if square in space.destroyed:
        raise Refused(refusals.DESTROYED, "at", square=_name(square))
    settlement = space.settled.pop(square, None)
    leader = space.leaders.pop(square, None)
    artifact = space.artifacts.pop(square, None)
    space.destroyed.add(square)
    return Ruined(square, settlement, leader, artifact, space.send_homeless_home())
