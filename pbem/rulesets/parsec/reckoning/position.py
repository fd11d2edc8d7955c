"""A player's own position, from which its orders are carried out one after the other.

It is made of the player's view alone. Up to the first conflict, whose outcome hangs on others'
hands, the turn goes exactly the same way; where everyone orders at once (PA-4) others may come
before.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.galaxy import Leader
from pbem.rulesets.parsec.orders import Action, Destroy, Pass, PlaceLeader, Recall, Settle, Swap
from pbem.rulesets.parsec.reckoning.conflicts import Strengths, strengths
from pbem.rulesets.parsec.reckoning.deeds import (
    Placed,
    Ruined,
    Settled,
    destroy,
    place_leader,
    recall,
    settle,
)
from pbem.rulesets.parsec.reckoning.means import Means, after, check
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.view import View

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
