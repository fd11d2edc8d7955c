"""Turns of phrase that several parts of a report share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.pieces import banner
from pbem.rulesets.god_unit.telling.tally import Loss
from pbem.rulesets.god_unit.view import View


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
            colour=banner(seat),
            losses=gone([loss for loss in losses if loss.piece.seat == seat]),
        )
        for seat in seats
    ]
    return in_a_row(told)
