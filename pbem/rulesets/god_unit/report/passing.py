"""What is told of passing until a turn to come (GU-10)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics.forecast import is_in_contact
from pbem.rulesets.god_unit.mechanics.position import Position
from pbem.rulesets.god_unit.orders import PassUntil
from pbem.rulesets.god_unit.view import View


def pass_told(position: Position, order: PassUntil) -> tuple[str, tuple[str, ...]]:
    """What such an order comes to, and what could end it at once."""
    following = position.view.open_turn + 1
    if order.turn == following:
        return _("you are asked again in turn {turn}, as usual").format(turn=order.turn), ()
    told = _(
        "from turn {following} on the game goes on without waiting for you: you are asked again in "
        "turn {turn}, or as soon as an enemy is in range"
    )
    told = told.format(following=following, turn=order.turn)
    if not is_in_contact(position.field, position.seat):
        return told, ()
    return told, (_("an enemy is in range now: while one is, you are asked every turn"),)


def passes_on(view: View) -> Iterator[str]:
    """Told to who passes already."""
    if not view.passes_until(view.seat):
        return
    told = _(
        "You pass until turn {turn} or until an enemy is in range: nobody waits for you. Orders "
        "count all the same; {order} ends the pass."
    )
    order = naming.line(written(PassUntil(turn=view.open_turn + 1)))
    yield told.format(turn=view.passes_until(view.seat), order=order)
