"""What a player has to order with, and whether an order can be paid from it (PA-5)."""

from __future__ import annotations

import msgspec

from pbem.engine.language.refusals import Refused
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import Counts, counted, just
from pbem.rulesets.parsec.orders import Action, Destroy, Settle, Swap
from pbem.rulesets.parsec.reckoning import refusals


class Means(msgspec.Struct, frozen=True):
    """A hand, prototype weapons, and whether the one swap of this turn is used (PA-9)."""

    hand: Counts
    weapons: int
    swapped: bool = False


def check(means: Means, order: Action) -> None:
    """Raises :class:`Refused` where ships, weapons or the swap are lacking."""
    match order:
        case Settle() if not means.hand.covers(just(order.kind)):
            raise Refused(refusals.NO_SHIP, "kind", ships=naming.SHIPS[order.kind])
        case Destroy() if not means.weapons:
            raise Refused(refusals.NO_WEAPON, number=FIGURES.weapons)
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
        raise Refused(refusals.SWAPPED)
    if not 1 <= len(order.ships) <= FIGURES.hand:
        number = len(order.ships)
        raise Refused(refusals.SWAP_COUNT, "ships", most=FIGURES.hand, number=number)
    wanted = counted(order.ships)
    if not means.hand.covers(wanted):
        kind = next(k for k in wanted.each() if wanted.of(k) > means.hand.of(k))
        have, ships = means.hand.of(kind), naming.SHIPS[kind]
        if not have:
            raise Refused(refusals.NO_SHIP, "ships", ships=ships)
        number = wanted.of(kind)
        raise Refused(refusals.FEWER_SHIPS, "ships", number=number, ships=ships, have=have)
