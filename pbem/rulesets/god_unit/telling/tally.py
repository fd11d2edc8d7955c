"""What a turn's log adds up to: who lost what, and to whom."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.god_unit.designs import Design
from pbem.rulesets.god_unit.log import Attacked, Wasted
from pbem.rulesets.god_unit.pieces import Name
from pbem.rulesets.god_unit.view import View


class Loss(msgspec.Struct, frozen=True):
    """A piece that is gone: ``by`` whose unit, None where it was for want of a factory (GU-13)."""

    piece: Name
    design: Design
    square: Square
    by: Seat | None

    @property
    def is_factory(self) -> bool:
        """Whether a deployed factory is lost."""
        return self.piece.is_factory


def losses(view: View) -> tuple[Loss, ...]:
    """All that the last turn cost, in its order."""
    return tuple(_losses(view))


def _losses(view: View) -> Iterator[Loss]:
    for entry in view.log:
        match entry:
            case Wasted():
                yield Loss(entry.unit, entry.design, entry.square, None)
            case Attacked():
                for roll in entry.rolls:
                    if roll.hit:
                        yield Loss(roll.target, roll.design, roll.square, entry.unit.seat)


def lost_by(view: View, seat: Seat | None) -> tuple[Loss, ...]:
    """What a seat lost."""
    return tuple(loss for loss in losses(view) if loss.piece.seat == seat)


def destroyed_by(view: View, seat: Seat | None) -> tuple[Loss, ...]:
    """What a seat's units destroyed."""
    return tuple(loss for loss in losses(view) if seat is not None and loss.by == seat)


def attacks_on(view: View, seat: Seat | None) -> tuple[Attacked, ...]:
    """The attacks of others that were aimed at a seat's pieces, among others perhaps."""
    return tuple(
        entry
        for entry in view.log
        if isinstance(entry, Attacked)
        and entry.unit.seat != seat
        and any(roll.target.seat == seat for roll in entry.rolls)
    )
