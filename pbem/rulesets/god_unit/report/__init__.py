"""What players are told of a turn, a module each part of a report. Here is what several share: who
lost what and to whom, as the log adds up, in few words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.maps.board import Square
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Design, Name, banner
from pbem.rulesets.god_unit.view import Attacked, View, Wasted


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


def who(view: View, seats: Iterable[Seat]) -> str:
    """ "Red (Ada) and Blue (Bob)"."""
    return in_a_row([view.name(seat) for seat in sorted(set(seats))])


def gone(losses: Sequence[Loss]) -> str:
    """What was lost, in few words, factories by their letter: "factory B and 3 units"; a single
    unit by its number: "unit 7 (D2 R3)"."""
    factories = [loss for loss in losses if loss.is_factory]
    units = [loss for loss in losses if not loss.is_factory]
    parts = []
    if factories:
        letters = in_a_row([loss.piece.name for loss in factories])
        parts.append(
            ngettext("factory {letters}", "factories {letters}", len(factories)).format(
                letters=letters
            )
        )
    if len(units) == 1:
        parts.append(
            _("unit {number} ({design})").format(
                number=units[0].piece.name, design=naming.design(units[0].design)
            )
        )
    elif units:
        parts.append(naming.count_units(len(units)))
    return in_a_row(parts)


def gone_of(losses: Sequence[Loss]) -> str:
    """The same of several owners: "Blue's factory B and 3 units, Green's unit 7 (grunt)"."""
    seats = sorted({loss.piece.seat for loss in losses})
    told = [
        _("{colour}'s {losses}").format(
            colour=banner(seat), losses=gone([loss for loss in losses if loss.piece.seat == seat])
        )
        for seat in seats
    ]
    return in_a_row(told)
