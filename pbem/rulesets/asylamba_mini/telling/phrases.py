"""Turns of phrase that several parts of a report share."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.view import View


def who(view: View, seat: Seat | None) -> str:
    """A faction's name, or "the rebels"."""
    return _("the rebels") if seat is None else view.faction(seat).name


def holder(view: View, seat: Seat | None) -> str:
    """The same in a table: a faction's name, or "rebels"."""
    return _("rebels") if seat is None else view.faction(seat).name


def place(view: View, number: Sector) -> str:
    """ "sector 17", or "your capital (sector 18)"."""
    me = view.me
    if me is not None and me.alive and me.capital == number:
        return _("your capital (sector {number})").format(number=number)
    return naming.sector(number)


def coming_turn(view: View, turn: int) -> str:
    """ "turn 9", or "turn 8, the next one"."""
    if turn == view.open_turn:
        return _("turn {turn}, the next one").format(turn=turn)
    return _("turn {turn}").format(turn=turn)
