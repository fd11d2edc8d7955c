"""The rules that an order may break, each as what its author is told."""

from __future__ import annotations

from pbem.engine.api import Ask
from pbem.engine.i18n import N_, _
from pbem.engine.language import Refused
from pbem.engine.phrases import in_a_row
from pbem.maps.board import column_name, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.orders import AnyOrder, Attack, Defend, Standing
from pbem.rulesets.parsec.view import View

OFF_BOARD = N_("there is no system {square} on this board")
NO_SUCH_SYSTEM = N_(
    "there is no system {name}: the board's columns are a to {column}, its rows 1 to {rows}"
)
OCCUPIED = N_("{square} is not empty")
DESTROYED = N_("{square} is destroyed for good")
NO_SEAT = N_("{square} is uninhabitable: leaders need an inhabitable system")
UNINHABITABLE = N_("{square} is uninhabitable: only miners settle there")
INHABITABLE = N_("{square} is inhabitable: miners settle uninhabitable systems only")
HERE = N_("your {leader} is on {square} already")
NO_SCIENTISTS = N_(
    "no scientists live beside {square}: a leader needs some to its left or right, above or below"
)
JOINS_TWO = N_("a leader on {square} would join {number} regions; it may touch one only")
JOINS_MORE = N_("a settlement on {square} would join {number} regions; two are the most")
AT_HOME = N_("your {leader} is not on the board")
NO_SHIP = N_("you have no {ships} in hand")
FEWER_SHIPS = N_("{number} {ships} are named, in your hand: {have}")
NO_WEAPON = N_("your prototype weapons are used up; there were {number}")
SWAP_COUNT = N_("1 to {most} ships are swapped, not {number}")
SWAPPED = N_("ships are swapped once a turn only: name all of them in one SWAP")
NO_ARTIFACT = N_("there is no artifact on {square}")
TOO_MANY = N_("{most} lines of a turn are looked at; this is one too many")
NOT_ASKED = N_("here it is {other} that you are asked for")
OTHER_CONFLICT = N_("you are asked of no {kind} conflict; there is: {kinds}")


def why_not_asked(view: View, ask: Ask) -> str:
    """Why no orders of a turn are taken now."""
    if ask.kind == "reaction":
        return _("you are asked only for ships in this conflict: ATTACK or DEFEND")
    told = _("it is {name}'s turn; only standing orders, ATTACK and DEFEND, are taken at any time")
    names = [view.name(view.mover)]
    if view.dispute is not None:
        told = _(
            "a conflict waits for {names}; only standing orders, ATTACK and DEFEND, are taken now"
        )
        names = [view.name(seat) for seat in view.dispute.waits_for]
    return told.format(name=names[0], names=in_a_row(names))


def check_answer(view: View, order: Standing) -> None:
    """Raises :class:`Refused` where one who is asked for ships in a conflict names some that
    nobody has asked for."""
    assert view.dispute is not None and view.seat is not None
    asked = Attack if view.dispute.asked == "attackers" else Defend
    if not isinstance(order, asked):
        meant = asked(kind=order.kind, ships=order.ships)
        raise Refused(NOT_ASKED, instead=meant, other=asked.__name__.upper())
    kinds = [clash.kind for clash in view.dispute.asked_of(view.seat)]
    if order.kind is not None and order.kind not in kinds:
        told = in_a_row([naming.kind(kind) for kind in kinds])
        raise Refused(OTHER_CONFLICT, "kind", kind=naming.kind(order.kind), kinds=told)


def check_board(space: Space, order: AnyOrder) -> None:
    """Raises :class:`Refused` with the board's bounds for a system beyond them."""
    for slot in ("to", "at", "square"):
        square = getattr(order, slot, None)
        if square is not None and square not in space:
            column, rows = column_name(len(space.rows[0]) - 1), len(space.rows)
            name = square_name(square)
            raise Refused(NO_SUCH_SYSTEM, slot, name=name, column=column, rows=rows)
