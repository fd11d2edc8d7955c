"""What an order comes to on a player's own position, or why it cannot be carried out (PA-5 to
PA-9, PA-13).

A position is made of the player's view alone. Up to the first conflict, whose outcome hangs on
others' hands, the turn goes exactly the same way; where everyone orders at once (PA-4) others may
come before.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.engine.language.refusals import Refused
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec.figures import (
    FIGURES,
    LEADER_NAMES,
    SHIP_NAMES,
    Counts,
    Dispute,
    Leader,
    counted,
    just,
)
from pbem.rulesets.parsec.mechanics import Space, errors
from pbem.rulesets.parsec.mechanics.conflicts import Prospect, external, internal, prospects
from pbem.rulesets.parsec.orders import Action, Destroy, Pass, PlaceLeader, Recall, Settle, Swap
from pbem.rulesets.parsec.view import (
    AnyEntry,
    LeaderPlaced,
    LeaderRecalled,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
    View,
)


class Position(NamedTuple):
    """A player amid its turn. ``space`` is never changed; ``hand`` and ``weapons`` are what is left
    to order with, and ``swapped`` tells whether the one swap of a turn is used (PA-9). ``is_sure``
    ends with the first conflict, and is not given where others come before. ``dispute`` are the
    conflicts that the last order has opened, which are still to be fought."""

    seat: Seat
    seats: tuple[Seat, ...]
    space: Space
    hand: Counts
    weapons: int
    swapped: bool = False
    is_sure: bool = True
    dispute: Dispute | None = None


class Done(NamedTuple):
    """A position after an order, the conflicts that it opens, and what everyone sees of it, nothing
    of a PASS. ``earner`` is the leader whose owner got the resource of a settlement (PA-7), and
    ``homeless`` leaders have lost their scientists (PA-6)."""

    position: Position
    entry: AnyEntry | None = None
    prospects: tuple[Prospect, ...] = ()
    earner: Leader | None = None
    homeless: tuple[Leader, ...] = ()


def position_of(view: View) -> Position:
    """The position of the view's seat. Raises ValueError for spectators."""
    if view.seat is None or view.me is None or view.own is None:
        raise ValueError("a spectator has no position")
    space, is_sure = Space(view.galaxy), comes_first(view)
    own, weapons = view.own, view.me.weapons
    return Position(view.seat, view.seats, space, own.hand, weapons, is_sure=is_sure)


def comes_first(view: View) -> bool:
    """Whether nobody's orders are carried out before those of the view's seat (PA-4)."""
    return view.options.pace == "sequential" or view.mover == view.seat


def carry_out(before: Position, order: Action) -> Done:
    """The position after `order`. Raises :class:`Refused` where it cannot be carried out.

    Conflicts are left as they stand, with both leaders on the board; `course` reckons with how
    they may end.
    """
    at = before._replace(space=before.space.copy(), dispute=None)
    match order:
        case PlaceLeader():
            return _place_leader(at, order)
        case Recall():
            return _recall(at, order)
        case Settle():
            return _settle(at, order)
        case Destroy():
            return _destroy(at, order)
        case Swap():
            return _swap(at, order)
        case Pass():
            return Done(at)


def _opening(at: Position, dispute: Dispute | None) -> tuple[Position, tuple[Prospect, ...]]:
    """The position with the conflicts that an order has opened, if any, and how they look."""
    if dispute is None:
        return at, ()
    found = prospects(at.space, dispute, dispute.clashes, at.seat, at.hand)
    return at._replace(is_sure=False, dispute=dispute), found


# Leaders ------------------------------------------------------------------------------


def _place_leader(at: Position, order: PlaceLeader) -> Done:
    """PA-6."""
    space, before = at.space, at.space.leader(at.seat, order.kind)
    if before is not None:
        if before.square == order.to:
            here = square_name(order.to)
            raise Refused(errors.HERE, "to", square=here, leader=LEADER_NAMES[order.kind])
        space.lift(before)
    _check_seat(space, order.to)
    leader = Leader(at.seat, order.kind, order.to)
    space.put(leader)
    origin = None if before is None else before.square
    entry = LeaderPlaced(seat=at.seat, kind=order.kind, square=order.to, origin=origin)
    after, found = _opening(at, internal(space, leader))
    return Done(after, entry, found)


def _check_seat(space: Space, square: Square) -> None:
    _check_free(space, square, "to")
    name, regions = square_name(square), len(space.regions_beside(square))
    if not space.is_inhabitable(square):
        raise Refused(errors.NO_SEAT, "to", square=name)
    if not space.scientists_beside(square):
        raise Refused(errors.NO_SCIENTISTS, "to", square=name)
    if regions > 1:
        raise Refused(errors.JOINS_TWO, "to", square=name, number=regions)


