"""What a receipt says of a mail as a whole: what its lines leave open, and why none counts."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Ask
from pbem.engine.i18n import N_, _
from pbem.engine.language import Refused, quoted
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.orders import IDLE, Attack, Defend, Orders, Pass, Standing
from pbem.rulesets.parsec.reckoning.position import comes_first
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling.sending import Reserves, answered
from pbem.rulesets.parsec.view import View


def remark(view: View, ask: Ask, sent: Orders, orders: Orders) -> str:
    """What the verdicts leave unsaid; `orders` are those `sent` with what is kept of a mail
    before."""
    return " ".join((*_kept(sent, orders), *_remarks(view, ask, orders)))


def _kept(sent: Orders, orders: Orders) -> Iterator[str]:
    """Lines of a mail before, which stay until others come (PA-12)."""
    kept = [order for order in orders.orders if order not in sent.orders and order != Pass()]
    if kept:
        yield _("This stays as you sent it before: {orders}.").format(
            orders=", ".join(quoted(written(order)) for order in kept)
        )


def _remarks(view: View, ask: Ask, orders: Orders) -> Iterator[str]:
    if ask.kind == "reaction":
        yield from _left_open(view, orders)
    if ask.kind != "orders" or orders == IDLE:
        return
    if not orders.is_turn:
        yield _(
            "The orders of your turn are still to come: the game waits for them, or for PASS. "
            "If none come by the deadline, you pass."
        )
    elif len(orders.actions) < FIGURES.orders:
        yield _("This is one order; the other one of your turn is passed.")
    if not comes_first(view):
        yield _(
            "Others come before you in this round, so what is said here holds for the board as "
            "it stands now."
        )


def _left_open(view: View, orders: Orders) -> Iterator[str]:
    """Conflicts of which the lines say nothing: standing orders answer (PA-12)."""
    assert view.dispute is not None and view.own is not None and view.seat is not None
    attackers = view.dispute.asked == "attackers"
    stances = view.own.stances
    told = {order.kind for order in orders.standing if isinstance(order, Attack) == attackers}
    own = Reserves(view, view.seat, view.own.hand, stances)
    space = Space(view.galaxy)
    left = [
        answered(view.dispute, clash, space, own)
        for clash in view.dispute.asked_of(view.seat)
        if clash.kind not in told and None not in told
    ]
    if left:
        yield _("Your standing orders answer: {conflicts}.").format(conflicts=side_by_side(left))


def what_stays(ask: Ask) -> str:
    """What happens where nothing of a mail counts."""
    return {
        "orders": _(
            "What you sent before for this turn still holds; if there is nothing, the game waits "
            "for your orders."
        ),
        "reaction": _(
            "What you sent before for this conflict still holds; if there is nothing, your "
            "standing orders answer."
        ),
    }.get(ask.kind, _("Your standing orders stay as they are."))


def not_asked(view: View, ask: Ask) -> str:
    """Why no orders of a turn are taken now."""
    if ask.kind == "reaction":
        return _("you are asked only for ships in this conflict: ATTACK or DEFEND")
    if view.dispute is not None:
        names = in_a_row([view.name(seat) for seat in view.dispute.waits_for])
        return _(
            "a conflict waits for {names}; only standing orders, ATTACK and DEFEND, are taken now"
        ).format(names=names)
    return _(
        "it is {name}'s turn; only standing orders, ATTACK and DEFEND, are taken at any time"
    ).format(name=view.name(view.mover))


NO_SUCH_SYSTEM = N_(
    "there is no system {name}: the board's columns are a to {column}, its rows 1 to {rows}"
)
TOO_MANY = N_("{most} lines of a turn are looked at; this is one too many")


def check_answer(view: View, order: Standing) -> None:
    """Raises :class:`Refused` where one who is asked for ships in a conflict names some that
    nobody has asked for."""
    dispute, seat = view.dispute, view.seat
    assert dispute is not None and seat is not None
    if isinstance(order, Attack) != (dispute.asked == "attackers"):
        meant = (Defend if isinstance(order, Attack) else Attack)(
            kind=order.kind, ships=order.ships
        )
        message = N_("here it is {other} that you are asked for")
        raise Refused(message, instead=meant, other=quoted(written(meant)))
    kinds = [clash.kind for clash in dispute.asked_of(seat)]
    if order.kind is not None and order.kind not in kinds:
        told = in_a_row([naming.kind(kind) for kind in kinds])
        message = N_("you are asked of no {kind} conflict; there is: {kinds}")
        raise Refused(message, "kind", kind=naming.kind(order.kind), kinds=told)
