"""Turns of phrase that several parts of a report share. The reader is spoken to as "you"."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.view import View


def who(view: View, seat: Seat) -> str:
    """ "Björn", or "you"."""
    return _("you") if seat == view.seat else view.name(seat)


def for_whom(view: View, seat: Seat) -> str:
    """ "for Björn", or "for you"."""
    if seat == view.seat:
        return _("for you")
    return _("for {name}").format(name=view.name(seat))


def all_of(view: View, seats: Iterable[Seat]) -> str:
    """ "Ada, you and Cé"."""
    return in_a_row([who(view, seat) for seat in seats])


def leader_of(view: View, seat: Seat, kind: Kind) -> str:
    """ "Cé's merchant leader", or "your merchant leader"."""
    if seat == view.seat:
        return _("your {leader}").format(leader=naming.leader(kind))
    return _("{name}'s {leader}").format(name=view.name(seat), leader=naming.leader(kind))


def its_like(view: View, seat: Seat) -> str:
    """A leader of a kind that was just named: "Cé's", or "yours"."""
    if seat == view.seat:
        return _("yours")
    return _("{name}'s").format(name=view.name(seat))


def as_chosen(view: View, seat: Seat) -> str:
    """ "as Cé chose", or "as you chose"."""
    if seat == view.seat:
        return _("as you chose")
    return _("as {name} chose").format(name=view.name(seat))


def turn_of(view: View, seat: Seat) -> str:
    """ "Cé's turn", or "your turn"."""
    if seat == view.seat:
        return _("your turn")
    return _("{name}'s turn").format(name=view.name(seat))


def attacks(view: View, dispute: Dispute, clash: Clash) -> str:
    """ "Björn attacks your merchant leader"."""
    target = leader_of(view, clash.defender, clash.kind)
    if clash.attacker == view.seat:
        return _("you attack {target}").format(target=target)
    return _("{name} attacks {target}").format(name=view.name(clash.attacker), target=target)


def systems(kind: Kind, number: int) -> str:
    """ "3 systems of merchants"."""
    return ngettext("{number} system of {ships}", "{number} systems of {ships}", number).format(
        number=number, ships=naming.ship_name(kind, 2)
    )


def count_systems(number: int) -> str:
    """ "1 system", "9 systems"."""
    return ngettext("{number} system", "{number} systems", number).format(number=number)


def count_artifacts(number: int) -> str:
    """ "1 artifact", "8 artifacts"."""
    return ngettext("{number} artifact", "{number} artifacts", number).format(number=number)