def _recall(at: Position, order: Recall) -> Done:
    leader = at.space.leader(at.seat, order.kind)
    if leader is None:
        raise Refused(errors.AT_HOME, "kind", leader=LEADER_NAMES[order.kind])
    at.space.lift(leader)
    return Done(at, LeaderRecalled(seat=at.seat, kind=order.kind, square=leader.square))


# Systems ------------------------------------------------------------------------------


def _settle(at: Position, order: Settle) -> Done:
    """PA-7: the resource of a settlement that joins no two regions with leaders goes to its kind's
    leader in the region, else the government's, else to none."""
    space, square, kind = at.space, order.at, order.kind
    if not at.hand.of(kind):
        raise Refused(errors.NO_SHIP, "kind", ships=SHIP_NAMES[kind])
    _check_free(space, square, "at")
    if (kind == "mining") == space.is_inhabitable(square):
        wrong = errors.INHABITABLE if kind == "mining" else errors.UNINHABITABLE
        raise Refused(wrong, "at", square=square_name(square))
    joined = space.regions_beside(square)
    if len(joined) > 2:
        raise Refused(errors.JOINS_MORE, "at", square=square_name(square), number=len(joined))
    space.settled[square] = kind
    at = at._replace(hand=at.hand - just(kind))
    is_union = len(joined) == 2 and all(map(space.leaders_in, joined))
    region, dispute = space.region(square), None
    earner = space.leader_in(region, kind) or space.leader_in(region, "government")
    if is_union:
        dispute = external(space, at.seat, square, joined, order.first, at.seats)
        earner = None
    entry = SystemSettled(
        seat=at.seat,
        kind=kind,
        square=square,
        gains=None if earner is None else earner.seat,
        is_union=is_union,
        first=() if dispute is None else dispute.first,
    )
    after, found = _opening(at, dispute)
    return Done(after, entry, found, earner)


def _destroy(at: Position, order: Destroy) -> Done:
    """PA-8."""
    space, square = at.space, order.at
    if not at.weapons:
        raise Refused(errors.NO_WEAPON, number=FIGURES.weapons)
    _check_there(space, square, "at")
    settlement = space.settled.pop(square, None)
    leader = space.leaders.pop(square, None)
    artifact = space.artifacts.pop(square, None)
    space.destroyed.add(square)
    entry = SystemDestroyed(
        seat=at.seat,
        square=square,
        settlement=settlement,
        leader=None if leader is None else (leader.seat, leader.kind),
        artifact=artifact is not None,
    )
    after = at._replace(weapons=at.weapons - 1)
    return Done(after, entry, homeless=space.send_homeless_home())


def _check_there(space: Space, square: Square, slot: str) -> None:
    name = square_name(square) if min(square) >= 0 else "?"
    if square not in space:
        raise Refused(errors.OFF_BOARD, slot, square=name)
    if square in space.destroyed:
        raise Refused(errors.DESTROYED, slot, square=name)


def _check_free(space: Space, square: Square, slot: str) -> None:
    _check_there(space, square, slot)
    if space.is_occupied(square):
        raise Refused(errors.OCCUPIED, slot, square=square_name(square))


# Ships and artifacts ------------------------------------------------------------------


def _swap(at: Position, order: Swap) -> Done:
    """PA-9: what is left of the hand, without the ships that the swap brings."""
    number, wanted = len(order.ships), counted(order.ships)
    if at.swapped:
        raise Refused(errors.SWAPPED)
    if not 1 <= number <= FIGURES.hand:
        raise Refused(errors.SWAP_COUNT, "ships", most=FIGURES.hand, number=number)
    for kind in wanted.each():
        number, have, ships = wanted.of(kind), at.hand.of(kind), SHIP_NAMES[kind]
        if number > have == 0:
            raise Refused(errors.NO_SHIP, "ships", ships=ships)
        if number > have:
            raise Refused(errors.FEWER_SHIPS, "ships", number=number, ships=ships, have=have)
    after = at._replace(hand=at.hand - wanted, swapped=True)
    return Done(after, ShipsSwapped(seat=at.seat, count=wanted.total))


def harvestable(space: Space, seat: Seat) -> tuple[Square, ...]:
    """The artifacts that a player could take at the end of its turn: those in its merchant leader's
    region, the ones marked border first, then row by row; none where there are fewer than two.
    Dormant ones do not count (PA-13)."""
    leader = space.leader(seat, "merchant")
    region = () if leader is None else space.region(leader.square)
    settled = (square for square in space.settled if square in region)
    found = [space.artifacts[square] for square in settled if square in space.artifacts]
    if len(found) < FIGURES.artifacts_to_harvest:
        return ()
    found.sort(key=lambda one: (not one.border, one.square[1], one.square[0]))
    return tuple(artifact.square for artifact in found)
